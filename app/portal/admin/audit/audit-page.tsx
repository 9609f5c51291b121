import { href } from 'react-router'
import { type AuditGroup, type AuditQuery, groupWords } from '../../../../rules/audit-words.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { AuditEntry } from '../../../../server/audit/read-log.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import { SearchForm } from '../search-form.tsx'
import { AuditEntries } from './audit-entries.tsx'
import style from './audit-page.module.css'
import { AuditPages } from './audit-pages.tsx'

type Props = {
  query: AuditQuery
  entries: AuditEntry[]
  /** Where the next older entries begin. */
  older?: number
  /** The entry before which the page begins; undefined for the newest page. */
  before?: number
  loadError?: Refusal
}

/** Who did what and when, newest first, and a file of it. */
export function AuditPage({ query, entries, older, before, loadError }: Props) {
  const addressOf = (before?: number) =>
    withQuery(href('/profile/admin/audit'), { ...query, before: before?.toString() })
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
      <LoadError error={loadError} />
      {entries.length > 0 && <AuditEntries entries={entries} />}
      {entries.length === 0 && !loadError && (
        <EmptyState
          title={isFiltered ? 'No entries found' : 'No more entries'}
          level={3}
          action={
            <Button size="small" to={href('/profile/admin/audit')}>
              All entries
            </Button>
          }
        >
          {isFiltered ? 'Nothing in the log matches these filters.' : 'This is the end of the log.'}
        </EmptyState>
      )}
      <AuditPages label="Pages of the log" older={older} isNewest={before === undefined} addressOf={addressOf} />
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
        {(Object.keys(groupWords) as AuditGroup[]).map(group => (
          <option key={group} value={group}>
            {groupWords[group]}
          </option>
        ))}
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
