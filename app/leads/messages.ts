/** Messages of the catalogue (`messages.ts`) about visitors' messages and calls. */
export const leadMessages = {
  NAME_REQUIRED: 'Enter your name.',
  PHONE_REQUIRED: 'Enter the number we should call.',
  PHONE_INVALID: 'Enter a phone number with its area code, such as (202) 555-0143.',
  MESSAGE_REQUIRED: 'Tell us what you’d like to know.',
  BOOK_CALL_FAILED: 'We couldn’t book your call. What you typed is still here. Try again in a moment.',
  TIME_REQUIRED: 'Choose a time.',
  TIME_TAKEN: 'Someone just took that time. What you typed is still here. Choose another time.',
  CALL_UNKNOWN: 'We can’t find a call for this link. Use the link in our latest e-mail about your call, or call us.',
  SENT_TOO_FAST: 'That was quick! Check what you wrote, then press the button again.',
  FORM_EXPIRED: 'This form had been open for a long time. Check what you wrote, then press the button again.',
  NOT_A_PERSON: 'A hidden field in this form was filled in. Clear it, or call us instead.',
  TOO_MANY_TODAY: 'We’ve received a lot from you today. Try again in {wait}, or call us.',
  TOO_MANY_LEADS: 'We’ve received a lot from you in a short time. Wait {wait}, or call us.',
} as const
