import type { Transaction } from 'kysely'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { NoteRow } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'
import { toNewLine, writeSchedule } from './write-schedule.ts'

/** What the ledger has of a repayment of part of the principal: with the line, and the version that it made. */
export interface MadeSchedule {
  schedule_version: number
  line_n: number
}

/** @returns whether an entry repaid a part of the principal, which made a new version of the schedule */
export function madeSchedule<Entry extends { kind: string; schedule_version: number | null; line_n: number | null }>(
  entry: Entry,
): entry is Entry & MadeSchedule {
  // Principal that is paid at maturity, or with a payoff, is about no line.
  return entry.kind === 'principal' && entry.schedule_version !== null && entry.line_n !== null
}

/**
 * @returns the schedule before a repayment, which applies again once the repayment is reversed
 * @throws PortalError REPAYMENT_FOLLOWED where another version of the schedule has followed and applies;
 *   REPAYMENT_INTEREST_DUE where the books have interest on what it left
 */
export async function scheduleBefore(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
  { schedule_version: version, line_n }: MadeSchedule,
): Promise<LineStatus[]> {
  const made = await readLines(tx, { id: note.id, version })
  const now = note.version === version ? made : await readLines(tx, note)
  if (!isSameSchedule(now, made)) throw new PortalError('REPAYMENT_FOLLOWED')
  if (made.some(({ n, isPosted, paid }) => n > line_n && (isPosted || paid > 0n))) {
    throw new PortalError('REPAYMENT_INTEREST_DUE')
  }
  return readLines(tx, { id: note.id, version: version - 1 })
}

/**
 * Lets the schedule before a repayment apply again, as a further version: versions are only added.
 * @param note which is locked
 * @returns the new version
 * @throws PortalError as `scheduleBefore`
 */
export async function undoRepayment(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'holder_id' | 'version'>,
  entry: MadeSchedule,
): Promise<number> {
  const lines = await scheduleBefore(tx, note, entry)
  const version = note.version + 1
  await writeSchedule(tx, note, version, lines.map(toNewLine))
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  return version
}

/** @returns whether two versions are the same: a repayment that was reversed leaves a version like the one before */
export function isSameSchedule(one: readonly LineStatus[], other: readonly LineStatus[]): boolean {
  return termsOfLines(one) === termsOfLines(other)
}

function termsOfLines(lines: readonly LineStatus[]): string {
  return lines.map(({ n, due, interest, principal }) => [n, due, interest, principal].join(' ')).join()
}
