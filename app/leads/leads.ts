/** Visitors' messages and calls. Their forms: `visitor-message.commands.ts`, `call.commands.ts`. */

export const topics = ['question', 'consultation'] as const
export type Topic = (typeof topics)[number]

/** Specification section 2: Phone Call or Video Call. */
export const callKinds = ['phone', 'video'] as const
export type CallKind = (typeof callKinds)[number]

/** The calendar of a call. */
export const callCalendars = ['team', 'founder'] as const
export type CallCalendar = (typeof callCalendars)[number]

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
