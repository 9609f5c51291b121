import type { MatchingOutcome } from '../../../../server/tax/tin-matching.ts'
import type { ActionAnswer } from '../../../actions/define-actions.ts'

/** The answer to the IRS's results. */
export interface ResultsAnswer extends ActionAnswer {
  outcome?: MatchingOutcome
}
