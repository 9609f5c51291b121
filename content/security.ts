import { fund } from './fund.ts'

/** What /.well-known/security.txt says (RFC 9116). */
export type SecurityContact = {
  /** Where someone who has found a vulnerability writes. */
  email: string
  /**
   * The day on which someone at the fund last made sure that mail to this address is read. The file expires 364 days
   * later, as the RFC recommends, until this date is renewed.
   */
  confirmed: string
  /** Languages the person who reads it understands (BCP 47). */
  languages: readonly string[]
}

export const security: SecurityContact = {
  email: `security@${fund.siteLabel}`,
  confirmed: '2026-11-22',
  languages: ['en'],
}
