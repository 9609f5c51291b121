import { leadWindow } from '../../../rules/limits.ts'
import { serverContext } from '../../shell/context.ts'
import { LastLoaded } from '../../shell/portal/last-loaded.tsx'
import { requireActor } from '../../shell/portal/require-actor.ts'
import { errorResponse, refusalFor, resultOrError, unwrapOrRespond } from '../../shell/portal/server-errors.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import type { Route } from './+types/route'
import { officeChoices } from './office-mail-choices.ts'
import { SettingsPage, type SettingsPageData } from './settings-page.tsx'

export { action } from './settings-actions.ts'

/**
 * Loads what the settings show.
 * @param url with `archive=later` and the seconds to `wait` when the archive was requested too often and its address
 *   redirected here
 * @throws answers: those of `requireActor`, no session (401)
 */
export async function loader({ url, context }: Route.LoaderArgs): Promise<SettingsPageData> {
  const server = context.get(serverContext)
  const actor = requireActor(url, server)
  const { sessionId, operations, outbox } = server
  if (!sessionId) throw errorResponse(refusalFor('NO_SESSION'), 401)
  const [emailChange, sessions, erasureRequested, passkeys, holders, mail, activity] = await unwrapOrRespond(
    Promise.all([
      operations.getEmailChange(actor, sessionId),
      operations.getSessions(actor, sessionId),
      operations.getErasureRequest(actor),
      operations.getPasskeys(actor),
      operations.getHoldersOf(actor, actor.id),
      resultOrError(operations.getMailPreferences(actor), 'LOAD_MAIL_FAILED'),
      resultOrError(operations.getOwnActivity(actor), 'LOAD_ACTIVITY_FAILED'),
    ]),
  )
  return {
    emailChange,
    sessions,
    erasureRequested,
    holders,
    activity: { entries: activity.value, loadError: activity.loadError },
    ...passkeys,
    mail: { preferences: mail.value, office: actor.isAdmin ? officeChoices : [], loadError: mail.loadError },
    outbox: outbox !== undefined,
    archiveRefusal: archiveRefusalIn(url.searchParams),
  }
}

function archiveRefusalIn(query: URLSearchParams) {
  if (query.get('archive') !== 'later') return undefined
  const wait = Number(query.get('wait'))
  // Anyone can write an address: no more than the limit's window (an hour) is true.
  return refusalFor('ARCHIVE_LATER', wait > 0 && wait <= leadWindow / 1000 ? wait : undefined)
}

/** The Settings tab. */
export default function SettingsRoute({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  return <LastLoaded loaded={loaderData}>{shown => <SettingsPage me={me} {...shown} />}</LastLoaded>
}
