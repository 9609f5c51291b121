import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { PageName } from '../../shell/office/page-name.tsx'
import { ChoiceField, DayField, SearchField, SearchForm } from '../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { readPlace } from '../../shell/portal/list-place.ts'
import { Button } from '../../shell/ui/button.tsx'
import { type AuditQuery, groupWords, readAuditQuery } from '../audit-query.ts'
import { AuditEntries } from './audit-entries.tsx'
import style from './audit-page.module.css'

/** Loads one page of the log; the query has the fields of an `AuditQuery`, and those of a `ListPlace`. */
export const loader = loadList({
  view: query => ({ query: readAuditQuery(query), place: readPlace(query) }),
  read: ({ actor, operations }, { query, place }) => operations.getAuditLog(actor, query, place.after),
  none: { entries: [], more: false },
  failed: 'LOAD_LOG_FAILED',
})

export default showList<typeof loader>(AuditPage)

function AuditPage({ query, place, entries, more, loadError }: Shown<typeof loader>) {
  const fileOf = (format: string) => withQuery(href('/profile/admin/audit/export'), { ...query, format })
  const isFiltered = Object.values(query).some(value => value !== undefined)
  return (
    <div className={style.log}>
      <header className={`baseline apart gap-1-4 cluster ${style.head}`}>
        <PageName name="Log" />
        <p className="quiet">
          Everything anyone did or opened here. It can’t be changed. Save it as <a href={fileOf('csv')}>CSV</a> or{' '}
          <a href={fileOf('json')}>JSON</a>.
        </p>
      </header>
      <AuditFilters query={query} />
      <AuditEntries
        entries={entries}
        loadError={loadError}
        empty={{
          title: isFiltered ? 'No entries found' : 'No entries yet',
          text: isFiltered
            ? 'Nothing in the log matches these filters.'
            : 'What anyone does here will appear in this list.',
          action: isFiltered && (
            <Button size="small" to={href('/profile/admin/audit')}>
              All entries
            </Button>
          ),
        }}
        pages={{
          label: 'the log',
          page: place.page,
          more,
          addressOf: to => withQuery(href('/profile/admin/audit'), { ...query, ...to }),
        }}
      />
    </div>
  )
}

function AuditFilters({ query }: { query: AuditQuery }) {
  return (
    <SearchForm
      label="Log"
      className={`stack gap-3-4 align-end short-fields ${style.filters}`}
      action={href('/profile/admin/audit')}
      values={{ ...query }}
    >
      <SearchField label="Person" name="person" placeholder="Name or e-mail" spellCheck={false} />
      <ChoiceField label="What" name="group" all="Everything" options={groupWords} />
      <SearchField label="IP address" name="address" type="text" spellCheck={false} inputMode="text" />
      <DayField label="From" name="from" />
      <DayField label="To" name="to" />
    </SearchForm>
  )
}
