import type { Actor } from '../../server/access/actor.ts'
import type { Client } from '../../server/access/client.ts'
import {
  nameNewEmail,
  startEmailChange,
  verifyCurrentEmail,
  verifyNewEmail,
} from '../../server/identity/email-change/email-change.ts'
import { eventually } from './eventually.ts'
import type { TestPortal } from './portal.ts'

/** A person at one browser: signed in, and ready to change their address. */
export interface AtBrowser {
  actor: Actor
  sessionId: string
  cookie: string
  client: Client
}

let browsers = 0

/** Signs somebody in and tells the session's id, which the site takes from the cookie. */
export async function atBrowser(portal: TestPortal, actor: Actor): Promise<AtBrowser> {
  await portal.owner.query('delete from auth.limits')
  const cookie = await portal.signIn(actor.email)
  const { rows } = await portal.owner.query(
    'select id from auth.sessions where user_id = $1 order by created_at desc limit 1',
    [actor.id],
  )
  await portal.owner.query('delete from auth.limits')
  const client = { ip: `198.51.100.${++browsers & 255}`, userAgent: phone, cookie: '' }
  return { actor, sessionId: rows[0].id, cookie, client }
}

export const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

/** @returns how many messages have come to an address, for `mailbox.code(address, before)` */
export function mailsTo(portal: TestPortal, address: string): number {
  return portal.mailbox.messages.filter(({ to }) => to === address.toLowerCase()).length
}

/** First and second step: the current address is verified, and the new one named. @returns the code sent there */
export async function untilNamed(portal: TestPortal, at: AtBrowser, email: string): Promise<string> {
  await untilVerified(portal, at)
  const before = mailsTo(portal, email)
  await nameNewEmail(at.actor, at.sessionId, at.client, email)
  const mail = await portal.mailbox.to(email, before)
  return /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? ''
}

/** First step: the code to the current address, typed in. */
export async function untilVerified(portal: TestPortal, { actor, sessionId, client }: AtBrowser): Promise<void> {
  const before = mailsTo(portal, actor.email)
  await startEmailChange(actor, sessionId, client)
  await verifyCurrentEmail(actor, sessionId, client, await portal.mailbox.code(actor.email, before))
}

/** The whole change. @returns the secret in the mail to the old address */
export async function changeEmail(portal: TestPortal, at: AtBrowser, email: string): Promise<string> {
  const code = await untilNamed(portal, at, email)
  const before = mailsTo(portal, at.actor.email)
  await verifyNewEmail(at.actor, at.sessionId, at.client, portal.url, code)
  return eventually('the mail to the old address', () =>
    portal.mailbox.messages
      .filter(({ to }) => to === at.actor.email)
      .slice(before)
      .map(({ mail }) => tokenIn(mail.text))
      .find(Boolean),
  )
}

/** @returns the secret of the link in a mail's text */
export function tokenIn(text = ''): string {
  return /\/report#([\w-]{43})$/m.exec(text)?.[1] ?? ''
}
