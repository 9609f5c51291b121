import { grouped } from '../../../../rules/number.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { chooseTermsCommand } from '../../own.commands.ts'
import type { SubscriptionPage } from '../../server/own-subscriptions.ts'
import { TierTable } from '../tier-table.tsx'

/** Amount, term and payout. The rate follows. */
export function TermsForm({ subscription }: { subscription: SubscriptionPage }) {
  const { amountCents, termMonths, payout, state } = subscription
  return (
    <div className="stack gap-4">
      <TierTable />
      <CommandForm
        command={chooseTermsCommand}
        variant="primary"
        button={state === 'prepared' ? 'Confirm these terms' : chooseTermsCommand.button}
        fields={{
          amount: amountCents ? grouped(Number(BigInt(amountCents) / 100n)) : '',
          term: String(termMonths ?? 24),
          payout: payout ?? 'monthly',
        }}
      />
    </div>
  )
}
