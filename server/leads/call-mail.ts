import { html } from 'hono/html'
import { createEvent } from 'ics'
import { calls } from '../../content/call-offers.ts'
import { callZones } from '../../content/call-zones.ts'
import { fund } from '../../content/fund.ts'
import { theFounder } from '../../content/words.ts'
import { dayIn, hourIn, zoneLabel } from '../../rules/dates.ts'
import type { CallCalendar, CallKind } from '../../rules/leads.ts'
import { emailHtml } from '../mail/layout.ts'
import type { Message } from '../mail/message.ts'
import { leadPage, openConversation } from './lead-page.ts'

/** What e-mails about a call need. */
export interface CallDetails {
  id: string
  calendar: CallCalendar
  kind: CallKind
  name: string
  email: string
  phone: string | null
  message: string | null
  time_zone: string
  starts_at: Date
  ends_at: Date
  sequence: number
  cancelled_at: Date | null
}

export type CallChange = 'booked' | 'moved' | 'cancelled'

const changeWords: Record<CallChange, string> = { booked: 'booked', moved: 'rescheduled', cancelled: 'canceled' }

/**
 * The visitor's mail, with an invitation for their calendar.
 * @param link to move or cancel the call. The secret is after the `#`, which browsers never send, so it reaches no log
 * @param token the same secret, for pages without scripts
 */
export function callMailToVisitor(call: CallDetails, news: CallChange, link: string, token: string): Message {
  const when = timeOf(call, call.time_zone)
  const title = {
    booked: 'Your call is booked',
    moved: 'Your call has been rescheduled',
    cancelled: 'Your call is canceled',
  }[news]
  const who = call.calendar === 'founder' ? `${theFounder} of ${fund.name}` : fund.name
  const how =
    call.kind === 'phone'
      ? `Expect a call from ${who} at the number you gave us.`
      : `We’ll e-mail you the link for the video call with ${who} before it starts.`
  const unasked = `If you didn’t request this call, cancel it or call us at ${fund.phone}.`
  const change = 'To reschedule or cancel, open'
  const code = 'If that page asks for your call code, enter'
  const ended = news === 'cancelled'
  return {
    to: call.email,
    replyTo: fund.emails.office,
    subject: `${title}: ${when}`,
    text: ended
      ? `${title}.\n\n${when}\n\nYou don’t need to do anything else.\n\n${fund.name}\n${fund.phone}\n`
      : `${title}.\n\n${when}\n\n${how}\n\n${change}\n${link}\n\n${code}\n${token}\n\n${unasked}\n\n${fund.name}\n${fund.phone}\n`,
    html: emailHtml(
      `${title}: ${when}`,
      ended
        ? html`<p>${title}.</p><p>${when}</p><p>You don’t need to do anything else.</p>`
        : html`<p>${title}.</p><p>${when}</p><p>${how}</p>
<p><a href="${link}">Reschedule or cancel this call</a></p>
<p class="small">${code} ${token}</p><p class="small">${unasked}</p>`,
    ).toString(),
    invitation: invitation(call, call.email),
  }
}

/**
 * The visitor's mail where the fund canceled their call.
 * @param note an administrator's words, left out where empty
 * @param again the page where they can book another call
 */
export function cancellationToVisitor(call: CallDetails, note: string, again: string): Message {
  const when = timeOf(call, call.time_zone)
  const title = `${fund.name} has canceled your call`
  const way = 'If you’d like another time, choose one here:'
  const words = note ? `${note}\n\n` : ''
  return {
    to: call.email,
    replyTo: fund.emails.office,
    subject: `${title}: ${when}`,
    text: `${title}.\n\n${when}\n\n${words}${way}\n${again}\n\n${fund.name}\n${fund.phone}\n`,
    html: emailHtml(
      `${title}: ${when}`,
      html`<p>${title}.</p><p>${when}</p>${note && html`<p style="white-space:pre-wrap">${note}</p>`}
<p>${way} <a href="${again}">book another call</a></p>`,
    ).toString(),
    invitation: invitation(call, call.email),
  }
}

/**
 * The fund's mail about the same call, in the fund's time zone; a reply goes to the visitor.
 * @param by who made the change, if not the visitor
 */
export function callMailToFund(call: CallDetails, news: CallChange, by?: string): Message {
  const when = timeOf(call, calls.timeZone)
  const what = `${call.kind === 'phone' ? 'Phone' : 'Video'} call ${call.calendar === 'founder' ? `with ${theFounder} ` : ''}${changeWords[news]}${by ? ` by ${by}` : ''}`
  const link = leadPage(call.id)
  const known = [
    ['Name', call.name],
    ['E-mail', call.email],
    ['Phone', call.phone],
    ['Visitor’s time', timeOf(call, call.time_zone)],
  ].filter(([, value]) => value)
  return {
    to: fund.emails.office,
    replyTo: call.email,
    subject: `${what}: ${call.name}, ${when}`,
    text: `${what}.\n\n${when}\n\n${known.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${call.message ? `${call.message}\n\n` : ''}${openConversation}:\n${link}\n`,
    html: emailHtml(
      `${what}: ${when}`,
      html`<p>${what}.</p><p>${when}</p>${known.map(([name, value]) => html`<p>${name}: ${value}</p>`)}
<p style="white-space:pre-wrap">${call.message ?? ''}</p><p class="act"><a href="${link}">${openConversation}</a></p>`,
    ).toString(),
    invitation: invitation(call, call.name),
  }
}

/**
 * An invitation (RFC 5545): the same UID for the life of the call, and a sequence that increases with each change.
 * @param attendee the visitor's name. The visitor's own mail repeats nothing that was typed, since anyone can enter
 *   someone else's address
 */
function invitation(call: CallDetails, attendee: string): Message['invitation'] {
  const method = call.cancelled_at ? 'CANCEL' : 'REQUEST'
  const host = fund.emails.office.split('@')[1]
  const { error, value } = createEvent({
    productId: '-//Promissory//Calls//EN',
    method,
    uid: `call-${call.id}@${host}`,
    sequence: call.sequence,
    status: call.cancelled_at ? 'CANCELLED' : 'CONFIRMED',
    start: call.starts_at.getTime(),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: call.ends_at.getTime(),
    endInputType: 'utc',
    endOutputType: 'utc',
    title: `${call.kind === 'phone' ? 'Phone' : 'Video'} call with ${call.calendar === 'founder' ? `${theFounder} of ` : ''}${fund.name}`,
    description:
      call.kind === 'phone'
        ? `${fund.name} will call you. Questions? Call ${fund.phone}.`
        : `Questions? Call ${fund.phone}.`,
    organizer: { name: fund.name, email: fund.emails.office },
    // Parameters can't contain quotation marks (RFC 5545 section 3.2).
    attendees: [
      {
        name: attendee.replaceAll(/["\\]/g, "'"),
        email: call.email,
        rsvp: true,
        role: 'REQ-PARTICIPANT',
        partstat: 'NEEDS-ACTION',
      },
    ],
  })
  if (error || !value) throw error ?? new Error('the invitation could not be created')
  return { method, content: value }
}

/** For example 'Tuesday, Nov 24, 2026, 10:00 AM to 10:30 AM, Central (Chicago) time'. */
function timeOf({ starts_at, ends_at }: CallDetails, zone: string): string {
  const { language } = fund
  return `${dayIn(zone, starts_at, language)}, ${hourIn(zone, starts_at, language)} to ${hourIn(zone, ends_at, language)}, ${zoneLabel(zone, callZones)} time`
}
