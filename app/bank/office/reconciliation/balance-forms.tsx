import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import style from '../../../register/office/register.module.css'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { enterBankBalanceCommand, explainBankDifferenceCommand } from '../../bank-balance.commands.ts'
import type { BankBalance } from '../../bank-reconciliation.ts'

type EnterBalanceProps = {
  isFirst: boolean
  /** What the next statement is likely to have. */
  suggested: { day: string; words: string }
}

/** What the bank's statement says. */
export function EnterBalance({ isFirst, suggested }: EnterBalanceProps) {
  return (
    <section className={style.section} aria-labelledby="enter" data-print="no">
      <h2 id="enter">Enter a statement’s balance</h2>
      <p className={style.about}>
        Copy both from the bank’s statement. The ledger knows the notes’ cash alone: what else is in the account is the
        fund’s other cash, by your own books. Entered again for the same day, the newer one counts.
      </p>
      <CommandForm
        command={enterBankBalanceCommand}
        action={href('/profile/admin/register/reconciliation')}
        variant={isFirst ? 'primary' : 'quiet'}
        aria-label="Enter a statement’s balance"
        pairs={[['day', 'balance']]}
        fields={suggested}
      />
    </section>
  )
}

type ExplainProps = { statement: BankBalance; onNotice: (notice: string) => void }

/** Why bank and books differ, where someone knows. */
export function ExplainDifference({ statement: { id, day }, onNotice }: ExplainProps) {
  return (
    <CommandForm
      command={explainBankDifferenceCommand}
      action={withQuery(href('/profile/admin/register/reconciliation'), { on: day })}
      aria-label="Explain the difference"
      data-print="no"
      fields={{ statement: id }}
      onDone={onNotice}
    />
  )
}
