import { calls } from '../../../content/call-offers.ts'
import { callZones } from '../../../content/call-zones.ts'
import { fund } from '../../../content/fund.ts'
import { dateIn, dayIn, hourIn, zoneLabel } from '../../../rules/dates.ts'
import { plainName } from '../../../rules/plain-name.ts'
import { letter, quoted, small } from '../../../server/mail/letter.ts'
import type { Message } from '../../../server/mail/message.ts'
import type { CallKind } from '../../leads/leads.ts'

/** The recipient of an answer, and what they sent. */
interface Answered {
  email: string
  sentAt: Date
  /** The kind of call they booked, when it starts, and their time zone; null where they sent a message. */
  call: CallKind | null
  callStartsAt: Date | null
  timeZone: string | null
}

/**
 * The fund's answer to a visitor's message or call; a reply goes to the office. It repeats nothing that the visitor
 * typed, since anyone can enter someone else's address.
 * @param body an administrator's words
 * @param name of the administrator, if known
 */
export function answerToVisitor(visitor: Answered, body: string, name: string | null): Message {
  const about = aboutWhat(visitor)
  const signed = quoted([plainName(name), fund.name, fund.phone].filter(Boolean).join('\n'))
  const why = small(`${reasonFor(visitor)} To answer, reply to this e-mail.`)
  // The subject is the same for every answer, so that mail programs show them together.
  return letter({ to: visitor.email }, about, [quoted(body), signed, why], { preview: about, signature: '' })
}

function aboutWhat({ call }: Answered): string {
  return call ? `Your ${call} call with ${fund.shortName}` : `Your message to ${fund.shortName}`
}

function reasonFor({ call, callStartsAt, timeZone, sentAt }: Answered): string {
  const { language } = fund
  if (!call || !callStartsAt)
    return `You’re receiving this because you wrote to us on our website on ${dateIn(calls.timeZone, sentAt, language)}.`
  const zone = timeZone ?? calls.timeZone
  const when = `${dayIn(zone, callStartsAt, language)}, ${hourIn(zone, callStartsAt, language)}, ${zoneLabel(zone, callZones)} time`
  return `You’re receiving this because you booked a ${call} call with us for ${when}.`
}
