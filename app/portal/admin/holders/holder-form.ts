import type { HolderDetails } from '../../../../server/holders/holder-details.ts'
import type { ActionAnswer } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'

/** The answer to a form about a holder. */
export interface HolderAnswer extends ActionAnswer {
  /** A number that was kept, and is shown once. */
  number?: string
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
