import { sql, type Transaction } from 'kysely'
import { addDays, type Day } from '../../../rules/days.ts'
import type { Cents } from '../../../rules/money.ts'
import { oneOf } from '../../../server/database/one-of.ts'
import type { Database } from '../../../server/database/types.ts'
import { openStates, payableStates } from '../../notes/note-states.ts'
import { owingNotes } from '../../notes/server/outstanding.ts'
import { payoffOn } from '../../notes/server/payoff.ts'
import { pendingRequest } from '../../notes/server/pending-payments.ts'
import { lateCreditOn, termsColumns } from '../../notes/server/terms-columns.ts'
import { withholdingFacts } from '../../notes/server/withholding.ts'
import { type BankExplanation, soundsLike } from '../bank.ts'
import { type BankMatch, daysApart, isHolderIn, isNoteIn, type OpenPayment, paymentMatcher } from './match-payments.ts'

/** A bank line. */
export interface ListedLine {
  id: string
  day: Day
  /** Positive for money in, negative for money out. */
  cents: Cents
  reference: string
  description: string
}

/** An unresolved line with proposed matches. */
export interface OpenBankLine extends ListedLine {
  /** Its full amount; if a part is cleared, `cents` is the remainder. */
  whole: Cents
  /** Payments to record. */
  matches: BankMatch[]
  /** Whether the bank's text names only this match, and no recorded entry. */
  isNamed: boolean
  /** Uncleared entries that may be this line. */
  recorded: Uncleared[]
  /** The uncleared entry that only this line's text names. */
  likely: Uncleared | undefined
  /** The note that the amount would pay off on that day, if nothing else matches. */
  payoff: { noteId: string; number: string } | undefined
  /** The likely explanation, if nothing else matches. */
  sounds: BankExplanation | undefined
}

/** Entries of one payment on the fund's account that no bank line shows. */
export interface Uncleared {
  /** Null for a tax deposit. */
  noteId: string | null
  number: string
  holder: string
  day: Day
  cents: Cents
  reference: string | null
  entryIds: string[]
}

interface ListDays {
  firstDay: Day
  lastDay: Day
}

/** Days before its pay date from which a payment matches, if the bank's text names its note. */
const daysAhead = 35

/** @returns what may have been paid in a list's days: due around then, or overdue */
async function readOpen(tx: Transaction<Database>, { firstDay, lastDay }: ListDays): Promise<OpenPayment[]> {
  const [from, to] = [addDays(firstDay, -daysApart), addDays(lastDay, daysAhead)]
  const { rows } = await sql<OpenPayment>`with near as materialized (
      select s.note_id, s.version, s.n from schedule_lines s where s.pay_date between ${from}::date and ${to}::date
      union select s.note_id, s.version, s.n from (${owingNotes}) owing
        join schedule_lines s on s.note_id = owing.note_id where s.pay_date < ${from}::date)
    select n.id, n.number, n.holder_id as "holderId", h.legal_name as holder, s.due_date as due, s.pay_date as pay,
      (s.interest_cents - s.paid_cents)::numeric as open, s.principal_left_cents::numeric as principal, ${pendingRequest('s')} as pending, ${termsColumns},
      ${lateCreditOn('infinity')}, ${withholdingFacts('h')} as withholding
    from near join notes n on n.id = near.note_id and n.version = near.version
      join app.line_status s on s.note_id = near.note_id and s.version = near.version and s.n = near.n
      join holders h on h.id = n.holder_id
    where n.state in ${oneOf(payableStates)} and (s.interest_cents > s.paid_cents or s.principal_left_cents > 0)
    order by s.pay_date, n.number`.execute(tx)
  return rows
}

/**
 * @param open unresolved lines
 * @param uncleared uncleared entries of about those days
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

/** Most payoffs planned: each reads the whole note. */
const mostPayoffs = 50

/** @returns by line, the note that the bank's text names by number or holder and that the line pays off */
async function findPayoffs(
  tx: Transaction<Database>,
  lines: readonly ListedLine[],
): Promise<Map<string, { noteId: string; number: string }>> {
  const paid = new Map(lines.flatMap(line => (line.cents < 0n ? [[line.id, line] as const] : [])))
  if (paid.size === 0) return new Map()
  const amounts = [...paid.values()].map(({ id, cents }) => ({ line: id, cents: String(-cents) }))
  // Allows for some months of interest, or repaid parts.
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

/** @returns entries of notes that the bank's text names; if it names none, of holders that it names */
function namedIn(line: ListedLine, recorded: readonly Uncleared[]): Uncleared[] {
  const byNumber = recorded.filter(({ number }) => isNoteIn(number, line))
  return byNumber.length > 0 ? byNumber : recorded.filter(({ holder }) => isHolderIn(holder, line))
}

function isNear(one: Day, other: Day): boolean {
  return addDays(other, -daysApart) <= one && one <= addDays(other, daysApart)
}
