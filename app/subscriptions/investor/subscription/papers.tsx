import { href } from 'react-router'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Link } from '../../../shell/ui/link.tsx'
import type { SubscriptionPage } from '../../server/own-subscriptions.ts'
import { endedStates, isOneOf } from '../../subscriptions.ts'

/** What the fund has to have from this kind of holder before it countersigns. The agreement asks for it. */
export function Papers({ subscription: { papers, state } }: { subscription: SubscriptionPage }) {
  const me = useMe()
  if (papers.length === 0 || isOneOf(endedStates, state)) return null
  return (
    <section className="stack gap-2" aria-labelledby="papers">
      <h3 id="papers">We need from this holder</h3>
      <ul className="plain-list">
        {papers.map(({ paper, isHere, requestedFrom }) => (
          <li key={paper} className="breakable">
            {paper}:{' '}
            {isHere ? (
              'here. Thank you.'
            ) : requestedFrom === me.id ? (
              <>
                not here yet. Upload it under <Link to={href('/profile')}>Waiting for you</Link>.
              </>
            ) : requestedFrom ? (
              'requested from another person who signs for this holder.'
            ) : (
              'requested with the agreement.'
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
