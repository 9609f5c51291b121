import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Actor } from '../../access/actor.ts'
import { type AuthDatabase, type AuthTables, authDatabase, type EmailChangesTable } from '../../database/connection.ts'
import { PortalError } from '../../platform/portal-error.ts'
import { keyedHash } from '../../platform/seal.ts'
import { whyWrong } from './hashed-code.ts'

/** A change of address on its way: a row of `auth.email_changes`, one for a session. */
export type Flow = Selectable<EmailChangesTable>
type Auth = Transaction<AuthTables>

/** @returns what the database keeps of the secret by which the old address can take a change back */
export function reportHash(token: string): string {
  return keyedHash('address report', token)
}

/** Whether an address is somebody's, or was until lately and may be again. */
export async function isTakenByAnother(auth: Auth, actor: Actor, email: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from auth.users where lower(email) = ${email} and id <> ${actor.id})
      or coalesce(auth.kept_for(${email}) <> ${actor.id}, false) as taken`.execute(auth)
  return rows[0]?.taken ?? false
}

/** @returns why the code is not accepted, having counted the try; undefined where it is */
export async function judge(auth: Auth, flow: Flow, purpose: string, code: string): Promise<MessageCode | undefined> {
  const wrong = whyWrong(flow, purpose, code)
  if (wrong === 'INVALID_CODE') await set(auth, flow, { tries: flow.tries + 1 })
  return wrong
}

/** Writes the flow's next state. */
export async function set(auth: Auth, flow: Flow, changes: Partial<Flow>): Promise<void> {
  await auth.updateTable('auth.email_changes').set(changes).where('session_id', '=', flow.session_id).execute()
}

/** @returns the change under way in a session, if it still holds; with `lock`, until the transaction ends nobody else's */
export function flowOf(
  auth: Kysely<AuthDatabase> | Auth,
  actor: Actor,
  sessionId: string,
  lock = false,
): Promise<Flow | undefined> {
  return (auth as Kysely<AuthDatabase>)
    .selectFrom('auth.email_changes')
    .select(['session_id', 'user_id', 'step', 'old_email', 'new_email', 'code_hash', 'code_expires_at'])
    .select(['tries', 'expires_at'])
    .where('session_id', '=', sessionId)
    .where('user_id', '=', actor.id)
    .where('expires_at', '>', new Date())
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
}

/** @throws PortalError CHANGE_GONE unless the session's change stands at one of these steps */
export async function mustBeAt(actor: Actor, sessionId: string, steps: readonly Flow['step'][]): Promise<Flow> {
  const flow = await flowOf(authDatabase(), actor, sessionId)
  if (!flow || !steps.includes(flow.step)) throw new PortalError('CHANGE_GONE')
  return flow
}

/** The same within a transaction, for itself alone until the transaction ends. */
export async function lockedAt(
  auth: Auth,
  actor: Actor,
  sessionId: string,
  steps: readonly Flow['step'][],
): Promise<Flow> {
  const flow = await flowOf(auth, actor, sessionId, true)
  if (!flow || !steps.includes(flow.step)) throw new PortalError('CHANGE_GONE')
  return flow
}
