import { Temporal } from 'temporal-polyfill'
import { expect } from 'vitest'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenNote, type NotePeople } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { ledgerHead } from '../../ledger/server/holder-books.ts'
import { requestDefault } from '../../notes/server/default-and-cure.ts'
import { readNotesHeld } from '../../notes/server/notes-held.ts'
import { getRegister } from '../server/register-list.ts'

/** Interest accrued today on a holder's only note, and on its late principal: investor, register and statement. */
async function accruedOf({ admin, investor }: NotePeople, note: { number: string; holderId: string }) {
  const day = fundDay()
  const holdings = await getHoldings(investor, day)
  const { notes } = await getRegister(admin, { on: day, search: note.number })
  const held = await actAs(admin, async tx => {
    const head = await ledgerHead(tx)
    return readNotesHeld(tx, { holderId: note.holderId, day, head, withLater: false, start: day })
  })
  const own = holdings?.notes.find(({ number }) => number === note.number)
  return {
    investor: [own?.accruedCents, own?.lateInterestCents],
    register: [notes[0]?.accrued, notes[0]?.lateInterest],
    statement: [held[0]?.accrued, held[0]?.lateInterest],
  }
}

test('what has accrued is the same for the investor, in the register and on a statement, also in default', async ({
  portal,
  people,
}) => {
  const issued = Temporal.PlainDate.from(fundDay()).subtract({ months: 3, days: 10 }).toString()
  const note = await givenNote(portal, people, issued)
  const current = await accruedOf(people, note)
  expect(current.investor).toEqual([expect.toSatisfy((cents: bigint) => cents > 0n), 0n])
  expect(current).toEqual({ investor: current.investor, register: current.investor, statement: current.investor })
  await decideApproval(
    people.colleague,
    await requestDefault(people.admin, note.id, { reason: 'Nothing was paid.' }),
    'approved',
  )
  expect(await accruedOf(people, note)).toEqual(current)
})

test('principal that stays unpaid past the last pay day accrues by actual days, everywhere alike', async ({
  portal,
  people,
}) => {
  // Matured on Wednesday, December 17, 2025, its pay day.
  const note = await givenNote(portal, people, '2024-12-17')
  const days = Temporal.PlainDate.from('2025-12-17').until(fundDay(), { largestUnit: 'days' }).days
  const late = BigInt(Math.round((200_000_00 * 1100 * days) / (10_000 * 365)))
  const interest = [0n, late]
  expect(await accruedOf(people, note)).toEqual({ investor: interest, register: interest, statement: interest })
})
