import { sql } from 'kysely'
import { namesOneOf } from '../../rules/accreditation/names.ts'
import { payableStates } from '../../rules/note-states.ts'
import { lateInterest } from '../../rules/notes/accrual.ts'
import { addDays, type Day } from '../../rules/notes/days.ts'
import type { Cents } from '../../rules/notes/money.ts'
import { toTerms } from '../../rules/notes/terms-row.ts'
import type { Actor } from '../access/actor.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { toCents } from '../database/cents.ts'
import { oneOf } from '../database/one-of.ts'
import { prepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type BankLine, readBankList } from './bank-list.ts'
import { askForPayment, type Payment } from './payments.ts'
import { type TermsRow, termsColumns } from './terms-columns.ts'

/** A payment that is due and may be the one that the bank lists. */
export interface BankMatch {
  noteId: string
  number: string
  holder: string
  due: Day
  cents: Cents
}

/** A payment of the bank's list with what it may be. Nothing is recorded until somebody confirms it. */
export interface BankProposal extends BankLine {
  /** Of the same amount, due about then; those that the bank's text names come first. */
  matches: BankMatch[]
  /** Whether the bank's text names the only match, by its note's number or its holder. */
  isNamed: boolean
  /** Whether a payment of that day, amount and reference is in the books already. */
  isRecorded: boolean
}

/** How many days may lie between the bank's day and the pay date. */
const daysApart = 10

interface OpenRow extends TermsRow {
  id: string
  number: string
  holder: string
  due: string
  pay: string
  open: string
  /** What is left of it. */
  principal: string
}

const openLines = prepared(
  'open_lines_for_bank',
  (_, from: string, to: string) => sql<OpenRow>`
    select n.id, n.number, h.legal_name as holder, s.due_date::text as due, s.pay_date::text as pay,
      (s.interest_cents - s.paid_cents)::text as open, s.principal_left_cents::text as principal, ${termsColumns}
    from app.line_status s join notes n on n.id = s.note_id and n.version = s.version join holders h on h.id = n.holder_id
    where s.pay_date between ${from}::date and ${to}::date and n.state in ${oneOf(payableStates)}
      and (s.interest_cents > s.paid_cents or s.principal_left_cents > 0)
    order by s.pay_date, n.number`,
)

const recordedPayments = prepared(
  'recorded_payments_for_bank',
  (_, from: string, to: string) => sql<{ approval_id: string; day: string; reference: string | null; cents: string }>`
    select e.approval_id, e.relates_to as day, e.reference, sum(l.debit_cents)::text as cents
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.kind in ('payment', 'principal') and e.booked_on >= ${from}::date and e.relates_to <= ${to}::date
      and not exists (select from ledger_entries r where r.reverses = e.id)
    group by e.approval_id, e.note_id, e.relates_to, e.reference`,
)

/**
 * Proposes which payments a bank's list shows, by amount and day.
 * @param csv the file's text
 * @returns a proposal for each payment out, and the lines that can't be read
 * @throws PortalError FORBIDDEN unless the actor is an administrator; BANK_LIST_UNREADABLE, BANK_LIST_LONG
 */
export async function matchBankList(
  actor: Actor,
  csv: string,
): Promise<{ proposals: BankProposal[]; unread: number[] }> {
  requireAdministrator(actor)
  const { lines, unread } = readBankList(csv)
  const days = lines.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return { proposals: [], unread }
  const [from, to] = [addDays(first, -daysApart), addDays(last, daysApart)]
  const [open, recorded] = await readAs(actor, openLines(from, to), recordedPayments(from, to))
  const known = new Set(recorded.map(({ day, cents, reference }) => `${day} ${cents} ${reference?.toLowerCase()}`))
  const candidates = candidatesByAmount(open)
  const proposals = lines.map(line => {
    const late = lateCandidates(open, line)
    const near = [...(candidates.get(line.cents) ?? []), ...late].filter(({ pay }) => isNear(pay, line.day))
    const named = near.filter(match => isNamedIn(match, line))
    const matches = (named.length > 0 ? named : near).map(({ pay: _, ...match }) => match)
    const isRecorded = known.has(`${line.day} ${line.cents} ${line.reference.toLowerCase()}`)
    return { ...line, matches, isNamed: named.length === 1, isRecorded }
  })
  return { proposals, unread }
}

type Candidate = BankMatch & { pay: Day }

/** @returns what may be paid, by its amount: a line's interest, its principal, or both */
function candidatesByAmount(rows: OpenRow[]): Map<Cents, Candidate[]> {
  const found = new Map<Cents, Candidate[]>()
  for (const { id, number, holder, due, pay, open, principal } of rows) {
    const [interest, whole] = [toCents(open), toCents(principal)]
    for (const cents of new Set([interest, whole, interest + whole])) {
      if (cents <= 0n) continue
      const match = { noteId: id, number, holder, due, pay, cents }
      found.set(cents, [...(found.get(cents) ?? []), match])
    }
  }
  return found
}

/** @returns principal that was paid late, with the interest that ran on it until then */
function lateCandidates(rows: OpenRow[], { day, cents }: BankLine): Candidate[] {
  return rows.flatMap(({ id, number, holder, due, pay, open, principal, ...row }) => {
    if (principal === '0' || day <= pay) return []
    const late = lateInterest(toTerms(row, row.issue_date ?? due), day, toCents(principal), row.default_rate_bp)
    const sums = [toCents(principal) + late, toCents(open) + toCents(principal) + late]
    return late > 0n && sums.includes(cents) ? [{ noteId: id, number, holder, due, pay, cents }] : []
  })
}

function isNear(pay: Day, day: Day): boolean {
  return addDays(day, -daysApart) <= pay && pay <= addDays(day, daysApart)
}

function isNamedIn({ number, holder }: Candidate, { description, reference }: BankLine): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const text = plain(`${description} ${reference}`)
  // Banks leave out legal forms, and turn names around.
  return text.includes(plain(number)) || namesOneOf([holder], `${description} ${reference}`)
}

/** Most payments confirmed at once. */
const mostConfirmed = 500

/**
 * Asks to record payments that somebody has confirmed to be what the bank lists: each is an approval of its own.
 * @returns how many were asked for
 * @throws PortalError as `requestPayment`, and then none is asked for; BANK_NOTHING_CHOSEN, BANK_TOO_MANY_CHOSEN
 */
export async function requestPayments(
  actor: Actor,
  payments: readonly (Payment & { noteId: string })[],
): Promise<number> {
  if (payments.length === 0) throw new PortalError('BANK_NOTHING_CHOSEN')
  if (payments.length > mostConfirmed) throw new PortalError('BANK_TOO_MANY_CHOSEN')
  return asAdministrator(actor, async tx => {
    // The bank's own day is nobody's slip of the pen; the person who approves reads where it is unusual.
    for (const { noteId, ...payment } of payments)
      await askForPayment(tx, actor, noteId, { ...payment, confirmedDay: payment.day })
    return payments.length
  })
}
