import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents, formatRate } from '../../../rules/money.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { Pages } from '../../shell/office/admin-list.tsx'
import rows from '../../shell/office/rows.module.css'
import { ChoiceField, DayField, SearchField } from '../../shell/office/search-form.tsx'
import { loadList, showList } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { StackedLedger } from '../../shell/ui/stacked-ledger.tsx'
import { registerPerPage, registerShows } from '../register.ts'
import type { RegisterGroup, RegisterNote, RegisterTotals } from '../server/register-list.ts'
import { type RegisterAddress, readAddress, registerViews } from './address.ts'
import { Figures } from './figures.tsx'
import style from './register.module.css'
import { groupColumns, registerReport } from './register-columns.tsx'
import { ReportPage } from './report.tsx'

/**
 * Loads one page of the register; the query has the day `on`, the search `q`, an `offering`, what to `show`, the `view`
 * and `page`, from 1.
 */
export const loader = loadList({
  view: readAddress,
  read: async ({ actor, operations }, address) => {
    const query = { ...address, page: address.page - 1 }
    if (address.view === 'notes') {
      const { notes, totals } = await operations.getRegister(actor, query)
      return { notes, groups: [], total: totals.notes, totals }
    }
    const by = address.view === 'holders' ? 'holder' : 'offering'
    return { notes: [], ...(await operations.getRegisterGroups(actor, by, query)) }
  },
  none: { notes: [], groups: [], total: 0, totals: undefined },
  failed: 'LOAD_REGISTER_FAILED',
})

/** The register of notes. */
export default showList<typeof loader>(RegisterPage)

interface RegisterPageProps extends RegisterAddress {
  notes: RegisterNote[]
  groups: RegisterGroup[]
  /** Rows on all pages. */
  total: number
  totals?: RegisterTotals | undefined
  loadError?: Refusal
}

/** @returns the fields of an address's query that ask for the same, on the first page */
function asFields({ on, isToday, search, offering, show, view }: RegisterAddress) {
  return {
    on: isToday ? undefined : on,
    q: search || undefined,
    offering,
    show: show === 'outstanding' ? undefined : show,
    view: view === 'notes' ? undefined : view,
  }
}

/** The register on any day: note by note, by holder, or by offering. */
function RegisterPage({ notes, groups, total, totals, loadError, ...address }: RegisterPageProps) {
  const { on, page, search, offering, show, view } = address
  const fields = asFields(address)
  const hasRows = notes.length > 0 || groups.length > 0
  return (
    <ReportPage
      of={registerReport}
      title={`Register on ${formatDay(on)}`}
      count={totals && <Count {...totals} />}
      query={fields}
      loadError={loadError}
      isEmpty={!hasRows}
      values={{ on, q: search, offering, show, view }}
      filters={<RegisterFields offering={offering} offerings={totals?.offerings ?? []} />}
      tools={
        hasRows && (
          <Button size="small" to={withQuery(href('/profile/admin/register/changes'), { on: fields.on })}>
            What changed this month
          </Button>
        )
      }
    >
      <LoadError error={loadError} />
      {notes.length > 0 && (
        <StackedLedger
          className={classes(style.list, rows.rows)}
          caption="Register"
          columns={registerReport.columns}
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
      <Pages label="the register" page={page} total={total} size={registerPerPage} />
    </ReportPage>
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
      isHolders ? { ...fields, q: group.number ?? undefined } : { ...fields, offering: group.key },
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

function RegisterFields({ offering, offerings }: Pick<RegisterAddress, 'offering'> & { offerings: string[] }) {
  return (
    <>
      <DayField label="On" name="on" required />
      <SearchField className={style.wide} label="Find" placeholder="Number or holder" />
      <ChoiceField label="Show" name="show" options={registerShows} />
      <ChoiceField label="List" name="view" options={registerViews} />
      {(offerings.length > 1 || offering) && (
        <ChoiceField label="Offering" name="offering" all="All" options={offerings} />
      )}
    </>
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
