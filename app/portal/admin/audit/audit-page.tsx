import { href } from 'react-router'
import { type AuditQuery, groupWords } from '../../../../rules/audit-words.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { AuditEntry } from '../../../../server/audit/read-log.ts'
import { Button } from '../../../ui/button.tsx'
import type { ListPlace } from '../../list-place.ts'
import type { Refusal } from '../../refusal.ts'
import { PageName } from '../page-name.tsx'
import { ChoiceField, DayField, SearchField, SearchForm } from '../search-form.tsx'
import { AuditEntries } from './audit-entries.tsx'
import style from './audit-page.module.css'

type Props = {
  query: AuditQuery
  place: ListPlace
  entries: AuditEntry[]
  more: boolean
  loadError?: Refusal
}

export function AuditPage({ query, place, entries, more, loadError }: Props) {
  const fileOf = (format: string) => withQuery(href('/profile/admin/audit/export'), { ...query, format })
  const isFiltered = Object.values(query).some(value => value !== undefined)
  return (
    <div className={style.log}>
      <header className={`baseline apart gap-1-4 cluster ${style.head}`}>
        <PageName name="Log" />
        <p>
          Everything anyone did or opened here. Nobody can change it. Save it as <a href={fileOf('csv')}>CSV</a> or{' '}
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
      className={`stack gap-3-4 align-end ${style.filters}`}
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
