import type { ActionAnswer } from '../../../../actions/define-actions.ts'

/** The answer to a form of the card. */
export interface CardAnswer extends ActionAnswer {
  /** A number that was kept, and is shown once. */
  number?: string
  /** The form that was refused, or that revealed a number, for a browser without scripts; never with a tax number. */
  typed?: Record<string, string>
}

/** The fields that a refusal is about, by the refusal's code. Any other is about the form as a whole. */
const fieldOf: { [code: string]: string } = {
  TAX_NAME: 'line1',
  TAX_NAME_LONG: 'line2',
  TAX_CLASSIFICATION: 'classification',
  TAX_EXEMPT: 'exempt',
  TAX_VALIDATION: 'validated',
  TIN_KIND: 'kind',
  TIN_REQUIRED: 'tin',
  TIN_LENGTH: 'tin',
  TIN_SSN_AREA: 'tin',
  TIN_SSN_NINE: 'tin',
  TIN_SSN_ZEROS: 'tin',
  TIN_ITIN_RANGE: 'tin',
  TIN_EIN_PREFIX: 'tin',
  TAX_RETURN_REASON: 'reason',
  NOTICE_DAY: 'dated',
}

/** @returns what to say at which field of a form, and what to say above its button */
export function refusalAt(answer: ActionAnswer | undefined) {
  const { code = '', message } = answer?.error ?? {}
  const field = fieldOf[code]
  const errors: { [field: string]: string | undefined } = field ? { [field]: message } : {}
  return { errors, banner: field ? undefined : message }
}

/** @returns the answer that the page was loaded with, if it is to this form */
export function answerTo(intent: string, answered: CardAnswer | undefined): CardAnswer | undefined {
  return answered?.typed?.intent === intent ? answered : undefined
}
