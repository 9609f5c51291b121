import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents, sumCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import rows from '../../../shell/office/rows.module.css'
import { DayField } from '../../../shell/office/search-form.tsx'
import { moneyColumn } from '../../../shell/office/table-columns.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { onItsDay, pastDayFrom } from '../address.ts'
import { Figures } from '../figures.tsx'
import style from '../register.module.css'
import { defineReport, ReportPage, ReportRows } from '../report.tsx'

export const balanceReport = defineReport('balance', {
  at: href('/profile/admin/register/balance'),
  saved: ({ on }) => onItsDay('trial-balance', on),
  requested: query => ({ on: pastDayFrom(query) }),
  columns: [
    {
      header: 'Account',
      role: 'title',
      className: rows.grows,
      cell: ({ account, name }) => (
        <>
          {name}
          <span className={rows.fact}>{account}</span>
        </>
      ),
      csv: { Account: line => line.account, Name: line => line.name },
    },
    moneyColumn('Debits', line => line.debit),
    moneyColumn('Credits', line => line.credit),
    {
      header: 'Balance',
      figures: true,
      cell: ({ debit, credit }) => <span className={style.words}>{inWords(debit - credit)}</span>,
      csv: { 'Balance (debits less credits)': line => line.debit - line.credit },
    },
  ],
})

/** Loads the trial balance; the query has the day whose evening it is of. */
export const loader = loadList({
  view: balanceReport.requested,
  read: async ({ actor, operations }, { on }) => ({ accounts: await operations.trialBalance(actor, on) }),
  none: { accounts: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** Every account of the notes’ ledger at the end of a day: what the accountant compares with the general ledger. */
function BalancePage({ on, accounts, loadError }: Shown<typeof loader>) {
  const debits = sumCents(accounts.map(({ debit }) => debit))
  const credits = sumCents(accounts.map(({ credit }) => credit))
  return (
    <ReportPage
      of={balanceReport}
      title="Trial balance"
      count={countOf(accounts.length, 'account')}
      query={{ on }}
      loadError={loadError}
      isEmpty={accounts.length === 0}
      filters={<DayField label="At the end of" name="on" required />}
      tools={
        accounts.length > 0 && (
          <Button size="small" to={withQuery(href('/profile/admin/register/tie-out'), { on })}>
            Principal by holder
          </Button>
        )
      }
    >
      <ReportRows
        caption={`Accounts at the end of ${formatDay(on)}`}
        columns={balanceReport.columns}
        rows={accounts}
        rowKey={({ account }) => String(account)}
        empty={{
          title: 'Nothing in the books yet',
          text: `At the end of ${formatDay(on)} the ledger has no entries. The first are written when the funds of a note are confirmed, and when existing notes are imported.`,
        }}
      >
        <Figures
          alike
          figures={[
            ['Debits', formatCents(debits, true)],
            ['Credits', formatCents(credits, true)],
          ]}
        />
        {debits !== credits && (
          <Banner>
            The debits of all accounts don’t equal their credits. Ask the person who runs the server to check them.
          </Banner>
        )}
      </ReportRows>
      {accounts.length > 0 && debits === credits && (
        <p className={style.about}>
          At the end of {formatDay(on)} the debits of all accounts equal their credits: the books balance.
        </p>
      )}
    </ReportPage>
  )
}

export default showList<typeof loader>(BalancePage)

/** @returns a balance with its side, as accountants read it */
function inWords(balance: bigint): string {
  if (balance === 0n) return '–'
  return balance > 0n ? `${formatCents(balance, true)} debit` : `${formatCents(-balance, true)} credit`
}
