import { useState } from 'react'
import { href } from 'react-router'
import { localTimeZone } from '../../../rules/dates.ts'
import { grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { useHydrated } from '../../hydrated.ts'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { Link } from '../../ui/link.tsx'
import type { HomeData } from '../documents/load-documents.ts'
import { useUnreadMessages } from '../use-unread-messages.ts'
import { countWaiting, greeting } from './greeting.ts'
import style from './home-summary.module.css'
import { LazyWaiting } from './lazy-waiting.tsx'
import { NewPerson } from './new-person.tsx'

type Props = { me: Actor; home: HomeData }

/** The top of an investor's home: a greeting, one sentence about what is new, and what waits for them. */
export function HomeSummary({ me, home }: Props) {
  const hydrated = useHydrated()
  const [now] = useState(() => new Date())
  const { toSign, askedFor, decided } = home.waiting
  const messages = useUnreadMessages()
  const notes = home.holdings?.notes.filter(({ waitsFor }) => waitsFor) ?? []
  const isWaiting = toSign.length + askedFor.length + decided.length + notes.length > 0
  return (
    <div className={style.home}>
      {/* Between the server's rendering and the browser's, the hour may have struck. */}
      <h2 suppressHydrationWarning>{greeting(me.fullName, now, hydrated ? localTimeZone() : undefined)}</h2>
      <p className={style.sentence}>
        <News home={home} />
        {messages > 0 && (
          <>
            {' '}
            You have{' '}
            <Link to={href('/profile/messages')}>
              {messages === 1 ? 'one new message' : `${grouped(messages)} new messages`}
            </Link>
            .
          </>
        )}
      </p>
      {(home.asksDetails || home.step) && <NewPerson me={me} home={home} />}
      {isWaiting && <LazyWaiting me={me} waiting={home.waiting} notes={notes} />}
      {countWaiting(home) + (home.holdings?.waiting ?? 0) + home.unread + messages === 0 && !home.step && (
        <p className={style.quiet}>Nothing needs your attention.</p>
      )}
    </div>
  )
}

function News({ home: { unread, newest } }: { home: HomeData }) {
  if (!newest) return 'Everything we send you is kept here, and you can send us documents and messages.'
  const link = (
    <Link
      to={withQuery(href('/profile'), { document: newest.id })}
      state={{ opened: true }}
      preventScrollReset
      viewTransition={false}
    >
      {newest.filename}
    </Link>
  )
  return (
    <>
      {unread === 0
        ? 'The latest file from us is '
        : unread === 1
          ? 'You have one unread document: '
          : `You have ${grouped(unread)} unread documents. The newest is `}
      {link}, added <FormattedDate date={newest.created_at} />.
    </>
  )
}
