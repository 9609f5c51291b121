import type { AccreditationSwitches } from '../../content/types.ts'
import { addDays } from '../notes/days.ts'
import { isJoint } from './categories.ts'
import { type EvidenceKind, isAging, neededEvidence } from './evidence-kinds.ts'
import type { Sale } from './high-minimum.ts'
import type { Method } from './methods.ts'
import { threeMonthsFrom } from './validity.ts'

/** What tells more about a person than the fund may keep: destroyed `sensitiveDays` after the decision. */
const sensitive: readonly EvidenceKind[] = ['tax_form', 'credit_report']

/** @param saysTooMuch whether a full Social Security number was found in it and it was sent anyway, or an IRS form */
export function destroyedOn(
  kind: EvidenceKind,
  saysTooMuch: boolean,
  decidedOn: string,
  { sensitiveDays }: AccreditationSwitches,
): string | undefined {
  return sensitive.includes(kind) || saysTooMuch ? addDays(decidedOn, sensitiveDays) : undefined
}

/** @returns the day on which a file is destroyed that wasn't sent, or came back: as long after its last change */
export function unsentDestroyedOn(changedOn: string, { sensitiveDays }: AccreditationSwitches): string {
  return addDays(changedOn, sensitiveDays)
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
  /** Whose it is, where joint holders prove it by themselves. */
  person?: string | null
}

export type EvidenceProblem = 'EVIDENCE_WHOSE' | 'EVIDENCE_DATE' | 'EVIDENCE_FUTURE' | 'EVIDENCE_OLD' | 'EVIDENCE_SSN'

/**
 * @param today in the fund's time zone
 * @param people who prove it by themselves, see `peopleProving`
 * @returns what is wrong with a piece of evidence; undefined where it can be sent
 */
export function evidenceProblem(
  evidence: Evidence,
  today: string,
  people: readonly string[] = [],
): EvidenceProblem | undefined {
  const { kind, datedOn, ssnPages, isSentAnyway, person } = evidence
  if (people.length > 0 && !(person && people.includes(person))) return 'EVIDENCE_WHOSE'
  if (isAging(kind)) {
    if (!datedOn) return 'EVIDENCE_DATE'
    if (threeMonthsFrom(datedOn) < today) return 'EVIDENCE_OLD'
  }
  if (datedOn && datedOn > today) return 'EVIDENCE_FUTURE'
  return ssnPages.length > 0 && !isSentAnyway ? 'EVIDENCE_SSN' : undefined
}

/** @returns the joint holders who each send their own evidence; none where a couple counts together, or it is one holder */
export function peopleProving({ kind, owners, isJointTest }: Pick<Sale, 'kind' | 'owners' | 'isJointTest'>): string[] {
  return isJoint(kind) && !isJointTest ? [...new Set(owners.map(({ name }) => name))] : []
}

/** A kind of evidence that a verification needs. */
export interface NeededEvidence {
  kind: EvidenceKind
  /** How many at least. */
  count: number
  /** In words, with the person's name. */
  what: string
  /** Whose, where joint holders prove it by themselves. */
  person: string | undefined
}

/** @returns what a verification needs in all: of each person who proves it by themselves, otherwise once */
export function evidenceNeeded(sale: Parameters<typeof peopleProving>[0], method: Method): NeededEvidence[] {
  const people = peopleProving(sale)
  if (people.length === 0) return neededEvidence[method].map(needed => ({ ...needed, person: undefined }))
  return people.flatMap(person =>
    neededEvidence[method].map(needed => ({ ...needed, what: `${person}: ${needed.what}`, person })),
  )
}

/** @returns what a verification still needs, in words; empty where everything is there */
export function missingEvidence(
  sale: Parameters<typeof peopleProving>[0],
  method: Method,
  evidence: readonly Evidence[],
): string[] {
  const there = evidence.filter(({ isGone }) => !isGone)
  return evidenceNeeded(sale, method)
    .filter(({ kind, count, person }) => {
      const sent = there.filter(one => one.kind === kind && (person === undefined || one.person === person))
      return sent.length < count
    })
    .map(({ what }) => what)
}
