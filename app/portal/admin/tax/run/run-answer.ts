import type { ActionAnswer } from '../../../../actions/define-actions.ts'

/** The answer to a form of a run. */
export interface TaxRunAnswer extends ActionAnswer {
  /** What was typed into a form that was refused, for a browser without scripts. */
  typed?: Record<string, string>
}

/** @returns the answer that the page was loaded with, if it is to this form */
export function answerTo(intent: string, answered: TaxRunAnswer | undefined): TaxRunAnswer | undefined {
  return answered?.typed?.intent === intent ? answered : undefined
}
