import { sql } from 'kysely'
import { replacedAddressRetention } from '../../../rules/limits.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { fromNow } from '../../../server/database/from-now.ts'
import { signInSettings } from './sign-in-settings.ts'
import { isSignUpClosed } from './sign-up.ts'

export type SignInBlock = 'ACCESS_CLOSED' | 'ACCOUNT_LOCKED' | 'EMAIL_MOVED' | 'SIGN_UP_CLOSED'

/**
 * Explains why an address can't sign in even though mail reaches it: the person is disabled; the account was reported
 * as taken over; the address was replaced recently and its owner can still undo that; or the address is unknown and
 * sign-up is closed.
 * @param email in lower case
 * @returns undefined if nothing blocks it
 */
export async function signInBlockReason(email: string): Promise<SignInBlock | undefined> {
  const { rows } = await sql<{ locked_at: Date | null; disabled_at: Date | null }>`
    select u.locked_at, p.disabled_at from auth.users u left join public.user_profiles p on p.id = u.id
    where lower(u.email) = ${email}`.execute(authDatabase())
  const [user] = rows
  if (user?.disabled_at) return 'ACCESS_CLOSED'
  if (user) return user.locked_at ? 'ACCOUNT_LOCKED' : undefined
  if (await isReserved(email)) return 'EMAIL_MOVED'
  return (await isSignUpClosed(signInSettings(), email)) ? 'SIGN_UP_CLOSED' : undefined
}

async function isReserved(email: string): Promise<boolean> {
  const { rows } = await sql<{ user_id: string | null }>`select auth.kept_for(${email}) as user_id`.execute(
    authDatabase(),
  )
  return Boolean(rows[0]?.user_id)
}

/**
 * Removes changes that were never completed, and completed ones with an old address that is no longer notified. A
 * change's origin is removed once it can't be undone. Part of the clean-up.
 */
export async function cleanUpEmailChanges(): Promise<void> {
  const database = authDatabase()
  await database.deleteFrom('auth.email_changes').where('expires_at', '<', fromNow(0)).execute()
  await database
    .updateTable('auth.address_changes')
    .set({ ip_address: null, user_agent: null })
    .where('report_until', '<', fromNow(0))
    .where('reported_at', 'is', null)
    .where(eb => eb.or([eb('ip_address', 'is not', null), eb('user_agent', 'is not', null)]))
    .execute()
  await database
    .deleteFrom('auth.address_changes')
    .where('changed_at', '<', fromNow(-replacedAddressRetention))
    .where('report_until', '<', fromNow(0))
    // A locked account waits for its owner or the fund, without a limit.
    .where(eb =>
      eb.or([eb('reported_at', 'is', null), eb('restored_at', 'is not', null), eb('voided_at', 'is not', null)]),
    )
    .execute()
}
