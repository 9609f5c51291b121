import type { Transaction } from 'kysely'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { NoteRow } from './note-row.ts'
import { type LineStatus, readLines } from './outstanding.ts'
import type { BookedEntry } from './reversible.ts'
import { isSameSchedule } from './undo-repayment.ts'
import { toNewLine, writeSchedule } from './write-schedule.ts'

/** What becomes of a note's schedule once its payoff is reversed. */
export interface PayoffSchedule {
  /** The lines that apply then. */
  restored: LineStatus[]
  /** The part of a period, or the interest past maturity, that the payoff ended with; null where it fell on a due day. */
  ended: Pick<LineStatus, 'version' | 'n'> | null
}

/**
 * A payoff before maturity cuts the schedule: the one before it applies again. Past maturity it only adds the interest that
 * ran until then: that goes, and what other payments have added since, or their reversal has taken out, stays so.
 * @param entries of the payoff that aren't reversed
 * @throws PortalError REPAYMENT_FOLLOWED where it cut the schedule, and that has changed since; LEDGER_NOT_REVERSIBLE where
 *   its last line has the number of one before it
 */
export async function payoffSchedule(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
  entries: readonly BookedEntry[],
): Promise<PayoffSchedule> {
  const now = await readLines(tx, note)
  const settled = entries.find(({ schedule_version }) => schedule_version)?.schedule_version
  // Without interest it added no line, and made a schedule like the one that applies, or one that applies with it.
  const version = settled ?? (await firstLike(tx, note, now))
  const made = await readLines(tx, { id: note.id, version })
  const before = await readLines(tx, { id: note.id, version: version - 1 })
  const dueBefore = new Map(before.map(({ n, due }) => [n, due]))
  if (made.some(({ n, due }) => (dueBefore.get(n) ?? due) !== due)) throw new PortalError('LEDGER_NOT_REVERSIBLE')
  const ended = (settled && made.find(({ n }) => !dueBefore.has(n))) || null
  const numbers = new Set(made.map(({ n }) => n))
  if (before.every(({ n }) => numbers.has(n))) return { restored: now.filter(({ n }) => n !== ended?.n), ended }
  if (!isSameSchedule(now, made)) throw new PortalError('REPAYMENT_FOLLOWED')
  return { restored: before, ended }
}

/** @returns the first version of a note's schedule that is like the one that applies */
async function firstLike(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
  now: readonly LineStatus[],
): Promise<number> {
  for (let version = 1; version < note.version; version++)
    if (isSameSchedule(await readLines(tx, { id: note.id, version }), now)) return version
  return note.version
}

/**
 * Lets the schedule without a payoff apply, as a further version: versions are only added.
 * @param note which is locked
 * @returns the new version
 */
export async function undoPayoff(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'holder_id' | 'version'>,
  { restored }: PayoffSchedule,
): Promise<number> {
  const version = note.version + 1
  await writeSchedule(tx, note, version, restored.map(toNewLine))
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  return version
}
