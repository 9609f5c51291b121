import { href, redirect } from 'react-router'
import { formatCents, formatRate } from '../../../rules/money.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { BackLink } from '../../shell/portal/back-link.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Button } from '../../shell/ui/button.tsx'
import { Day } from '../../shell/ui/day.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { prepareSubscriptionCommand, startSubscriptionCommand } from '../begin.commands.ts'
import type { OwnSubscription, OwnSubscriptions } from '../server/own-subscriptions.ts'
import { begunStates, closedStates, isOneOf, stateWords, turnLabels } from '../subscriptions.ts'
import style from './subscriptions.module.css'
import { termsFields, termsPairs } from './terms-fields.tsx'
import { TierTable } from './tier-table.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/** Loads the reader's investments that aren't notes yet, and what they can start. The query's `with` is a note that new money joins. */
export const loader = loadList({
  guard: requireActor,
  view: query => ({ renews: query.get('with') ?? '' }),
  read: ({ actor, operations }, { renews }) => operations.getOwnSubscriptions(actor, renews),
  none: { offerings: [], holders: [], subscriptions: [], advised: [], renewing: null },
  failed: 'LOAD_SUBSCRIPTIONS_FAILED',
})

const toOne = (id: string) => redirect(href('/profile/subscribe/:id', { id }))

/** POST: starts an investment, or prepares one as an adviser. */
export const action = commandActions([startSubscriptionCommand, prepareSubscriptionCommand], {
  redirectTo: () => href('/profile/subscribe'),
  after: { 'subscription.start': toOne },
})

export default showList<typeof loader>(SubscribePage)

function SubscribePage(loaded: Shown<typeof loader>) {
  const { offerings, holders, subscriptions, advised, renewing, renews, loadError } = loaded
  useLiveUpdates(useMe().id)
  const { say, ...notice } = useNotice()
  const current = subscriptions.filter(({ state }) => !isOneOf(closedStates, state))
  const earlier = subscriptions.filter(({ state }) => isOneOf(closedStates, state))
  const isBegun = (offeringId: string) =>
    current.some(
      each => each.offeringId === offeringId && isOneOf(begunStates, each.state) && each.renews?.id === renewing?.id,
    )
  const startable = offerings.filter(({ id }) => !isBegun(id))
  return (
    <article className="stack narrow gap-6 pad-below-7">
      <BackLink to={href('/profile')}>Your documents</BackLink>
      <LoadError error={loadError} />
      {renewing && (
        <p className="measure">
          New money beside {renewing.number}
          {renewing.maturityDate && (
            <>
              , which matures on <Day date={renewing.maturityDate} />
            </>
          )}
          . It becomes a note of its own; what you choose for{' '}
          <Link to={href('/profile/notes/:id/choice', { id: renewing.id })}>the maturing one</Link> stays as it is.
        </p>
      )}
      <Entries title="In progress" entries={current} />
      {startable.map(offering => (
        <section key={offering.id} className="stack gap-4" aria-label={offering.name}>
          <h2 className="title breakable">{offering.name}</h2>
          <p className="quiet measure">
            A quote binds no one. You read the offering’s documents and the agreement before you sign.
          </p>
          <TierTable />
          <CommandForm
            command={startSubscriptionCommand}
            form={offering.id}
            variant={current.length > 0 ? 'quiet' : 'primary'}
            pairs={termsPairs}
            fields={{
              ...termsFields({ holders, kinds: offering.kinds }, { holderId: renewing?.holderId }),
              offering: offering.id,
              renews: renewing ? renews : '',
            }}
          />
        </section>
      ))}
      {!loadError && offerings.length === 0 && current.length === 0 && (
        <EmptyState
          title="Nothing to invest in right now"
          action={
            <Button size="small" to={href('/profile/messages/new')}>
              Write to us
            </Button>
          }
        >
          An open offering will appear here. Your investments stay here until their notes are issued.
        </EmptyState>
      )}
      <Entries title="Earlier" entries={earlier} />
      {advised.length > 0 && <Prepare advised={advised} offerings={offerings} onDone={say} />}
      <Notice {...notice} />
    </article>
  )
}

function Entries({ title, entries }: { title: string; entries: OwnSubscription[] }) {
  if (entries.length === 0) return null
  return (
    <section className="stack gap-4" aria-label={title}>
      <h2 className="title">{title}</h2>
      <ul className="plain-list double divided tabular">
        {entries.map(each => (
          <Entry key={each.id} subscription={each} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ subscription }: { subscription: OwnSubscription }) {
  const { id, amountCents, rateBp, holder, state, next, since, isAdvised } = subscription
  const title = amountCents ? formatCents(BigInt(amountCents)) : 'An investment'
  const isTheirs = !isAdvised && next.turn === 'you'
  return (
    <li className={`cluster apart center gap-3-5 ${style.entry}`}>
      <div className="stack gap-1">
        <p className="strong breakable">
          <Link to={href('/profile/subscribe/:id', { id })}>{title}</Link>
          {rateBp !== null && ` at ${formatRate(rateBp)}`}
          {holder && `, ${holder}`}
        </p>
        <p className="quiet">
          {isAdvised ? `${stateWords[state]}.` : `${turnLabels[next.turn]} ${next.sentence}`} Since{' '}
          <FormattedDate date={since} />.
        </p>
      </div>
      {isTheirs && (
        <Button variant="primary" to={href('/profile/subscribe/:id', { id })} aria-label={`Continue: ${title}`}>
          Continue
        </Button>
      )}
    </li>
  )
}

type PrepareProps = Pick<OwnSubscriptions, 'advised' | 'offerings'> & { onDone: (notice: string) => void }

/** For a financial adviser: what an investor who lets them will confirm. */
function Prepare({ advised, offerings, onDone }: PrepareProps) {
  const [offering] = offerings
  if (!offering) return null
  const options = advised.map(({ id, legalName }) => (
    <option key={id} value={id}>
      {legalName}
    </option>
  ))
  return (
    <section className="stack gap-4" aria-labelledby="prepare">
      <h2 id="prepare">Prepare an investment for someone you advise</h2>
      <p className="quiet measure">They confirm or change it, and they alone sign.</p>
      <CommandForm
        command={prepareSubscriptionCommand}
        fields={{ offering: offering.id, holder: { children: options } }}
        isEmptied
        onDone={onDone}
      />
    </section>
  )
}
