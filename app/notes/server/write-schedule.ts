import type { Insertable, Transaction } from 'kysely'
import type { Database, ScheduleLinesTable } from '../../../server/database/types.ts'
import type { ReplayLine } from '../replay.ts'
import type { ScheduleLine } from '../schedule.ts'
import type { NoteRow } from './note-row.ts'
import { readLines } from './outstanding.ts'

/** A scheduled payment to write. Its number is the same in all versions. */
export type NewLine = Pick<ScheduleLine, 'n' | 'start' | 'due' | 'pay' | 'days' | 'isStub'> & {
  interestCents: bigint
  principalCents: bigint
  /** As `ReplayLine.credit`. */
  creditCents?: bigint
}

/** Writes a version of a note's schedule. Versions are immutable. */
export async function writeSchedule(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'holderId'>,
  version: number,
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insertInto('schedule_lines')
    .values(scheduleRows(note, version, lines))
    .execute()
}

/** @returns the last version of a note's schedule, 0 without any */
export async function lastVersion(tx: Transaction<Database>, noteId: string): Promise<number> {
  const row = await tx
    .selectFrom('schedule_lines')
    .select('version')
    .where('note_id', '=', noteId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

export function scheduleRows(
  note: Pick<NoteRow, 'id' | 'holderId'>,
  version: number,
  lines: readonly NewLine[],
): Insertable<ScheduleLinesTable>[] {
  return lines.map(line => ({
    note_id: note.id,
    holder_id: note.holderId,
    version,
    n: line.n,
    start_date: line.start,
    due_date: line.due,
    pay_date: line.pay,
    days: line.days,
    is_stub: line.isStub,
    interest_cents: line.interestCents,
    principal_cents: line.principalCents,
    credit_cents: line.creditCents ?? 0n,
  }))
}

/** @returns a scheduled payment of an earlier version to repeat in a later one */
export function toNewLine({ interest, principal, credit, ...line }: ReplayLine): NewLine {
  const { n, start, due, pay, days, isStub } = line
  return { n, start, due, pay, days, isStub, interestCents: interest, principalCents: principal, creditCents: credit }
}

/** @returns the version in force: a new one if the schedule has changed */
export async function writeLines(
  tx: Transaction<Database>,
  note: NoteRow,
  { lines }: { lines: readonly ReplayLine[] },
): Promise<number> {
  if (isSameSchedule(await readLines(tx, note), lines)) return note.version
  const version = note.version + 1
  await writeSchedule(tx, note, version, lines.map(toNewLine))
  await tx.updateTable('notes').set({ version }).where('id', '=', note.id).execute()
  return version
}

/** @returns whether two versions are equal: undoing a change restores an earlier one */
export function isSameSchedule(one: readonly ReplayLine[], other: readonly ReplayLine[]): boolean {
  return inText(one) === inText(other)
}

function inText(lines: readonly ReplayLine[]): string {
  return lines.map(({ n, due, interest, principal, credit }) => [n, due, interest, principal, credit].join(' ')).join()
}
