import { sql } from 'kysely'
import { authDatabase } from '../database/connection.ts'

/**
 * Addresses that nobody may sign in with just now, though the mail reaches them: the account was reported as taken
 * over, or the address was given up lately and could still be taken back.
 * @param email in small letters
 */
export async function signInBlockReason(email: string): Promise<'EMAIL_MOVED' | 'ACCOUNT_LOCKED' | undefined> {
  const database = authDatabase()
  const user = await database
    .selectFrom('auth.users')
    .select('locked_at')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  if (user) return user.locked_at ? 'ACCOUNT_LOCKED' : undefined
  return (await isKept(email)) ? 'EMAIL_MOVED' : undefined
}

async function isKept(email: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: string | null }>`select auth.kept_for(${email}) as user_id`.execute(
    authDatabase(),
  )
  return Boolean(rows[0]?.user_id)
}

/** Forgets changes that nobody finished, and made ones that can no longer be taken back. Part of the clean-up. */
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
