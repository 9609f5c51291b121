import type { MessageCode } from '../../../rules/messages.ts'
import { manyLines, oneLine } from '../../../rules/text.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import {
  custodianNameLength,
  type HolderKind,
  holderAddressLength,
  holderKinds,
  holderNameLength,
  type SigningRule,
  type StatementRhythm,
  signingRules,
  statementRhythms,
  usStates,
} from '../holders.ts'

/** A holder's details as typed, without its members and numbers. */
export interface HolderDetails {
  /** Exactly as titled. */
  legalName: string
  kind: string
  custodianName?: string
  signingRule?: string
  /** Several lines. */
  address?: string
  /** Two letters. */
  state?: string
  statementRhythm?: string
}

/** The same, as the table's columns. */
export interface HolderColumns {
  legal_name: string
  kind: HolderKind
  custodian_name: string | null
  signing_rule: SigningRule
  address_lines: string | null
  state: string | null
  statement_rhythm: StatementRhythm
}

/** @returns the typed details as columns */
export function readHolderDetails(typed: HolderDetails): HolderColumns {
  const name = oneLine(typed.legalName)
  const custodian = oneLine(typed.custodianName ?? '')
  const address = manyLines(typed.address ?? '')
  const state = (typed.state ?? '').trim().toUpperCase()
  const problems: (MessageCode | false)[] = [
    !name && 'HOLDER_NAME_REQUIRED',
    name.length > holderNameLength && 'HOLDER_NAME_LONG',
    !Object.hasOwn(holderKinds, typed.kind) && 'HOLDER_KIND_REQUIRED',
    typed.kind === 'sdira' && !custodian && 'CUSTODIAN_REQUIRED',
    custodian.length > custodianNameLength && 'CUSTODIAN_LONG',
    address.length > holderAddressLength && 'HOLDER_ADDRESS_LONG',
    state !== '' && !usStates.includes(state) && 'STATE_INVALID',
  ]
  const problem = problems.find(each => each !== false)
  if (problem) throw new PortalError(problem)
  return {
    legal_name: name,
    kind: typed.kind as HolderKind,
    custodian_name: custodian || null,
    signing_rule: oneOf(signingRules, typed.signingRule, 'one'),
    address_lines: address || null,
    state: state || null,
    statement_rhythm: oneOf(statementRhythms, typed.statementRhythm, 'quarterly'),
  }
}

function oneOf<Key extends string>(words: Record<Key, string>, typed: string | undefined, otherwise: Key): Key {
  return typed !== undefined && Object.hasOwn(words, typed) ? (typed as Key) : otherwise
}
