import { type Selectable, sql, type Transaction } from 'kysely'
import { type CamelRow, camelRow } from '../../../server/database/camel.ts'
import { toCents } from '../../../server/database/cents.ts'
import type { Database, LedgerEntriesTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { LedgerAccount } from '../../ledger/ledger-accounts.ts'
import { type NewEntry, postEntry } from '../../ledger/server/post-entry.ts'
import type { LedgerLine } from '../note-records.ts'
import type { MoneyPart } from '../parts-in-words.ts'
import { paymentOf } from './books.ts'

/** An entry with its lines, and their sum in cents. */
export type BookedEntry = CamelRow<Selectable<LedgerEntriesTable>> & {
  lines: (LedgerLine & { noteId: string | null })[]
  cents: bigint
}

/** How an entry is mirrored, and on which day; its own by default. */
export interface Mirror {
  kind: 'payment_returned' | 'reversal' | 'restated'
  day?: string
}

/**
 * @param entryId any entry of a payment or of its return
 * @returns the note, the key that all entries of the payment share, and whether the entry belongs to a return
 */
export async function findPayment(
  tx: Transaction<Database>,
  entryId: string,
): Promise<{ noteId: string; payment: string; isReturn: boolean }> {
  const found = await tx.selectFrom('ledger_entries').selectAll().where('id', '=', entryId).executeTakeFirst()
  if (!found) throw new PortalError('NOT_FOUND')
  const isReturn = found.kind === 'payment_returned'
  if (found.reverses && !isReturn) throw new PortalError('LEDGER_REVERSAL')
  const entry = isReturn
    ? await tx.selectFrom('ledger_entries').selectAll().where('id', '=', found.reverses).executeTakeFirstOrThrow()
    : found
  if (!entry.note_id || (entry.kind !== 'payment' && entry.kind !== 'principal'))
    throw new PortalError('LEDGER_NOT_REVERSIBLE')
  const mirror = await tx.selectFrom('ledger_entries').select('id').where('reverses', '=', entryId).executeTakeFirst()
  if (mirror) throw new PortalError('LEDGER_REVERSED')
  return { noteId: entry.note_id, payment: paymentOf(entry.idempotency_key), isReturn }
}

/** @returns entries with their lines, in ledger order */
export async function readEntries(tx: Transaction<Database>, ids: readonly string[]): Promise<BookedEntry[]> {
  if (ids.length === 0) return []
  return withLines(
    tx,
    await tx.selectFrom('ledger_entries').selectAll().where('id', 'in', ids).orderBy('seq').execute(),
  )
}

/** @returns a note's entries that neither are reversed nor reverse another */
export async function readUnreversed(tx: Transaction<Database>, noteId: string): Promise<BookedEntry[]> {
  const entries = await tx
    .selectFrom('ledger_entries as e')
    .selectAll('e')
    .where('e.note_id', '=', noteId)
    .where('e.reverses', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entries as r').select('r.id').whereRef('r.reverses', '=', 'e.id'))),
    )
    .orderBy('e.seq')
    .execute()
  return withLines(tx, entries)
}

async function withLines(
  tx: Transaction<Database>,
  entries: readonly Selectable<LedgerEntriesTable>[],
): Promise<BookedEntry[]> {
  const ids = entries.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('ledger_lines')
    .select(['entry_id as entryId', 'account', 'note_id as noteId', 'debit_cents as debit', 'credit_cents as credit'])
    .where('entry_id', 'in', ids)
    .orderBy('n')
    .execute()
  return entries.map(entry => {
    const lines = rows
      .filter(({ entryId }) => entryId === entry.id)
      .map(({ account, noteId, debit, credit }) => ({
        account: account as LedgerAccount,
        noteId,
        debit: toCents(debit),
        credit: toCents(credit),
      }))
    return { ...camelRow(entry), lines, cents: lines.reduce((sum, { debit }) => sum + debit, 0n) }
  })
}

/** @returns what each entry of a payment settled, or that interest fell due by it, for the approver of its reversal */
export async function partsOf(tx: Transaction<Database>, entries: readonly BookedEntry[]): Promise<MoneyPart[]> {
  const ids = entries.map(({ id }) => id)
  const { rows } = await sql<{ id: string; due: string }>`
    select e.id, s.due_date::text as due from ledger_entries e
      join schedule_lines s on s.note_id = e.note_id and s.version = e.schedule_version and s.n = e.line_n
    where e.id = any (${ids}::uuid[]) and e.kind in ('payment', 'interest_due')`.execute(tx)
  const dueOf = new Map(rows.map(({ id, due }) => [id, due]))
  return entries.map(({ id, cents }): MoneyPart => {
    const due = dueOf.get(id)
    return due ? { what: 'interest', due, cents: String(cents) } : { what: 'principal', cents: String(cents) }
  })
}

/** Posts the mirror of an entry. @returns its id */
export async function postMirror(
  tx: Transaction<Database>,
  { id, noteId, holderId, reference, scheduleVersion: version, lineN: n, lines }: BookedEntry,
  reversal: Pick<NewEntry, 'kind' | 'day' | 'approvalId' | 'alsoOf'>,
): Promise<string> {
  return postEntry(tx, {
    ...reversal,
    noteId,
    holderId,
    reverses: id,
    key: `reverse:${id}`,
    ...(reference && { reference }),
    ...(version && n && { line: { version, n } }),
    lines: lines.map(({ debit, credit, ...line }) => ({ ...line, debit: credit, credit: debit })),
  })
}
