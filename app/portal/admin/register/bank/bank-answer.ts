import type { BankConfirmation } from '../../../../../server/notes/confirm-bank-lines.ts'
import type { ActionAnswer } from '../../../../actions/define-actions.ts'

/** What the page answers to its forms. */
export interface BankAnswer extends ActionAnswer {
  confirmed?: BankConfirmation
}

/** @returns whether an error is about the file that was chosen */
export function isAboutFile(code: string | undefined): boolean {
  return code?.startsWith('BANK_LIST_') || code === 'TABLE_NOT_TEXT'
}
