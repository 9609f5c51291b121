import { sql, type Transaction } from 'kysely'
import { type BankExplanation, soundsLike } from '../../rules/bank.ts'
import { openStates, payableStates } from '../../rules/note-states.ts'
import { addDays, type Day } from '../../rules/notes/days.ts'
import type { Cents } from '../../rules/notes/money.ts'
import { oneOf } from '../database/one-of.ts'
import type { Database } from '../database/types.ts'
import { type BankMatch, daysApart, isHolderIn, isNoteIn, type OpenRow, paymentMatcher } from './match-payments.ts'
import { owingNotes } from './outstanding.ts'
import { payoffOn } from './payoff.ts'
import { pendingRequest } from './pending-payments.ts'
import { lateCreditOn, termsColumns } from './terms-columns.ts'
import { withholdingFacts } from './withholding.ts'

/** A line of the bank's. */
export interface ListedLine {
  id: string
  day: Day
  /** What came in; below zero, what went out. */
  cents: Cents
  reference: string
  description: string
}

/** A line that nothing is known of yet, with what it may be. */
export interface OpenBankLine extends ListedLine {
  /** Its whole amount, where a part of it is cleared: `cents` is what is left. */
  whole: Cents
  /** Payments to record. */
  matches: BankMatch[]
  /** Whether the bank's text names the only one, and nothing that is recorded. */
  isNamed: boolean
  /** What the ledger has already, and the bank's lines so far don't show. */
  recorded: Uncleared[]
  /** The one of these that the bank's text names, and that of no other open line. */
  likely: Uncleared | undefined
  /** The note that its amount pays off on its day, where it may be neither. */
  payoff: { noteId: string; number: string } | undefined
  /** What it sounds like, where it may be none of these. */
  sounds: BankExplanation | undefined
}

/** What the ledger has on the fund's account and no line of the bank's shows: the entries of one payment together. */
export interface Uncleared {
  /** Null of a deposit of tax. */
  noteId: string | null
  number: string
  holder: string
  day: Day
  cents: Cents
  reference: string | null
  entryIds: string[]
}

/** Days of a list. */
interface ListDays {
  firstDay: Day
  lastDay: Day
}

/** How far ahead of its pay date a payment is looked for, where the bank's text names its note. */
const daysAhead = 35

/** @returns what may have been paid in a list's days: due about then, or overdue */
async function readOpen(tx: Transaction<Database>, { firstDay, lastDay }: ListDays): Promise<OpenRow[]> {
  const [from, to] = [addDays(firstDay, -daysApart), addDays(lastDay, daysAhead)]
  const { rows } = await sql<OpenRow>`with near as materialized (
      select s.note_id, s.version, s.n from schedule_lines s where s.pay_date between ${from}::date and ${to}::date
      union select s.note_id, s.version, s.n from (${owingNotes}) owing
        join schedule_lines s on s.note_id = owing.note_id where s.pay_date < ${from}::date)
    select n.id, n.number, n.holder_id, h.legal_name as holder, s.due_date::text as due, s.pay_date::text as pay,
      (s.interest_cents - s.paid_cents)::text as open, s.principal_left_cents::text as principal, ${pendingRequest('s')} as pending, ${termsColumns},
      ${lateCreditOn('infinity')}, ${withholdingFacts('h')} as withholding
    from near join notes n on n.id = near.note_id and n.version = near.version
      join app.line_status s on s.note_id = near.note_id and s.version = near.version and s.n = near.n
      join holders h on h.id = n.holder_id
    where n.state in ${oneOf(payableStates)} and (s.interest_cents > s.paid_cents or s.principal_left_cents > 0)
    order by s.pay_date, n.number`.execute(tx)
  return rows
}

/**
 * @param open lines that nothing is known of yet
 * @param uncleared what the ledger has about then and no line shows
 * @returns the lines with what each may be
 */
export async function proposeMatches(
  tx: Transaction<Database>,
  list: ListDays,
  open: readonly (ListedLine & { whole: Cents })[],
  uncleared: readonly Uncleared[],
): Promise<OpenBankLine[]> {
  const paid = open.some(({ cents }) => cents < 0n)
  const matchesOf = paymentMatcher(paid ? await readOpen(tx, list) : [])
  const byAmount = Map.groupBy(uncleared, ({ cents }) => cents)
  const recordedOf = new Map(
    open.map(line => [line, (byAmount.get(line.cents) ?? []).filter(({ day }) => isNear(day, line.day))] as const),
  )
  const namedOf = new Map(open.map(line => [line, namedIn(line, recordedOf.get(line) ?? [])] as const))
  const claims = Map.groupBy([...namedOf.values()].flat(), entry => entry)
  const proposed = open.map(line => {
    const [recorded, named] = [recordedOf.get(line) ?? [], namedOf.get(line) ?? []]
    const found = line.cents < 0n ? matchesOf({ ...line, cents: -line.cents }) : { matches: [], isNamed: false }
    const [only] = named
    const isOnly = named.length === 1 && only && claims.get(only)?.length === 1
    return {
      ...{ ...line, ...found, recorded },
      isNamed: found.isNamed && named.length === 0,
      likely: isOnly ? only : undefined,
    }
  })
  const isUnknown = ({ matches, recorded }: (typeof proposed)[number]) => matches.length + recorded.length === 0
  const payoffs = await findPayoffs(tx, proposed.filter(isUnknown))
  return proposed.map(line => {
    const payoff = payoffs.get(line.id)
    const sounds = isUnknown(line) && !payoff ? soundsLike(line.description, line.cents) : undefined
    return { ...line, payoff, sounds }
  })
}

/** Planning a payoff reads all of a note, so it is done for so many at most. */
const mostPayoffs = 50

/** @returns by line, the note that the bank's text names, itself or by its holder, and that the line pays off */
async function findPayoffs(
  tx: Transaction<Database>,
  lines: readonly ListedLine[],
): Promise<Map<string, { noteId: string; number: string }>> {
  const paid = new Map(lines.flatMap(line => (line.cents < 0n ? [[line.id, line] as const] : [])))
  if (paid.size === 0) return new Map()
  const amounts = [...paid.values()].map(({ id, cents }) => ({ line: id, cents: String(-cents) }))
  // With interest of some months, or after parts were repaid.
  const { rows } = await sql<{ line: string; note_id: string; number: string; holder: string }>`
    select l.line, n.id as note_id, n.number, h.legal_name as holder
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) l (line text, cents bigint)
      join notes n on n.state in ${oneOf(openStates)} and n.principal_cents between l.cents / 2 and l.cents * 4
      join holders h on h.id = n.holder_id
    order by l.line, n.number`.execute(tx)
  const named = rows.filter(({ line, number, holder }) => {
    const text = paid.get(line)
    return text && (isNoteIn(number, text) || isHolderIn(holder, text))
  })
  const found = new Map<string, { noteId: string; number: string }>()
  for (const { line, note_id: noteId, number } of named.slice(0, mostPayoffs)) {
    const { day, cents } = paid.get(line) ?? {}
    if (day && !found.has(line) && (await payoffOn(tx, noteId, day)) === -(cents ?? 0n))
      found.set(line, { noteId, number })
  }
  return found
}

/** @returns those whose note the bank's text names; those whose holder, where it names no note */
function namedIn(line: ListedLine, recorded: readonly Uncleared[]): Uncleared[] {
  const byNumber = recorded.filter(({ number }) => isNoteIn(number, line))
  return byNumber.length > 0 ? byNumber : recorded.filter(({ holder }) => isHolderIn(holder, line))
}

function isNear(one: Day, other: Day): boolean {
  return addDays(other, -daysApart) <= one && one <= addDays(other, daysApart)
}
