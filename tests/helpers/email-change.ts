import {
  startEmailChange,
  submitNewEmail,
  verifyCurrentEmail,
  verifyNewEmail,
} from '../../app/identity/server/email-change/email-change.ts'
import type { Actor } from '../../server/access/actor.ts'
import type { Client } from '../../server/access/client.ts'
import { derivedSecret } from '../../server/platform/seal.ts'
import { eventually } from './eventually.ts'
import { forgettingLimits } from './owner.ts'
import { newSession } from './sessions.ts'
import type { SharedPortal } from './shared-portal.ts'

/** A person signed in at a browser that may change their e-mail address. */
export interface AtBrowser {
  actor: Actor
  sessionId: string
  cookie: string
  client: Client
}

let browsers = 0

/** Signs a person in at another browser, and resets the limits on code requests. */
export async function atBrowser(portal: SharedPortal, actor: Actor): Promise<AtBrowser> {
  const { id, cookie } = await newSession(portal.owner, derivedSecret('sessions'), actor.id)
  await forgetLimits(portal)
  const client = { ip: `198.51.100.${++browsers & 255}`, userAgent: phone, cookie: '' }
  return { actor, sessionId: id, cookie, client }
}

/** Resets the rate limits, so that every address and client can request codes again at once. Codes stay valid. */
export async function forgetLimits(portal: Pick<SharedPortal, 'owner'>): Promise<void> {
  await portal.owner.query(forgettingLimits)
}

export const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

/** First and second step: verifies the current address and submits the new one. @returns the code sent to the new one */
export async function untilNamed(portal: SharedPortal, at: AtBrowser, email: string): Promise<string> {
  await untilVerified(portal, at)
  const before = portal.mailbox.count(email)
  await submitNewEmail(at.actor, at.sessionId, email)
  const mail = await portal.mailbox.to(email, before)
  return /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? ''
}

/** First step: requests a code to the current address and enters it. Passkeys have been used, see `atOwnPasskey`. */
export async function untilVerified(portal: SharedPortal, { actor, sessionId }: AtBrowser): Promise<void> {
  const before = portal.mailbox.count(actor.email)
  await startEmailChange(actor, sessionId)
  await verifyCurrentEmail(actor, sessionId, await portal.mailbox.code(actor.email, before))
}

/** All steps. @returns the secret in the e-mail to the old address */
export async function changeEmail(portal: SharedPortal, at: AtBrowser, email: string): Promise<string> {
  const code = await untilNamed(portal, at, email)
  const before = portal.mailbox.count(at.actor.email)
  await verifyNewEmail(at.actor, at.sessionId, at.client, portal.url, code)
  return eventually('the e-mail to the old address', () =>
    portal.mailbox
      .allTo(at.actor.email)
      .slice(before)
      .map(({ text }) => tokenIn(text))
      .find(Boolean),
  )
}

/** @returns the secret of the report link in an e-mail's text, empty if there is none */
export function tokenIn(text = ''): string {
  return /\/report#([\w-]{43})$/m.exec(text)?.[1] ?? ''
}
