/** Visitors' messages and calls. Pages and server validate forms by the same rules. */
import { asciiAddress } from './ascii-address.ts'
import { isEmailAddress } from './email.ts'
import { nameLength, phoneLength } from './limits.ts'
import type { MessageCode } from './messages.ts'
import { manyLines, oneLine } from './text.ts'

export const topics = ['question', 'consultation'] as const
export type Topic = (typeof topics)[number]

/** Specification section 2: Phone Call or Video Call. */
export const callKinds = ['phone', 'video'] as const
export type CallKind = (typeof callKinds)[number]

/** The calendar of a call. */
export const callCalendars = ['team', 'founder'] as const
export type CallCalendar = (typeof callCalendars)[number]

/** Whether an administrator has answered. */
export const leadStates = ['new', 'answered'] as const
export type LeadState = (typeof leadStates)[number]

/** Maximum lengths of a visitor's message and an administrator's note, in characters. */
export const messageLength = 5000
export const noteLength = 2000

export interface MessageForm {
  topic: Topic
  name: string
  email: string
  phone: string | null
  amountRange: string | null
  message: string
}

export interface CallForm {
  name: string
  email: string
  phone: string | null
  message: string | null
}

/** Problems by field. */
export type Problems = Partial<Record<string, MessageCode>>

type Fields = Record<string, string>

/**
 * @param fields a contact form as typed
 * @param ranges the fund's amount ranges, one of which may be chosen
 * @returns the trimmed form, and its problems
 */
export function readMessage(fields: Fields, ranges: readonly string[]): { form: MessageForm; problems: Problems } {
  const message = manyLines(fields.message)
  const amount = oneLine(fields.amountRange)
  const form: MessageForm = {
    topic: topics.find(topic => topic === fields.topic) ?? 'question',
    name: oneLine(fields.name),
    email: asciiAddress(oneLine(fields.email)),
    phone: oneLine(fields.phone) || null,
    amountRange: ranges.includes(amount) ? amount : null,
    message,
  }
  const problems: Problems = { ...contactProblems(form, false) }
  if (!message) problems.message = 'MESSAGE_REQUIRED'
  else if (message.length > messageLength) problems.message = 'MESSAGE_LONG'
  return { form, problems }
}

/**
 * @param fields a call's form as typed
 * @param kind a phone call requires a phone number
 * @returns the trimmed form, and its problems
 */
export function readCall(fields: Fields, kind: CallKind): { form: CallForm; problems: Problems } {
  const form: CallForm = {
    name: oneLine(fields.name),
    email: asciiAddress(oneLine(fields.email)),
    phone: oneLine(fields.phone) || null,
    message: manyLines(fields.message) || null,
  }
  const problems: Problems = { ...contactProblems(form, kind === 'phone') }
  if ((form.message?.length ?? 0) > messageLength) problems.message = 'MESSAGE_LONG'
  return { form, problems }
}

function contactProblems(form: { name: string; email: string; phone: string | null }, phoneNeeded: boolean): Problems {
  const problems: Problems = {}
  if (!form.name) problems.name = 'NAME_REQUIRED'
  else if (form.name.length > nameLength) problems.name = 'NAME_LONG'
  if (!form.email) problems.email = 'EMAIL_REQUIRED'
  else if (!isEmailAddress(form.email)) problems.email = 'EMAIL_INVALID'
  if (!form.phone && phoneNeeded) problems.phone = 'PHONE_REQUIRED'
  // Numbers are written in many ways, but none has fewer than seven digits.
  else if (form.phone && (form.phone.length > phoneLength || form.phone.replaceAll(/\D/g, '').length < 7))
    problems.phone = 'PHONE_INVALID'
  return problems
}
