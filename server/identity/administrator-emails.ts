import type { Transaction } from 'kysely'
import { fund } from '../../content/fund.ts'
import type { AuthTables } from '../database/auth-tables.ts'

/** @returns all administrators' addresses except this person's own; the fund's office where there are none */
export async function administratorEmails(auth: Transaction<AuthTables>, exceptId: string): Promise<string[]> {
  const found = await auth
    .selectFrom('user_profiles')
    .select('email')
    .where('is_admin', '=', true)
    .where('id', '<>', exceptId)
    .execute()
  return found.length ? found.map(({ email }) => email) : [fund.emails.office]
}
