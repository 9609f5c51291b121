import { randomUUID } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import { sumCents } from '../../../../rules/money.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { insertRows } from '../../../../server/database/insert-rows.ts'
import type { Database, NotesTable, ScheduleLinesTable } from '../../../../server/database/types.ts'
import { cash, interestPayable, notesPayable } from '../../../ledger/ledger-accounts.ts'
import { movement, type NewEntry, postEntries } from '../../../ledger/server/post-entry.ts'
import { maturityOf, type ScheduleLine } from '../../../notes/schedule.ts'
import { lateKey } from '../../../notes/server/books.ts'
import { paidAtMaturity } from '../../../notes/server/change-books.ts'
import { dueEntry } from '../../../notes/server/due-interest.ts'
import { daysToday } from '../../../notes/server/frozen-days.ts'
import { scheduleRows } from '../../../notes/server/write-schedule.ts'
import type { ComparedNote } from './compare-history.ts'
import { holderKey, type ImportPlan, type RegisterFacts } from './plan-import.ts'
import type { ImportedPayment } from './read-notes.ts'

interface Writing {
  tx: Transaction<Database>
  actor: Actor
  approvalId: string
  facts: RegisterFacts
}

/**
 * Writes everything in a file into the register: its new holders, its notes with their schedules, and in the ledger the
 * funds, the interest that fell due, and what was paid.
 * @param writing `tx` approves the import: with anything that fails, nothing of it stays
 * @param plan without problems
 * @returns how much was written, and the notes' ids by their numbers
 */
export async function writeImport(
  writing: Writing,
  plan: ImportPlan,
): Promise<{ entries: number; ids: ReadonlyMap<string, string> }> {
  const { tx, facts } = writing
  const holders = await writeHolders(writing, plan)
  const notes = plan.notes.map(compared => ({
    id: randomUUID(),
    compared,
    holder: holders.get(holderKey(compared.note.holder)),
  }))
  const rows: Insertable<NotesTable>[] = []
  const lines: Insertable<ScheduleLinesTable>[] = []
  const entries: NewEntry[] = []
  for (const { id, compared, holder } of notes) {
    if (!holder) throw new Error(`note ${compared.note.number} has no holder`)
    rows.push(noteRow(id, holder, compared, facts))
    lines.push(...scheduleLines({ id, holderId: holder.id }, compared))
    entries.push(...entriesOf(id, holder.id, compared, writing))
  }
  await insertRows(tx, 'notes', rows)
  await insertRows(tx, 'schedule_lines', lines)
  await postEntries(tx, entries)
  return { entries: entries.length, ids: new Map(notes.map(({ id, compared }) => [compared.note.number, id])) }
}

type WrittenHolder = { id: string; state: string | null }

/** @returns all holders of the file, by `holderKey` */
async function writeHolders(
  { tx, actor, approvalId, facts }: Writing,
  { newHolders }: ImportPlan,
): Promise<Map<string, WrittenHolder>> {
  const added = [...newHolders].map(([key, holder]) => ({ id: randomUUID(), key, holder }))
  await insertRows(
    tx,
    'holders',
    added.map(({ id, holder }) => ({
      id,
      legal_name: holder.name,
      kind: holder.kind,
      custodian_name: holder.custodian ?? null,
      address_lines: null,
      state: holder.state ?? null,
      created_by: actor.id,
    })),
  )
  await insertRows(
    tx,
    'holder_members',
    added.map(({ id, holder }) => ({
      holder_id: id,
      user_id: facts.members.get(holder.memberEmail) ?? '',
      member_right: 'owner' as const,
      added_by: actor.id,
      approval_id: approvalId,
    })),
  )
  const known = [...facts.holders].map(([number, { id, state }]) => [number, { id, state }] as const)
  return new Map([...known, ...added.map(({ key, id, holder }) => [key, { id, state: holder.state ?? null }] as const)])
}

/** @returns the schedule as it was at issue, and as it is since principal was paid late */
function scheduleLines(note: { id: string; holderId: string }, { schedule, late }: ComparedNote) {
  const atIssue = scheduleRows(note, 1, schedule)
  return late.length === 0 ? atIssue : [...atIssue, ...scheduleRows(note, 2, [...schedule, ...late])]
}

/** @returns the note's row, in the state it has reached: current until maturity, then matured until nothing is owed */
function noteRow(
  id: string,
  holder: WrittenHolder,
  compared: ComparedNote,
  facts: RegisterFacts,
): Insertable<NotesTable> {
  const { note, schedule, late, matched } = compared
  const { terms } = note
  const maturity = maturityOf(terms)
  const owed = terms.principalCents + sumCents([...schedule, ...late].map(({ interestCents }) => interestCents))
  const isPaid = sumCents(matched.map(({ payment }) => payment.cents)) === owed
  const closedOn = isPaid ? matched.at(-1)?.payment.paidOn : undefined
  return {
    id,
    number: note.number,
    holder_id: holder.id,
    offering: note.offering || facts.defaultOffering,
    principal_cents: terms.principalCents,
    rate_bp: terms.rateBp,
    term_months: terms.termMonths,
    payout: terms.payout,
    day_count: terms.dayCount,
    convention: terms.convention,
    issue_date: terms.issueDate,
    first_payment_date: terms.firstPaymentDate ?? null,
    maturity_date: maturity,
    sale_state: note.saleState ?? holder.state,
    default_rate_bp: null,
    early_redemption: null,
    ...daysToday(),
    predecessor_id: null,
    payee: null,
    state: closedOn ? 'paid' : maturity <= facts.today ? 'matured' : 'current',
    signed_at: noonOf(terms.issueDate),
    funded_at: noonOf(terms.issueDate),
    closed_at: closedOn ? noonOf(closedOn) : null,
    closed_on: closedOn ?? null,
    close_reason: closedOn ? paidAtMaturity : null,
    version: late.length === 0 ? 1 : 2,
    next_due_on: schedule.find(({ due }) => due > facts.today)?.due ?? null,
  }
}

/** The history has days but no times. @returns about noon where the fund is */
function noonOf(day: string): Date {
  return new Date(`${day}T18:00:00Z`)
}

/** The entries as they would have been written at the time. Keys are those that are used for the same otherwise. */
function entriesOf(
  noteId: string,
  holderId: string,
  { note, schedule, late, matched }: ComparedNote,
  { approvalId, facts }: Writing,
): NewEntry[] {
  const common = { noteId, holderId, approvalId }
  const keyOf = ({ line }: ImportedPayment) => `import:${noteId}:line ${line}`
  const lineOf = (line: ScheduleLine) => ({ version: line.n > schedule.length ? 2 : 1, n: line.n })
  const dueOf = (line: ScheduleLine): NewEntry => ({
    ...dueEntry({ id: noteId, holderId }, { ...lineOf(line), due: line.due, interest: line.interestCents }),
    approvalId,
  })
  const funds: NewEntry = {
    ...common,
    kind: 'funds',
    day: note.terms.issueDate,
    lines: movement(cash, notesPayable, note.terms.principalCents),
    key: `import:${noteId}:funds`,
  }
  const due = [
    ...schedule.filter(line => line.due <= facts.today).map(dueOf),
    ...late.map(line => ({ ...dueOf(line), key: lateKey(keyOf(line.paidWith)) })),
  ]
  const paid = matched.map(
    ({ payment, line }): NewEntry => ({
      ...common,
      kind: payment.kind === 'interest' ? 'payment' : 'principal',
      day: payment.paidOn,
      lines: movement(payment.kind === 'interest' ? interestPayable : notesPayable, cash, payment.cents),
      ...(payment.kind === 'interest' && line && { line: lineOf(line) }),
      ...(payment.reference && { reference: payment.reference }),
      key: keyOf(payment),
    }),
  )
  return [funds, ...due, ...paid].toSorted((one, other) => one.day.localeCompare(other.day))
}
