import type { Transaction } from 'kysely'
import { unsubscribeLifetime } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { performStep } from '../../../server/access/perform.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { seal, unseal } from '../../../server/platform/seal.ts'
import { emailsOf } from '../../identity/server/load-profile.ts'
import { saveMailPreferencesCommand } from '../mail-preferences.commands.ts'
import { type MailChoice, type MailPreferences, mailPreferences } from '../mail-preferences.ts'

/** @returns what the actor wants e-mail about */
export async function getMailPreferences(actor: Actor): Promise<MailPreferences> {
  return queryAs(actor, tx => readPreferences(tx, actor.id))
}

/**
 * Saves the actor's preferences.
 * @param changes the ones to change
 * @returns all of them, updated
 */
export const updateMailPreferences = performStep(
  saveMailPreferencesCommand,
  async (_, actor: Actor, changes: Partial<MailPreferences>): Promise<MailPreferences> => {
    return savePreferences(actor, changes)
  },
)

/**
 * Turns off all e-mail that can be turned off for the person whose mail had this token (RFC 8058), signed in or not.
 * Anyone the mail was forwarded to can do this and nothing else; the person can turn it on again.
 * @param token of the mail's List-Unsubscribe header
 * @throws PortalError NOT_FOUND where the token isn't one of ours, or has expired
 */
export async function unsubscribe(token: string): Promise<void> {
  const off = Object.keys(mailPreferences).filter(name => name !== 'names_in_mail')
  await savePreferences(readUnsubscribeToken(token), Object.fromEntries(off.map(name => [name, false])))
}

/**
 * @param now in milliseconds since 1970
 * @returns the token for a mail that is sent to this person now; it works for `unsubscribeLifetime`
 */
export function unsubscribeToken(userId: string, now = Date.now()): string {
  return seal('unsubscribe', { id: userId, expires: now + unsubscribeLifetime })
}

/** Mail sent before tokens had a time contains only the person's id. It was all sent before this day. */
const timelessTokensSealed = Date.UTC(2026, 10, 23)

function readUnsubscribeToken(token: string): { id: string } {
  let content: string | { id: string; expires: number }
  try {
    content = unseal('unsubscribe', token)
  } catch (cause) {
    throw new PortalError('NOT_FOUND', { cause })
  }
  const { id, expires } =
    typeof content === 'string' ? { id: content, expires: timelessTokensSealed + unsubscribeLifetime } : content
  if (expires <= Date.now()) throw new PortalError('NOT_FOUND')
  return { id }
}

/** Reads preferences within a transaction that acts as that person. */
export async function readPreferences(tx: Transaction<Database>, userId: string): Promise<MailPreferences> {
  const chosen = await tx
    .selectFrom('mail_preferences')
    .select(Object.keys(mailPreferences) as MailChoice[])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return chosen ?? mailPreferences
}

function savePreferences(person: Pick<Actor, 'id'>, changes: Partial<MailPreferences>): Promise<MailPreferences> {
  return actAs(person, async tx => {
    if (Object.keys(changes).length === 0) return readPreferences(tx, person.id)
    await tx
      .insertInto('mail_preferences')
      .values({ user_id: person.id, ...changes })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(changes))
      .execute()
    const email = (await emailsOf(tx, [person.id])).get(person.id)
    if (!email) throw new PortalError('NOT_FOUND')
    await audit(tx, { id: person.id, email }, 'mail_preferences.changed', person.id, changes)
    return readPreferences(tx, person.id)
  })
}
