import { formatCents } from '../../../../rules/money.ts'
import type { LinkToSign } from '../../../documents/server/signing.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { OwnElection } from '../../server/note-facts.ts'
import { Day } from '../days.tsx'
import { electionWords } from '../election-words.ts'
import { PaymentChart } from '../payment-chart.tsx'
import style from './choice.module.css'
import { FutureDrawing, FutureFigures } from './figures.tsx'
import { chosenFuture, lastPayment, type Maturing } from './future.ts'
import { StepsOfPayout, StepsOfRenewal } from './steps.tsx'

interface Props {
  maturing: Maturing
  chosen: OwnElection
  toSign: readonly LinkToSign[]
}

/** The choice, its author and time, its consequence, and the next steps. */
export function Receipt({ maturing, chosen, toSign }: Props) {
  const { note, today } = maturing
  const future = chosenFuture(maturing, chosen)
  const isPart = future && future.terms.principalCents < note.outstandingCents
  const last = lastPayment(note)
  return (
    <>
      <div className="stack gap-2 double pad-4">
        <p className="leading-4 size-lead">{electionWords(note, chosen)}.</p>
        <p className="quiet leading-5">
          {note.number}, recorded <FormattedDate date={chosen.madeAt} time />
          {chosen.by && ` by ${chosen.by}`}. We’ve confirmed it by e-mail.
        </p>
        {note.pendingElection && (
          <p>
            It came after the last day, <Day day={note.lastElectionDay ?? ''} />, so two people of the fund have to
            agree to it. We’ll let you know whether it can still count.{' '}
            {note.election
              ? 'Until then, your earlier choice counts.'
              : `If they don’t, ${formatCents(note.outstandingCents)} is paid out.`}
          </p>
        )}
      </div>
      <section className={`stack narrow gap-3 above-3 ${style.next}`} aria-labelledby="next">
        <h3 id="next">What happens next</h3>
        {future ? (
          <StepsOfRenewal note={note} chosen={chosen} future={future} toSign={toSign} />
        ) : (
          <StepsOfPayout note={note} />
        )}
      </section>
      <section
        className={`stack narrow gap-3 above-3 ${style.leads}`}
        id="leads"
        aria-labelledby="leads-title"
        tabIndex={-1}
      >
        <h3 id="leads-title">{future ? 'What the new note pays' : 'How this note ends'}</h3>
        {future ? (
          <>
            <div className={`stack top gap-1 leading-5 ${style.figures}`}>
              <FutureFigures future={future} />
              {isPart && last && (
                <p>
                  {formatCents(note.outstandingCents - future.terms.principalCents)} is paid out on{' '}
                  <Day day={last.payDate} />.
                </p>
              )}
            </div>
            <FutureDrawing future={future} />
          </>
        ) : (
          <div className={style.drawing}>
            <PaymentChart payments={note.payments} today={today} />
          </div>
        )}
      </section>
    </>
  )
}
