import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { Command } from '../../../../rules/commands/command.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { text } from '../../../shell/actions/fields.ts'
import { type FormAction, useAction } from '../../../shell/actions/use-action.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { BackLink } from '../../../shell/portal/back-link.tsx'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { nextPage } from '../../../shell/portal/next-page.ts'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { useLiveUpdates } from '../../../shell/portal/use-live-updates.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { pageTitle } from '../../../site/meta.ts'
import type { SigningLinkState } from '../../server/signing.ts'
import * as signingCommands from '../../signing.commands.ts'
import { markSignedCommand, unmarkSignedCommand } from '../../signing.commands.ts'
import { recordView } from '../record-view.ts'
import style from './signing-page.module.css'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

export const loader = loadOne(
  async ({ actor, operations }, id) => ({ link: await operations.getSigningLink(actor, id) }),
  {
    guard: requireActor,
  },
)

/** POST: the steps of a signing link, by owner or administrator; `next` is the page to return to without scripts. */
export const action = commandActions([...Object.values(signingCommands)], {
  about: { link: 'id' },
  redirectTo: ({ form, param }) =>
    form.has('next') ? nextPage(text(form, 'next')) : href('/profile/signing/:id', { id: param('id') }),
  saysOnErrorPage: true,
})

export default showOne<typeof loader>(SigningPage)

/**
 * A signing link for its owner: its progress from sent to confirmed, with the next step. For other administrators it is
 * read-only.
 */
function SigningPage({ link }: Shown<typeof loader>) {
  const me = useMe()
  const { say, ...notice } = useNotice()
  const action = useAction(({ notice }) => notice && say(notice))
  const { answer, busy } = action
  const isOwner = link.userId === me.id
  useLiveUpdates(me.id)
  return (
    <article className={`stack gap-5 ${style.page}`}>
      <title>{pageTitle(link.filename)}</title>
      <BackLink to={href('/profile')}>Your documents</BackLink>
      <h2 className="title breakable">{link.filename}</h2>
      <Steps link={link} />
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      {isOwner && <NextStep link={link} action={action} />}
      <Notice {...notice} />
    </article>
  )
}

function Steps({ link }: { link: SigningLinkState }) {
  const { signingSentAt, signingOpenedAt, saidSignedAt, signingConfirmedAt } = link
  return (
    <ol className="plain-list tabular double divided step-list">
      <Step at={signingSentAt}>Sent to you</Step>
      <Step at={signingOpenedAt}>Opened</Step>
      <Step at={saidSignedAt}>Signed by you</Step>
      <Step at={signingConfirmedAt}>Confirmed by us</Step>
    </ol>
  )
}

function Step({ at, children }: { at: Date | null; children: ReactNode }) {
  return (
    <li data-done={at ? true : undefined}>
      <span>{children}</span>
      {at ? <FormattedDate date={at} time /> : <span className="small">Not yet</span>}
    </li>
  )
}

/** The owner's next step. Only the first one is in brass. */
function NextStep({ link, action }: { link: SigningLinkState; action: FormAction }) {
  const { id, externalUrl, signingState } = link
  const host = new URL(externalUrl).host
  const open = (primary: boolean, label = 'Open') => (
    <Button
      variant={primary ? 'primary' : 'quiet'}
      href={externalUrl}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => recordView(id)}
    >
      {label}
    </Button>
  )
  switch (signingState) {
    case 'sent':
    case 'opened':
      return (
        <div className="stack gap-4">
          <p>
            You’ll read and sign it at <strong>{host}</strong>, in a new tab. Then come back and confirm it, so that we
            can check that it arrived.
          </p>
          <div className={`cluster gap-3 ${style.actions}`}>
            {open(signingState === 'sent', 'Review and sign')}
            <StepForm action={action} command={markSignedCommand} primary={signingState === 'opened'} />
          </div>
        </div>
      )
    case 'said_signed':
      return (
        <div className="stack gap-4">
          <p>Thank you. We’ll confirm once we have the signed document; there’s nothing else for you to do.</p>
          <div className={`cluster gap-3 ${style.actions}`}>
            {open(false)}
            <StepForm action={action} command={unmarkSignedCommand} />
          </div>
        </div>
      )
    default:
      return (
        <div className="stack gap-4">
          {signingState === 'confirmed' && <p>It’s done: we have the document with your signature.</p>}
          <div className={`cluster gap-3 ${style.actions}`}>{open(false)}</div>
        </div>
      )
  }
}

type StepFormProps = { action: FormAction; command: Command; primary?: boolean }

function StepForm({ action: { Form, busy }, command, primary }: StepFormProps) {
  return (
    <Form method="post">
      <ActionFields intent={command.name} />
      <Button type="submit" variant={primary ? 'primary' : 'quiet'} busy={busy} busyLabel={command.busy}>
        {command.button}
      </Button>
    </Form>
  )
}
