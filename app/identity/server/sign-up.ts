import { sql } from 'kysely'
import { fund } from '../../../content/fund.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { letter, withPhone } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'
import type { Config } from '../../../server/platform/config.ts'

/**
 * @param email in lower case
 * @returns whether sign-up is closed (`OPEN_SIGN_UP=0`) for this address: unknown, and not invited as a delegate
 */
export async function isSignUpClosed({ openSignUp }: Pick<Config, 'openSignUp'>, email: string): Promise<boolean> {
  if (openSignUp) return false
  const { rows } = await sql`select from auth.users where lower(email) = ${email.toLowerCase()}
    union all
    select from public.grants where invited_address = ${email.toLowerCase()} and revoked_at is null and now() < ends_at`.execute(
    authDatabase(),
  )
  return rows.length === 0
}

/** Sent instead of a code to an address without a portal: the page says the same to everyone. */
export function noPortalMail(to: string): Message {
  const fact = `Someone, probably you, asked for a sign-in code with this e-mail address. ${fund.name} has no portal for it.`
  const next =
    'If you use another address with us, sign in with that one. If you think you should have access, call us at ' +
    `${fund.phone}. If you didn’t ask for a code, you can ignore this e-mail.`
  return letter({ to }, `No ${fund.shortName} portal for this address`, [fact, next], { signature: withPhone })
}
