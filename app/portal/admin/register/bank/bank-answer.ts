import type { BankConfirmation } from '../../../../../server/notes/confirm-bank-lines.ts'
import type { ActionAnswer } from '../../../../actions/define-actions.ts'

/** What the page answers to its forms. */
export interface BankAnswer extends ActionAnswer {
  confirmed?: BankConfirmation
}
