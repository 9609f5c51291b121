import { useEffect, useRef } from 'react'
import { data, href, useActionData, useNavigate } from 'react-router'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { parseCents } from '../../../rules/money.ts'
import { fromCents } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { frozenWords } from '../../holdings/investor/frozen-words.ts'
import { text } from '../../shell/actions/fields.ts'
import { type FormAction, useAction } from '../../shell/actions/use-action.ts'
import { commandActions, type Submission } from '../../shell/commands/command-actions.ts'
import { serverContext } from '../../shell/context.ts'
import { BackLink } from '../../shell/portal/back-link.tsx'
import { LastLoaded } from '../../shell/portal/last-loaded.tsx'
import { LoadError } from '../../shell/portal/load-error.tsx'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { resultOrError } from '../../shell/portal/server-errors.ts'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../shell/ui/notice.tsx'
import { pageTitle } from '../../site/meta.ts'
import { needsNoDocuments } from '../evidence-kinds.ts'
import { isForOneSale, methodWords } from '../methods.ts'
import * as ownCommands from '../own.commands.ts'
import type { OwnAccreditation, OwnApproval, OwnVerification } from '../server/own-accreditation.ts'
import type { Route } from './+types/route'
import style from './accreditation.module.css'
import { answerOn, isAtFieldOf, type WizardAnswer } from './answer.ts'
import { civilDay } from './civil-day.ts'
import { EvidenceSection } from './evidence-section.tsx'
import { InvestorForm } from './investor-form.tsx'
import { MethodForm } from './method-form.tsx'
import { Screens } from './screens.tsx'
import { SignSection } from './sign-section.tsx'
import { type RequestedStep, stepAddress, stepOf, type WizardStep, wizardSteps } from './wizard-steps.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/**
 * Loads the accreditation of a holder that the reader acts for: the chosen account, else the first.
 * @param url with `step`, the screen of the wizard; `renewal`, the amount in
 *   dollars that a note is renewed for; `subscription`, the investment that leads here
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const reading = server.operations.getOwnAccreditation(actor, server.account)
  const { value, loadError } = await resultOrError(reading, 'LOAD_ACCREDITATION_FAILED')
  const renewalCents = parseCents(url.searchParams.get('renewal') ?? '')
  const requested = url.searchParams.get('step')
  const subscription = url.searchParams.get('subscription')
  return data(
    { accreditation: value, requested, renewalCents, subscription, loadError },
    { status: loadError ? 500 : 200 },
  )
}

/** The screen to which a form of the first two leads. */
const nextOf = ({ form }: Submission): WizardStep => wizardSteps.find(step => step === text(form, 'to')) ?? 'send'

/** POST: the steps of the wizard, for members of the holder. */
export const action = commandActions([...Object.values(ownCommands)], {
  redirectTo(submission) {
    const holder = text(submission.form, 'holderId')
    const subscription = submission.url.searchParams.get('subscription')
    return submission.form.has('to')
      ? stepAddress(holder, nextOf(submission), subscription)
      : withQuery(href('/profile/accreditation'), { holder, subscription: subscription ?? undefined })
  },
  after: {
    [ownCommands.saveAccreditationCommand.name]: (_, submission): WizardAnswer => ({ to: nextOf(submission) }),
    [ownCommands.signAccreditationCommand.name]: (isSent: boolean) => ({
      notice: isSent ? ownCommands.signAccreditationCommand.notice : 'Signed',
    }),
  },
})

/** Whether the reader, or a holder they act for, is an accredited investor: the wizard, and where it is. */
export default function AccreditationRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  useLiveUpdates(me.id)
  return (
    <>
      <title>{pageTitle('Accreditation')}</title>
      <LastLoaded loaded={loaderData}>{shown => <AccreditationPage me={me} {...shown} />}</LastLoaded>
    </>
  )
}

type Props = {
  me: Actor
  accreditation: OwnAccreditation | undefined
  loadError: Refusal | undefined
} & RequestedStep

/** The whole page: the approved verification, the open one, and the wizard. */
function AccreditationPage({ me, accreditation, loadError, ...come }: Props) {
  const { subscription } = come
  return (
    <article className={`stack narrow gap-5 ${style.page}`}>
      {subscription ? (
        <BackLink to={href('/profile/subscribe/:id', { id: subscription })}>Your investment</BackLink>
      ) : (
        <BackLink to={href('/profile')}>Your documents</BackLink>
      )}
      <LoadError error={loadError} />
      {accreditation && !accreditation.holder && (
        <EmptyState title="Nothing to verify yet" level={2}>
          Once we’ve set up your note, you can show here that you’re an accredited investor. It takes about two minutes.
        </EmptyState>
      )}
      {accreditation?.holder && (
        <HolderAccreditation
          key={accreditation.holder.id}
          me={me}
          accreditation={accreditation}
          holder={accreditation.holder}
          {...come}
        />
      )}
    </article>
  )
}

type HolderProps = Pick<Props, 'me'> &
  RequestedStep & {
    accreditation: OwnAccreditation
    holder: NonNullable<OwnAccreditation['holder']>
  }

function HolderAccreditation({ me, accreditation, holder, ...come }: HolderProps) {
  const { say, ...notice } = useNotice()
  const navigate = useNavigate()
  const action = useAction<WizardAnswer>(({ notice, to }) => {
    if (notice) say(notice)
    if (to) navigate(stepAddress(holder.id, to, come.subscription))
  })
  const { busy } = action
  const refused = useActionData() as WizardAnswer | undefined
  const step = stepOf(come, accreditation.verification)
  const answer = answerOn(step, action.answer ?? refused)
  const problem = useRef<HTMLDivElement>(null)
  const isAtField = isAtFieldOf(step, answer)
  // The button that was pressed may be far below.
  useEffect(() => {
    if (!busy && action.answer?.error && !isAtField) problem.current?.scrollIntoView({ block: 'center' })
  }, [busy, action.answer, isAtField])
  const wizard = useNextStep(action)
  const { verification, approvals } = accreditation
  const isOpen = canTake(accreditationSteps.submit, verification?.state ?? null)
  const isPending = canTake(accreditationSteps.approve, verification?.state ?? null)
  const mayVerify = holder.canAct && !isPending && verification?.state !== 'revoked'
  /** Who it is about is chosen on the first screen, and only named on the others. */
  const isUnderWay = mayVerify && step !== 'who'
  // Not where they were when they sent the last one.
  const isRequested = come.requested === 'who' || come.renewalCents !== undefined
  return (
    <div ref={wizard} className={style.wizard}>
      {isUnderWay ? (
        <p className="strong breakable">{holder.legalName}</p>
      ) : (
        <p className="measure">
          The law asks us to verify that everyone who lends to us is an accredited investor, here{' '}
          <strong>{holder.legalName}</strong>. We ask only for what that takes.
        </p>
      )}
      <Approvals approvals={approvals} />
      {verification && !(verification.state === 'expired' && approvals.length > 0) && (
        <Progress verification={verification} />
      )}
      <SignedCopies copies={accreditation.copies} />
      <div ref={problem}>
        <Banner of={answer}>{!busy && !isAtField && answer?.error?.message}</Banner>
      </div>
      {!holder.canAct && (
        <p className="quiet">
          {holder.isFrozen
            ? frozenWords(holder.legalName)
            : 'You can view this, but only those who sign for this holder can act.'}
        </p>
      )}
      {mayVerify &&
        (isOpen || approvals.length === 0 || isRequested ? (
          <Screens holderId={holder.id} step={step} subscription={come.subscription}>
            <Screen
              // If others have changed it meanwhile, their version continues.
              key={verification ? `${verification.id} ${verification.text}` : 'new'}
              step={step}
              me={me}
              accreditation={accreditation}
              holder={holder}
              renewalCents={come.renewalCents}
              subscription={come.subscription}
              action={action}
              answer={answer}
            />
          </Screens>
        ) : (
          <p>
            <Link to={stepAddress(holder.id, 'who', come.subscription)}>Verify for another note</Link>
          </p>
        ))}
      <Notice {...notice} />
    </div>
  )
}

/**
 * Where a form is gone once it has been sent, the focus goes to what comes next rather than to the top of the page.
 * @returns a ref for the element around the steps, of which the first with `data-step` is it
 */
function useNextStep({ busy, answer }: FormAction<WizardAnswer>) {
  const wizard = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!busy && answer?.notice && isLost) wizard.current?.querySelector<HTMLElement>('[data-step]')?.focus()
  }, [busy, answer])
  return wizard
}

type ScreenProps = Pick<HolderProps, 'me' | 'accreditation' | 'holder' | 'renewalCents' | 'subscription'> & {
  step: WizardStep
  action: FormAction<WizardAnswer>
  answer: WizardAnswer | undefined
}

function Screen({ step, me, accreditation, holder, renewalCents, subscription, action, answer }: ScreenProps) {
  const { verification } = accreditation
  const form = { accreditation, holder, action, answer }
  if (step === 'who' || !verification) return <InvestorForm {...form} renewalCents={renewalCents} />
  if (step === 'how') return <MethodForm {...form} verification={verification} />
  return (
    <>
      {hasDocuments(verification) && (
        <EvidenceSection
          me={me}
          kind={holder.kind}
          fundYear={accreditation.fundYear}
          verification={verification}
          unused={accreditation.unused}
          action={action}
          answer={answer}
        />
      )}
      <SignSection
        me={me}
        verification={verification}
        hasConsent={accreditation.hasConsent}
        action={action}
        answer={answer}
      />
      <p>
        <Link to={stepAddress(holder.id, 'how', subscription)}>Back</Link>
      </p>
    </>
  )
}

/** After a request for more, any document may be sent. */
function hasDocuments(verification: OwnVerification): boolean {
  return verification.state === 'returned' || !needsNoDocuments(verification.method)
}

function Approvals({ approvals }: { approvals: OwnApproval[] }) {
  if (approvals.length === 0) return null
  return (
    <ul className={`tabular plain-list double divided ${style.approvals}`}>
      {approvals.map(approval => (
        <li key={approval.id}>
          <strong>{approval.usedFor && approval.isForOneSale ? `Approved for ${approval.usedFor}` : 'Approved'}</strong>
          <span>
            {approval.isForOneSale
              ? `For one note of ${fromCents(Number(approval.amountCents))}${approval.method === 'high_minimum' ? ' or more' : ''}, signed by ${civilDay(approval.validThrough)}`
              : `For any note signed by ${civilDay(approval.validThrough)}`}
          </span>
          <span className="quiet">{methodWords[approval.method].title}</span>
        </li>
      ))}
    </ul>
  )
}

function SignedCopies({ copies }: Pick<OwnAccreditation, 'copies'>) {
  if (copies.length === 0) return null
  return (
    <section aria-labelledby="copies">
      <h2 id="copies">Your signed copy</h2>
      <ul className={`tabular plain-list double divided ${style.approvals}`}>
        {copies.map(({ id, submittedAt, documentId }) => (
          <li key={id}>
            {documentId ? (
              <Link to={withQuery(href('/profile'), { document: documentId })}>
                Statements and certificate, <FormattedDate date={submittedAt} />
              </Link>
            ) : (
              <span className="quiet">
                Signed <FormattedDate date={submittedAt} />. Your copy is being prepared; it takes a few minutes.
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The newest approval, which no longer holds. Why it was revoked is for the office alone. */
function Ended({ isRevoked }: { isRevoked: boolean }) {
  return (
    <section className="stack gap-2 caution" aria-labelledby="ended">
      <h2 id="ended">{isRevoked ? 'Our approval no longer holds' : 'Your accreditation has ended'}</h2>
      <p className="quiet">
        {isRevoked
          ? 'Call us before you invest again, or renew a note.'
          : 'Verify again below before your next note or renewal. It takes about two minutes.'}
      </p>
    </section>
  )
}

/** Where the open verification is, or why it came back. */
function Progress({ verification }: { verification: OwnVerification }) {
  const { state, reason, method, amountCents, signatures } = verification
  if (state === 'returned' || state === 'rejected') {
    return (
      <section className="stack gap-2 caution" aria-labelledby="reason">
        <h2 id="reason">{state === 'returned' ? 'We need something more' : 'We couldn’t approve this'}</h2>
        {reason && <p className="as-written">{reason}</p>}
        <p className="quiet">
          {state === 'returned'
            ? 'Change your answers or documents below, then sign and send them again.'
            : 'You can start again below. Call us if you have questions.'}
        </p>
      </section>
    )
  }
  if (state === 'expired' || state === 'revoked') return <Ended isRevoked={state === 'revoked'} />
  const steps = [
    { done: true, words: `Answered: ${methodWords[method].title.toLowerCase()}, ${fromCents(Number(amountCents))}` },
    {
      done: state !== 'started',
      words: signatures.need > 1 ? `Signed by ${signatures.have} of ${signatures.need}` : 'Signed and sent',
    },
    { done: false, words: isForOneSale(method, switches) ? 'Reviewed by us, for this note' : 'Reviewed by us' },
  ]
  if (state === 'started' && signatures.have === 0) return null
  return (
    <ol className="tabular plain-list double divided step-list" aria-label="Where it is" tabIndex={-1} data-step>
      {steps.map(({ done, words }) => (
        <li key={words} data-done={done || undefined}>
          <span>{words}</span>
          <span className="quiet">{done ? 'Done' : 'Waiting'}</span>
        </li>
      ))}
    </ol>
  )
}
