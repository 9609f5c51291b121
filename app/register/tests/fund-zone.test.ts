import { afterAll, expect, vi } from 'vitest'
import { timeZone } from '../../../content/fund-time-zone.ts'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { insertEntry, moved } from '../../../server/sample/notes.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { givenNote } from '../../../tests/helpers/notes.ts'
import { transactionAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { getRegister } from '../server/register-list.ts'

// Files share a process and its modules: this one loads all of them again.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('../../../content/fund-time-zone.ts')
  vi.resetModules()
})

// A fund with another day than UTC at this hour: tomorrow in Auckland from noon on, else yesterday.
vi.mock('../../../content/fund-time-zone.ts', () => ({
  timeZone: new Date().getUTCHours() >= 12 ? 'Pacific/Auckland' : 'Etc/GMT+12',
}))

test('the database has the day that it is at the fund, east and west of UTC', async ({ portal }) => {
  const { rows } = await portal.owner.query('select app.fund_day() as today, app.fund_day($1) as earlier', [
    '2026-11-24T11:30:00Z',
  ])
  expect(rows).toEqual([{ today: fundDay(), earlier: fundDay(new Date('2026-11-24T11:30:00Z')) }])
  await portal.owner.query("update app.fund set time_zone = 'Pacific/Auckland'")
  const east = "select app.fund_day('2026-11-24T10:59:00Z') as before, app.fund_day('2026-11-24T11:00:00Z') as since"
  expect((await portal.owner.query(east)).rows).toEqual([{ before: '2026-11-24', since: '2026-11-25' }])
  await portal.owner.query('update app.fund set time_zone = $1', [timeZone])
})

test('a note begins on the fund’s day, and nothing is booked on its tomorrow', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const today = fundDay()
  expect(today).not.toBe(new Date().toISOString().slice(0, 10))
  const note = await givenNote(portal, { admin, colleague, investor }, today)
  expect((await getRegister(admin, { on: today, search: note.number })).notes).toMatchObject([
    { state: 'current', principal: 200_000_00n },
  ])
  const book = (day: string) =>
    insertEntry(portal.owner, {
      ...{ kind: 'funds', day, note: { id: note.id, holder_id: note.holderId }, lines: moved(1010, 2010, 1n) },
    })
  await expect(book(addDays(today, 1))).rejects.toMatchObject({ constraint: 'ledger_day_has_come' })
})

test('a document is kept to the end of its last day at the fund', async ({ portal, admin, investor }) => {
  const { id } = await givenDocument(portal, investor)
  const remove = () =>
    transactionAs(portal, 'app_user', admin.id, client => client.query('delete from documents where id = $1', [id]))
  const retainUntil = (day: string) =>
    portal.owner.query('update documents set retain_until = $2 where id = $1', [id, day])
  await retainUntil(fundDay())
  await expect(deleteDocument(admin, id)).rejects.toMatchObject({ code: 'DOCUMENT_RETAINED' })
  await expect(remove()).rejects.toMatchObject({ constraint: 'document_is_retained' })
  await retainUntil(addDays(fundDay(), -1))
  await deleteDocument(admin, id)
  expect((await portal.owner.query('select from documents where id = $1', [id])).rowCount).toBe(0)
})
