import { type Selectable, sql, type Transaction } from 'kysely'
import type { LedgerAccount } from '../../rules/ledger-accounts.ts'
import type { LedgerLine } from '../../rules/note-records.ts'
import type { MoneyPart } from '../../rules/notes/parts-in-words.ts'
import { toCents } from '../database/cents.ts'
import type { Database, LedgerEntriesTable } from '../database/types.ts'
import { type NewEntry, postEntry } from '../ledger/post-entry.ts'
import { PortalError } from '../platform/portal-error.ts'

/** An entry with its lines, and their sum in cents. */
export type BookedEntry = Selectable<LedgerEntriesTable> & { lines: LedgerLine[]; cents: bigint }

/**
 * One payment may have several entries: interest of each due date, and principal. It came back, or was recorded, as one.
 * @param entryId of any of its entries
 * @returns those of its entries that aren't reversed, in the order of the books: at least one
 * @throws PortalError NOT_FOUND, LEDGER_REVERSAL, LEDGER_NOT_REVERSIBLE, LEDGER_REVERSED
 */
export async function readPayment(tx: Transaction<Database>, entryId: string): Promise<BookedEntry[]> {
  const entry = await tx.selectFrom('ledger_entries').selectAll().where('id', '=', entryId).executeTakeFirst()
  if (!entry) throw new PortalError('NOT_FOUND')
  if (entry.reverses) throw new PortalError('LEDGER_REVERSAL')
  if (entry.kind !== 'payment' && entry.kind !== 'principal') throw new PortalError('LEDGER_NOT_REVERSIBLE')
  // The key of each is that of the payment and its place in it.
  const payment = entry.idempotency_key.replace(/#\d+$/, '')
  const entries = await tx
    .selectFrom('ledger_entries as e')
    .selectAll('e')
    .where('e.note_id', '=', entry.note_id)
    .where('e.kind', 'in', ['payment', 'principal'])
    .where(sql`regexp_replace(e.idempotency_key, '#[0-9]+$', '')`, '=', payment)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entries as r').select('r.id').whereRef('r.reverses', '=', 'e.id'))),
    )
    .orderBy('e.seq')
    .execute()
  if (!entries.some(({ id }) => id === entry.id)) throw new PortalError('LEDGER_REVERSED')
  return withLines(tx, entries)
}

/**
 * @returns the entries of a note that aren't reversed, and reverse none: all of them, those that have a key, or those by
 *   which the interest of a line fell due
 */
export async function readUnreversed(
  tx: Transaction<Database>,
  noteId: string,
  which: 'all' | { key: string } | { version: number; n: number },
): Promise<BookedEntry[]> {
  const ofNote = tx
    .selectFrom('ledger_entries as e')
    .selectAll('e')
    .where('e.note_id', '=', noteId)
    .where('e.reverses', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entries as r').select('r.id').whereRef('r.reverses', '=', 'e.id'))),
    )
    .orderBy('e.seq')
  if (which === 'all') return withLines(tx, await ofNote.execute())
  const found =
    'key' in which
      ? ofNote.where('e.idempotency_key', '=', which.key)
      : ofNote
          .where('e.schedule_version', '=', which.version)
          .where('e.line_n', '=', which.n)
          .where('e.kind', '=', 'interest_due')
  return withLines(tx, await found.execute())
}

async function withLines(
  tx: Transaction<Database>,
  entries: readonly Selectable<LedgerEntriesTable>[],
): Promise<BookedEntry[]> {
  const ids = entries.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('ledger_lines').selectAll().where('entry_id', 'in', ids).orderBy('n').execute()
  return entries.map(entry => {
    const lines = rows
      .filter(({ entry_id }) => entry_id === entry.id)
      .map(line => ({
        account: line.account as LedgerAccount,
        debit: toCents(line.debit_cents),
        credit: toCents(line.credit_cents),
      }))
    return { ...entry, lines, cents: lines.reduce((sum, { debit }) => sum + debit, 0n) }
  })
}

/** @returns what each entry of a payment settled, or by which interest fell due, for the person who approves its reversal */
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

/** Writes the entry that mirrors another one. */
export async function postMirror(
  tx: Transaction<Database>,
  { id, note_id, holder_id, reference, schedule_version, line_n, lines }: BookedEntry,
  reversal: Pick<NewEntry, 'kind' | 'day' | 'approvalId'>,
): Promise<void> {
  await postEntry(tx, {
    ...reversal,
    noteId: note_id,
    holderId: holder_id,
    reverses: id,
    key: `reverse:${id}`,
    ...(reference && { reference }),
    ...(schedule_version && line_n && { line: { version: schedule_version, n: line_n } }),
    lines: lines.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit })),
  })
}
