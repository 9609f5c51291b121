import { grouped } from '../../../rules/number.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { anotherHolder } from '../begin.commands.ts'
import type { ChosenHolder, OwnSubscription } from '../server/own-subscriptions.ts'

interface Choice {
  /** Of the reader, and the kinds that the offering accepts. */
  holders: readonly ChosenHolder[]
  kinds: readonly HolderKind[]
}

/** @returns the holders that can be chosen now */
export const acceptedHolders = ({ holders, kinds }: Choice) =>
  holders.filter(({ kind, isFrozen }) => kinds.includes(kind) && !isFrozen)

/**
 * @param chosen before, if anything
 * @returns what a form of terms shows: where there is a holder, the first is chosen by itself
 */
export function termsFields(
  choice: Choice,
  { amountCents, termMonths, payout, holderId }: Partial<OwnSubscription> & { holderId?: string | null } = {},
) {
  const accepted = acceptedHolders(choice)
  const [first] = accepted
  return {
    amount: amountCents ? grouped(Number(BigInt(amountCents) / 100n)) : '',
    term: String(termMonths ?? 24),
    payout: payout ?? 'monthly',
    holder: first
      ? {
          defaultValue: accepted.some(({ id }) => id === holderId) ? (holderId ?? '') : first.id,
          children: (
            <>
              <HolderOptions holders={accepted} />
              <option value={anotherHolder}>In another name</option>
            </>
          ),
        }
      : null,
  }
}

export function HolderOptions({ holders }: { holders: readonly Pick<ChosenHolder, 'id' | 'legalName'>[] }) {
  return holders.map(({ id, legalName }) => (
    <option key={id} value={id}>
      {legalName}
    </option>
  ))
}

/** Term and payout are short: they share a line. */
export const termsPairs = [['term', 'payout']] as const
