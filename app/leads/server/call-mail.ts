import { createEvent } from 'ics'
import { calls } from '../../../content/call-offers.ts'
import { callZones } from '../../../content/call-zones.ts'
import { fund } from '../../../content/fund.ts'
import { theFounder } from '../../../content/words.ts'
import { dayIn, hourIn, zoneLabel } from '../../../rules/dates.ts'
import { button, factsOf, letter, type Part, quoted, small, withPhone } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'
import type { CallCalendar, CallKind } from '../leads.ts'
import { openConversation } from './lead-page.ts'

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
  const change = button(link, 'Reschedule or cancel this call', 'To reschedule or cancel, open')
  const code = small(`If that page asks for your call code, enter\n${token}`)
  const ifUnexpected = small(`If you didn’t request this call, cancel it or call us at ${fund.phone}.`)
  const rest = news === 'cancelled' ? ['You don’t need to do anything else.'] : [how, change, code, ifUnexpected]
  return toVisitor(call, title, rest)
}

/**
 * The visitor's mail where the fund canceled their call.
 * @param note an administrator's words, left out where empty
 * @param again the page where they can book another call
 */
export function cancellationToVisitor(call: CallDetails, note: string, again: string): Message {
  const way = 'If you’d like another time, choose one here:'
  return toVisitor(call, `${fund.name} has canceled your call`, [quoted(note), way, button(again, 'Book another call')])
}

function toVisitor(call: CallDetails, title: string, parts: readonly (Part | string)[]): Message {
  const when = timeOf(call, call.time_zone)
  return letter({ to: call.email }, `${title}: ${when}`, [`${title}.`, when, ...parts], {
    preview: `${title}: ${when}`,
    signature: withPhone,
    invitation: invitation(call, call.email),
  })
}

/**
 * The fund's mail about the same call, in the fund's time zone; a reply goes to the visitor.
 * @param by who made the change, if not the visitor
 */
export function callMailToFund(call: CallDetails, news: CallChange, by?: string): Message {
  const when = timeOf(call, calls.timeZone)
  const what = `${call.kind === 'phone' ? 'Phone' : 'Video'} call ${call.calendar === 'founder' ? `with ${theFounder} ` : ''}${changeWords[news]}${by ? ` by ${by}` : ''}`
  const known = factsOf([
    ['Name', call.name],
    ['E-mail', call.email],
    ['Phone', call.phone],
    ['Visitor’s time', timeOf(call, call.time_zone)],
  ])
  const parts = [`${what}.`, when, known, quoted(call.message ?? ''), openConversation(call.id)]
  return letter({ to: fund.emails.office }, `${what}: ${call.name}, ${when}`, parts, {
    replyTo: call.email,
    preview: `${what}: ${when}`,
    signature: '',
    invitation: invitation(call, call.name),
  })
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
