import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { HomeData } from '../../documents/investor/load-documents.ts'
import { Day } from '../../holdings/investor/days.tsx'
import { NextPayment } from '../../holdings/investor/next-payment.tsx'
import { Sent } from '../../holdings/investor/sent.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { hasPending } from './count-pending.ts'
import type { Held } from './held.ts'
import style from './home-summary.module.css'
import { WaitingForYou } from './waiting-for-you.tsx'

/** In the same script, which a holder's home loads. */
export { TaxRow } from './tax-row.tsx'

export type NextAndPendingProps = { me: Actor; home: HomeData }

/** The part of a home that many visits don't need: for people with notes or pending items. */
export default function NextAndPending({ me, home }: NextAndPendingProps) {
  const { held, waiting, canInvest } = home
  return (
    <>
      {held && <YourMoney held={held} canInvest={canInvest} />}
      {hasPending(home) && <WaitingForYou me={me} waiting={waiting} held={held} />}
    </>
  )
}

/** What comes next, and what the reader holds in one line; all else is in the Notes tab. */
function YourMoney({ held, canInvest }: { held: Held; canInvest: boolean }) {
  const { next, sent, today, running, signed, endedOn } = held
  const { investedCents, interestPaidCents, interestPaidThisYearCents } = held
  if (running + signed === 0)
    return endedOn ? (
      <>
        {sent && <Sent sent={sent} today={today} />}
        <p className={style.sentence}>
          Your last note ended on <Day day={endedOn} />, with {formatCents(interestPaidCents)} of interest paid to date.{' '}
          <Link to={href('/profile/notes')}>Your notes</Link> ·{' '}
          <Link to={href(canInvest ? '/profile/subscribe' : '/profile/messages/new')}>
            {canInvest ? 'Invest again' : 'Ask about a new one'}
          </Link>
        </p>
      </>
    ) : (
      <p className="muted">Your notes will appear here once they are signed.</p>
    )
  return (
    <>
      <NextPayment next={next} sent={sent} today={today} />
      <Link to={href('/profile/notes')} className={style.held}>
        {running > 0 && (
          <span>
            You hold <strong>{formatCents(investedCents)}</strong> in {countOf(running, 'note')}
          </span>
        )}{' '}
        {signed > 0 && <span>{countOf(signed, 'note')} signed, waiting for funds</span>}{' '}
        {interestPaidThisYearCents > 0n && (
          <span>
            {formatCents(interestPaidThisYearCents)} interest paid in {today.slice(0, 4)}
          </span>
        )}
      </Link>
    </>
  )
}
