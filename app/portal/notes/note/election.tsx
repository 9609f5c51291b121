import { href } from 'react-router'
import { formatCents } from '../../../../rules/notes/money.ts'
import type { OwnNote } from '../../../../server/holdings/note-facts.ts'
import { Button } from '../../../ui/button.tsx'
import { FormattedDate } from '../../../ui/formatted-date.tsx'
import { Day } from '../days.tsx'
import { DeclinedChoice } from '../declined-choice.tsx'
import { electionWords } from '../election-words.ts'
import style from './note-page.module.css'

/** A note's election at maturity, with a link to the choice or its receipt. */
export function Election({ note }: { note: OwnNote }) {
  const { election, pendingElection, electionCloses, holder } = note
  const chosen = pendingElection ?? election
  const canChoose = electionCloses && holder.right !== 'viewer' && !holder.isFrozen
  return (
    <section className={`stack narrow gap-4 ${style.section}`} id="election" aria-labelledby="election-title">
      <h3 className="title" id="election-title">
        At maturity
      </h3>
      <DeclinedChoice note={note} />
      {chosen ? (
        <p>
          {electionWords(note, chosen)} (<FormattedDate date={chosen.madeAt} time />
          ).
        </p>
      ) : (
        <p>
          If we hear nothing, {formatCents(note.outstandingCents)} is paid out on{' '}
          <Day day={note.payments.at(-1)?.payDate ?? note.maturityDate ?? ''} />.{' '}
          {note.isElectionLate ? 'The last day to choose was' : 'Choices close'} <Day day={electionCloses ?? ''} />.
        </p>
      )}
      <p>
        <Button
          variant={note.waitsFor === 'choice' ? 'primary' : 'quiet'}
          to={href('/profile/notes/:id/choice', { id: note.id })}
        >
          {chosen ? 'Your choice, and what happens next' : canChoose ? 'Choose' : 'What can be chosen'}
        </Button>
      </p>
    </section>
  )
}
