import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import type { MaturingNote } from '../../server/maturities.ts'

/** @returns what was chosen for the end of a note */
export function chosenInWords({
  choice,
  renewCents,
  newTermMonths,
}: {
  choice: string | null
  renewCents?: bigint | null | undefined
  newTermMonths?: number | null | undefined
}): string | undefined {
  switch (choice) {
    case 'withdraw':
      return 'Pay out'
    case 'renew':
      return 'Renew all of it'
    case 'renew_part':
      return `Renew ${formatCents(renewCents ?? 0n)}, pay out the rest`
    case 'other_term':
      return `Renew for ${newTermMonths} months`
    default:
      return undefined
  }
}

/** @returns what the holder wants at maturity, as far as they have said */
export function choiceInWords(note: MaturingNote, today: string): string {
  const chosen = chosenInWords(note)
  if (chosen) return chosen
  if (today > note.window.closes) return 'Nothing: pay out'
  return today < note.window.notice ? `Not asked before ${formatDay(note.window.notice)}` : 'Nothing yet'
}
