/** A message as the templates make it and the mailer sends it. The sender is the mailer's. */
export interface Message {
  /** The address; empty where `person` is set. */
  to: string
  /** `user_profiles.id` of whoever it is for: it goes to the address that person has when it is sent. */
  person?: string
  subject: string
  text: string
  html: string
  /** Who an answer goes to, where that is not the sender. */
  replyTo?: string
  /** An entry for the reader's calendar (RFC 5546): `content` is the .ics file, `method` what it asks for. */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string }
  /** Where one press ends mail of this kind (RFC 8058); needs no sign-in. */
  unsubscribe?: string
  /** RFC 5322 section 3.6.4, made once so that a message sent twice is recognized as one. */
  messageId?: string
}
