import { type Kysely, type SqlBool, sql } from 'kysely'
import { fund } from '../../../content/fund.ts'
import type { AuthTables } from '../../../server/database/types.ts'

/**
 * @param auth a connection or transaction of the sign-in
 * @returns the addresses of all active administrators, except this person's own; the fund's office if there are none
 */
export async function administratorEmails(auth: Kysely<AuthTables>, exceptId: string): Promise<string[]> {
  const found = await auth
    .selectFrom('user_profiles')
    .select('email')
    .where(sql<SqlBool>`is_admin`)
    .where('disabled_at', 'is', null)
    .where('id', '<>', exceptId)
    .execute()
  return found.length ? found.map(({ email }) => email) : [fund.emails.office]
}
