import { asciiAddress } from '../../rules/ascii-address.ts'
import { isEmailAddress } from '../../rules/email.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * @param typed an address as typed
 * @returns the address as stored: trimmed, in lower case, its domain in ASCII
 * @throws PortalError EMAIL_REQUIRED, EMAIL_INVALID
 */
export function parseEmailAddress(typed: string): string {
  const email = asciiAddress(typed.trim()).toLowerCase()
  if (!email) throw new PortalError('EMAIL_REQUIRED')
  if (!isEmailAddress(email)) throw new PortalError('EMAIL_INVALID')
  return email
}
