import type { AccreditationSwitches } from '../../content/types.ts'
import { addDays } from '../../rules/days.ts'
import { isVerifiedByPersons } from './categories.ts'
import { type EvidenceKind, isAging, isOfTheEntity, neededEvidence, neededOfOwner } from './evidence-kinds.ts'
import type { Sale } from './high-minimum.ts'
import type { Method } from './methods.ts'
import { threeMonthsFrom } from './validity.ts'

/** Evidence with more personal data than the fund may retain: destroyed `sensitiveDays` after the decision. */
const sensitive: readonly EvidenceKind[] = ['tax_form', 'credit_report']

/** @param saysTooMuch whether it is an IRS form, or was sent despite a full Social Security number in it */
export function destroyedOn(
  kind: EvidenceKind,
  saysTooMuch: boolean,
  decidedOn: string,
  { sensitiveDays }: AccreditationSwitches,
): string | undefined {
  return sensitive.includes(kind) || saysTooMuch ? addDays(decidedOn, sensitiveDays) : undefined
}

/** @returns the day on which an unsent or returned file is destroyed: that long after its last change */
export function unsentDestroyedOn(changedOn: string, { sensitiveDays }: AccreditationSwitches): string {
  return addDays(changedOn, sensitiveDays)
}

/** Facts of evidence that the rules use. */
export interface Evidence {
  kind: EvidenceKind
  /** YYYY-MM-DD, as written on it. */
  datedOn: string | null
  /** Pages with a full Social Security number, from 1. */
  ssnPages: readonly number[]
  /** Sent despite such a number. */
  isSentAnyway: boolean
  /** Its file has been destroyed. */
  isGone?: boolean
  /** The person it proves, if people are verified individually. */
  person?: string | null
  /** Of an IRS form. */
  taxYear?: number | null
}

export type EvidenceProblem =
  | 'EVIDENCE_WHOSE'
  | 'EVIDENCE_YEARLESS'
  | 'EVIDENCE_DATE'
  | 'EVIDENCE_FUTURE'
  | 'EVIDENCE_OLD'
  | 'EVIDENCE_SSN'

/**
 * @param today in the fund's time zone
 * @param people who prove it individually, see `peopleProving`
 * @returns the problem with a piece of evidence; undefined if it can be sent
 */
export function evidenceProblem(
  evidence: Evidence,
  today: string,
  people: readonly string[] = [],
): EvidenceProblem | undefined {
  const { kind, datedOn, ssnPages, isSentAnyway, person } = evidence
  const isPersonal = people.length > 0 && !isOfTheEntity(kind)
  if (isPersonal && !(person && people.includes(person))) return 'EVIDENCE_WHOSE'
  if (kind === 'tax_form' && !evidence.taxYear) return 'EVIDENCE_YEARLESS'
  if (isAging(kind)) {
    if (!datedOn) return 'EVIDENCE_DATE'
    if (threeMonthsFrom(datedOn) < today) return 'EVIDENCE_OLD'
  }
  if (datedOn && datedOn > today) return 'EVIDENCE_FUTURE'
  return ssnPages.length > 0 && !isSentAnyway ? 'EVIDENCE_SSN' : undefined
}

/** Facts of a verification that decide who needs evidence. */
type Proven = Pick<Sale, 'kind' | 'category' | 'owners' | 'isJointTest'>

/**
 * @returns the people who each prove it individually: joint holders, unless a couple counts together; the person behind
 * a retirement account, a revocable trust's grantors; the owners of an entity that is verified owner by owner. None for
 * a single holder
 */
export function peopleProving({ kind, category, owners, isJointTest }: Proven, method: Method): string[] {
  const isEach = method === 'owners' || (isVerifiedByPersons(kind, category) && !isJointTest)
  return isEach ? [...new Set(owners.map(({ name }) => name))] : []
}

/** Evidence that a verification needs. */
export interface NeededEvidence {
  /** Alternatives, each sufficient: a number of each kind. */
  ways: readonly (readonly { kind: EvidenceKind; count: number }[])[]
  /** In words, with the person's name. */
  what: string
  /** The person, if people are verified individually. */
  person: string | undefined
}

/** @returns all evidence that a verification needs: per person if they are verified individually, otherwise once */
export function evidenceNeeded(sale: Proven, method: Method): NeededEvidence[] {
  const people = peopleProving(sale, method)
  if (people.length === 0 || method === 'owners') {
    const once = neededEvidence[method].map(needed => ({ ...needed, person: undefined }))
    return [...once, ...people.map(person => ofOwner(sale, person))]
  }
  return people.flatMap(person => neededEvidence[method].map(needed => ofPerson(needed, person)))
}

function ofOwner({ owners }: Proven, person: string): NeededEvidence {
  const isNatural = owners.some(({ name, isNatural }) => name === person && isNatural)
  return ofPerson(neededOfOwner[isNatural ? 'person' : 'company'], person)
}

function ofPerson({ ways, what }: Pick<NeededEvidence, 'ways' | 'what'>, person: string): NeededEvidence {
  return { ways, what: `${person}: ${what}`, person }
}

/** @returns the missing evidence of a verification, in words */
export function missingEvidence(sale: Proven, method: Method, evidence: readonly Evidence[]): string[] {
  const there = evidence.filter(({ isGone }) => !isGone)
  return evidenceNeeded(sale, method)
    .filter(({ ways, person }) => {
      const sent = person === undefined ? there : there.filter(one => one.person === person)
      return !ways.some(way => way.every(({ kind, count }) => countOf(sent, kind) >= count))
    })
    .map(({ what }) => what)
}

/** Two IRS forms of one year count once. */
function countOf(sent: readonly Evidence[], kind: EvidenceKind): number {
  const those = sent.filter(one => one.kind === kind)
  return kind === 'tax_form' ? yearsOf(those).size : those.length
}

function yearsOf(forms: readonly Evidence[]): Set<number> {
  return new Set(forms.flatMap(({ taxYear }) => (taxYear ? [taxYear] : [])))
}

/** @returns the two most recent ended years, as required by 506(c)(2)(ii)(A), latest first */
export function recentYears(thisYear: number): number[] {
  return [thisYear - 1, thisYear - 2]
}

/**
 * @param sent earlier evidence
 * @returns whether a person sends another IRS form of one year while the other year is missing. Once both are there,
 * more forms of either are welcome, such as those of a second employer
 */
export function repeatsYear(sent: readonly Evidence[], added: Pick<Evidence, 'person' | 'taxYear'>): boolean {
  const theirs = sent.filter(
    ({ kind, person, isGone }) => kind === 'tax_form' && !isGone && (person ?? null) === (added.person ?? null),
  )
  const years = yearsOf(theirs)
  return years.size === 1 && years.has(added.taxYear ?? 0)
}
