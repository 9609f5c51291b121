import { expect, test } from 'vitest'
import { tax } from '../../../content/tax.ts'
import { sumCents } from '../../../rules/money.ts'
import {
  depositDue,
  form945,
  hasNextDayDeposit,
  liabilityInWords,
  spreadWithheld,
  subjectOn,
  unusualWithholding,
  type WithholdingFacts,
  withholdingOf,
} from '../withholding.ts'

const facts: WithholdingFacts = {
  ...{ kind: 'individual', form: null, classification: null, exemptCode: null },
  ...{ numberSince: null, notices: [] },
}

test('a holder is subject to backup withholding without a number, and after a notice that wasn’t answered', () => {
  const on = (of: Partial<WithholdingFacts>, day: string) => subjectOn({ ...facts, ...of }, day, tax)?.why
  expect(on({}, '2026-05-01')).toBe('missing')
  // A later number doesn't change earlier days.
  expect(on({ numberSince: '2026-05-02' }, '2026-05-01')).toBe('missing')
  expect(on({ numberSince: '2026-05-02' }, '2026-05-02')).toBeUndefined()
  const notice = { kind: 'first', withholdFrom: '2026-06-01', answeredOn: null } as const
  const noticed = { numberSince: '2026-01-01', notices: [notice] }
  expect(on(noticed, '2026-05-31')).toBeUndefined()
  expect(on(noticed, '2026-06-01')).toBe('first_notice')
  const second = { kind: 'second', withholdFrom: '2026-08-01', answeredOn: null } as const
  expect(on({ ...noticed, notices: [notice, second] }, '2026-08-01')).toBe('second_notice')
  expect(on({ ...noticed, notices: [{ ...notice, answeredOn: '2026-06-10' }] }, '2026-06-09')).toBe('first_notice')
  expect(on({ ...noticed, notices: [{ ...notice, answeredOn: '2026-06-10' }] }, '2026-06-10')).toBeUndefined()
  // Exempt and foreign payees.
  expect(on({ kind: 'sdira' }, '2026-05-01')).toBeUndefined()
  expect(on({ kind: 'corporation' }, '2026-05-01')).toBeUndefined()
  expect(on({ exemptCode: 5 }, '2026-05-01')).toBeUndefined()
  expect(on({ form: 'w8' }, '2026-05-01')).toBeUndefined()
})

test('another amount than the law asks for is unusual, and one that wasn’t withheld is the fund’s', () => {
  const payment = { day: '2026-05-01', interest: 1_833_33n, facts }
  const unusual = (withheld: bigint, of: Partial<WithholdingFacts> = {}) =>
    unusualWithholding({ ...payment, withheld, facts: { ...facts, ...of } }, tax).join(' ')
  expect(withholdingOf(1_833_33n, '2026-05-01', tax)).toBe(440_00n)
  expect(unusual(440_00n)).toBe('')
  expect(unusual(0n)).toBe('')
  expect(unusual(400_00n)).toBe('24% of the interest would be $440.00.')
  expect(unusual(440_00n, { numberSince: '2026-01-01' })).toContain('isn’t subject')
  expect(unusual(440_00n, { kind: 'sdira' })).toContain('exempt from backup withholding: an IRA or a solo 401(k)')
  expect(liabilityInWords({ ...payment, withheld: 0n }, tax).join(' ')).toContain('liable for $440.00')
  expect(liabilityInWords({ ...payment, withheld: 440_00n }, tax)).toEqual([])
})

test('what is withheld is spread over the interest to the cent', () => {
  let seed = 945
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let i = 0; i < 2000; i++) {
    const parts = Array.from({ length: 1 + next(6) }, () => BigInt(1 + next(500_000)))
    const withheld = BigInt(next(Number(sumCents(parts)) + 1))
    const shares = spreadWithheld(withheld, parts)
    expect(sumCents(shares)).toBe(withheld)
    for (const [at, share] of shares.entries()) expect(share >= 0n && share <= (parts[at] ?? 0n)).toBe(true)
  }
  expect(spreadWithheld(0n, [])).toEqual([])
})

test('deposits are due by the 15th, by Wednesday or Friday, or on the next business day', () => {
  const monthly = (day: string) => depositDue(day, 0n, 'monthly')
  expect(monthly('2026-07-15')).toBe('2026-08-17')
  expect(monthly('2026-12-01')).toBe('2027-01-15')
  const semiweekly = (day: string) => depositDue(day, 0n, 'semiweekly')
  // 2026-07-15 is a Wednesday.
  expect(semiweekly('2026-07-15')).toBe('2026-07-22')
  expect(semiweekly('2026-07-17')).toBe('2026-07-22')
  expect(semiweekly('2026-07-18')).toBe('2026-07-24')
  expect(semiweekly('2026-07-21')).toBe('2026-07-24')
  // Thanksgiving, 2026-11-26, adds a day.
  expect(semiweekly('2026-11-24')).toBe('2026-11-30')
  expect(depositDue('2026-07-17', 100_000_00n, 'monthly')).toBe('2026-07-20')
})

test('Form 945 adds up by month, and says what is to be deposited and until when', () => {
  const year = (of: Partial<Parameters<typeof form945>[1]>) =>
    form945(2026, { liabilities: [], deposits: [], lookback: 0n, ...of })
  const liabilities = [
    { day: '2026-03-16', cents: 3_000_00n },
    { day: '2026-04-15', cents: 1_000_00n },
    { day: '2026-04-20', cents: -400_00n },
  ]
  const open = year({ liabilities })
  expect(open).toMatchObject({ schedule: 'monthly', withheld: 3_600_00n, deposited: 0n, balance: 3_600_00n })
  expect(open.months.slice(2, 4)).toMatchObject([
    { withheld: 3_000_00n, due: '2026-04-15' },
    { withheld: 600_00n, due: '2026-05-15' },
  ])
  expect(open.toDeposit).toEqual([
    { due: '2026-04-15', cents: 3_000_00n },
    { due: '2026-05-15', cents: 600_00n },
  ])
  // Jan 31, 2027 is a Sunday.
  expect(open).toMatchObject({ due: '2027-02-01', isOnTime: false, mayPayWithReturn: false })
  const deposits = [
    { day: '2026-04-15', cents: 3_000_00n },
    { day: '2026-05-15', cents: 600_00n },
  ]
  expect(year({ liabilities, deposits })).toMatchObject({
    isOnTime: true,
    due: '2027-02-10',
    toDeposit: [],
    balance: 0n,
  })
  const late = deposits.map(({ cents }) => ({ day: '2026-05-15', cents }))
  expect(year({ liabilities, deposits: late })).toMatchObject({ isOnTime: false, due: '2027-02-01' })
  expect(year({ liabilities, deposits: [{ day: '2026-04-15', cents: 3_100_00n }] }).toDeposit).toEqual([
    { due: '2026-05-15', cents: 500_00n },
  ])
  expect(year({ liabilities: [{ day: '2026-03-16', cents: 2_499_99n }] }).mayPayWithReturn).toBe(true)
  expect(year({ lookback: 50_000_00n }).schedule).toBe('monthly')
  expect(year({ lookback: 50_000_01n }).schedule).toBe('semiweekly')
})

test('with $100,000 undeposited it is due on the next business day, and deposits are semiweekly from then on', () => {
  const liabilities = [
    { day: '2026-07-15', cents: 60_000_00n },
    { day: '2026-07-16', cents: 40_000_00n },
    { day: '2026-08-05', cents: 100_00n },
  ]
  expect(form945(2026, { liabilities, deposits: [], lookback: 0n })).toMatchObject({
    nextDay: ['2026-07-16'],
    toDeposit: [
      { due: '2026-07-17', cents: 100_000_00n },
      { due: '2026-08-12', cents: 100_00n },
    ],
  })
  expect(hasNextDayDeposit(liabilities, 0n)).toBe(true)
  expect(form945(2027, { liabilities: [], deposits: [], lookback: 0n, hadNextDay: true }).schedule).toBe('semiweekly')
})
