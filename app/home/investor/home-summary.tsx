import './new-person.module.css'
import './waiting-for-you.module.css'
import '../../holdings/investor/next-payment.module.css'
import '../../holdings/investor/sent.module.css'
import '../../uploads/investor/choose-files.module.css'
import { useState } from 'react'
import { href } from 'react-router'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { hourOfDayIn, localTimeZone } from '../../../rules/dates.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { HomeData } from '../../documents/investor/load-documents.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import { useUnreadMessages } from '../../shell/portal/use-unread-messages.ts'
import { Link } from '../../shell/ui/link.tsx'
import type { InvestingStep } from '../investing-steps.ts'
import { countToDo, hasPending } from './count-pending.ts'
import style from './home-summary.module.css'
import { NewsForYou } from './news-for-you.tsx'
import type { NextAndPendingProps } from './next-and-pending.tsx'

// Of the parts below; among the page's own styles, so that they arrive styled.

/*
 * Not below a `<Suspense>`: while its script is on its way, React would take such a part away again as soon as anything
 * around it changes, and the page would jump.
 */
const CompleteProfile = lazyWithFallback<{ organization: string | null }>(
  () => import('./complete-profile.tsx'),
  () => null,
)
const Steps = lazyWithFallback<{ reached: InvestingStep }>(
  () => import('./steps.tsx'),
  () => null,
)
const NextAndPending = lazyWithFallback<NextAndPendingProps>(
  () => import('./next-and-pending.tsx'),
  () => null,
)

type Props = { me: Actor; home: HomeData }

/** The top of an investor's home: a greeting, what comes next, pending items, and what is new. */
export function HomeSummary({ me, home }: Props) {
  const hydrated = useHydrated()
  const [now] = useState(() => new Date())
  const messages = useUnreadMessages()
  const isQuiet = countToDo(home) + home.unread + messages + home.invitations === 0 && !home.step
  return (
    <div className={style.home}>
      {/* Between the server's rendering and the browser's, the hour may have struck. */}
      <h2 suppressHydrationWarning>{greeting(me.fullName, now, hydrated ? localTimeZone() : undefined)}</h2>
      {home.asksDetails ? (
        <CompleteProfile organization={me.organization} />
      ) : (
        home.step && <Steps reached={home.step} />
      )}
      {home.shares + home.invitations > 0 && (
        <p className={style.sentence}>
          {home.invitations > 0 ? 'You’re invited to view someone’s documents. ' : ''}
          <Link to={href('/profile/shared')}>Shared with you</Link>
        </p>
      )}
      {(home.held || hasPending(home)) && <NextAndPending me={me} home={home} />}
      {isQuiet && <p className="muted">Nothing needs your attention.</p>}
      <NewsForYou home={home} messages={messages} />
    </div>
  )
}

/**
 * @param name null where it isn't known
 * @param zone the reader's time zone; undefined until scripts run, which takes the fund's
 * @returns such as 'Good evening, Dr. Elena Marsh.'
 */
function greeting(name: string | null, now: Date, zone: string = timeZone): string {
  const hour = hourOfDayIn(zone, now)
  const part = hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 17 ? 'afternoon' : 'evening'
  return name ? `Good ${part}, ${name}.` : `Good ${part}.`
}
