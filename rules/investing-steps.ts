/** The four steps of investing, in order, as the home page names them. */
export const investingSteps = ['talk', 'review', 'sign', 'transfer'] as const
export type InvestingStep = (typeof investingSteps)[number]

/**
 * @param sent what the fund has sent a person, and whether any of it still has to be signed
 * @returns the step that a new person has reached
 */
export function stepReached(sent: { hasFile: boolean; hasLink: boolean; hasToSign: boolean }): InvestingStep {
  if (sent.hasToSign) return 'sign'
  if (sent.hasLink) return 'transfer'
  return sent.hasFile ? 'review' : 'talk'
}
