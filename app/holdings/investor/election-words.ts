import { formatCents } from '../../../rules/money.ts'
import type { OwnElection, OwnNote } from '../server/note-facts.ts'

/** @returns a note's election in words, such as 'You chose to renew $200,000 and have $50,000 paid out' */
export function electionWords({ outstandingCents }: Pick<OwnNote, 'outstandingCents'>, election: OwnElection): string {
  const { choice, renewCents = 0n, newTermMonths } = election
  const all = formatCents(outstandingCents)
  switch (choice) {
    case 'withdraw':
      return `You chose to have ${all} paid out`
    case 'renew':
      return `You chose to renew ${all}`
    case 'renew_part':
      return `You chose to renew ${formatCents(renewCents)} and have ${formatCents(outstandingCents - renewCents)} paid out`
    case 'other_term':
      return `You chose to renew ${all} for ${termWords(newTermMonths ?? 12)}`
  }
}

export function termWords(months: number): string {
  return months === 12 ? 'one year' : 'two years'
}
