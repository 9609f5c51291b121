import type { ActionAnswer } from '../../actions/define-actions.ts'
import type { WizardStep } from './wizard-steps.ts'

/** The answer to a form of the wizard. */
export interface WizardAnswer extends ActionAnswer {
  /** What was typed into a form that was refused, by field; for a browser without scripts, which has lost it. */
  values?: Record<string, string>
  /** The screen that follows. */
  to?: WizardStep
}

/** The fields that a refusal is about, by the refusal's code. Any other is about the form as a whole. */
const fieldOf: { [code: string]: string } = {
  ACCREDITATION_MONEY: 'money',
  ACCREDITATION_AMOUNT: 'amount',
  ACCREDITATION_CATEGORY: 'category',
  ACCREDITATION_OWNERS: 'people',
  ACCREDITATION_OWNERS_LONG: 'people',
  ACCREDITATION_METHOD: 'method',
  ACCREDITATION_LENT: 'method',
  ACCREDITATION_NAME: 'typedName',
  EVIDENCE_KIND: 'kind',
  EVIDENCE_PERSON: 'person',
  EVIDENCE_DATE: 'datedOn',
  EVIDENCE_FUTURE: 'datedOn',
  EVIDENCE_OLD: 'datedOn',
  EVIDENCE_SIGNER: 'signedBy',
  EVIDENCE_CRD: 'crdNumber',
  EVIDENCE_SERIES: 'series',
  EVIDENCE_YEAR: 'taxYear',
  EVIDENCE_YEAR_TWICE: 'taxYear',
}

/** @returns a refusal's message by the field that it is about; empty where it is about the form as a whole */
export function fieldErrors({ error }: ActionAnswer = {}): { [field: string]: string | undefined } {
  const field = error && fieldOf[error.code]
  return field ? { [field]: error.message } : {}
}

/** On which screen each form is; all others are on the last. */
const screenOf: { [intent: string]: WizardStep } = { save: 'who', choose: 'how' }

/** @returns the answer, unless it is to a form of another screen, to which the reader has gone back or on */
export function answerOn(step: WizardStep, answer: WizardAnswer | undefined): WizardAnswer | undefined {
  const intent = answer?.values?.intent
  return intent === undefined || (screenOf[intent] ?? 'send') === step ? answer : undefined
}

/** The fields of the first two screens. */
const fieldsOf: Record<Exclude<WizardStep, 'send'>, readonly string[]> = {
  who: ['money', 'amount', 'category', 'people'],
  how: ['method'],
}

/** @returns whether a refusal is said at a field of the screen that is shown */
export function isAtFieldOf(step: WizardStep, answer: ActionAnswer | undefined): boolean {
  const fields = Object.keys(fieldErrors(answer))
  return step === 'send' ? fields.length > 0 : fields.some(field => fieldsOf[step].includes(field))
}
