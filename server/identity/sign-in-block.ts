import { sql } from 'kysely'
import { authDatabase } from '../database/connection.ts'

/**
 * Tells why an address can't be used to sign in even though mail reaches it: the account was reported as taken over, or
 * the address was replaced recently and its owner can still undo that.
 * @param email in lower case
 * @returns undefined where nothing blocks it
 */
export async function signInBlockReason(email: string): Promise<'EMAIL_MOVED' | 'ACCOUNT_LOCKED' | undefined> {
  const database = authDatabase()
  const user = await database
    .selectFrom('auth.users')
    .select('locked_at')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  if (user) return user.locked_at ? 'ACCOUNT_LOCKED' : undefined
  return (await isReserved(email)) ? 'EMAIL_MOVED' : undefined
}

async function isReserved(email: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: string | null }>`select auth.kept_for(${email}) as user_id`.execute(
    authDatabase(),
  )
  return Boolean(rows[0]?.user_id)
}

/** Removes changes that were never completed, and completed ones that can no longer be undone. Part of the clean-up. */
export async function cleanUpEmailChanges(): Promise<void> {
  const database = authDatabase()
  const now = new Date()
  await database.deleteFrom('auth.email_changes').where('expires_at', '<', now).execute()
  await database
    .deleteFrom('auth.address_changes')
    .where('report_until', '<', now)
    // A locked account waits for its owner or the fund, however long that takes.
    .where(eb =>
      eb.or([eb('reported_at', 'is', null), eb('restored_at', 'is not', null), eb('voided_at', 'is not', null)]),
    )
    .execute()
}
