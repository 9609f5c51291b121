import type { ActionAnswer } from '../../../../actions/define-actions.ts'

/** What the page answers to its forms. */
export interface ReconciliationAnswer extends ActionAnswer {
  /** The form that was refused, for a browser without scripts, which has lost what was typed. */
  typed?: Record<string, string>
}
