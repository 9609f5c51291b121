import { href, redirect } from 'react-router'
import { addDays, formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { statementDay } from '../../../register/office/address.ts'
import { Figures } from '../../../register/office/figures.tsx'
import { Money } from '../../../register/office/money.tsx'
import style from '../../../register/office/register.module.css'
import { ReportPage } from '../../../register/office/report.tsx'
import { text } from '../../../shell/actions/fields.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { ChoiceField } from '../../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { bankExplanations } from '../../bank.ts'
import { enterBankBalanceCommand, explainBankDifferenceCommand } from '../../bank-balance.commands.ts'
import {
  type BankPeriod,
  type BankReconciliation,
  type ReconciliationLine,
  toReconciliationLines,
} from '../../bank-reconciliation.ts'
import { EnterBalance, ExplainDifference } from './balance-forms.tsx'
import { reconciliationReport } from './reconciliation-table.tsx'

const at = (day: string) => withQuery(href('/profile/admin/register/reconciliation'), { on: day || undefined })

/** Loads the bank's balance beside the books; the query has the day of a statement, `on`, without it the newest's. */
export const loader = loadList({
  view: query => ({ on: statementDay(query) }),
  read: ({ actor, operations }, { on }) => operations.getBankReconciliation(actor, on),
  none: { statements: [], shown: null, next: null },
  failed: 'LOAD_REGISTER_FAILED',
})

/** POST: saves a statement's balance, or why it differs from the books. */
export const action = commandActions([enterBankBalanceCommand, explainBankDifferenceCommand], {
  redirectTo: ({ url }) => at(statementDay(url.searchParams)),
  after: { [enterBankBalanceCommand.name]: (_, { form }) => redirect(at(text(form, 'day'))) },
})

/**
 * The bank's balance beside account 1010: what only one of the two has, and what then differs. The ledger knows the notes' cash
 * alone, so what else is in the account is one figure, which a person enters.
 */
function ReconciliationPage({ statements, shown, next, loadError }: Shown<typeof loader>) {
  const notice = useNotice()
  const day = shown?.statement.day
  return (
    <ReportPage
      of={reconciliationReport}
      title="Bank reconciliation"
      count={countOf(statements.length, 'statement')}
      query={{ on: day }}
      loadError={loadError}
      notice={notice}
      isEmpty={!shown}
      filters={
        statements.length > 1 && (
          <ChoiceField
            label="Statement of"
            name="on"
            options={Object.fromEntries(statements.map(statement => [statement.day, formatDay(statement.day)]))}
          />
        )
      }
      tools={
        <Button size="small" to={href('/profile/admin/register/bank')}>
          Bank list
        </Button>
      }
    >
      <LoadError error={loadError} />
      {shown && (
        <>
          <Reconciled of={shown} />
          {shown.difference !== 0n && !shown.isExplained && (
            <ExplainDifference key={shown.statement.id} statement={shown.statement} onNotice={notice.say} />
          )}
          {shown.period && <Period of={shown} period={shown.period} />}
        </>
      )}
      {!loadError && (
        <EnterBalance
          key={shown?.statement.id}
          isFirst={!shown}
          suggested={{ day: next ?? '', words: statements[0]?.otherWords ?? '' }}
        />
      )}
    </ReportPage>
  )
}

/** Items of a kind that the page lists; the file has all. */
const itemsShown = 100

function Reconciled({ of: shown }: { of: BankReconciliation }) {
  const { statement, books, difference } = shown
  const counts = new Map<string, number>()
  const lines = toReconciliationLines(shown).filter(({ item }) => {
    if (!item) return true
    counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1)
    return (counts.get(item.kind) ?? 0) <= itemsShown
  })
  return (
    <section className={style.section} aria-labelledby="reconciled">
      <h2 id="reconciled">At the end of {formatDay(statement.day)}</h2>
      <Figures
        alike
        figures={[
          ['Balance per bank', formatCents(statement.balance, true)],
          ['Balance per books (1010)', formatCents(books, true)],
          ['Difference', formatCents(difference, true)],
        ]}
      />
      <p className={style.about}>
        <Outcome of={shown} /> Entered by {statement.by} on <FormattedDate date={statement.at} time />.
      </p>
      <StackedLedger
        className={style.list}
        caption={`Bank reconciliation at the end of ${formatDay(statement.day)}`}
        columns={reconciliationReport.columns}
        rows={lines}
        rowKey={({ key }: ReconciliationLine) => key}
      />
      {[...counts.values()].some(count => count > itemsShown) && (
        <p className={style.about}>The first {itemsShown} of each kind are shown. The file has all.</p>
      )}
      <ListedTo of={shown} />
      {(difference === 0n || shown.isExplained) && (
        <div className="cluster center gap-3-4" data-print="no">
          <Button size="small" to={journalOf(shown)}>
            Journal of this period
          </Button>
        </div>
      )}
    </section>
  )
}

/** @returns the journal of the days since the statement before, or of the month */
function journalOf({ statement: { day }, period }: BankReconciliation): string {
  const from = period ? addDays(period.since.day, 1) : `${day.slice(0, 8)}01`
  return withQuery(href('/profile/admin/register/journal'), { from, to: day })
}

/** Whether bank and books agree. */
function Outcome({ of: { difference, isExplained, statement } }: { of: BankReconciliation }) {
  const { explained } = statement
  if (difference === 0n) return <>The bank’s balance and the books agree.</>
  const amount = formatCents(difference, true)
  if (isExplained && explained)
    return (
      <>
        The difference of {amount} is explained: {explained.words} ({explained.by},{' '}
        <FormattedDate date={explained.at} />
        ).
      </>
    )
  return (
    <>
      <strong className={style.late}>{amount} is unexplained.</strong>
      {explained && ` The explanation on record is about ${formatCents(explained.cents, true)}: ${explained.words}.`}
    </>
  )
}

/** Up to when the bank's lines are known. */
function ListedTo({ of: { listedTo, statement } }: { of: BankReconciliation }) {
  if (listedTo && listedTo >= statement.day) return null
  const link = (
    <Button variant="link" to={href('/profile/admin/register/bank')}>
      Add the bank’s list
    </Button>
  )
  return (
    <p className={style.about}>
      {listedTo
        ? `The last line of the bank’s lists is of ${formatDay(listedTo)}, so later payments count as outstanding.`
        : 'There is no list of the bank’s yet, so no payment counts as outstanding.'}{' '}
      {link}
    </p>
  )
}

interface PeriodLine {
  what: string
  cents: bigint
}

const periodColumns: Column<PeriodLine>[] = [
  { header: 'Figure', role: 'title', cell: ({ what }) => what },
  { header: 'Amount', figures: true, cell: ({ cents }) => <Money cents={cents} /> },
]

/** What the lines of the bank's lists say between two statements. */
function Period({ of: { statement }, period }: { of: BankReconciliation; period: BankPeriod }) {
  const { since, notes, explained, open, missing, otherByLines } = period
  const [from, to] = [formatDay(since.day), formatDay(statement.day)]
  const explanations = Object.entries(explained).map(([what, cents]) => ({
    ...{ what: bankExplanations[what as keyof typeof explained], cents },
  }))
  const otherDiffers = statement.other - otherByLines
  return (
    <section className={style.section} aria-labelledby="period">
      <h2 id="period">
        From {from} to {to}
      </h2>
      {missing !== 0n && (
        <p className={style.about}>
          {formatCents(missing, true)} of the change in the balance is in no list: a list of these days is missing, or a
          line of one.
        </p>
      )}
      {otherDiffers !== 0n && (
        <p className={style.about}>
          The other cash as entered is {formatCents(otherDiffers < 0n ? -otherDiffers : otherDiffers, true)}{' '}
          {otherDiffers < 0n ? 'less' : 'more'} than it should be by the lines that aren’t about a note.
        </p>
      )}
      <StackedLedger
        className={style.list}
        caption={`The bank’s lines from ${from} to ${to}`}
        columns={periodColumns}
        rows={[
          { what: `Balance per bank, ${from}`, cents: since.balance },
          { what: 'Lines matched with notes', cents: notes },
          ...explanations,
          { what: 'Open lines', cents: open },
          { what: 'In no list', cents: missing },
          { what: `Balance per bank, ${to}`, cents: statement.balance },
        ]}
        rowKey={({ what }) => what}
      />
      <StackedLedger
        className={style.list}
        caption="Other cash in this account"
        columns={periodColumns}
        rows={[
          { what: `Other cash, ${from}`, cents: since.other },
          { what: 'Lines that aren’t about a note', cents: otherByLines - since.other },
          { what: 'Other cash by the lines', cents: otherByLines },
          { what: `Other cash as entered, ${to}`, cents: statement.other },
          { what: 'Difference', cents: otherDiffers },
        ]}
        rowKey={({ what }) => what}
      />
    </section>
  )
}

/** The bank’s balance, and the books. */
export default showList<typeof loader>(ReconciliationPage)
