import { href } from 'react-router'
import { formatDay } from '../../../../rules/notes/days.ts'
import { formatCents, formatRate } from '../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { type RegisterShow, registerPerPage, registerShows } from '../../../../rules/register.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { RegisterGroup, RegisterNote, RegisterTotals } from '../../../../server/register/register-list.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PrintButton } from '../../../ui/print-button.tsx'
import { StackedLedger } from '../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../load-error.tsx'
import { Pagination } from '../../pagination.tsx'
import type { Refusal } from '../../refusal.ts'
import { AdminList, ExportCsv, Filters } from '../admin-list.tsx'
import rows from '../rows.module.css'
import { ChoiceField, DayField, SearchField } from '../search-form.tsx'
import { Figures } from './figures.tsx'
import style from './register.module.css'
import { groupColumns, noteTable } from './register-columns.tsx'

/** What the rows of the register are. */
export const registerViews = {
  notes: 'Each note',
  holders: 'By holder',
  offerings: 'By offering',
} as const
export type RegisterView = keyof typeof registerViews

/** What the page's address asks for. */
export interface RegisterAddress {
  on: string
  /** Whether `on` is today, which addresses leave out. */
  isToday: boolean
  search: string
  offering?: string | undefined
  show: RegisterShow
  view: RegisterView
  page: number
}

export interface RegisterPageProps extends RegisterAddress {
  notes: RegisterNote[]
  groups: RegisterGroup[]
  /** Rows on all pages. */
  total: number
  totals?: RegisterTotals | undefined
  loadError?: Refusal
}

/** @returns the fields of an address's query that ask for the same, on the first page */
export function asFields({ on, isToday, search, offering, show, view }: RegisterAddress) {
  return {
    on: isToday ? undefined : on,
    q: search || undefined,
    offering,
    show: show === 'outstanding' ? undefined : show,
    view: view === 'notes' ? undefined : view,
  }
}

/** The register on any day: note by note, by holder, or by offering. */
export function RegisterPage({ notes, groups, total, totals, loadError, ...address }: RegisterPageProps) {
  const { on, page } = address
  const fields = asFields(address)
  const hasRows = notes.length > 0 || groups.length > 0
  return (
    <AdminList
      className={style.page}
      title={`Register on ${formatDay(on)}`}
      count={totals && <Count {...totals} />}
      at={href('/profile/admin/register')}
      query={fields}
      loadError={loadError}
      tools={
        hasRows && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'register.csv' })} />
            <Button size="small" to={withQuery(href('/profile/admin/register/changes'), { on: fields.on })}>
              What changed this month
            </Button>
          </>
        )
      }
    >
      <RegisterFilters {...address} offerings={totals?.offerings ?? []} />
      <LoadError error={loadError} />
      {notes.length > 0 && (
        <StackedLedger
          className={classes(style.list, rows.rows)}
          caption="Register"
          columns={noteTable.columns}
          rows={notes}
          rowKey={({ id }) => id}
        />
      )}
      {groups.length > 0 && <Groups groups={groups} address={address} />}
      {hasRows && totals && <Totals {...totals} />}
      {hasRows && (
        <p className={style.about}>
          Principal and what is due are those at the end of {formatDay(on)}: interest and principal that have fallen due
          and aren’t recorded as paid, and the interest that late principal has earned since. Accrued interest isn’t due
          yet. It is counted through the day before, as it is paid: from a payment’s day on, that day is part of the
          next one. Total owed is principal with all interest that is due, accrued or late.
        </p>
      )}
      {!hasRows && !loadError && <NothingFound {...address} />}
      <Pagination
        label="the register"
        page={page}
        total={total}
        size={registerPerPage}
        addressOf={to => withQuery(href('/profile/admin/register'), { ...fields, ...to })}
      />
    </AdminList>
  )
}

function Count({ notes, holders }: RegisterTotals) {
  return `${countOf(notes, 'note')}, ${countOf(holders, 'holder')}`
}

function Totals({ principal, notes, holders, rateBp }: RegisterTotals) {
  return (
    <Figures
      figures={[
        ['Principal', formatCents(principal)],
        ['Notes', grouped(notes)],
        ['Holders', grouped(holders)],
        ['Average rate, by principal', rateBp === null ? '–' : formatRate(rateBp)],
      ]}
    />
  )
}

function Groups({ groups, address }: { groups: RegisterGroup[]; address: RegisterAddress }) {
  const fields = { ...asFields(address), view: undefined }
  const isHolders = address.view === 'holders'
  const columns = groupColumns(isHolders ? 'Holder' : 'Offering', group =>
    withQuery(
      href('/profile/admin/register'),
      isHolders ? { ...fields, q: group.number } : { ...fields, offering: group.key },
    ),
  )
  return (
    <StackedLedger
      className={classes(style.list, rows.rows)}
      caption={registerViews[address.view]}
      columns={columns}
      rows={groups}
      rowKey={({ key }) => key}
    />
  )
}

function RegisterFilters({ on, search, offering, show, view, offerings }: RegisterAddress & { offerings: string[] }) {
  const values = { on, q: search, offering, show, view }
  return (
    <Filters label="Register" className={style.search} values={values} data-print="no">
      <DayField label="On" name="on" required />
      <SearchField className={style.wide} label="Find" placeholder="Number or holder" />
      <ChoiceField label="Show" name="show" options={registerShows} />
      <ChoiceField label="List" name="view" options={registerViews} />
      {(offerings.length > 1 || offering) && (
        <ChoiceField label="Offering" name="offering" all="All" options={offerings} />
      )}
    </Filters>
  )
}

function NothingFound({ on, isToday, search, offering, show }: RegisterAddress) {
  const isFiltered = search !== '' || offering !== undefined || show !== 'outstanding' || !isToday
  return (
    <EmptyState
      title={isFiltered ? 'No notes found' : 'No notes yet'}
      level={2}
      action={
        isFiltered ? (
          <Button size="small" to={href('/profile/admin/register')}>
            All outstanding notes
          </Button>
        ) : (
          <Button size="small" to={href('/profile/admin/register/notes/new')}>
            New note
          </Button>
        )
      }
    >
      {isFiltered
        ? `Nothing in the register fits on ${formatDay(on)}.`
        : 'Every note that the fund has issued will appear here, on any day you choose. Write a new one, or import those you have already.'}
    </EmptyState>
  )
}
