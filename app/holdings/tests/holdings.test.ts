import { expect } from 'vitest'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getHoldings } from '../server/holdings.ts'
import { getOwnNote } from '../server/note-page.ts'
import { exportOwnPayments } from '../server/payments-file.ts'

const queryOf = (portal: SharedPortal) => (text: string, values?: unknown[]) =>
  values ? portal.owner.query(text, values) : portal.owner.query(text)

/** Note 1 of the specification's oracle, issued earlier: 11 × $1,833.33 and $1,833.37. */
const first = { issueDate: '2025-12-15', until: '2026-07-20', paid: [1, 2, 3, 4, 5, 6, 7] } as const
/** Note 12: 23 × $2,360.43 and $2,360.34. */
const twelfth = {
  issueDate: '2025-12-31',
  principalCents: 250_001_00n,
  rateBp: 1133,
  termMonths: 24,
  until: '2026-07-20',
  paid: [1, 2, 3, 5, 6],
} as const

test('people who act for no holder have no notes, and those who do see what they hold to the cent', async ({
  portal,
  investor,
  second,
}) => {
  expect(await getHoldings(investor)).toBeUndefined()
  const query = queryOf(portal)
  const holder = await insertHolder(query, [investor])
  expect(await getHoldings(investor)).toMatchObject({ notes: [], next: undefined, investedCents: 0n })
  const a = await insertNote(query, holder, first)
  const b = await insertNote(query, holder, { ...twelfth, payee: 'Frost Bank ••7712' })
  await insertNote(query, await insertHolder(query, [second]), first)

  const holdings = await getHoldings(investor, '2026-07-27')
  expect(holdings?.notes.map(({ id }) => id)).toEqual([a.id, b.id])
  expect(holdings).toMatchObject({
    investedCents: 450_001_00n,
    interestPaidCents: 7n * 1_833_33n + 5n * 2_360_43n,
    interestPaidThisYearCents: 7n * 1_833_33n + 5n * 2_360_43n,
    // 12 days of note 1, 27 of note 12.
    accruedCents: 733_33n + 2_124_38n,
    principalRepaidCents: 0n,
    next: { payDate: '2026-07-31', cents: 2_360_43n, parts: [{ id: b.id, to: 'Frost Bank ••7712' }] },
    late: [{ id: b.id, payDate: '2026-04-30', cents: 2_360_43n, state: 'unrecorded' }],
  })
  const [noteA, noteB] = holdings?.notes ?? []
  expect(noteA?.payments.map(({ state }) => state).slice(5, 9)).toEqual(['paid', 'paid', 'scheduled', 'scheduled'])
  expect(noteB?.payments.map(({ state }) => state).slice(2, 5)).toEqual(['paid', 'unrecorded', 'paid'])
})

test('a payment that came back says so, and what was paid counts without it', async ({ portal, investor }) => {
  const query = queryOf(portal)
  const holder = await insertHolder(query, [investor], {
    name: 'Equity Trust FBO Iris Vestor IRA',
    kind: 'sdira',
    custodian: 'Equity Trust Company',
  })
  await insertNote(query, holder, { ...first, returned: [7] })
  const holdings = await getHoldings(investor, '2026-07-27')
  expect(holdings).toMatchObject({
    interestPaidCents: 6n * 1_833_33n,
    late: [{ payDate: '2026-07-15', state: 'returned', cents: 1_833_33n }],
    next: { payDate: '2026-08-17', parts: [{ to: 'Equity Trust Company ••4821' }] },
  })
})

test('a note’s page has its ledger with what is owed after each entry, and is nobody else’s', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const query = queryOf(portal)
  const { id, number } = await insertNote(query, await insertHolder(query, [investor]), first)
  const page = await getOwnNote(investor, id, '2026-07-27')
  expect(page.note.number).toBe(number)
  expect(page.ledger).toHaveLength(1 + 2 * 7)
  expect(page.ledger[0]).toMatchObject({ kind: 'funds', cents: 200_000_00n, principalOwedCents: 200_000_00n })
  expect(page.ledger[1]).toMatchObject({ kind: 'interest_due', day: '2026-01-15', interestOwedCents: 1_833_33n })
  expect(page.ledger.at(-1)).toMatchObject({ kind: 'payment', interestOwedCents: 0n, principalOwedCents: 200_000_00n })
  for (const other of [second, admin]) await expect(getOwnNote(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getOwnNote(investor, 'no id')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('in its window a note’s election is open, until its last day', async ({ portal, investor }) => {
  const query = queryOf(portal)
  await insertNote(query, await insertHolder(query, [investor]), first)
  const on = async (day: string) => {
    const { electionCloses, isElectionLate } = (await getHoldings(investor, day))?.notes[0] ?? {}
    return { electionCloses, isElectionLate }
  }
  const closed = { electionCloses: undefined, isElectionLate: false }
  expect(await on('2026-10-15')).toEqual(closed)
  for (const day of ['2026-10-16', '2026-11-30'])
    expect(await on(day)).toEqual({ electionCloses: '2026-11-30', isElectionLate: false })
  for (const day of ['2026-12-01', '2026-12-14'])
    expect(await on(day)).toEqual({ electionCloses: '2026-11-30', isElectionLate: true })
  expect(await on('2026-12-15')).toEqual(closed)
})

test('a note that is paid back has its principal returned, and nothing left to come', async ({ portal, investor }) => {
  const query = queryOf(portal)
  const holder = await insertHolder(query, [investor])
  const { id } = await insertNote(query, holder, {
    issueDate: '2025-09-01',
    until: '2026-09-20',
    paid: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    state: 'matured',
  })
  await query("update notes set state = 'paid', closed_at = now(), closed_on = '2026-09-01' where id = $1", [id])
  const holdings = await getHoldings(investor, '2026-09-27')
  expect(holdings).toMatchObject({
    investedCents: 0n,
    principalRepaidCents: 200_000_00n,
    interestPaidCents: 22_000_00n,
    next: undefined,
    late: [],
    notes: [{ state: 'paid', closedOn: '2026-09-01' }],
  })
  expect(holdings?.notes[0]?.payments.every(({ state }) => state === 'paid')).toBe(true)
})

test('all payments are a CSV file, which the log knows of', async ({ portal, investor }) => {
  const query = queryOf(portal)
  const { number } = await insertNote(query, await insertHolder(query, [investor]), first)
  const lines = (await exportOwnPayments(investor)).trim().split('\r\n')
  expect(lines).toHaveLength(13)
  expect(lines[1]).toContain(
    `"${number}","Iris Vestor",1,"2025-12-15","2026-01-15","2026-01-15","1833.33","0.00","Paid"`,
  )
  const { rows } = await portal.owner.query(
    "select action from audit_log where actor_id = $1 and action = 'payments.exported'",
    [investor.id],
  )
  expect(rows).toHaveLength(1)
})
