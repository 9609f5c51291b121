import type { ActionAnswer } from '../../actions/define-actions.ts'

/** The answer to a form of the page, with what it asked for: without scripts, the page has to know which form it is to. */
export interface TaxAnswer extends ActionAnswer {
  intent?: string
}
