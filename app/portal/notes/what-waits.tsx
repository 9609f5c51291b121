import { href } from 'react-router'
import type { PaymentState } from '../../../rules/holdings.ts'
import { formatCents } from '../../../rules/notes/money.ts'
import type { Holdings } from '../../../server/holdings/holdings.ts'
import { Button } from '../../ui/button.tsx'
import { Day } from './days.tsx'
import { electionWords } from './election-words.ts'
import { frozenWords } from './frozen-words.ts'
import style from './what-waits.module.css'

/** Late payments are named one by one up to here. */
const lateNamed = 3

const lateWords: Partial<Record<PaymentState, string>> = {
  returned: 'came back, and hasn’t been paid again yet.',
  corrected: 'was recorded as paid by mistake, which we’ve corrected. It isn’t paid yet.',
  part: 'is still to be paid.',
}

interface Props {
  holdings: Holdings
  /** Beside something else that waits, whose button is the page's brass one. */
  isQuiet?: boolean
}

/** What a holder should know or decide now: payments that are late, and notes whose end they can choose. */
export function WhatWaits({ holdings: { late, notes, holders }, isQuiet }: Props) {
  const frozen = holders.filter(({ isFrozen }) => isFrozen)
  const choosing = notes.filter(
    ({ electionCloses, isElectionLate, holder }) =>
      electionCloses && !isElectionLate && holder.right !== 'viewer' && !holder.isFrozen,
  )
  if (frozen.length + late.length + choosing.length === 0) return null
  return (
    <ul className={style.waits} aria-label="About your notes">
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
            , due <Day day={payDate} />, {lateWords[state] ?? 'isn’t recorded as paid yet.'}
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
            {note.election
              ? `${electionWords(note, note.election)}. `
              : `Without a choice, ${formatCents(note.outstandingCents)} is paid out. `}
            You can {note.election ? 'change your choice' : 'choose'} until <Day day={note.electionCloses ?? ''} />.
          </p>
          <Button
            size={note.election ? 'small' : 'normal'}
            variant={note.election || isQuiet ? 'quiet' : 'primary'}
            to={`${href('/profile/notes/:id', { id: note.id })}#election`}
          >
            {note.election ? 'Change' : 'Choose'}
          </Button>
        </li>
      ))}
    </ul>
  )
}
