import { serverContext } from '../../context.ts'
import { LastRead } from '../last-read.tsx'
import { useMe } from '../me.ts'
import { requireActor } from '../require-actor.ts'
import { errorResponse, refusalFor, resultOrError, unwrapOrRespond } from '../server-errors.ts'
import type { Route } from './+types/route'
import { Settings, type SettingsData } from './settings.tsx'

export { clientAction } from '../../actions/client-action.ts'
export { action } from './settings-actions.ts'

/** What the settings show. `archive=later` where the archive's address has led back here. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<SettingsData> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { sessionId, operations, outbox } = server
  if (!sessionId) throw errorResponse(refusalFor('NO_SESSION'), 401)
  const [emailChange, sessions, mail] = await unwrapOrRespond(
    Promise.all([
      operations.getEmailChange(actor, sessionId),
      operations.getSessions(actor, sessionId),
      resultOrError(operations.getMailPreferences(actor), 'LOAD_MAIL_FAILED'),
    ]),
  )
  return {
    emailChange,
    sessions,
    mail: { preferences: mail.value, trouble: mail.trouble },
    outbox: outbox !== undefined,
    archiveRefusal: url.searchParams.get('archive') === 'later' ? refusalFor('ARCHIVE_LATER') : undefined,
  }
}

/** The settings' tab. */
export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastRead read={loaderData}>{shown => <Settings me={me} {...shown} />}</LastRead>
}
