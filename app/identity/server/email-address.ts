import { asciiAddress } from '../../../rules/ascii-address.ts'
import { isEmailAddress } from '../../../rules/email.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/** @returns the address as stored: trimmed, in lower case, its domain in ASCII */
export function parseEmailAddress(typed: string): string {
  const email = asciiAddress(typed.trim()).toLowerCase()
  if (!email) throw new PortalError('EMAIL_REQUIRED')
  if (!isEmailAddress(email)) throw new PortalError('EMAIL_INVALID')
  return email
}
