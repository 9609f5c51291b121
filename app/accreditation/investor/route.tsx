import { data, href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { parseCents } from '../../notes/money.ts'
import { text } from '../../shell/actions/fields.ts'
import type { Submission } from '../../shell/commands/command-actions.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { serverContext } from '../../shell/context.ts'
import { LastLoaded } from '../../shell/portal/last-loaded.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { resultOrError } from '../../shell/portal/server-errors.ts'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { pageTitle } from '../../site/meta.ts'
import * as ownCommands from '../own.commands.ts'
import type { Route } from './+types/route'
import { AccreditationPage } from './accreditation-page.tsx'
import type { WizardAnswer } from './answer.ts'
import { stepAddress, type WizardStep, wizardSteps } from './wizard-steps.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/**
 * Loads the accreditation of a holder that the reader acts for: the chosen account, else the first.
 * @param url with `step`, the screen of the wizard; `renewal`, the amount in
 *   dollars that a note is renewed for
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const reading = server.operations.getOwnAccreditation(actor, server.account)
  const { value, loadError } = await resultOrError(reading, 'LOAD_ACCREDITATION_FAILED')
  const renewalCents = parseCents(url.searchParams.get('renewal') ?? '')
  const requested = url.searchParams.get('step')
  return data({ accreditation: value, requested, renewalCents, loadError }, { status: loadError ? 500 : 200 })
}

/** The screen to which a form of the first two leads. */
const nextOf = ({ form }: Submission): WizardStep => wizardSteps.find(step => step === text(form, 'to')) ?? 'send'

/** POST: the steps of the wizard, for members of the holder. */
export const action = commandActions([...Object.values(ownCommands)], {
  redirectTo: submission =>
    submission.form.has('to')
      ? stepAddress(text(submission.form, 'holderId'), nextOf(submission))
      : withQuery(href('/profile/accreditation'), { holder: text(submission.form, 'holderId') }),
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
