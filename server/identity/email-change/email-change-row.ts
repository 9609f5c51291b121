import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Actor } from '../../access/actor.ts'
import type { AuthDatabase, AuthTables, EmailChangesTable } from '../../database/auth-tables.ts'
import { authDatabase } from '../../database/connection.ts'
import { PortalError } from '../../platform/portal-error.ts'
import { keyedHash } from '../../platform/seal.ts'
import { codeProblem } from './hashed-code.ts'

/** A change of address on its way: a row of `auth.email_changes`, one for a session. */
export type EmailChangeRow = Selectable<EmailChangesTable>
type Auth = Transaction<AuthTables>

/** @returns what the database keeps of the secret by which the old address can take a change back */
export function reportHash(token: string): string {
  return keyedHash('address report', token)
}

/** Whether an address is somebody's, or was until recently and may be again. */
export async function isTakenByAnother(auth: Auth, actor: Actor, email: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from auth.users where lower(email) = ${email} and id <> ${actor.id})
      or coalesce(auth.kept_for(${email}) <> ${actor.id}, false) as taken`.execute(auth)
  return rows[0]?.taken ?? false
}

/** @returns why the code is not accepted, having counted the try; undefined where it is */
export async function checkCode(
  auth: Auth,
  row: EmailChangeRow,
  purpose: string,
  code: string,
): Promise<MessageCode | undefined> {
  const wrong = codeProblem(row, purpose, code)
  if (wrong === 'INVALID_CODE') await updateEmailChange(auth, row, { tries: row.tries + 1 })
  return wrong
}

/** Writes the change's next state. */
export async function updateEmailChange(
  auth: Auth,
  row: EmailChangeRow,
  changes: Partial<EmailChangeRow>,
): Promise<void> {
  await auth.updateTable('auth.email_changes').set(changes).where('session_id', '=', row.session_id).execute()
}

/** @returns the change under way in a session, if it still holds; with `lock`, until the transaction ends nobody else's */
export function findEmailChange(
  auth: Kysely<AuthDatabase> | Auth,
  actor: Actor,
  sessionId: string,
  lock = false,
): Promise<EmailChangeRow | undefined> {
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

/** @throws PortalError CHANGE_GONE unless the session's change is at one of these steps */
export async function requireStep(
  actor: Actor,
  sessionId: string,
  steps: readonly EmailChangeRow['step'][],
): Promise<EmailChangeRow> {
  const row = await findEmailChange(authDatabase(), actor, sessionId)
  if (!row || !steps.includes(row.step)) throw new PortalError('CHANGE_GONE')
  return row
}

/** The same within a transaction, for itself alone until the transaction ends. */
export async function lockAtStep(
  auth: Auth,
  actor: Actor,
  sessionId: string,
  steps: readonly EmailChangeRow['step'][],
): Promise<EmailChangeRow> {
  const row = await findEmailChange(auth, actor, sessionId, true)
  if (!row || !steps.includes(row.step)) throw new PortalError('CHANGE_GONE')
  return row
}
