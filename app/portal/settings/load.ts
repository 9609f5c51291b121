import type { MailPreferences } from '../../../rules/mail.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { EmailChange } from '../../../server/identity/email-change/email-change.ts'
import type { OpenSession } from '../../../server/identity/sessions.ts'
import type { ServerContext } from '../../context.ts'
import { errorResponse, type Refusal, refusal, resultOrError, unwrapOrRespond } from '../errors.ts'

/** What the settings show. */
export type SettingsData = {
  tab: 'settings'
  /** The change of address under way in this session. */
  emailChange: EmailChange | undefined
  mail: { preferences?: MailPreferences; trouble?: Refusal }
  sessions: OpenSession[]
  /** Mail goes to a page of this site. */
  outbox: boolean
  /** The archive was asked for too often. */
  archiveLater: boolean
}

/** @param query `archive=later` where the archive's address has led back here */
export async function loadSettingsTab(
  query: URLSearchParams,
  actor: Actor,
  { sessionId, operations, outbox }: ServerContext,
): Promise<SettingsData> {
  if (!sessionId) throw errorResponse(refusal('NO_SESSION'), 401)
  const [emailChange, sessions, mail] = await unwrapOrRespond(
    Promise.all([
      operations.getEmailChange(actor, sessionId),
      operations.getSessions(actor, sessionId),
      loadMail(actor, operations),
    ]),
  )
  const archiveLater = query.get('archive') === 'later'
  return { tab: 'settings', emailChange, sessions, mail, outbox: outbox !== undefined, archiveLater }
}

async function loadMail(actor: Actor, operations: ServerContext['operations']): Promise<SettingsData['mail']> {
  const { value, trouble } = await resultOrError(operations.getMailPreferences(actor), 'LOAD_MAIL_FAILED')
  return { preferences: value, trouble }
}
