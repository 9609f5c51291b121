import { sql } from 'kysely'
import type { Actor } from '../../../../server/access/actor.ts'
import { audit } from '../../../../server/access/audit.ts'
import { assertId } from '../../../../server/access/ids.ts'
import { perform } from '../../../../server/access/perform.ts'
import { asAdministrator, requireAdministrator } from '../../../../server/access/roles.ts'
import { toCents } from '../../../../server/database/cents.ts'
import { unprepared } from '../../../../server/database/prepared.ts'
import { readAs } from '../../../../server/database/read-as.ts'
import { type MadeFile, madeFile } from '../../../../server/http/made-file.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { requireFreshProof } from '../../../identity/server/fresh-proof.ts'
import { exportJournalCommand } from '../../journal.commands.ts'
import { type JournalFormat, journalFormats, journalPerPage } from '../../journal.ts'
import { assertDay } from '../assert-day.ts'
import { journalArchive } from './journal-archive.ts'
import { entryInWords, type JournalEntry, type JournalRow, selectJournal, toJournalEntry } from './journal-entries.ts'
import type { Voucher } from './journal-formats.ts'

/** Both days are inclusive, 'YYYY-MM-DD'. */
export interface JournalPeriod {
  from: string
  to: string
}

/** An entry shown, with its exports, such as 'QuickBooks Online 3'. */
export type ShownEntry = JournalEntry & { exported: string[] }

/** A recorded export, in cents. */
export interface JournalExport extends JournalPeriod {
  id: string
  number: number
  format: JournalFormat
  entries: number
  /** Total debits, equal to total credits. */
  sum: bigint
  by: string
  at: Date
}

const exportsShown = 50

type ExportRow = Omit<JournalExport, 'sum'> & { sum: string }

const selectExports = sql<ExportRow>`select x.id, x.number, x.format, x.period_start::text as "from",
    x.period_end::text as "to", x.entries, x.debit_cents::text as sum, coalesce(p.full_name, p.email) as by,
    x.exported_at as at
  from journal_exports x join user_profiles p on p.id = x.exported_by`

/**
 * @param page from 0
 * @returns a page of a period's entries in ledger order, with the totals of all; the number of entries to export, by
 * format; and the newest exports
 */
export async function getJournal(actor: Actor, { from, to, page = 0 }: JournalPeriod & { page?: number }) {
  requireAdministrator(actor)
  const [first, last] = [assertDay(from), assertDay(to)]
  const isIn = sql`e.booked_on between ${first}::date and ${last}::date`
  const exported = sql`, (select coalesce(array_agg(x.format || ' ' || j.number order by j.number), '{}')
    from journal_export_entries x join journal_exports j on j.id = x.export_id where x.entry_id = e.id) as exported`
  const entries = unprepared<JournalRow & { exported: string[] }>(
    () =>
      selectJournal(
        sql`where ${isIn} order by e.booked_on, c.position limit ${journalPerPage} offset ${page * journalPerPage}`,
        exported,
      ) as ReturnType<typeof sql<JournalRow & { exported: string[] }>>,
  )
  const sums = unprepared<{ entries: number; sum: string }>(
    () => sql<{ entries: number; sum: string }>`
      select (select count(*)::int from ledger_entries e where ${isIn}) as entries,
        (select coalesce(sum(l.debit_cents), 0)::text
          from ledger_entries e join ledger_lines l on l.entry_id = e.id where ${isIn}) as sum`,
  )
  const formats = Object.keys(journalFormats) as JournalFormat[]
  const news = unprepared<{ format: JournalFormat; entries: number }>(
    () => sql<{ format: JournalFormat; entries: number }>`
      select f.format, (select count(*)::int from app.journal_to_export(f.format, ${first}::date, ${last}::date, false)) as entries
      from unnest(array[${sql.join(formats)}]) f (format)`,
  )
  const kept = unprepared<ExportRow>(() => sql`${selectExports} order by x.number desc limit ${exportsShown}` as never)
  const [rows, [all], waiting, exports] = await readAs(actor, entries, sums, news, kept)
  return {
    entries: rows.map((row): ShownEntry => ({ ...toJournalEntry(row), exported: row.exported.map(exportInWords) })),
    total: all?.entries ?? 0,
    sum: toCents(all?.sum ?? 0),
    news: Object.fromEntries(waiting.map(({ format, entries }) => [format, entries])) as Record<JournalFormat, number>,
    exports: exports.map(toExport),
  }
}

function exportInWords(exported: string): string {
  const [format = '', number] = exported.split(' ')
  return `${journalFormats[format as JournalFormat]} ${number}`
}

function toExport({ sum, ...row }: ExportRow): JournalExport {
  return { ...row, sum: toCents(sum) }
}

/**
 * Exports a period's entries for a program and records that: each entry is exported once per program. Entries of
 * earlier days recorded since its first export are included.
 * @returns the export's id
 */
export const exportJournal = perform(
  exportJournalCommand,
  async ({ tx, refuse, audit }, _, { from, to, format, again }) => {
    if (to < from) throw refuse('NOTE_DAY_INVALID')
    const made = await sql<{ id: string | null }>`
      select app.export_journal(${format}, ${from}::date, ${to}::date, ${again}) as id`.execute(tx)
    const id = made.rows[0]?.id
    if (!id) throw refuse('JOURNAL_NOTHING_NEW')
    const { number, entries, sum } = (await sql<ExportRow>`${selectExports} where x.id = ${id}`.execute(tx))
      .rows[0] as ExportRow
    await audit('journal.exported', id, { number, format, from, to, entries, cents: sum })
    return id
  },
  { before: requireFreshProof },
)

/** Batch size. */
const entriesAtOnce = 1000

/** @returns an export's archive (see `journalArchive`) and its name; always the same */
export async function downloadJournal(
  actor: Actor,
  exportId: string,
): Promise<{ name: string; archive: MadeFile<ReadableStream<Uint8Array>> }> {
  const id = assertId(exportId)
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const kept = await asAdministrator(actor, async tx => {
    const [row] = (await sql<ExportRow>`${selectExports} where x.id = ${id}`.execute(tx)).rows
    if (!row) throw new PortalError('NOT_FOUND')
    await audit(tx, actor, 'journal.downloaded', id, { number: row.number, format: row.format })
    return row
  })
  const { number, format, from, to } = kept
  const archive = journalArchive(format, entriesOf(actor, id))
  return {
    name: `journal-${number}-${format}-${from}-${to}`,
    archive: madeFile({ proof: 'fresh', entry: 'journal.downloaded' }, archive),
  }
}

async function* entriesOf(actor: Actor, id: string): AsyncGenerator<readonly Voucher[], void, void> {
  for (let after = 0; ; ) {
    const which = sql`join journal_export_entries x on x.entry_id = e.id
      where x.export_id = ${id} and c.position > ${after} order by c.position limit ${entriesAtOnce}`
    const rows = await asAdministrator(actor, async tx => (await selectJournal(which).execute(tx)).rows)
    const entries = rows.map(toJournalEntry)
    yield entries.map(toVoucher)
    const last = entries.at(-1)
    if (!last || entries.length < entriesAtOnce) return
    after = last.place
  }
}

function toVoucher(entry: JournalEntry): Voucher {
  return {
    number: entry.number,
    day: entry.bookedOn,
    words: entryInWords(entry),
    lines: entry.lines,
    id: entry.id,
    relatesTo: entry.relatesTo,
    holder: { number: entry.holderNumber, name: entry.holder },
    reference: entry.reference,
    approvalId: entry.approvalId,
  }
}
