/** The four steps of investing, in order, as the home page names them. */
export const investingSteps = ['talk', 'review', 'sign', 'transfer'] as const
export type InvestingStep = (typeof investingSteps)[number]

/**
 * @param sent whether a new person has a file from the fund, a signing link to sign, something signed, and a funded
 * note
 * @returns their current step; undefined once all are done
 */
export function stepReached(sent: {
  hasFile: boolean
  hasToSign: boolean
  hasSigned: boolean
  hasFundedNote: boolean
}): InvestingStep | undefined {
  if (sent.hasFundedNote) return undefined
  if (sent.hasToSign) return 'sign'
  if (sent.hasSigned) return 'transfer'
  return sent.hasFile ? 'review' : 'talk'
}
