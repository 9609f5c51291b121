import { emailLength } from './limits.ts'

/** A single address, strict enough that it can't be read as two, end a header, or include a display name. */
const form = /^[^\s@<>()[\],;:\\"\p{Cc}\p{Cf}]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z0-9-]{2,}$/u

/** @returns whether a text is an e-mail address such as name@example.com, by the rule that applies everywhere */
export function isEmailAddress(text: string): boolean {
  return text.length <= emailLength && !text.includes('..') && form.test(text)
}

/** Messages of the catalogue (`messages.ts`) about addresses, shared by form and server. */
export const emailMessages = {
  EMAIL_REQUIRED: 'Enter your e-mail address.',
  EMAIL_INVALID: 'Enter an e-mail address such as name@example.com.',
} as const
