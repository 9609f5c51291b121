import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../../../../rules/notes/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { TrialBalanceLine } from '../../../../../server/ledger/get-ledger.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Field } from '../../../../ui/field.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { LoadError } from '../../../load-error.tsx'
import type { Refusal } from '../../../refusal.ts'
import counted from '../../counted-page.module.css'
import { defineTable } from '../../define-table.ts'
import { ListHead } from '../../list-head.tsx'
import { SearchForm } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import { PrintButton } from '../print-button.tsx'
import style from '../register.module.css'

type Props = { on: string; accounts: TrialBalanceLine[]; loadError?: Refusal }

/** Every account of the notes’ ledger at the end of a day: what the accountant compares with the general ledger. */
export function BalancePage({ on, accounts, loadError }: Props) {
  const shown = countOf(accounts.length, 'account')
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title="Trial balance" count={!loadError && shown}>
        {accounts.length > 0 && (
          <>
            <PrintButton />
            <Button size="small" href={withQuery(href('/profile/register/:file', { file: 'balance.csv' }), { on })}>
              Export CSV
            </Button>
          </>
        )}
      </ListHead>
      <div data-print="no">
        <SearchForm
          label="Trial balance"
          className={style.search}
          action={href('/profile/admin/register/balance')}
          values={{ on }}
        >
          <Field label="At the end of" type="date" name="on" defaultValue={on} required />
        </SearchForm>
      </div>
      <LoadError error={loadError} />
      {accounts.length > 0 && <Accounts on={on} accounts={accounts} />}
      {accounts.length === 0 && !loadError && (
        <EmptyState title="Nothing in the books yet" level={3}>
          {`At the end of ${formatDay(on)} the ledger has no entries. The first are written when the funds of a note are confirmed, and when existing notes are imported.`}
        </EmptyState>
      )}
    </div>
  )
}

function Accounts({ on, accounts }: { on: string; accounts: TrialBalanceLine[] }) {
  const debits = sumCents(accounts.map(({ debit }) => debit))
  const credits = sumCents(accounts.map(({ credit }) => credit))
  return (
    <>
      <Figures
        alike
        figures={[
          ['Debits', formatCents(debits, true)],
          ['Credits', formatCents(credits, true)],
        ]}
      />
      {debits === credits ? (
        <p className={style.about}>
          At the end of {formatDay(on)} the debits of all accounts equal their credits: the books balance.
        </p>
      ) : (
        <Banner>
          The debits of all accounts don’t equal their credits. Ask the person who runs the server to check them.
        </Banner>
      )}
      <StackedLedger
        className={style.list}
        caption={`Accounts at the end of ${formatDay(on)}`}
        columns={balanceTable.columns}
        rows={accounts}
        rowKey={({ account }) => String(account)}
      />
    </>
  )
}

export const balanceTable = defineTable<TrialBalanceLine>([
  {
    key: 'account',
    header: 'Account',
    role: 'title',
    cell: ({ account, name }) => (
      <>
        {name}
        <span className={style.fact}>{account}</span>
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
