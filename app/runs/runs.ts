/** Runs of documents: what the office prepares for many and has released by two people. */

import { formatDay } from '../../rules/days.ts'
import { type StatementRhythm, statementRhythms } from '../holders/holders.ts'
import type { RunKind } from '../statements/statements.ts'

/** Kinds that a job prepares. */
export type PreparedRunKind = 'statements' | 'tax' | 'letters'

/** Runs on a page of the list. */
export const runsPerPage = 50

/** What the title of a run of statements, or of letters to custodians, is made of. */
export interface StatementRunTitle {
  kind: RunKind
  /** Null where it is of one holder. */
  rhythm: StatementRhythm | null
  /** The last day of its period, 'YYYY-MM-DD'. */
  end: string
  /** The number of the statement that it corrects. */
  corrects: string | null
  /** Of the one holder. */
  holderNumber: string | null
}

/** @returns such as 'Quarterly statements to Sep 30, 2026', or 'Statement of H-0007 to Sep 30, 2026' */
export function statementRunTitle({ kind, rhythm, end, corrects, holderNumber }: StatementRunTitle): string {
  if (corrects) return `Correction of ${corrects}`
  if (rhythm === null || holderNumber)
    return `${kind === 'statement' ? 'Statement' : 'Custodian letter'} of ${holderNumber} to ${formatDay(end)}`
  const what = kind === 'statement' ? `${statementRhythms[rhythm]} statements` : 'Letters to custodians'
  return `${what} to ${formatDay(end)}`
}

/** What the title of a run of tax forms is made of; `number` is of the one holder. */
export interface TaxRunTitle {
  year: number
  number: string | null
  isCorrection: boolean
}

/** @returns such as 'Forms 1099-INT of 2026', 'Form 1099-INT 2026 of H-0007' or 'Correction of Form 1099-INT 2026 of H-0007' */
export function taxRunTitle({ year, number, isCorrection }: TaxRunTitle): string {
  if (!number) return `Forms 1099-INT of ${year}`
  return `${isCorrection ? 'Correction of ' : ''}Form 1099-INT ${year} of ${number}`
}
