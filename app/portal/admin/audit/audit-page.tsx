import { href } from 'react-router'
import { type AuditQuery, groupWords } from '../../../../rules/audit-words.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { AuditEntry } from '../../../../server/audit/read-log.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { Options } from '../../../ui/options.tsx'
import type { ListPlace } from '../../list-place.ts'
import type { Refusal } from '../../refusal.ts'
import { SearchForm } from '../search-form.tsx'
import { AuditEntries } from './audit-entries.tsx'
import style from './audit-page.module.css'

type Props = {
  query: AuditQuery
  place: ListPlace
  entries: AuditEntry[]
  more: boolean
  loadError?: Refusal
}

/** Who did what and when, newest first, and a file of it. */
export function AuditPage({ query, place, entries, more, loadError }: Props) {
  const fileOf = (format: string) => withQuery(href('/profile/admin/audit/export'), { ...query, format })
  const isFiltered = Object.values(query).some(value => value !== undefined)
  return (
    <div className={style.log}>
      <header className={style.head}>
        <h2>Log</h2>
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
  const values = { person: '', group: '', from: '', to: '', address: '', ...withoutUndefined(query) }
  return (
    <SearchForm label="Log" className={style.filters} action={href('/profile/admin/audit')} values={values}>
      <Field
        label="Person"
        type="search"
        name="person"
        placeholder="Name or e-mail"
        autoComplete="off"
        spellCheck={false}
        defaultValue={values.person}
      />
      <SelectField label="What" name="group" defaultValue={values.group}>
        <option value="">Everything</option>
        <Options of={groupWords} />
      </SelectField>
      <Field
        label="IP address"
        name="address"
        autoComplete="off"
        spellCheck={false}
        inputMode="text"
        defaultValue={values.address}
      />
      <Field label="From" type="date" name="from" defaultValue={values.from} />
      <Field label="To" type="date" name="to" defaultValue={values.to} />
    </SearchForm>
  )
}

function withoutUndefined(query: AuditQuery): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
