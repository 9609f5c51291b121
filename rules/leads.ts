/**
 * What a visitor may leave: a message or a booked call, and the rules both keep. The page says what is wrong with a
 * form by the same rules the server refuses by.
 */
import { isEmailAddress } from './email.ts'
import { nameLength } from './limits.ts'
import type { MessageCode } from './messages.ts'
import { manyLines, oneLine } from './text.ts'

export const topics = ['question', 'consultation'] as const
export type Topic = (typeof topics)[number]

/** Specification section 2: Phone Call or Video Call. */
export const callKinds = ['phone', 'video'] as const
export type CallKind = (typeof callKinds)[number]

/** Whose time a call takes. */
export const callCalendars = ['team', 'founder'] as const
export type CallCalendar = (typeof callCalendars)[number]

/** What administrators have made of it. */
export const leadStates = ['new', 'answered'] as const
export type LeadState = (typeof leadStates)[number]

/** Longest message of a visitor, and longest note of an administrator, in characters. */
export const messageLength = 5000
export const noteLength = 2000
export const phoneLength = 40

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

/** What is wrong, by field. */
export type Problems = Partial<Record<string, MessageCode>>

type Fields = Record<string, string>

/**
 * @param fields a contact form as it was typed
 * @param ranges the fund's ranges of amounts, one of which may be chosen
 * @returns it trimmed, and what is wrong with it
 */
export function readMessage(fields: Fields, ranges: readonly string[]): { form: MessageForm; problems: Problems } {
  const message = manyLines(fields.message)
  const amount = oneLine(fields.amountRange)
  const form: MessageForm = {
    topic: topics.find(topic => topic === fields.topic) ?? 'question',
    name: oneLine(fields.name),
    email: oneLine(fields.email),
    phone: oneLine(fields.phone) || null,
    amountRange: ranges.includes(amount) ? amount : null,
    message,
  }
  const problems: Problems = { ...whoIsWrong(form, false) }
  if (!message) problems.message = 'MESSAGE_REQUIRED'
  else if (message.length > messageLength) problems.message = 'MESSAGE_LONG'
  return { form, problems }
}

/**
 * @param fields a call's form as it was typed
 * @param kind a phone call needs a number to ring
 */
export function readCall(fields: Fields, kind: CallKind): { form: CallForm; problems: Problems } {
  const form: CallForm = {
    name: oneLine(fields.name),
    email: oneLine(fields.email),
    phone: oneLine(fields.phone) || null,
    message: manyLines(fields.message) || null,
  }
  const problems: Problems = { ...whoIsWrong(form, kind === 'phone') }
  if ((form.message?.length ?? 0) > messageLength) problems.message = 'MESSAGE_LONG'
  return { form, problems }
}

function whoIsWrong(form: { name: string; email: string; phone: string | null }, phoneNeeded: boolean): Problems {
  const problems: Problems = {}
  if (!form.name) problems.name = 'NAME_REQUIRED'
  else if (form.name.length > nameLength) problems.name = 'NAME_LONG'
  if (!form.email) problems.email = 'EMAIL_REQUIRED'
  else if (!isEmailAddress(form.email)) problems.email = 'EMAIL_INVALID'
  if (!form.phone && phoneNeeded) problems.phone = 'PHONE_REQUIRED'
  // Numbers are written in many ways; seven digits are the fewest that ring anybody.
  else if (form.phone && (form.phone.length > phoneLength || form.phone.replaceAll(/\D/g, '').length < 7))
    problems.phone = 'PHONE_INVALID'
  return problems
}
