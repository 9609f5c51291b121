import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getLedger } from '../server/get-ledger.ts'
import { exportJournal } from '../server/journal/journal-exports.ts'

const today = fundDay()
/** From a day that many months ago until the day before another. */
const span = (from: number, until: number) => ({
  from: addMonths(today, -from),
  to: addDays(addMonths(today, -until), -1),
})
const spans = [span(9, 8), span(7, 6), span(6, 4), span(3, 1), span(9, -1)]

/** The same as `app.journal_to_export`, computed from every entry of the ledger. */
const ofEveryEntry = `
  select e.id, x.entry_id is not null
  from (select min(x.period_start) as day, min(x.up_to) as up_to from journal_exports x where x.format = $1) begun,
    ledger_entries e join ledger_chain c on c.entry_id = e.id
    left join journal_export_entries x on x.entry_id = e.id and x.format = $1 and not x.is_again
  where e.booked_on <= $3::date and (x.entry_id is null or $4 and e.booked_on >= $2::date)
    and (e.booked_on >= $2::date or e.booked_on >= begun.day or c.position > begun.up_to)`

/** @returns the number of superfluous or missing entries in any period's export */
async function differences({ owner }: SharedPortal): Promise<number[]> {
  const found = []
  for (const { from, to } of spans)
    for (const again of [false, true]) {
      const { rows } = await owner.query(
        `with found as (select * from app.journal_to_export($1, $2, $3, $4)), plain as (${ofEveryEntry})
        select count(*)::int as count from ((table found except all table plain) union all (table plain except all table found)) d`,
        ['xero', from, to, again],
      )
      found.push(rows[0].count)
    }
  return found
}

test('whichever periods left before, and in whichever order, an export has all that has not left, and no entry twice', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const note = await givenNote(portal, people, addMonths(today, -9))
  const due = (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'interest_due')
  const none = spans.flatMap(() => [0, 0])
  expect(await differences(portal)).toEqual(none)
  // The middle, the time before and after it, a part of it again, the gap, and everything.
  const exported = [span(6, 5), span(9, 8), span(5, 3), { ...span(6, 5), again: true }, span(3, 1), span(9, -1)]
  for (const [n, requested] of exported.entries()) {
    await exportJournal(admin, { ...requested, format: 'xero' })
    expect(await differences(portal)).toEqual(none)
    // Recorded now, for an earlier day.
    await givenPayment(people, note.id, { day: due[n]?.bookedOn ?? '', amount: 1_833_33n })
    expect(await differences(portal)).toEqual(none)
  }
})
