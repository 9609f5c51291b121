import type { SealingSwitches } from './types.ts'

/** How this fund seals what has been signed. Ask your counsel before you change it. */
export const sealing: SealingSwitches = {
  /** Three years, as most authorities issue document certificates. The portal replaces a certificate it made by itself. */
  certificateYears: 3,
  /** Nothing is sent to be signed with a certificate that ends sooner: a signature may take weeks. */
  leastDays: 60,
  /**
   * Attempts to get a time stamp, which take about ten minutes. Then the file is sealed without one (PAdES B-B, not B-T),
   * because a signed agreement without its file is worse than one without an independent time.
   */
  timestampAttempts: 6,
  /** Attempts to seal a file, which take about an hour. Then it takes an administrator to try again. */
  attempts: 12,
}
