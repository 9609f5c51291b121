import { type Day, formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import type { Part } from '../allot.ts'
import type { Booked, Replay, ReplayLine } from '../replay.ts'
import type { BookedPayment } from './books.ts'

/** Rebooked entries, as an approval stores them: amounts are cents as text, days 'YYYY-MM-DD'. */
export interface BookedAgain {
  /** Interest due, before and after. */
  dues: { due: Day; from: string; to: string }[]
  /** Payments with a changed allocation. Requests of earlier versions lack what each settled before. */
  payments: { day: Day; cents: string; reference: string | null; settled?: SettledPart[]; settles: SettledPart[] }[]
}

interface Scheduled {
  lines: readonly ReplayLine[]
}

/** Interest due on a day, or principal. */
interface SettledPart {
  due: Day | null
  cents: string
}

/**
 * @param schedule by which they were booked
 * @returns the allocation of payments, before and after
 */
export function paidAgain(
  payments: readonly BookedPayment[],
  after: Replay,
  schedule: Scheduled['lines'],
): BookedAgain['payments'] {
  return payments.map(({ event, reference }) => {
    const booked = after.booked.get(event.id)
    return {
      day: event.day,
      cents: String(centsOf(booked)),
      reference,
      settled: settledBy(event.booked, event.day, { lines: schedule }),
      settles: settledBy(booked, event.day, after),
    }
  })
}

function settledBy(booked: Booked | undefined, day: Day, by: Scheduled): SettledPart[] {
  return (booked?.parts ?? []).map(part => ({
    due: part.kind === 'interest' ? (part.n === booked?.added?.n ? day : dueOf(by, part)) : null,
    cents: String(part.cents),
  }))
}

export function centsOf(booked: Booked | undefined): bigint {
  return sumCents((booked?.parts ?? []).map(({ cents }) => cents))
}

/** @returns the due date of a part; for principal, that of the last scheduled payment with principal */
export function dueOf({ lines }: Scheduled, { n }: Part): Day {
  const line = n === null ? lines.findLast(({ principal }) => principal > 0n) : lines.find(each => each.n === n)
  return line?.due ?? ''
}

/**
 * @param why the first sentence
 * @returns sentences for an approver about the entries booked again
 */
export function againInWords(
  { dues, payments }: BookedAgain = { dues: [], payments: [] },
  why = 'It is recorded after later entries, which are counted again:',
): string[] {
  if (dues.length + payments.length === 0) return []
  return [
    why,
    ...dues.map(({ due, from, to }) =>
      to === '0'
        ? `The interest of ${money(from)} that fell due on ${formatDay(due)} isn’t due, and is reversed.`
        : from === '0'
          ? `Interest of ${money(to)} was due on ${formatDay(due)}.`
          : `The interest due on ${formatDay(due)} is ${money(to)} instead of ${money(from)}.`,
    ),
    ...payments.map(({ day, cents, settled, settles }) => {
      const payment = `The payment of ${money(cents)} made on ${formatDay(day)}`
      const now = `settles ${partsOf(settles)}`
      return settled ? `${payment} settled ${partsOf(settled)}. Now it ${now}.` : `${payment} ${now}.`
    }),
  ]
}

const money = (cents: string) => formatCents(BigInt(cents))

function partsOf(settled: readonly SettledPart[]): string {
  return settled
    .map(({ due, cents }) => `${money(cents)} of ${due ? `interest due on ${formatDay(due)}` : 'principal'}`)
    .join(', and ')
}

/** @returns text to compare with the request. Excludes interest that fell due in the meantime by itself */
export function againInText({ dues, payments }: BookedAgain = { dues: [], payments: [] }): string {
  const changed = dues.filter(({ from, to }) => from !== '0' && to !== '0')
  return JSON.stringify([
    changed.map(({ due, from, to }) => [due, from, to]),
    payments.map(({ day, cents, settles }) => [day, cents, settles.map(part => [part.due, part.cents])]),
  ])
}
