import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { invitationsPerAddress, invitationsPerAdministrator, invitationWindow } from '../../rules/limits.ts'
import { type ProfileForm, readProfile } from '../../rules/profile.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { enforceRateLimit } from '../access/rate-limit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { assertValid } from '../access/validation.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/types.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { queueMail } from '../mail/mailer.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { WaitingPerson } from './people-list.ts'
import { welcomeMail } from './welcome-mail.ts'

/** The person with the invited address. */
export interface InvitationResult {
  userId: string
  /** Someone already had this address: nothing was created, and no e-mail sent. */
  known: boolean
}

/**
 * Creates a person and e-mails them a welcome with a link to sign in, both or neither. Their first sign-in will find
 * the profile created here. Where someone already has the address, it tells who and does nothing.
 * @param origin of the site, for the link
 * @param fields as typed
 * @throws PortalError FORBIDDEN unless the actor is an administrator; EMAIL_REQUIRED, EMAIL_INVALID, NAME_LONG,
 *   ORGANIZATION_LONG; TOO_MANY_INVITATIONS; INVITED_DELEGATE where a holder invites this address to view its account
 */
export async function inviteUser(
  actor: Actor,
  origin: string,
  fields: { email: string } & ProfileForm,
): Promise<InvitationResult> {
  requireAdministrator(actor)
  const email = parseEmailAddress(fields.email)
  const { form, problems } = readProfile({ full_name: fields.full_name, organization: fields.organization })
  assertValid(problems)
  const { full_name = null, organization = null } = form
  const work = async (tx: Transaction<Database>) => {
    const result = await sql<{ user_id: string; known: boolean }>`
      select user_id, known from app.invite_user(${email}, ${full_name}, ${organization})`.execute(tx)
    const { user_id: userId, known } = result.rows[0] as { user_id: string; known: boolean }
    if (!known) {
      await enforceInvitationLimit(actor, email)
      await audit(tx, actor, 'user.invited', userId, { email, full_name, organization })
      await queueWelcome(tx, origin, { email, full_name })
    }
    return { userId, known }
  }
  return asAdministrator(actor, work, { delegate_stays: 'INVITED_DELEGATE' })
}

/**
 * Resends the welcome to someone who was invited and hasn't signed in yet.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_INVITED; NOT_FOUND; TOO_MANY_INVITATIONS
 */
export async function resendInvitation(actor: Actor, origin: string, userId: string): Promise<void> {
  const id = assertId(userId)
  const person = await asAdministrator(actor, tx =>
    tx
      .selectFrom('user_profiles')
      .select(['email', 'full_name', 'disabled_at'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!person) throw new PortalError('NOT_FOUND')
  if (person.disabled_at) throw new PortalError('NOT_INVITED')
  await asAdministrator(actor, async tx => {
    const result = await sql<{ waiting: boolean }>`select app.invite_again(${id}) as waiting`.execute(tx)
    if (!result.rows[0]?.waiting) throw new PortalError('NOT_INVITED')
    await enforceInvitationLimit(actor, person.email)
    await audit(tx, actor, 'user.invited', id, { email: person.email, again: true })
    await queueWelcome(tx, origin, person)
  })
}

async function enforceInvitationLimit(actor: Actor, email: string): Promise<void> {
  const limit = { window: invitationWindow, code: 'TOO_MANY_INVITATIONS' } as const
  await enforceRateLimit(`invitations by ${actor.id}`, { ...limit, most: invitationsPerAdministrator })
  await enforceRateLimit(`invitations to ${email}`, { ...limit, most: invitationsPerAddress })
}

function queueWelcome(
  tx: Transaction<Database>,
  origin: string,
  { email, full_name }: { email: string; full_name: string | null },
): Promise<void> {
  return queueMail(tx, welcomeMail(email, full_name, origin + href('/login')))
}

const isOpen = sql`i.accepted_at is null and p.disabled_at is null`

/** The invitations that were sent first of those nobody has accepted, with how many there are; for administrators. */
export const openInvitations = prepared(
  'open_invitations',
  (_, most: number) => sql<WaitingPerson & { total: number }>`
    select p.id, ${nameOrAddress('p')} as name, i.sent_at as since,
      (select count(*) from invitations i join user_profiles p on p.id = i.user_id where ${isOpen})::int as total
    from invitations i join user_profiles p on p.id = i.user_id where ${isOpen} order by i.sent_at, p.id limit ${most}`,
)
