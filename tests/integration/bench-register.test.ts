import { expect } from 'vitest'
import { getHoldings } from '../../app/holdings/server/holdings.ts'
import { verifyLedger } from '../../app/ledger/server/verify-ledger.ts'
import { fillRegister } from '../../bench/fill-register.ts'
import { type SharedPortal, test } from '../helpers/shared-portal.ts'

test('the register that is measured adds up, and its guards are back afterward', async ({
  portal,
  investor,
  second,
}) => {
  const today = '2026-11-23'
  const before = await guardsOf(portal)
  await fillRegister(portal.owner, { notes: 60, investor: { id: investor.id, notes: 4 }, today })
  expect(await guardsOf(portal)).toEqual(before)

  const { rows } = await portal.owner.query(`
    select (select count(*)::int from schedule_lines) as schedule,
      (select sum(debit_cents - credit_cents)::int from ledger_lines) as difference,
      (select count(*)::int from ledger_entries e where 2 <> (select count(*) from ledger_lines l where l.entry_id = e.id)) as odd,
      (select count(*)::int from schedule_lines s where due_date <= '${today}' and not exists (select from ledger_entries e
        where e.kind = 'interest_due' and e.note_id = s.note_id and e.line_n = s.n)) as unposted`)
  expect(rows).toEqual([{ schedule: 60 * 24, difference: 0, odd: 0, unposted: 0 }])
  const verified = await verifyLedger(portal.owner)
  expect(verified.findings).toEqual([])
  expect(verified.notes).toBe(60)
  expect(verified.entries).toBeGreaterThan(1000)

  const holdings = await getHoldings(investor, today)
  expect(holdings?.notes).toHaveLength(4)
  expect(holdings?.notes.flatMap(({ payments }) => payments).some(({ state }) => state === 'paid')).toBe(true)
  expect((await getHoldings(second, today))?.notes.length).toBeGreaterThan(0)
})

async function guardsOf({ owner }: SharedPortal) {
  const { rows } = await owner.query(`select tgrelid::regclass::text, tgname, tgenabled from pg_trigger
    where not tgisinternal order by 1, 2`)
  return rows
}
