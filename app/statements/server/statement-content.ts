import { missingLetters } from '../../../server/pdf/glyph-runs.ts'
import type { HolderBooks, Owed } from '../../ledger/server/holder-books.ts'
import type { HeldNote } from '../../notes/server/notes-held.ts'

/** All that a statement or a letter says, before it is put in words. Amounts are cents, days 'YYYY-MM-DD'. */
export interface StatementContent {
  number: string
  kind: 'statement' | 'custodian_letter'
  holder: {
    number: string
    name: string
    addressLines: readonly string[]
    custodian: string | null
    /** Such as '1234'. */
    custodianAccountLast4: string | null
  }
  /** Both days included. */
  start: string
  end: string
  issued: string
  /** What this one corrects, and why. */
  corrects: { number: string; reason: string } | undefined
  books: HolderBooks
  notes: readonly HeldNote[]
}

/** @returns what happened between opening and closing */
export function activityOf({ movements }: Pick<HolderBooks, 'movements'>): Owed {
  return movements.reduce(
    (sum, { principal, interest }) => ({ principal: sum.principal + principal, interest: sum.interest + interest }),
    { principal: 0n, interest: 0n },
  )
}

/**
 * Checks a statement before it is filed.
 * @param previous the closing figures of the statement before this one, if there is one @returns the problem, for the
 *   office; undefined where everything adds up
 */
export function contentProblem({ holder, books, notes }: StatementContent, previous?: Owed): string | undefined {
  const missing = missingLetters([holder.name, holder.custodian ?? '', ...holder.addressLines].join(' '))
  if (missing.length > 0) {
    return `The statement’s font has no ${missing.join(' ')}, and a name has to be as it is titled. Write name, custodian and address in Latin letters, then prepare again.`
  }
  const { opening, closing } = books
  const activity = activityOf(books)
  if (opening.principal + activity.principal !== closing.principal)
    return 'Opening principal and activity aren’t the closing principal.'
  if (opening.interest + activity.interest !== closing.interest)
    return 'Opening interest and activity aren’t the closing interest.'
  if (previous && (previous.principal !== opening.principal || previous.interest !== opening.interest)) {
    return 'The opening balance isn’t the closing balance of the statement before.'
  }
  const held = notes.reduce((sum, note) => sum + note.principal, 0n)
  if (held !== closing.principal) return 'The notes held aren’t the closing principal.'
  return undefined
}
