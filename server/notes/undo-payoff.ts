import type { Transaction } from 'kysely'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { NoteRow } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'
import { toNewLine, writeSchedule } from './write-schedule.ts'

/** What a payoff made of a note's schedule. */
export interface PayoffSchedule {
  /** The lines before it, which apply again once it is reversed. */
  before: LineStatus[]
  /** The part of a period, or the interest past maturity, that it ended with; null where it fell on a due day. */
  ended: Pick<LineStatus, 'version' | 'n'> | null
}

/**
 * @param note that was paid off; a payoff is the last that changes its schedule
 * @throws PortalError LEDGER_NOT_REVERSIBLE where its last line has the number of one before it
 */
export async function payoffSchedule(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
): Promise<PayoffSchedule> {
  const made = await readLines(tx, note)
  const before = await readLines(tx, { id: note.id, version: note.version - 1 })
  const dueBefore = new Map(before.map(({ n, due }) => [n, due]))
  if (made.some(({ n, due }) => (dueBefore.get(n) ?? due) !== due)) throw new PortalError('LEDGER_NOT_REVERSIBLE')
  return { before, ended: made.find(({ n }) => !dueBefore.has(n)) ?? null }
}

/**
 * Lets the schedule before a payoff apply again, as a further version: versions are only added.
 * @param note which is locked
 * @returns the new version
 */
export async function undoPayoff(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'holder_id' | 'version'>,
  { before }: PayoffSchedule,
): Promise<number> {
  const version = note.version + 1
  await writeSchedule(tx, note, version, before.map(toNewLine))
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  return version
}
