/** The four steps of investing, in order, as the home page names them. */
export const investingSteps = ['talk', 'review', 'sign', 'transfer'] as const
export type InvestingStep = (typeof investingSteps)[number]

/**
 * @param sent whether a new person has a file from the fund, a signing link to sign, and one that is signed
 * @returns the step that they have reached
 */
export function stepReached(sent: { hasFile: boolean; hasToSign: boolean; hasSigned: boolean }): InvestingStep {
  if (sent.hasToSign) return 'sign'
  if (sent.hasSigned) return 'transfer'
  return sent.hasFile ? 'review' : 'talk'
}
