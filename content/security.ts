import { fund } from './fund.ts'

/** The contents of /.well-known/security.txt (RFC 9116). */
export type SecurityContact = {
  /** The address for vulnerability reports. */
  email: string
  /**
   * The day when the fund last verified that mail to this address is read. The file expires 364 days later, as the RFC
   * recommends, until this date is renewed.
   */
  confirmed: string
  /** Languages of the person who reads it (BCP 47). */
  languages: readonly string[]
}

export const security: SecurityContact = {
  email: `security@${fund.siteLabel}`,
  confirmed: '2026-11-22',
  languages: ['en'],
}
