import type { OpenVerification } from '../../../../../server/accreditation/holder-verifications.ts'

/** @returns what an open verification still needs, such as 'Missing: a signature.'; undefined where nothing is */
export function missingWords({ missing, signatures: { have, need } }: OpenVerification): string | undefined {
  const unsigned = have < need ? [need === 1 ? 'a signature' : `${need - have} of ${need} signatures`] : []
  const parts = [...missing, ...unsigned]
  return parts.length > 0 ? `Missing: ${parts.join('; ')}.` : undefined
}
