/** A message as the templates create it and the mailer sends it. The mailer adds the sender. */
export interface Message {
  /** The address, where `person` isn't set. */
  to?: string
  /** `user_profiles.id` of the recipient: it goes to the address they have when it is sent. */
  person?: string
  subject: string
  text: string
  html: string
  /** Where replies go, if not to the sender. */
  replyTo?: string
  /** A calendar entry (RFC 5546): `content` is the .ics file, `method` its method. */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string }
  /** Where one click turns off mail of this kind (RFC 8058), without a sign-in. */
  unsubscribe?: string
  /** When it is of no more use and isn't sent anymore, in milliseconds since 1970; for a code. */
  usefulUntil?: number
  /** RFC 5322 section 3.6.4, created once so that a message sent twice is recognized as one. */
  messageId?: string
}
