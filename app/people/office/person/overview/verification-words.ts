import type { OpenVerification } from '../../../../accreditation/server/holder-verifications.ts'

/** @returns the missing parts of an open verification, such as 'Missing: a signature.'; undefined without any */
export function missingWords({ missing, signatures: { have, need } }: OpenVerification): string | undefined {
  const unsigned = have < need ? [need === 1 ? 'a signature' : `${need - have} of ${need} signatures`] : []
  const parts = [...missing, ...unsigned]
  return parts.length > 0 ? `Missing: ${parts.join('; ')}.` : undefined
}
