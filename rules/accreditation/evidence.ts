import type { AccreditationSwitches } from '../../content/types.ts'
import { addDays } from '../notes/days.ts'
import { type EvidenceKind, isAging, neededEvidence } from './evidence-kinds.ts'
import type { Method } from './methods.ts'
import { threeMonthsFrom } from './validity.ts'

/** What tells more about a person than the fund may keep: destroyed `sensitiveDays` after the decision. */
const sensitive: readonly EvidenceKind[] = ['tax_form', 'credit_report']

/** @param hasSocialSecurityNumber whether a full one was found in it, and it was sent anyway */
export function destroyedOn(
  kind: EvidenceKind,
  hasSocialSecurityNumber: boolean,
  decidedOn: string,
  { sensitiveDays }: AccreditationSwitches,
): string | undefined {
  return sensitive.includes(kind) || hasSocialSecurityNumber ? addDays(decidedOn, sensitiveDays) : undefined
}

/** Evidence as far as the rules look at it. */
export interface Evidence {
  kind: EvidenceKind
  /** YYYY-MM-DD, as written on it. */
  datedOn: string | null
  /** Pages on which a full Social Security number was found, from 1. */
  ssnPages: readonly number[]
  /** Sent although such a number is in it. */
  isSentAnyway: boolean
  /** Its file is gone. */
  isGone?: boolean
}

export type EvidenceProblem = 'EVIDENCE_DATE' | 'EVIDENCE_FUTURE' | 'EVIDENCE_OLD' | 'EVIDENCE_SSN'

/**
 * @param today in the fund's time zone
 * @returns what is wrong with a piece of evidence; undefined where it can be sent
 */
export function evidenceProblem(evidence: Evidence, today: string): EvidenceProblem | undefined {
  const { kind, datedOn, ssnPages, isSentAnyway } = evidence
  if (isAging(kind)) {
    if (!datedOn) return 'EVIDENCE_DATE'
    if (threeMonthsFrom(datedOn) < today) return 'EVIDENCE_OLD'
  }
  if (datedOn && datedOn > today) return 'EVIDENCE_FUTURE'
  return ssnPages.length > 0 && !isSentAnyway ? 'EVIDENCE_SSN' : undefined
}

/** @returns what a method still needs, in words; empty where everything is there */
export function missingEvidence(method: Method, evidence: readonly Evidence[]): string[] {
  return neededEvidence[method]
    .filter(({ kind, count }) => evidence.filter(one => one.kind === kind && !one.isGone).length < count)
    .map(({ what }) => what)
}
