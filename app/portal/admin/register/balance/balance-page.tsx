import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../../../../rules/notes/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { TrialBalanceLine } from '../../../../../server/ledger/get-ledger.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { PrintButton } from '../../../../ui/print-button.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters, Rows } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import rows from '../../rows.module.css'
import { DayField } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'

type Props = { on: string; accounts: TrialBalanceLine[]; loadError?: Refusal }

/** Every account of the notes’ ledger at the end of a day: what the accountant compares with the general ledger. */
export function BalancePage({ on, accounts, loadError }: Props) {
  return (
    <AdminList
      className={style.page}
      title="Trial balance"
      count={countOf(accounts.length, 'account')}
      at={href('/profile/admin/register/balance')}
      query={{ on }}
      loadError={loadError}
      tools={
        accounts.length > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'balance.csv' })} />
            <Button size="small" to={withQuery(href('/profile/admin/register/tie-out'), { on })}>
              Principal by holder
            </Button>
          </>
        )
      }
    >
      <Filters className={style.search} data-print="no">
        <DayField label="At the end of" name="on" required />
      </Filters>
      <Rows
        className={classes(style.list, rows.rows)}
        caption={`Accounts at the end of ${formatDay(on)}`}
        columns={balanceTable.columns}
        rows={accounts}
        rowKey={({ account }) => String(account)}
        empty={{
          title: 'Nothing in the books yet',
          text: `At the end of ${formatDay(on)} the ledger has no entries. The first are written when the funds of a note are confirmed, and when existing notes are imported.`,
        }}
      >
        <Sums accounts={accounts} />
      </Rows>
      {accounts.length > 0 && balances(accounts) && (
        <p className={style.about}>
          At the end of {formatDay(on)} the debits of all accounts equal their credits: the books balance.
        </p>
      )}
    </AdminList>
  )
}

const debitsOf = (accounts: readonly TrialBalanceLine[]) => sumCents(accounts.map(({ debit }) => debit))
const creditsOf = (accounts: readonly TrialBalanceLine[]) => sumCents(accounts.map(({ credit }) => credit))
const balances = (accounts: readonly TrialBalanceLine[]) => debitsOf(accounts) === creditsOf(accounts)

function Sums({ accounts }: { accounts: TrialBalanceLine[] }) {
  return (
    <>
      <Figures
        alike
        figures={[
          ['Debits', formatCents(debitsOf(accounts), true)],
          ['Credits', formatCents(creditsOf(accounts), true)],
        ]}
      />
      {!balances(accounts) && (
        <Banner>
          The debits of all accounts don’t equal their credits. Ask the person who runs the server to check them.
        </Banner>
      )}
    </>
  )
}

export const balanceTable = defineTable<TrialBalanceLine>([
  {
    key: 'account',
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
  {
    key: 'debit',
    header: 'Debits',
    figures: true,
    cell: ({ debit }) => <Money cents={debit} />,
    csv: { Debits: line => line.debit },
  },
  {
    key: 'credit',
    header: 'Credits',
    figures: true,
    cell: ({ credit }) => <Money cents={credit} />,
    csv: { Credits: line => line.credit },
  },
  {
    key: 'balance',
    header: 'Balance',
    figures: true,
    cell: ({ debit, credit }) => <span className={style.words}>{inWords(debit - credit)}</span>,
    csv: { 'Balance (debits less credits)': line => line.debit - line.credit },
  },
])

/** @returns a balance with its side, as accountants read it */
function inWords(balance: bigint): string {
  if (balance === 0n) return '–'
  return balance > 0n ? `${formatCents(balance, true)} debit` : `${formatCents(-balance, true)} credit`
}
