import { type AuditGroup, type AuditQuery, groupWords, roleWords } from '../../../../rules/audit-words.ts'
import type { AuditEntry } from '../../../../server/audit/read-log.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import type { Column } from '../../../ui/ledger.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { adminPages, withQuery } from '../../addresses.ts'
import { LoadError } from '../../load-error.tsx'
import type { Refusal } from '../../refusal.ts'
import { SearchForm } from '../search-form.tsx'
import style from './audit-page.module.css'

type Props = {
  query: AuditQuery
  entries: AuditEntry[]
  /** Where the next older entries begin. */
  older?: number
  isNewest: boolean
  loadError?: Refusal
}

/** Who did what and when, newest first, and a file of it. */
export function AuditPage({ query, entries, older, isNewest, loadError }: Props) {
  const addressOf = (before?: number) => withQuery(adminPages.audit, { ...query, before: before?.toString() })
  const fileOf = (format: string) => withQuery(`${adminPages.audit}/export`, { ...query, format })
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
      {entries.length > 0 && (
        <StackedLedger
          className={style.entries}
          caption="Log"
          columns={columns}
          rows={entries}
          rowKey={({ id }) => String(id)}
        />
      )}
      {entries.length === 0 && !loadError && (
        <EmptyState
          title={isFiltered ? 'No entries found' : 'No more entries'}
          level={3}
          action={
            <Button size="small" to={adminPages.audit}>
              All entries
            </Button>
          }
        >
          {isFiltered ? 'Nothing in the log matches these filters.' : 'This is the end of the log.'}
        </EmptyState>
      )}
      {(older !== undefined || !isNewest) && (
        <nav className={style.pages} aria-label="Pages of the log">
          {!isNewest && (
            <Button size="small" to={addressOf()}>
              Newest
            </Button>
          )}
          {older !== undefined && (
            <Button size="small" to={addressOf(older)}>
              Older
            </Button>
          )}
        </nav>
      )}
    </div>
  )
}

function AuditFilters({ query }: { query: AuditQuery }) {
  const values = { person: '', group: '', from: '', to: '', address: '', ...withoutUndefined(query) }
  return (
    <SearchForm label="Log" className={style.filters} action={adminPages.audit} values={values}>
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

/** Actions whose words say how they ended. */
const saysItself = /refused|failed|blocked/
/** A row that is gone, or that never was. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const columns: Column<AuditEntry>[] = [
  {
    key: 'what',
    header: 'What',
    role: 'title',
    cell: ({ what, action, outcome, details }) => (
      <span className={style.what}>
        {what}
        {outcome !== 'done' && !saysItself.test(action) && (
          <Badge tone="warning">{outcome === 'failed' ? 'Failed' : 'Refused'}</Badge>
        )}
        {typeof details.repeated === 'number' && <Badge>{details.repeated} more times</Badge>}
      </span>
    ),
  },
  {
    key: 'subject',
    header: 'About',
    cell: ({ subject }) =>
      subject && uuid.test(subject) ? (
        <span className={style.quiet} title={subject}>
          {subject.slice(0, 8)}…
        </span>
      ) : (
        subject && <span className={style.long}>{subject}</span>
      ),
  },
  {
    key: 'who',
    header: 'Who',
    cell: ({ who, role }) => (
      <span className={style.two}>
        <span className={style.long}>{who ?? (role ? roleWords[role] : 'Unknown')}</span>
        {who && role && <span className={style.quiet}>{roleWords[role]}</span>}
      </span>
    ),
  },
  {
    key: 'where',
    header: 'Where from',
    cell: ({ ip, device }) =>
      (ip || device) && (
        <span className={style.two}>
          <span className={style.long}>{ip}</span>
          {device && <span className={style.quiet}>{device}</span>}
        </span>
      ),
  },
  { key: 'at', header: 'When', cell: ({ at }) => <FormattedDate date={at} time /> },
]
