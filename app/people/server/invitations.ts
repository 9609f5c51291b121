import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { invitationsPerAddress, invitationsPerAdministrator, invitationWindow } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely } from '../../../server/access/perform.ts'
import { enforceRateLimit } from '../../../server/access/rate-limit.ts'
import type { Database } from '../../../server/database/types.ts'
import { queueMail, siteOrigin } from '../../../server/mail/mailer.ts'
import { parseEmailAddress } from '../../identity/server/email-address.ts'
import { inviteAgainCommand, inviteCommand } from '../people.commands.ts'
import { welcomeMail } from './welcome-mail.ts'

/**
 * Creates a person and e-mails them a welcome with a sign-in link, both or neither. Their first sign-in will find this
 * profile.
 * @returns the person's id
 */
export const inviteUser = perform(
  inviteCommand,
  async ({ tx, actor, refuse, audit }, _about, typed) => {
    const email = parseEmailAddress(typed.email)
    const [full_name, organization] = [typed.full_name || null, typed.organization || null]
    const { rows } = await sql<{ user_id: string; known: boolean }>`
      select user_id, known from app.invite_user(${email}, ${full_name}, ${organization})`.execute(tx)
    const { user_id: userId, known } = rows[0] as { user_id: string; known: boolean }
    if (known) throw refuse('ALREADY_INVITED')
    await enforceInvitationLimit(actor, email)
    await audit('user.invited', userId, { email, full_name, organization })
    await queueWelcome(tx, { email, full_name })
    return userId
  },
  { codes: { delegate_stays: 'INVITED_DELEGATE' } },
)

/** Resends the welcome to an invited person who hasn't signed in yet. */
export const resendInvitation = performFreely(inviteAgainCommand, async ({ actor, refuse, transact }, userId) => {
  const id = assertId(userId)
  const person = await transact(({ tx }) =>
    tx
      .selectFrom('user_profiles')
      .select(['email', 'full_name', 'disabled_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!person) throw refuse('NOT_FOUND')
  if (person.disabled_at) throw refuse('NOT_INVITED')
  await transact(async ({ tx, audit }) => {
    const result = await sql<{ waiting: boolean }>`select app.invite_again(${id}) as waiting`.execute(tx)
    if (!result.rows[0]?.waiting) throw refuse('NOT_INVITED')
    await enforceInvitationLimit(actor, person.email)
    await audit('user.invited', id, { email: person.email, again: true })
    await queueWelcome(tx, person)
  })
})

async function enforceInvitationLimit(actor: Actor, email: string): Promise<void> {
  const limit = { window: invitationWindow, code: 'TOO_MANY_INVITATIONS' } as const
  await enforceRateLimit(`invitations by ${actor.id}`, { ...limit, most: invitationsPerAdministrator })
  await enforceRateLimit(`invitations to ${email}`, { ...limit, most: invitationsPerAddress })
}

function queueWelcome(
  tx: Transaction<Database>,
  { email, full_name }: { email: string; full_name: string | null },
): Promise<void> {
  return queueMail(tx, welcomeMail(email, full_name, siteOrigin() + href('/login')))
}
