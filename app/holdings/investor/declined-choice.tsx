import { formatCents } from '../../../rules/money.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { OwnNote } from '../server/note-facts.ts'
import { electionWords } from './election-words.ts'

/** The fund's rejection of a late choice; nothing once another choice was made. */
export function DeclinedChoice({ note }: { note: OwnNote }) {
  const { declinedElection: declined, election, outstandingCents } = note
  if (!declined) return null
  return (
    <p>
      {electionWords(note, declined)} on <FormattedDate date={declined.madeAt} />, after the last day to choose. The
      fund didn’t agree to it any more (<FormattedDate date={declined.declinedAt} />
      ), so {election ? 'your earlier choice counts' : `${formatCents(outstandingCents)} is paid out`}.
    </p>
  )
}
