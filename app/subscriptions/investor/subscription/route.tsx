import { href, redirect } from 'react-router'
import { formatCents, formatRate } from '../../../../rules/money.ts'
import { frozenWords } from '../../../holdings/investor/frozen-words.ts'
import { payoutNames } from '../../../notes/words.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { useHeadingFocus } from '../../../shell/portal/use-heading-focus.ts'
import { useLiveUpdates } from '../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { classes } from '../../../shell/ui/classes.ts'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { pageTitle } from '../../../site/meta.ts'
import * as commands from '../../own.commands.ts'
import { remarkCommand } from '../../remark.commands.ts'
import type { SubscriptionPage } from '../../server/own-subscriptions.ts'
import {
  endedStates,
  isOneOf,
  openStates,
  payingStates,
  quoteWords,
  type StepKey,
  signingStates,
  steps,
  turnLabels,
} from '../../subscriptions.ts'
import style from '../subscriptions.module.css'
import { NextStep, TermsForm } from './next-step.tsx'
import { Papers } from './papers.tsx'
import { Remarks } from './remarks.tsx'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

/** Loads everything about one of the reader's investments. */
export const loader = loadOne(
  async ({ actor, operations }, id) => ({ subscription: await operations.getOwnSubscription(actor, id) }),
  { guard: requireActor },
)

/** POST: the investor's next step, a change of an earlier one, or a remark. */
export const action = commandActions([...Object.values(commands), remarkCommand], {
  about: { subscription: 'id' },
  redirectTo: ({ param }) => href('/profile/subscribe/:id', { id: param('id') }),
  // Where it is read and signed.
  after: {
    [commands.makeAgreementCommand.name]: (id: string) => redirect(href('/profile/signing/envelopes/:id', { id })),
  },
})

export default showOne<typeof loader>(SubscriptionRoute)

/** One investment: what comes next and from whom, what is done, and what can be changed. */
function SubscriptionRoute({ subscription, loadError }: Shown<typeof loader>) {
  useLiveUpdates(useMe().id)
  const { say, ...notice } = useNotice()
  const { next, reason, renews, holders, holderId } = subscription
  const frozen = holders.find(({ id, isFrozen }) => id === holderId && isFrozen)
  const heading = useHeadingFocus(next.sentence)
  return (
    <article className="stack narrow gap-6 pad-below-7">
      <title>{pageTitle('Your investment')}</title>
      <BackLink to={href('/profile/subscribe')}>Your investments</BackLink>
      <LoadError error={loadError} />
      <Head subscription={subscription} />
      {next.step && <Steps at={next.step} />}
      <section
        className={`stack gap-4 raised double-around ${style.next}`}
        aria-labelledby="next"
        data-turn={next.turn}
      >
        <h3 id="next" ref={heading} tabIndex={-1} className="breakable">
          {next.turn !== 'none' && <span className={style.turn}>{turnLabels[next.turn]} </span>}
          {next.sentence}
        </h3>
        {reason && <p className="breakable">Our reason: {reason}</p>}
        {subscription.canAct ? (
          <NextStep subscription={subscription} onDone={say} />
        ) : (
          <p className="quiet breakable">
            {frozen ? frozenWords(frozen.legalName) : 'Only those who sign for this holder can act.'}
          </p>
        )}
      </section>
      {renews && (
        <p>
          It adds new money beside{' '}
          <Link to={href('/profile/notes/:id/choice', { id: renews.id })}>{renews.number}</Link>.
        </p>
      )}
      {subscription.canAct && <Papers subscription={subscription} />}
      {subscription.canRemark && (
        <details className="fold" open={subscription.remarks.length > 0}>
          <summary>Remarks</summary>
          <Remarks remarks={subscription.remarks} onDone={say} />
        </details>
      )}
      {subscription.canAct && <Changes subscription={subscription} onDone={say} />}
      <Notice {...notice} />
    </article>
  )
}

function Head({ subscription }: { subscription: SubscriptionPage }) {
  const { offering, holder, amountCents, rateBp, termMonths, payout, quotedThrough, state, sentences } = subscription
  return (
    <header className="stack gap-2 tabular">
      <h2 className="title breakable">{amountCents ? formatCents(BigInt(amountCents)) : 'Your investment'}</h2>
      <p className="breakable">
        {offering}
        {holder && `, for ${holder}`}
      </p>
      {rateBp !== null && payout && (
        <p>
          {formatRate(rateBp)} a year for {termMonths} months, paid{' '}
          {payoutNames[payout as keyof typeof payoutNames].toLowerCase()}.{' '}
          {quotedThrough && isOneOf([...openStates, ...signingStates], state) && quoteWords(quotedThrough)}
        </p>
      )}
      {sentences.length > 0 && isOneOf([...openStates, ...signingStates], state) && (
        <details className="fold">
          <summary>The terms in words, if the funds arrived today</summary>
          {sentences.map(sentence => (
            <p key={sentence} className="quiet leading-5">
              {sentence}
            </p>
          ))}
        </details>
      )}
    </header>
  )
}

const keys = Object.keys(steps) as StepKey[]

/** Where it is, of all steps: a bar for each, with their names where there is room. */
function Steps({ at }: { at: StepKey }) {
  const current = keys.indexOf(at)
  return (
    <div className="stack gap-2">
      <p className={`strong small ${style.at}`} aria-hidden="true">
        Step {current + 1} of {keys.length}: {steps[at]}
      </p>
      <ol className={`plain-list ${style.steps}`} aria-label="Steps">
        {keys.map((key, index) => (
          <li
            key={key}
            className={classes(index < current && style.done)}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="fine">
              {steps[key]}
              {index < current && <span className="visually-hidden"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type Props = { subscription: SubscriptionPage; onDone: (notice: string) => void }

/** What can be changed before the fund countersigns, and the way out. */
function Changes({ subscription, onDone }: Props) {
  const { state, next, amountCents } = subscription
  if (isOneOf([...endedStates, ...payingStates, 'received'], state)) return null
  return (
    <div className="stack gap-4">
      {isOneOf(openStates, state) && amountCents && next.step !== 'terms' && (
        <details className="fold">
          <summary>Change amount, term, payout or holder</summary>
          <TermsForm subscription={subscription} />
        </details>
      )}
      {isOneOf(signingStates, state) && (
        <details className="fold">
          <summary>Change the terms</summary>
          <p className="quiet measure">The agreement becomes void, and signatures on it no longer count.</p>
          <CommandForm command={commands.changeAgreementCommand} onDone={onDone} />
        </details>
      )}
      <details className="fold">
        <summary>Withdraw this investment</summary>
        <p className="quiet measure">You can withdraw at any time before we countersign. Nothing is binding then.</p>
        <CommandForm command={commands.withdrawSubscriptionCommand} variant="danger" onDone={onDone} />
      </details>
    </div>
  )
}
