import { adjust, isBusinessDay } from '../../rules/business-days.ts'
import { csvLine } from '../../rules/csv.ts'
import { addMonths, type Day } from '../../rules/days.ts'
import { type PastNote, paidLines } from './note-history.ts'
import { amountAt, numberOf, rateFor } from './sample-terms.ts'

/** The family office's companies, each with as many notes, paid monthly on one day. */
const companies = ['Alder', 'Birch', 'Hazel', 'Rowan'] as const
const notesEach = 10

/** Their member. */
export const familyOffice = 'grace.tran@example.com'

/** @returns forty notes with the next payment due on one day, the last business day on or before today */
export function paydayNotes(today: Day): PastNote[] {
  const issueDates = issuedFor(adjust(today, 'preceding'))
  return companies.flatMap((tree, at) =>
    Array.from({ length: notesEach }, (_, n): PastNote => {
      const issueDate = issueDates[at % issueDates.length] ?? today
      // Some in every tier, and more in the lower ones.
      const dollars = amountAt(((n + at / companies.length) / notesEach) ** 2)
      const counter = 101 + at * notesEach + n
      return {
        number: numberOf(issueDate.slice(0, 4), `0${counter}`),
        holder: { name: `${tree} Partners LLC`, kind: 'llc', memberEmail: familyOffice },
        terms: {
          principalCents: BigInt(dollars) * 100n,
          rateBp: rateFor(dollars, 2),
          termMonths: 24,
          payout: 'monthly',
          dayCount: '30/360',
          convention: 'following',
          issueDate,
        },
        leftOut: 1,
      }
    }),
  )
}

/** @returns up to three business days in earlier months, from which months lead to the payday */
function issuedFor(payday: Day): Day[] {
  const months = Array.from({ length: 11 }, (_, at) => at + 2)
  return months
    .filter(back => addMonths(addMonths(payday, -back), back) === payday)
    .map(back => addMonths(payday, -back))
    .filter(isBusinessDay)
    .slice(0, 3)
}

/** @returns the bank's list of the payday: payments on the notes, a fee, and an incoming transfer */
export function paydayList(notes: readonly PastNote[], today: Day): string {
  const paid = notes.flatMap(note => {
    const line = paidLines(note, today).at(-1)
    return line ? [{ number: note.number, day: line.pay, cents: line.interestCents }] : []
  })
  const day = paid[0]?.day
  return [
    csvLine(['Date', 'Description', 'Amount', 'Reference']),
    ...paid.map(({ number, day, cents }, at) => csvLine([day, `ACH ${number}`, -cents, `PAY ${1001 + at}`])),
    csvLine([day, 'Wire fee', -25_00n, 'FEE 88']),
    csvLine([day, 'Interest on deposits', 412_50n, 'INT 11']),
  ].join('')
}
