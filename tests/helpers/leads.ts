import { randomUUID } from 'node:crypto'
import type { Email } from 'postal-mime'
import { requestCall } from '../../app/leads/server/calls.ts'
import type { Client } from '../../server/access/client.ts'
import { type FormPurpose, openForm } from '../../server/access/form-proof.ts'
import type { SharedPortal } from './shared-portal.ts'

let visitors = 0

/** A new visitor, with their own IP address. */
export function newVisitor(): Client {
  visitors++
  return { ip: `10.9.${visitors >> 8}.${visitors & 255}`, userAgent: 'test', cookie: '' }
}

/**
 * The hidden fields of a form filled in by a person: opened long enough ago, with the trap left empty.
 * @param id of the row that it creates
 */
export const humanFormProof = (purpose: FormPurpose, id: string = randomUUID()) => ({
  ticket: openForm(purpose, Date.now() - 60_000, id),
  trap: '',
})

export const aVisitor = { name: 'Vera Visitor', email: 'vera@example.com', phone: '(512) 555-0199', message: '' }

/** The fund's e-mails about a visitor, oldest first. */
export function aboutVisitor(portal: SharedPortal, email: string): Email[] {
  return portal.mailbox.allTo('office@larkstone.example').filter(({ replyTo }) => replyTo?.[0]?.address === email)
}

/** Books a call. @returns its id and the secret of the link in the confirmation e-mail */
export async function bookCall(
  portal: SharedPortal,
  startsAt: string,
  { offer = 'phone' as const, email = `vera-${visitors}@example.com`, timeZone = 'America/New_York' } = {},
): Promise<{ id: string; token: string }> {
  const id = randomUUID()
  const before = portal.mailbox.count(email)
  await requestCall(
    newVisitor(),
    portal.url,
    offer,
    startsAt,
    timeZone,
    { ...aVisitor, email },
    humanFormProof('call', id),
  )
  const mail = await portal.mailbox.to(email, before)
  const token = /\/call#([A-Za-z0-9_-]{43})/.exec(mail.text ?? '')?.[1]
  if (!token) throw new Error('no link in the e-mail')
  return { id, token }
}

/** The properties of the calendar invitation in an e-mail, by name, with lines unfolded (RFC 5545 section 3.1). */
export function invitationIn(mail: { attachments: { mimeType: string; content: unknown }[] }): Record<string, string> {
  const part = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar' || mimeType === 'application/ics')
  const content = part?.content
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer)
  const lines = text.replaceAll(/\r?\n[\t ]/g, '').split(/\r?\n/)
  return Object.fromEntries(lines.map(line => [line.split(/[:;]/)[0], line.slice(line.indexOf(':') + 1)]))
}
