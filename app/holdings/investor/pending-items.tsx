import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { Button } from '../../shell/ui/button.tsx'
import type { Holdings } from '../server/holdings.ts'
import type { OwnNote } from '../server/note-facts.ts'
import { verificationAddress } from './choice/verification-address.ts'
import { Day } from './days.tsx'
import { electionWords } from './election-words.ts'
import { frozenWords } from './frozen-words.ts'
import { lateNamed, lateWords } from './late-words.ts'
import style from './pending-items.module.css'

/** Items that need the holder's attention: late payments, and notes with a choice at maturity. */
export function PendingItems({ holdings: { late, notes, holders } }: { holdings: Holdings }) {
  const frozen = holders.filter(({ isFrozen }) => isFrozen)
  const choosing = notes.filter(isAboutToEnd)
  if (frozen.length + late.length + choosing.length === 0) return null
  return (
    <ul className={`plain-list line-above ${style.pending}`} aria-label="About your notes">
      {frozen.map(({ id, name }) => (
        <li key={id}>
          <p>{frozenWords(name)}</p>
          <Button size="small" to={href('/profile/messages/new')}>
            Ask us
          </Button>
        </li>
      ))}
      {late.slice(0, lateNamed).map(({ id, number, payDate, cents, state }) => (
        <li key={`${id} ${payDate}`} className={style.late}>
          <p>
            <strong>
              {formatCents(cents)} on {number}
            </strong>
            , due <Day day={payDate} />, {lateWords(state)}
          </p>
          <Button size="small" to={href('/profile/messages/new')}>
            Ask us
          </Button>
        </li>
      ))}
      {late.length > lateNamed && (
        <li className={style.late}>
          <p>{late.length - lateNamed} more payments aren’t recorded as paid yet.</p>
        </li>
      )}
      {choosing.map(note => (
        <li key={note.id}>
          <p>
            <strong>
              {note.number} matures <Day day={note.maturityDate ?? ''} />.
            </strong>{' '}
            <AtMaturity note={note} />
          </p>
          {note.pendingStep === 'verification' ? (
            <Button variant="primary" to={verificationAddress(note)} aria-label={`Confirm for ${note.number}`}>
              Confirm
            </Button>
          ) : (
            <Button
              size={note.pendingStep ? 'normal' : 'small'}
              variant={note.pendingStep ? 'primary' : 'quiet'}
              to={href('/profile/notes/:id/choice', { id: note.id })}
              aria-label={`${note.pendingStep ? 'Choose for' : 'See your choice for'} ${note.number}`}
            >
              {note.pendingStep ? 'Choose' : 'See your choice'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Whether its maturity can be chosen, or its renewal needs something from the reader. */
function isAboutToEnd({ electionCloses, isElectionLate, pendingStep, holder }: OwnNote): boolean {
  const canChoose = electionCloses && !isElectionLate && holder.right !== 'viewer' && !holder.isFrozen
  return Boolean(canChoose || pendingStep)
}

/** The choice, or the default without one, and the reader's next step. */
function AtMaturity({ note }: { note: OwnNote }) {
  const chosen = note.pendingElection ?? note.election
  const closes = <Day day={note.electionCloses ?? ''} />
  if (!chosen)
    return (
      <>
        Without a choice, {formatCents(note.outstandingCents)} is paid out. You can choose until {closes}.
      </>
    )
  return (
    <>
      {electionWords(note, chosen)}.{' '}
      {note.pendingStep === 'verification' ? (
        'For that, confirm that you’re accredited.'
      ) : (
        <>You can change your choice until {closes}.</>
      )}
    </>
  )
}
