import type { ReactNode } from 'react'
import { href } from 'react-router'
import { fund } from '../../../../content/fund.ts'
import { formatCents, formatRate } from '../../../../rules/money.ts'
import { withQuery } from '../../../../rules/url.ts'
import { isToVerify, type RenewalVerification } from '../../../accreditation/for-renewal.ts'
import { recordView } from '../../../documents/investor/record-view.ts'
import type { LinkToSign } from '../../../documents/server/signing.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import type { OwnElection, OwnNote } from '../../server/note-facts.ts'
import { Day } from '../days.tsx'
import style from './choice.module.css'
import { type Future, lastPayment } from './future.ts'
import { verificationAddress } from './verification-address.ts'

interface StepProps {
  title: string
  /** Its progress, such as 'Done'. */
  state: string
  isDone?: boolean
  /** The link or button to proceed. */
  door?: ReactNode
  children: ReactNode
}

function Step({ title, state, isDone, door, children }: StepProps) {
  return (
    <li className={`stack line-below pad-4 ${style.step}`} data-done={isDone || undefined}>
      <div className={style.words}>
        <h4>{title}</h4>
        <p>{children}</p>
      </div>
      <p className={`quiet ${style.state}`}>{state}</p>
      {door && <div className={style.door}>{door}</div>}
    </li>
  )
}

interface RenewalProps {
  note: OwnNote
  chosen: OwnElection
  future: Future
  toSign: readonly LinkToSign[]
}

/** Verify, sign, and the new note begins; in a partial renewal, the rest is paid out. */
export function StepsOfRenewal({ note, chosen, future, toSign }: RenewalProps) {
  const { terms } = future
  const rest = note.outstandingCents - terms.principalCents
  const verification = note.renewal ?? 'needed'
  // Links sent before the choice are about something else.
  const documents = toSign.filter(({ signingSentAt }) => signingSentAt > chosen.madeAt)
  const unsigned = documents.find(({ signingState }) => signingState !== 'said_signed')
  return (
    <ol className={`plain-list line-above ${style.steps}`}>
      <Verify note={note} verification={verification} />
      <Step
        title="Sign what we send you"
        state={unsigned ? 'Pending' : documents.length > 0 ? 'Signed, you say' : 'To come'}
        door={
          unsigned ? (
            <Button
              variant={isToVerify(verification) ? 'quiet' : 'primary'}
              href={unsigned.externalUrl}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Review and sign ${unsigned.filename}, in a new tab`}
              onClick={() => recordView(unsigned.id)}
            >
              Review and sign
            </Button>
          ) : (
            <Link className={`center touch ${style.way}`} to={href('/profile')}>
              Your home
            </Link>
          )
        }
      >
        {unsigned
          ? unsigned.filename
          : documents.length > 0
            ? 'We’ll confirm once we have it.'
            : 'We e-mail you when there is something to sign, and you’ll find it on your home.'}
      </Step>
      {rest > 0n && <RestIsPaid note={note} cents={rest} />}
      <Step
        title="The new note begins"
        state={note.state === 'matured' ? 'Being carried out' : 'To come'}
        door={
          <a className={`center touch ${style.way}`} href="#leads">
            What it pays
          </a>
        }
      >
        On <Day day={terms.issueDate} />: {formatCents(terms.principalCents)} at {formatRate(terms.rateBp)} a year. We
        e-mail you once it’s made.
      </Step>
    </ol>
  )
}

const verificationWords: Record<RenewalVerification, { state: string; words: string; door: string }> = {
  verified: { state: 'Done', words: 'You’re verified for this renewal.', door: 'Your accreditation' },
  in_review: { state: 'With us', words: 'We’re reviewing what you sent.', door: 'See where it is' },
  busy: {
    state: 'With us',
    words: 'We’re reviewing another verification of yours. Once that’s decided, verify for this renewal.',
    door: 'See where it is',
  },
  signed: { state: 'Signed by you', words: 'Other signatures are outstanding.', door: 'See where it is' },
  started: {
    state: 'Pending',
    words: 'You’ve begun. Sign and send it before the note matures.',
    door: 'Continue',
  },
  returned: {
    state: 'Pending',
    words: 'We need something more before the note matures.',
    door: 'See what we need',
  },
  needed: {
    state: 'Pending',
    words: 'The law asks us to verify it again before a renewal. It takes about two minutes.',
    door: 'Confirm now',
  },
  blocked: { state: 'Call us', words: 'We can’t renew it before we’ve spoken with you.', door: `Call ${fund.phone}` },
}

function Verify({ note, verification }: { note: OwnNote; verification: RenewalVerification }) {
  const { state, words, door } = verificationWords[verification]
  const isTodo = isToVerify(verification)
  const canAct = note.pendingStep === 'verification'
  return (
    <Step
      title="Confirm that you’re accredited"
      state={isTodo && !canAct ? 'To be done' : state}
      isDone={verification === 'verified'}
      door={
        verification === 'blocked' ? (
          <a className={`center touch ${style.way}`} href={`tel:${fund.phoneDial}`}>
            {door}
          </a>
        ) : canAct ? (
          <Button variant="primary" to={verificationAddress(note)}>
            {door}
          </Button>
        ) : (
          <Link className={`center touch ${style.way}`} to={verificationAddress(note)}>
            {isTodo ? 'Your accreditation' : door}
          </Link>
        )
      }
    >
      {words}
    </Step>
  )
}

/** The only remaining step is to check the bank account. */
export function StepsOfPayout({ note }: { note: OwnNote }) {
  const { holder, paidTo } = note
  return (
    <ol className={`plain-list line-above ${style.steps}`}>
      <Step
        title="Check where it goes"
        state="Nothing to do"
        door={
          <Link
            className={`center touch ${style.way}`}
            to={withQuery(href('/profile/messages/new'), { subject: `Where ${note.number} is paid to` })}
          >
            Ask us to change it
          </Link>
        }
      >
        {paidTo ? `To ${paidTo}.` : `To the account that we have for ${holder.name}.`}
      </Step>
      <RestIsPaid note={note} cents={note.outstandingCents} isAll />
    </ol>
  )
}

function RestIsPaid({ note, cents, isAll = false }: { note: OwnNote; cents: bigint; isAll?: boolean }) {
  const last = lastPayment(note)
  const interest = last?.interestCents ?? 0n
  return (
    <Step
      title={isAll ? 'We pay you out' : 'The rest is paid out'}
      state="To come"
      door={
        <Link className={`center touch ${style.way}`} to={href('/profile/notes/:id', { id: note.id })}>
          All its payments
        </Link>
      }
    >
      {formatCents(cents)}
      {interest > 0n && <> and the last interest, {formatCents(interest)},</>} on{' '}
      <Day day={last?.payDate ?? note.maturityDate ?? ''} />.
    </Step>
  )
}
