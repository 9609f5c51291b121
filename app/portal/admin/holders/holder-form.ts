import type { HolderDetails } from '../../../../server/holders/holder-details.ts'
import type { ActionAnswer } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'

/** The answer to a form about a holder. */
export interface HolderAnswer extends ActionAnswer {
  /** A number that was kept, and is shown once. */
  number?: string
  /** The form that was refused, or that revealed a number, for a browser without scripts, which has lost it. */
  typed?: Record<string, string>
}

/** The fields that a refusal is about, by the refusal's code. Any other is about the form as a whole. */
const fieldOf: { [code: string]: string } = {
  HOLDER_NAME_REQUIRED: 'legal_name',
  HOLDER_NAME_LONG: 'legal_name',
  HOLDER_KIND_REQUIRED: 'kind',
  CUSTODIAN_REQUIRED: 'custodian_name',
  CUSTODIAN_LONG: 'custodian_name',
  ACCOUNT_NUMBER_INVALID: 'custodian_account',
  HOLDER_ADDRESS_LONG: 'address',
  STATE_INVALID: 'state',
  MEMBER_REQUIRED: 'email',
  MEMBER_UNKNOWN: 'email',
  MEMBER_TWICE: 'email',
  MEMBER_LIMIT: 'email',
  MEMBER_PAPER: 'paper',
  FREEZE_REASON: 'reason',
}

/** Sentences by the field that they are about. */
export type FieldErrors = { [field: string]: string | undefined }

/**
 * @param answer to a form
 * @returns what to say at which of its fields, and what to say above its buttons
 */
export function refusalAt(answer: ActionAnswer | undefined): { errors: FieldErrors; banner: string | undefined } {
  const { code = '', message } = answer?.error ?? {}
  const field = fieldOf[code]
  return field ? { errors: { [field]: message }, banner: undefined } : { errors: {}, banner: message }
}

/** @returns the answer that the page was loaded with, if it is to this form: its hidden fields were sent */
export function answerTo(hidden: Record<string, string>, answered: HolderAnswer | undefined): HolderAnswer | undefined {
  const isIt = Object.entries(hidden).every(([name, value]) => answered?.typed?.[name] === value)
  return isIt ? answered : undefined
}

/** The fields of `HolderFields`. */
export const holderFields = {
  legal_name: text,
  kind: text,
  signing_rule: text,
  custodian_name: text,
  custodian_account: text,
  address: text,
  state: text,
  statement_rhythm: text,
}

/** @returns what the form says, as operations take it */
export function holderIn(
  fields: Record<keyof typeof holderFields, string>,
): HolderDetails & { custodianAccount: string } {
  return {
    legalName: fields.legal_name,
    kind: fields.kind,
    signingRule: fields.signing_rule,
    custodianName: fields.custodian_name,
    custodianAccount: fields.custodian_account,
    address: fields.address,
    state: fields.state,
    statementRhythm: fields.statement_rhythm,
  }
}
