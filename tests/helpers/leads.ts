import { randomUUID } from 'node:crypto'
import type { Email } from 'postal-mime'
import type { Client } from '../../server/access/client.ts'
import { openForm } from '../../server/access/form-proof.ts'
import { requestCall } from '../../server/leads/calls.ts'
import type { SharedPortal } from './shared-portal.ts'

let visitors = 0

/** Somebody new at a browser: a client address that nobody else has. */
export function newVisitor(): Client {
  visitors++
  return { ip: `10.9.${visitors >> 8}.${visitors & 255}`, userAgent: 'test', cookie: '' }
}

/** What a form carries that a person read and sent. */
export const byHand = () => ({ opened: openForm(0), trap: '' })

export const aVisitor = { name: 'Vera Visitor', email: 'vera@example.com', phone: '(512) 555-0199', message: '' }

/** What has come to the fund about a visitor, oldest first. */
export function aboutVisitor(portal: SharedPortal, email: string): Email[] {
  return portal.mailbox.allTo('office@larkstone.example').filter(({ replyTo }) => replyTo?.[0]?.address === email)
}

/** Books a call and reads the secret off the mail, as its reader's browser does. */
export async function bookCall(
  portal: SharedPortal,
  startsAt: string,
  { offer = 'phone' as const, email = `vera-${visitors}@example.com`, timeZone = 'America/New_York' } = {},
): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  const before = portal.mailbox.count(email)
  await requestCall(newVisitor(), portal.url, id, offer, startsAt, timeZone, { ...aVisitor, email }, byHand())
  const mail = await portal.mailbox.to(email, before)
  const token = /\/call#([A-Za-z0-9_-]{43})/.exec(mail.text ?? '')?.[1]
  if (!token) throw new Error('no link in the mail')
  return { id, token }
}

/** The invitation in a mail, as lines unfolded (RFC 5545 section 3.1). */
export function invitationIn(mail: { attachments: { mimeType: string; content: unknown }[] }): Record<string, string> {
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar' || mimeType === 'application/ics')
  const content = part?.content
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer)
  const lines = text.replaceAll(/\r?\n[\t ]/g, '').split(/\r?\n/)
  return Object.fromEntries(lines.map(line => [line.split(/[:;]/)[0], line.slice(line.indexOf(':') + 1)]))
}
