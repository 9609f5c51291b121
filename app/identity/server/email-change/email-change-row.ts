import { type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Actor } from '../../../../server/access/actor.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import { fromNow } from '../../../../server/database/from-now.ts'
import type { AuthDatabase, AuthTables, EmailChangesTable } from '../../../../server/database/types.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { keyedHash } from '../../../../server/platform/seal.ts'
import { type CodeProblem, codeProblem, isCodeOver, isCounted } from './email-change-code.ts'

/** A change of address in progress: a row of `auth.email_changes`, one per session. */
export type EmailChangeRow = Selectable<EmailChangesTable> & { is_over: boolean | null }
type Auth = Transaction<AuthTables>

/** @returns the stored hash of the secret with which the old address can undo a change */
export function reportHash(token: string): string {
  return keyedHash('address report', token)
}

/** @returns whether an address belongs to someone else, or did until recently and may again */
export async function isTakenByAnother(auth: Auth, actor: Actor, email: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from auth.users where lower(email) = ${email} and id <> ${actor.id})
      or coalesce(auth.kept_for(${email}) <> ${actor.id}, false) as taken`.execute(auth)
  return rows[0]?.taken ?? false
}

/**
 * Checks a code and counts a failed attempt.
 * @returns why the code is not accepted, if it isn't
 */
export async function checkCode(
  auth: Auth,
  row: EmailChangeRow,
  purpose: string,
  code: string,
): Promise<CodeProblem | undefined> {
  const wrong = codeProblem(row, purpose, code)
  if (isCounted(wrong)) await updateEmailChange(auth, row, { tries: row.tries + 1 })
  return wrong
}

/** Writes a change's next state. */
export async function updateEmailChange(
  auth: Auth,
  row: EmailChangeRow,
  changes: UpdateObject<AuthTables, 'auth.email_changes'>,
): Promise<void> {
  await auth.updateTable('auth.email_changes').set(changes).where('session_id', '=', row.session_id).execute()
}

/**
 * @param lock whether to lock the row until the transaction ends
 * @returns the session's change in progress, if it hasn't expired
 */
export function findEmailChange(
  auth: Kysely<AuthDatabase> | Auth,
  actor: Actor,
  sessionId: string,
  lock = false,
): Promise<EmailChangeRow | undefined> {
  return (auth as Kysely<AuthDatabase>)
    .selectFrom('auth.email_changes')
    .selectAll()
    .select(isCodeOver)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', actor.id)
    .where('expires_at', '>', fromNow(0))
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

/** `requireStep` within a transaction, locking the row until it ends. */
export async function lockEmailChange(
  auth: Auth,
  actor: Actor,
  sessionId: string,
  steps: readonly EmailChangeRow['step'][],
): Promise<EmailChangeRow> {
  const row = await findEmailChange(auth, actor, sessionId, true)
  if (!row || !steps.includes(row.step)) throw new PortalError('CHANGE_GONE')
  return row
}
