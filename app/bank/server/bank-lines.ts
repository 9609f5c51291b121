import { createHash, randomUUID } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { addDays, type Day } from '../../../rules/days.ts'
import { type Cents, sumCents } from '../../../rules/money.ts'
import { oneLine } from '../../../rules/text.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { toCents } from '../../../server/database/cents.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { decodeText } from '../../../server/tables/decode-text.ts'
import type { LineRemark } from '../../../server/tables/read-rows.ts'
import { depositName, depositTo } from '../../ledger/ledger-accounts.ts'
import { addBankListCommand } from '../bank.commands.ts'
import { type BankExplanation, type DayOrder, dayOrders } from '../bank.ts'
import { type ListedLine, type OpenBankLine, proposeMatches, type Uncleared } from './propose-matches.ts'
import { type BankLine, ofxKeyPrefix, readBankList } from './read-bank-list.ts'

/** An imported bank list. */
export interface BankList {
  id: string
  filename: string
  firstDay: Day
  lastDay: Day
  unread: number[]
  outcome: BankListOutcome
  addedAt: Date
  /** The attached bank statement page. */
  page: { id: string; filename: string } | null
}

/** Result of an import, by line number in the file. The remaining lines were new. */
export interface BankListOutcome {
  /** New lines. */
  added: number
  /** Lines that an earlier list had. */
  known: number[]
  /** Lines that aren't about a movement of money. */
  skipped: LineRemark[]
  unread: LineRemark[]
  /** Lines that were read but need review. */
  remarks: LineRemark[]
}

/** What may still be done with the page of the list shown. */
export interface BankPageState {
  /** Payments of the list that were decided before it had its page, or without one. */
  decidedBefore: number
  /** Why no page, or no other page, can be attached. */
  refusal: 'BANK_PAGE_DECIDED' | 'BANK_PAGE_LATE' | null
  /** The reader's recent uploads that could be the page, newest first. */
  choices: { id: string; filename: string }[]
}

/** A line that was cleared or explained, or is pending approval. */
export interface ExplainedBankLine extends ListedLine {
  /** Numbers of notes. */
  notes: string | null
  /** The first pending request. */
  request: string | null
  explained: BankExplanation | null
  isPending: boolean
}

/** The fund's account over the days of a list. */
export interface BankWork {
  /** Newest first. */
  lists: BankList[]
  /** The list shown; undefined if there are none. */
  list: BankList | undefined
  open: OpenBankLine[]
  waiting: ExplainedBankLine[]
  reconciled: ExplainedBankLine[]
  uncleared: Uncleared[]
  /** First day of the search for uncleared entries; undefined: since the first list. */
  unclearedSince: Day | undefined
  page: BankPageState
  removal: BankListRemoval
}

/** Consequences of removing the list shown. */
export interface BankListRemoval {
  /** Why it can't be removed. */
  refusal: 'BANK_LIST_APPROVED' | 'BANK_LIST_COMPARED' | 'BANK_LIST_KNOWN' | null
  /** Lines that only this list has; those of an earlier list stay. */
  lines: number
  /** Its requests that are pending approval. */
  requests: number
}

/** Without any list. */
const noBankWork: BankWork = {
  ...{ lists: [], list: undefined, open: [], waiting: [], reconciled: [], uncleared: [], unclearedSince: undefined },
  page: { decidedBefore: 0, refusal: null, choices: [] },
  removal: { refusal: null, lines: 0, requests: 0 },
}

/** Newest lists offered. */
const listsShown = 60

/**
 * Imports a list exported by the bank: a table, or OFX. Lines of an earlier list are skipped; entries with the same
 * day, amount and reference are cleared.
 * @returns the list's id
 */
export const addBankList = perform(addBankListCommand, async ({ tx, actor, audit }, _, { file, order }) => {
  const content = decodeText(new Uint8Array(await file.arrayBuffer()))
  const filename = oneLine(file.name).slice(0, 255) || 'bank.csv'
  const requested = dayOrders.find(each => each === order)
  const read = readBankList(content, { requested, before: await orderBefore(tx) })
  const days = read.lines.map(({ day }) => day).toSorted()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const id = randomUUID()
  const sha256 = createHash('sha256').update(content).digest('hex')
  const known = await knownLines(tx, read.lines)
  const { skipped, unread, remarks } = read
  const fresh = read.lines.filter(({ line }) => !known.has(line))
  const outcome: BankListOutcome = { added: fresh.length, known: [...known], skipped, unread, remarks }
  const unreadLines = unread.map(({ line }) => line)
  await sql`insert into bank_lists (id, filename, first_day, last_day, line_count, unread_lines, sha256, added_by, outcome, day_order)
      values (${id}, ${filename}, ${first}, ${last}, ${read.lines.length}, ${unreadLines}::integer[], ${sha256}, ${actor.id},
        ${JSON.stringify(outcome)}::jsonb, ${read.dayOrder})`.execute(tx)
  const rows = fresh.map(({ key, oldKey, cents, ...line }) => ({ bank_key: key, cents: String(cents), ...line }))
  await sql`insert into bank_lines (bank_key, list_id, line, day, cents, reference, description)
      select bank_key, ${id}, line, day, cents, reference, description
      from jsonb_populate_recordset(null::bank_lines, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
  await clearKnown(tx, actor, first, last)
  const facts = { filename, sha256, first_day: first, last_day: last, lines: read.lines.length, new: fresh.length }
  await audit('bank.list_added', id, facts)
  return id
})

/** @returns the day order of the newest list that has one. Waits for an import in progress. */
async function orderBefore(tx: Transaction<Database>): Promise<DayOrder | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank lists', 0))`.execute(tx)
  const { rows } = await sql<{ day_order: DayOrder }>`
    select day_order from (select day_order from bank_lists order by last_day desc, added_at desc, id limit ${listsShown}) newest
    where day_order is not null limit 1`.execute(tx)
  return rows[0]?.day_order
}

/**
 * A bank's transaction number differs between its table and its OFX. Lines known from the other format are therefore
 * matched by day and amount, excluding those that this file matches by key.
 * @returns numbers of the lines in the file that an earlier list had
 */
async function knownLines(tx: Transaction<Database>, lines: readonly BankLine[]): Promise<Set<number>> {
  const keys = lines.map(({ line, key, oldKey, day, cents }) => ({ line, key, old: oldKey, day, cents: String(cents) }))
  const isOfx = (key: RawBuilder<unknown>) => sql`starts_with(${key}, ${ofxKeyPrefix})`
  const { rows } = await sql<{ line: number }>`
    with listed as (
      select l.*, b.bank_key as found
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) l (line integer, key text, old text, day date, cents bigint)
      left join bank_lines b on b.bank_key = l.key or b.bank_key = l.old and b.day = l.day and b.cents = l.cents
    ), others as (
      select *, row_number() over (partition by day, cents order by line) as nth from listed where found is null
    )
    select line from listed where found is not null
    union
    select line from others o where nth <= (
      select count(*) from bank_lines b
      where b.day = o.day and b.cents = o.cents and ${isOfx(sql.ref('b.bank_key'))} <> ${isOfx(sql.ref('o.key'))}
        and not exists (select from listed l where l.found = b.bank_key))
    order by line`.execute(tx)
  return new Set(rows.map(({ line }) => line))
}

interface UnclearedDays {
  from: Day | null
  to: Day
  /** Only lines up to this day clear an entry; today by default. */
  shownBy?: Day
}

const unlessShown = (day: Day | undefined) =>
  day ? sql`join bank_lines l on l.id = c.line_id and l.day <= ${day}::date` : sql``

/** Entries of these days, from the first list on, that no line clears, grouped by payment. */
const unclearedGroups = ({ from, to, shownBy }: UnclearedDays) => sql`
  select m.note_id, m.relates_to as day, sum(m.cents)::bigint as cents, m.reference, array_agg(m.entry_id order by m.seq) as entries
  from app.bank_movements m
  where m.relates_to between greatest(${from}::date, (select min(first_day) from bank_lists)) and ${to}::date
    and m.kind not in ('interest_due', 'renewal', 'transfer', 'reversal', 'restated')
    and not exists (select from cleared_entries c ${unlessShown(shownBy)} where c.entry_id = m.entry_id)
  group by m.approval_id, m.note_id, m.relates_to, m.reference,
    case when m.kind in ('payment', 'principal') then 'payment' else m.kind end`

/** Clears entries with a line's day, amount and reference, where the match is unique on both sides. */
async function clearKnown(tx: Transaction<Database>, actor: Actor, first: Day, last: Day): Promise<void> {
  await sql`with lines as (select b.id, b.day, b.cents, lower(b.reference) as reference from bank_lines b
      where b.day between ${first}::date and ${last}::date and b.explained is null
        and not exists (select from cleared_entries c where c.line_id = b.id)),
    known as (${unclearedGroups({ from: first, to: last })}),
    pairs as (select l.id, k.entries, count(*) over (partition by l.id) as of_line,
        count(*) over (partition by k.entries) as of_entries
      from lines l join known k on k.day = l.day and k.cents = l.cents and lower(k.reference) = l.reference)
    insert into cleared_entries (entry_id, line_id, cleared_by)
    select unnest(entries), id, ${actor.id} from pairs where of_line = 1 and of_entries = 1`.execute(tx)
}

/** Days before a list in which uncleared entries are searched by default. */
const unclearedDays = 92

/**
 * @param listId list to show; the newest by default
 * @param sinceFirst searches uncleared entries since the first list, instead of some months
 * @returns the lines of those days: open ones with proposed matches, resolved ones, and uncleared entries
 */
export async function getBankWork(actor: Actor, listId?: string, sinceFirst = false): Promise<BankWork> {
  return queryAsAdministrator(actor, async tx => {
    const lists = await readLists(tx, listId ? assertId(listId) : null)
    const list = listId ? lists.find(({ id }) => id === listId) : lists[0]
    if (listId && !list) throw new PortalError('NOT_FOUND')
    if (!list) return { ...noBankWork, lists }
    const unclearedSince = sinceFirst ? undefined : addDays(list.firstDay, -unclearedDays)
    const lines = await readBankLines(tx, list)
    const uncleared = await readUncleared(tx, { from: unclearedSince ?? null, to: list.lastDay })
    const open = lines.filter(line => stateOf(line) === 'open').map(toOpen)
    return {
      lists,
      list,
      open: await proposeMatches(tx, list, open, uncleared),
      waiting: lines.filter(line => stateOf(line) === 'waiting').map(toExplained),
      reconciled: lines.filter(line => stateOf(line) === 'reconciled').map(toExplained),
      uncleared,
      unclearedSince,
      page: await readPageState(tx, actor, list),
      removal: await readRemoval(tx, list),
    }
  })
}

async function readPageState(tx: Transaction<Database>, actor: Actor, { id }: BankList): Promise<BankPageState> {
  const { rows } = await sql<Omit<BankPageState, 'choices'>>`
    select app.decided_before_page(${id}) as "decidedBefore", app.bank_page_refusal(${id}) as refusal`.execute(tx)
  const state = rows[0] ?? noBankWork.page
  return { ...state, choices: state.refusal ? [] : await readPages(tx, actor) }
}

async function readRemoval(tx: Transaction<Database>, { id }: BankList): Promise<BankListRemoval> {
  const { rows } = await sql<BankListRemoval>`
    select app.bank_list_refusal(${id}) as refusal,
      (select count(*)::integer from bank_lines l where l.list_id = ${id}) as lines,
      (select count(*)::integer from approvals a where a.kind = 'payment.record' and a.decision is null
        and a.content -> 'bank' ->> 'listId' = ${id}::text) as requests`.execute(tx)
  return rows[0] ?? noBankWork.removal
}

/** @returns the person's recent PDF and image uploads */
async function readPages(tx: Transaction<Database>, { id }: Actor): Promise<{ id: string; filename: string }[]> {
  return tx
    .selectFrom('documents')
    .select(['id', 'filename'])
    .where('user_id', '=', id)
    .where('uploaded_by', '=', id)
    .where('holder_id', 'is', null)
    .where('unreleased', '=', false)
    .where('file_type', 'in', ['pdf', 'jpg', 'jpeg', 'png'])
    .where('created_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute()
}

async function readLists(tx: Transaction<Database>, shown: string | null): Promise<BankList[]> {
  const { rows } = await sql<Omit<BankList, 'outcome'> & { outcome: Partial<BankListOutcome>; lines: number }>`
    select b.id, b.filename, b.first_day::text as "firstDay", b.last_day::text as "lastDay", b.unread_lines as unread,
      b.outcome, b.line_count as lines, b.added_at as "addedAt",
      case when b.document_id is not null
        then jsonb_build_object('id', b.document_id, 'filename', coalesce(d.filename, '')) end as page
    from (select * from (select * from bank_lists order by last_day desc, added_at desc, id limit ${listsShown}) newest
      union select * from bank_lists where id = ${shown}) b left join documents d on d.id = b.document_id
    order by b.last_day desc, b.added_at desc, b.id`.execute(tx)
  return rows.map(({ lines, ...row }) => ({ ...row, outcome: { ...outcomeBefore(lines, row.unread), ...row.outcome } }))
}

/** Lists imported by earlier versions have only the numbers of unreadable lines. */
function outcomeBefore(added: number, unreadLines: readonly number[]): BankListOutcome {
  return { added, known: [], skipped: [], unread: unreadLines.map(line => ({ line, why: '' })), remarks: [] }
}

interface LineRow {
  id: string
  day: string
  cents: string
  reference: string
  description: string
  explained: BankExplanation | null
  cleared: string | null
  notes: string | null
  requested: string | null
  request: string | null
}

/** @returns the lines of a list's days, including those of other lists */
async function readBankLines(tx: Transaction<Database>, { firstDay, lastDay }: BankList): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with lines as materialized (select * from bank_lines where day between ${firstDay}::date and ${lastDay}::date),
    asked as (select (a.content -> 'bank' ->> 'lineId')::uuid as line_id, string_agg(a.content ->> 'note', ', ') as notes,
        (array_agg(a.id order by a.content ->> 'note', a.id))[1]::text as request
      from approvals a where a.decision is null and a.kind = 'payment.record' and a.content ? 'bank' group by 1),
    cleared as (select c.line_id, sum(m.cents) as cents, string_agg(distinct coalesce(n.number, ${depositName}), ', ') as notes
      from lines b join cleared_entries c on c.line_id = b.id join app.bank_movements m on m.entry_id = c.entry_id
        left join notes n on n.id = m.note_id group by 1)
    select b.id, b.day::text, b.cents::text, b.reference, b.description, b.explained, c.cents::text as cleared, c.notes,
      a.notes as requested, a.request
    from lines b left join cleared c on c.line_id = b.id left join asked a on a.line_id = b.id
    order by b.day, b.line, b.id`.execute(tx)
  return rows
}

function stateOf({ explained, cleared, cents, requested }: LineRow): 'open' | 'waiting' | 'reconciled' {
  if (explained || cleared === cents) return 'reconciled'
  return requested ? 'waiting' : 'open'
}

function toListed({ id, day, cents, reference, description }: LineRow): ListedLine {
  return { id, day, cents: toCents(cents), reference, description }
}

function toOpen(row: LineRow): ListedLine & { whole: Cents } {
  const line = toListed(row)
  return { ...line, cents: line.cents - toCents(row.cleared ?? '0'), whole: line.cents }
}

function toExplained(row: LineRow): ExplainedBankLine {
  const isPending = stateOf(row) === 'waiting'
  return {
    ...toListed(row),
    notes: isPending ? row.requested : row.notes,
    explained: row.explained,
    isPending,
    request: row.request,
  }
}

/** @returns uncleared entries of some days, oldest first */
export async function readUncleared(tx: Transaction<Database>, days: UnclearedDays): Promise<Uncleared[]> {
  const { rows } =
    await sql<Uncleared>`select g.note_id as "noteId", coalesce(n.number, ${depositName}) as number, coalesce(h.legal_name, ${depositTo}) as holder, g.day::text as day,
      g.cents::numeric as cents, g.reference, g.entries as "entryIds"
    from (${unclearedGroups(days)}) g left join notes n on n.id = g.note_id left join holders h on h.id = n.holder_id
    where g.cents <> 0 order by g.day, 2`.execute(tx)
  return rows
}

/** @returns the sum that entries moved on the fund's account, in cents, counting only those that no line clears */
export async function unclearedSum(tx: Transaction<Database>, entryIds: readonly string[]): Promise<Cents> {
  const { rows } = await sql<{ cents: string }>`select m.cents::text from app.bank_movements m
    where m.entry_id = any (${entryIds}::uuid[])
      and not exists (select from cleared_entries c where c.entry_id = m.entry_id)`.execute(tx)
  return sumCents(rows.map(({ cents }) => toCents(cents)))
}
