import { isEmailAddress } from '../../rules/email.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * @param typed an address as a person types it
 * @returns it as it is kept: trimmed, in small letters
 * @throws PortalError EMAIL_REQUIRED, EMAIL_INVALID
 */
export function parseEmailAddress(typed: string): string {
  const email = typed.trim().toLowerCase()
  if (!email) throw new PortalError('EMAIL_REQUIRED')
  if (!isEmailAddress(email)) throw new PortalError('EMAIL_INVALID')
  return email
}
