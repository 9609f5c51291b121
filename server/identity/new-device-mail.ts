import { html } from 'hono/html'
import { href } from 'react-router'
import { fund } from '../../content/fund.ts'
import { emailHtml, mailTime } from '../mail/layout.ts'
import { siteOrigin } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'

/** Where and when someone signed in, as far as the server can tell. */
interface SignIn {
  at: Date
  ip: string
  /** A description, see `server/identity/device-name.ts`. */
  device: string
  /** What they signed in with. */
  by: 'code' | 'passkey'
}

/** What a person should do if it wasn't them, besides signing out everywhere. */
const then = {
  code:
    'Then change the password of your e-mail account, because the person who signed in has read your e-mail, and call ' +
    `us at ${fund.phone}.`,
  passkey:
    'Then remove your passkeys there, because the person who signed in has one of them or the device that keeps it, ' +
    `and call us at ${fund.phone}.`,
} as const

/** Tells a person about a sign-in from a browser we haven't seen before. It can't be turned off. */
export function newDeviceMail(to: string, { at, ip, device, by }: SignIn): Message {
  const title = 'New sign-in to your documents'
  const how = by === 'passkey' ? 'with one of your passkeys, ' : ''
  const what = `Someone signed in to your portal ${how}from a browser we haven’t seen before.`
  const facts: [string, string][] = [
    ['When', mailTime(at)],
    ['Device', device],
    ['IP address', ip.replace(/^::ffff:/, '')],
  ]
  const you =
    'If that was you, you don’t need to do anything. A browser that clears its cookies counts as new each time.'
  const settings = siteOrigin() + href('/profile/settings')
  const not = 'If it wasn’t you, sign out everywhere in your settings right away'
  return {
    to,
    replyTo: fund.emails.office,
    subject: title,
    text: `${what}\n\n${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${you}\n\n${not}:\n${settings}\n\n${then[by]}\n\n${fund.name}\n`,
    html: emailHtml(
      `${mailTime(at)}, ${device}.`,
      html`<p>${what}</p>
<table role="presentation" class="facts">${facts.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</table>
<p>${you}</p>
<p>${not}:</p>
<p class="act"><a href="${settings}">Sign out everywhere</a></p>
<p>${then[by]}</p>
<p class="small">We always send messages about the security of your account.</p>`,
    ).toString(),
  }
}
