import { html } from 'hono/html'
import { calls } from '../../content/calls.ts'
import { fund } from '../../content/fund.ts'
import { dayIn, hourIn, zoneLabel } from '../../rules/call-times.ts'
import { letter } from '../mail/layout.ts'
import { siteOrigin } from '../mail/mailer.ts'
import type { Message } from '../mail/message.ts'

/** Where and when somebody signed in, as far as the server can tell. */
interface SignIn {
  at: Date
  ip: string
  /** In words, see `server/identity/device-name.ts`. */
  device: string
}

/** Tells a person of a sign-in from a browser that was not seen before. It is always sent. */
export function newDeviceMessage(to: string, { at, ip, device }: SignIn): Message {
  const title = 'New sign-in to your documents'
  const what = 'Somebody signed in to your portal from a browser that we have not seen before.'
  const facts: [string, string][] = [
    ['When', timeOf(at)],
    ['Device', device],
    ['IP address', ip.replace(/^::ffff:/, '')],
  ]
  const you = 'If that was you, there is nothing to do. A browser that forgets its cookies counts as new each time.'
  const settings = `${siteOrigin()}/profile?tab=settings`
  const not = 'If it was not you, sign out everywhere in your settings at once'
  const then = `Then change the password of your mailbox, since whoever signed in has read your mail, and call us at ${fund.phone}.`
  return {
    to,
    replyTo: fund.emails.office,
    subject: title,
    text: `${what}\n\n${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${you}\n\n${not}:\n${settings}\n\n${then}\n\n${fund.name}\n`,
    html: letter(
      `${timeOf(at)}, ${device}.`,
      html`<p>${what}</p>
<table role="presentation" class="facts">${facts.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</table>
<p>${you}</p>
<p>${not}:</p>
<p class="act"><a href="${settings}">Sign out everywhere</a></p>
<p>${then}</p>
<p class="small">Messages about the safety of your account are always sent.</p>`,
    ).toString(),
  }
}

/** In the fund's hours and in UTC: 'Saturday, November 21, 2026, 2:05 AM, Central (Chicago) time (08:05 UTC)'. */
function timeOf(at: Date): string {
  const { timeZone, zones } = calls
  const local = `${dayIn(timeZone, at, fund.language)}, ${hourIn(timeZone, at, fund.language)}`
  return `${local}, ${zoneLabel(timeZone, zones)} time (${at.toISOString().slice(0, 16).replace('T', ' ')} UTC)`
}
