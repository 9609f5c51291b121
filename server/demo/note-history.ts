import type { HolderKind } from '../../app/holders/holders.ts'
import { type NoteTerms, type ScheduleLine, scheduleOf } from '../../app/notes/schedule.ts'
import { importColumns } from '../../app/register/server/import/columns.ts'
import { adjust } from '../../rules/business-days.ts'
import { csvLine } from '../../rules/csv.ts'
import { addDays, addMonths, type Day } from '../../rules/days.ts'
import { atHome } from './places.ts'
import { amountInTier, amountOf, numberOf, payoutLike, rateFor } from './sample-terms.ts'

/** The sample fund's holders. */
export type SampleHolder = 'person' | 'couple' | 'company' | 'account'

/** A note from before the fund had the portal. */
export interface PastNote {
  number: string
  /** One of the register's, or a new one imported with the note. */
  holder: SampleHolder | { name: string; kind: HolderKind; memberEmail: string }
  terms: NoteTerms
  /** Number of newest payments not imported. */
  leftOut: number
  /** The late payment, and by how many days. */
  late?: { n: number; days: number }
}

export interface PastNotes {
  /** In its maturity window, paid monthly. */
  maturing: PastNote
  /** Matured and repaid. */
  repaid: PastNote
  /** Matured and about to be renewed. */
  renewed: PastNote
  /** Paid yearly. */
  yearly: PastNote
}

/** @returns the notes of the past two years, each today in the state of its name */
export function pastNotes(today: Day): PastNotes {
  const issuedBefore = (day: Day, months: number) => adjust(addMonths(day, -months), 'preceding')
  const quarterAgo = addMonths(addDays(today, -5), -3)
  const usual = { convention: 'following', leftOut: 0 } as const
  return {
    maturing: note('0001', 'person', issuedBefore(addDays(today, 40), 24), {
      dollars: amountOf(1.25),
      termMonths: 24,
      payout: 'monthly',
      dayCount: '30/360',
      ...usual,
      leftOut: 1,
      late: { n: 15, days: 6 },
    }),
    repaid: note('0002', 'couple', issuedBefore(today, 20), {
      dollars: amountOf(1),
      termMonths: 12,
      payout: 'monthly',
      dayCount: 'actual/365',
      ...usual,
    }),
    yearly: note('0003', 'account', issuedBefore(today, 16), {
      dollars: amountInTier(1),
      termMonths: 24,
      payout: payoutLike('annually', amountInTier(1)),
      dayCount: 'actual/365',
      ...usual,
    }),
    renewed: note('0004', 'company', issuedBefore(quarterAgo, 12), {
      dollars: amountInTier(2),
      termMonths: 12,
      payout: 'quarterly',
      dayCount: '30/360',
      ...usual,
    }),
  }
}

type Details = Omit<NoteTerms, 'issueDate' | 'principalCents' | 'rateBp'> &
  Pick<PastNote, 'leftOut' | 'late'> & { dollars: number }

function note(
  counter: string,
  holder: SampleHolder,
  issueDate: Day,
  { dollars, leftOut, late, ...terms }: Details,
): PastNote {
  return {
    number: numberOf(issueDate.slice(0, 4), counter),
    holder,
    terms: {
      ...terms,
      issueDate,
      principalCents: BigInt(dollars) * 100n,
      rateBp: rateFor(dollars, terms.termMonths === 12 ? 1 : 2),
    },
    leftOut,
    ...(late && { late }),
  }
}

/** @returns the scheduled payments payable by a day */
export function paidLines({ terms }: PastNote, today: Day): ScheduleLine[] {
  return scheduleOf(terms).filter(({ pay }) => pay <= today)
}

/**
 * @param repaid the note repaid at maturity
 * @param holders numbers of the holders in the register
 * @returns the import file of the notes and their payments
 */
export function historyFile(
  notes: readonly PastNote[],
  repaid: PastNote,
  holders: Record<SampleHolder, string>,
  today: Day,
): string {
  const columns = Object.keys(importColumns) as (keyof typeof importColumns)[]
  const row = (cells: Partial<Record<keyof typeof importColumns, string>>) => csvLine(columns.map(name => cells[name]))
  const dollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  const rows = notes.flatMap(past => {
    const { number, holder, terms, leftOut, late } = past
    const due = paidLines(past, today)
    const paid = due.slice(0, due.length - leftOut)
    const payments = paid.map(({ n, due: dueDate, pay, interestCents }) =>
      row({
        record: 'payment',
        note: number,
        due_date: dueDate,
        amount: dollars(interestCents),
        paid_on: late?.n === n ? adjust(addDays(pay, late.days), 'following') : pay,
        reference: `ACH ${number.slice(-4)}-${n}`,
      }),
    )
    const last = past === repaid ? paid.at(-1) : undefined
    return [
      row({
        record: 'note',
        note: number,
        ...(typeof holder === 'string'
          ? { holder_number: holders[holder] }
          : {
              holder_name: holder.name,
              holder_kind: holder.kind,
              holder_state: atHome.state,
              member_email: holder.memberEmail,
            }),
        principal: dollars(terms.principalCents),
        rate_percent: dollars(BigInt(terms.rateBp)),
        term_months: String(terms.termMonths),
        payout: terms.payout,
        day_count: terms.dayCount,
        issue_date: terms.issueDate,
      }),
      ...payments,
      ...(last
        ? [
            row({
              record: 'principal',
              note: number,
              due_date: last.due,
              paid_on: last.pay,
              amount: dollars(last.principalCents),
              reference: `WIRE ${number.slice(-4)}`,
            }),
          ]
        : []),
    ]
  })
  return [csvLine(columns), ...rows].join('')
}
