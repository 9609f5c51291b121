import { sql, type Transaction } from 'kysely'
import type { Day } from '../../../rules/days.ts'
import { sumCents } from '../../../rules/money.ts'
import { toCents } from '../../../server/database/cents.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { Part } from '../allot.ts'
import type { LedgerKind } from '../note-records.ts'
import { type AddedLine, type NoteEvent, type NoteHistory, type ReplayLine, replay } from '../replay.ts'
import { type NoteRow, termsOf } from './note-row.ts'
import { readLines } from './outstanding.ts'

/** A payment in a note's books, neither reversed nor returned. */
export interface BookedPayment {
  event: NoteEvent
  reference: string | null
  entryIds: string[]
  /** Tax withheld of its interest (account 2030), in cents. */
  withheld: bigint
}

/** A returned payment in a note's books. */
export interface ReturnedPayment extends BookedPayment {
  /** Day of the return. */
  day: Day
  /** Entries of the return: first of the payment's parts, then of the interest that fell due with it. */
  returnIds: string[]
}

/** The entry that posted interest due. */
export interface DueEntry {
  entryId: string
  day: Day
  cents: bigint
}

/** A note's books as events (app/notes/replay.ts). */
export interface NoteBooks extends NoteHistory {
  /** By the key that their entries share. */
  payments: Map<string, BookedPayment>
  /** By the same key. */
  returned: Map<string, ReturnedPayment>
  /** Posted interest, by number of the scheduled payment. */
  dues: Map<number, DueEntry>
  /** Keys of all payments, including reversed ones. */
  keys: string[]
}

/** @returns the payment's key, from an entry's key, which has the part's number appended */
export function paymentOf(key: string): string {
  return key.replace(/#\d+$/, '')
}

/** @returns the id of the event of a payment's return */
export function returnOf(payment: string): string {
  return `return:${payment}`
}

/** @returns the key's prefix that a payment retains when it is rebooked */
export function baseOf(payment: string): string {
  return payment.split('#')[0] ?? payment
}

/** @returns the key of the entry that posted interest with a payment, for a version of the schedule */
export function lateKey(payment: string, version = 1): string {
  return version === 1 ? `late:${payment}` : `late:${payment}#v${version}`
}

function paymentOfLate(key: string): string {
  return key.slice('late:'.length).replace(/#v\d+$/, '')
}

interface EntryRow {
  id: string
  kind: Exclude<LedgerKind, 'payment_returned' | 'reversal' | 'restated'>
  seq: string
  day: Day
  version: number | null
  n: number | null
  principal: string
  interest: string
  withheld: string
  key: string
  reference: string | null
  /** The reversing entry. */
  undoneBy: LedgerKind | null
  undoneOn: Day | null
  undoneSeq: string | null
  undoneId: string | null
  /** Whether it was rebooked with its return. */
  isBookedAgain: boolean
}

type WrittenLine = Omit<AddedLine, 'interest' | 'credit'> & { version: number; interest: string; credit: string }

/** An event with its position in the books. */
interface Placed {
  event: NoteEvent
  seq: bigint
}

/** Reads a note's books as events, in order. @param asIfNotMoved ignores the transfer to another holder */
export async function readBooks(
  tx: Transaction<Database>,
  note: NoteRow,
  { asIfNotMoved = false } = {},
): Promise<NoteBooks> {
  const entries = ofThisFunding(await readEntries(tx, note.id))
  const { rows: written } = await sql<WrittenLine>`
    select version, n, start_date as start, due_date as due, days, interest_cents::text as interest, credit_cents::text as credit
    from schedule_lines where note_id = ${note.id}`.execute(tx)
  const isClosed = note.state === 'transferred' && !asIfNotMoved
  const hasLeft = ({ kind, principal }: EntryRow) => kind === 'transfer' && toCents(principal) < 0n
  const standing = entries.filter(entry => !entry.undoneBy && !(asIfNotMoved && hasLeft(entry)))
  const version = isClosed ? note.version : versionAtIssue(standing)
  const isLate = ({ key }: EntryRow) => key.startsWith('late:')
  const lineOf = ({ version, n }: Pick<EntryRow, 'version' | 'n'>) =>
    written.find(line => line.version === version && line.n === n)
  const dueWith = dueFinder(entries, { standing, lineOf, isLate })
  // Late interest that fell due with nothing outstanding, since it had been paid before.
  const credited = written.filter(
    line => line.version === note.version && line.interest === '0' && line.credit.startsWith('-'),
  )
  const lateNumbers = new Set(entries.filter(isLate).map(({ n }) => n))
  const lines = await readLines(tx, { id: note.id, version })
  const schedule = lines.filter(({ n, credit }) => !lateNumbers.has(n) && credit >= 0n)
  const known = new Set([...lateNumbers, ...schedule.map(({ n }) => n)])

  const placed: Placed[] = []
  const payments = new Map<string, BookedPayment>()
  const returned = new Map<string, ReturnedPayment>()
  const paid = entries.filter(({ kind }) => kind === 'payment' || kind === 'principal')
  for (const [payment, rows] of Map.groupBy(paid, ({ key }) => paymentOf(key))) {
    const counted = rows.filter(({ undoneBy }) => !undoneBy || undoneBy === 'payment_returned')
    const [first] = counted
    if (!first) continue
    const ended = counted.find(({ kind, n }) => kind === 'payment' && !known.has(n))
    const back = counted.find(({ undoneOn }) => undoneOn)
    const last = payment.startsWith('payoff:') ? ended : undefined
    const late = dueWith(payment, { last, back })
    const addedBy = late ?? last
    const mayBeCredited = !back && counted.some(({ kind }) => kind === 'principal')
    const added = toAdded(
      (addedBy && lineOf(addedBy)) ?? (mayBeCredited ? takeFirst(credited, ({ due }) => due === first.day) : undefined),
    )
    const event = toEvent(payment, counted, added, written)
    placed.push({ event, seq: BigInt(first.seq) })
    const withheld = sumCents(counted.map(entry => toCents(entry.withheld)))
    const booked = { event, reference: first.reference, entryIds: counted.map(({ id }) => id), withheld }
    if (back?.undoneOn) {
      const day = back.undoneOn
      placed.push({
        event: { id: returnOf(payment), kind: 'return', of: payment, day },
        seq: BigInt(back.undoneSeq ?? 0),
      })
      returned.set(payment, {
        ...booked,
        day,
        returnIds: [...counted, ...(late ? [late] : [])].flatMap(({ undoneId }) => undoneId ?? []),
      })
    } else payments.set(payment, booked)
  }
  for (const { id, kind, day, principal, seq } of standing)
    if (kind === 'funds' || kind === 'renewal' || kind === 'transfer')
      placed.push({ event: { id, kind: 'principal', day, cents: toCents(principal) }, seq: BigInt(seq) })

  const due = standing.filter(({ kind }) => kind === 'interest_due')
  return {
    terms: termsOf(note, note.issueDate ?? fundDay()),
    defaultRateBp: note.defaultRateBp,
    schedule: schedule.map(line => ({ ...line, paid: 0n })),
    isClosed,
    freshNumber: Math.max(0, ...written.map(({ n }) => n)) + 1,
    events: placed
      .toSorted((one, other) => one.event.day.localeCompare(other.event.day) || Number(one.seq - other.seq))
      .map(({ event }) => event),
    payments,
    returned,
    dues: new Map(due.map(({ n, id, day, interest }) => [n ?? 0, { entryId: id, day, cents: toCents(interest) }])),
    keys: [...new Set(paid.map(({ key }) => paymentOf(key)))],
  }
}

/**
 * @returns a function that finds the entry that posted interest with a payment; a returned payment's was reversed with
 * it. `last` is the entry by which a payoff settled the final interest; `back` a returned payment
 */
function dueFinder(
  entries: readonly EntryRow[],
  {
    standing,
    lineOf,
    isLate,
  }: {
    standing: readonly EntryRow[]
    lineOf: (entry: EntryRow) => WrittenLine | undefined
    isLate: (entry: EntryRow) => boolean
  },
): (payment: string, of: { last: EntryRow | undefined; back: EntryRow | undefined }) => EntryRow | undefined {
  // Late interest outstanding since its payment was returned didn't fall due with that payment.
  const late = entries.filter(entry => isLate(entry) && toCents(lineOf(entry)?.credit ?? '0') <= 0n)
  const lateOf = lateFinder(
    late.filter(entry => standing.includes(entry)),
    entries,
  )
  const reversed = entries.filter(
    ({ kind, undoneBy, isBookedAgain }) => kind === 'interest_due' && undoneBy && !isBookedAgain,
  )
  const reversedLateOf = lateFinder(
    late.filter(entry => reversed.includes(entry)),
    entries,
  )
  return (payment, { last, back }) => {
    const ofPayoff = last && reversed.find(({ version, n }) => version === last.version && n === last.n)
    const withIt = [reversedLateOf(payment), ofPayoff].find(each => each && each.undoneOn === back?.undoneOn)
    return withIt ?? lateOf(payment)
  }
}

/**
 * @param late entries that posted late interest
 * @returns a function that finds the entry of a payment. A rebooked payment has a later key; a returned payment that
 * was made again is a different payment
 */
function lateFinder(
  late: readonly EntryRow[],
  entries: readonly EntryRow[],
): (payment: string) => EntryRow | undefined {
  const byPayment = new Map(late.map(entry => [paymentOfLate(entry.key), entry]))
  const returned = new Set(
    entries.filter(({ undoneBy }) => undoneBy === 'payment_returned').map(({ key }) => paymentOf(key)),
  )
  return payment => {
    const base = baseOf(payment)
    const last = Number(payment.slice(base.length + 1))
    const keys = [...Array.from({ length: last + 1 }, (_, at) => `${base}#${last - at}`), base]
    const before = keys.findIndex((key, at) => at > 0 && returned.has(key))
    const own = before < 0 ? keys : keys.slice(0, before)
    return own.map(key => byPayment.get(key)).find(entry => entry !== undefined)
  }
}

function takeFirst<T>(list: T[], isIt: (each: T) => boolean): T | undefined {
  const at = list.findIndex(isIt)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}

/** @returns the schedule at the end of a day, with what had been paid by then */
export async function linesOn(tx: Transaction<Database>, note: NoteRow, day: Day): Promise<ReplayLine[]> {
  const books = await readBooks(tx, note)
  const events = books.events.filter(event => event.day <= day)
  return replay({ ...books, events }, events.length).lines
}

async function readEntries(tx: Transaction<Database>, noteId: string): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select m.entry_id as id, m.kind, m.seq::text, m.relates_to as day, m.schedule_version as version, m.line_n as n,
      m.principal_cents::text as principal, m.interest_cents::text as interest, e.idempotency_key as key, e.reference,
      m.withheld_cents::text as withheld,
      r.kind as "undoneBy", r.relates_to as "undoneOn", r.seq::text as "undoneSeq", r.id as "undoneId",
      exists (select from ledger_entries a where a.undoes = m.entry_id) as "isBookedAgain"
    from app.note_movements m join ledger_entries e on e.id = m.entry_id
      -- What came back and was booked again with its return is as if it had never been booked.
      left join lateral (select r.id, r.seq, r.relates_to, case when exists (select from ledger_entries a
          where a.undoes = m.entry_id) then 'restated' else r.kind end as kind
        from ledger_entries r where r.reverses = m.entry_id) r on true
    where m.note_id = ${noteId} and m.reverses is null order by m.seq`.execute(tx)
  return rows
}

/** @returns entries since the note's funding; anything before an undone funding is undone, too */
function ofThisFunding(entries: readonly EntryRow[]): EntryRow[] {
  const funded = entries.find(({ kind, undoneBy }) => kind === 'funds' && !undoneBy)
  return entries.filter(({ seq }) => !funded || BigInt(seq) >= BigInt(funded.seq))
}

/** @returns the schedule version at funding; 1 for a note that was transferred or renewed */
function versionAtIssue(standing: readonly EntryRow[]): number {
  const key = standing.find(({ kind }) => kind === 'funds')?.key ?? ''
  return Number(/^funds:.*:(\d+)$/.exec(key)?.[1] ?? 1)
}

function toAdded(line: WrittenLine | undefined): AddedLine | undefined {
  if (!line) return undefined
  const { n, start, due, days, interest, credit } = line
  return { n, start, due, days, interest: toCents(interest), credit: toCents(credit) }
}

function toEvent(
  payment: string,
  rows: readonly EntryRow[],
  added: AddedLine | undefined,
  written: readonly WrittenLine[],
): NoteEvent {
  const parts = rows.map(
    ({ kind, n, interest, principal }): Part =>
      kind === 'payment'
        ? { kind: 'interest', n, cents: -toCents(interest) }
        : { kind: 'principal', n, cents: -toCents(principal) },
  )
  const event = {
    id: payment,
    day: rows[0]?.day ?? '',
    cents: sumCents(parts.map(({ cents }) => cents)),
    booked: { parts, added },
  }
  if (payment.startsWith('payoff:')) return { ...event, kind: 'payoff' }
  // Principal paid when due belongs to no scheduled payment.
  const part = rows.find(({ kind, n }) => kind === 'principal' && n !== null)
  const line = part && written.find(({ version, n }) => version === part.version && n === part.n)
  return line ? { ...event, kind: 'repayment', due: line.due } : { ...event, kind: 'payment' }
}
