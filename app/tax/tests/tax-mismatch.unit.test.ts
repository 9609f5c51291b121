import { describe, expect, test } from 'vitest'
import { tax } from '../../../content/tax.ts'
import { complianceDatesOf, openDates, unfiledDue, upcomingDates } from '../compliance-dates.ts'
import type { Payee } from '../form-1099-int.ts'
import { isWithinHarbor, mismatchOf, mismatchWords } from '../mismatch.ts'

const person: Omit<Payee, 'state'> = {
  kind: 'individual',
  form: 'w9',
  classification: 'individual',
  exemptCode: null,
  net: 100_00n,
  withheld: 0n,
}
const corporation = { ...person, kind: 'corporation' as const, classification: 'c_corporation' as const }
const form = (interest: bigint, withheld = 0n) => ({ interest, withheld })
const wordsOf = (...[payee, inForce]: [Omit<Payee, 'state'>, ReturnType<typeof form> | null]) => {
  const found = mismatchOf(payee, inForce, 2026, tax)
  return found && mismatchWords(found)
}

test.for<[string, Omit<Payee, 'state'>, ReturnType<typeof form> | null, string | undefined]>([
  ['the ledger', person, form(100_00n), undefined],
  ['less', person, form(90_00n), 'The form says $90.00, the ledger $100.00.'],
  [
    'nothing withheld',
    { ...person, withheld: 24_00n },
    form(100_00n),
    'The form says $100.00, the ledger $100.00 with $24.00 withheld.',
  ],
  ['a small sum, as it was corrected', { ...person, net: 5_00n }, form(5_00n), undefined],
  [
    'more than the small sum',
    { ...person, net: 5_00n },
    form(50_00n),
    'The form says $50.00, the ledger $5.00: that’s below the threshold.',
  ],
  [
    'what came back',
    { ...person, net: 0n },
    form(50_00n),
    'The form says $50.00, and the ledger has $0.00: nothing was paid, after what came back.',
  ],
  [
    'less than came back',
    { ...person, net: -5_00n },
    form(0n),
    'The form says $0.00, and the ledger has −$5.00: nothing was paid, after what came back.',
  ],
  [
    'what an exempt payee was paid',
    corporation,
    form(100_00n),
    'The form says $100.00, and it should get none. A corporation.',
  ],
  ['nothing of an exempt payee', corporation, form(0n), undefined],
  ['nothing at all of an exempt payee', corporation, null, undefined],
  ['nothing at all', person, null, 'No form, and the ledger has $100.00.'],
  ['nothing at all of a small sum', { ...person, net: 9_99n }, null, undefined],
])('a form that says %s', ([, payee, inForce, words]) => {
  expect(wordsOf(payee, inForce)).toBe(words)
})

describe('the safe harbor', () => {
  const isSafe = (payee: Omit<Payee, 'state'>, inForce: ReturnType<typeof form> | null) => {
    const found = mismatchOf(payee, inForce, 2026, tax)
    return found && isWithinHarbor(found, tax.corrections)
  }
  test('covers an amount that is wrong by $100, and tax withheld by $25', () => {
    expect(isSafe({ ...person, net: 200_00n }, form(100_00n))).toBe(true)
    expect(isSafe({ ...person, net: 200_01n }, form(100_00n))).toBe(false)
    expect(isSafe({ ...person, net: 200_00n }, form(300_00n))).toBe(true)
    expect(isSafe({ ...person, withheld: 25_00n }, form(100_00n))).toBe(true)
    expect(isSafe({ ...person, withheld: 25_01n }, form(100_00n))).toBe(false)
  })
  test('covers no form that was left out, and none that its payee shouldn’t have', () => {
    expect(isSafe({ ...person, net: 50_00n }, null)).toBe(false)
    expect(isSafe({ ...corporation, net: 50_00n }, form(50_00n))).toBe(false)
  })
})

describe('compliance dates', () => {
  const days = (state: Parameters<typeof complianceDatesOf>[1], settings = tax) =>
    complianceDatesOf(2026, state, settings)
  test('are the days of the law, and the transmitter code 45 business days before the filing', () => {
    expect(days(undefined).map(({ key, day }) => [key, day])).toEqual([
      ['transmitter', '2027-01-26'],
      ['furnish', '2027-02-01'],
      ['copies', '2027-03-03'],
      ['file', '2027-03-31'],
      ['corrections', '2027-04-30'],
      ['last', '2027-08-01'],
    ])
  })
  test('are open until they are done; those of corrections until they have passed', () => {
    const open = (...of: Parameters<typeof days>) => openDates(days(...of), '2027-03-31').map(({ key }) => key)
    expect(open(undefined)).toEqual(['transmitter', 'furnish', 'file', 'corrections', 'last'])
    expect(open('furnished')).toEqual(['transmitter', 'file', 'corrections', 'last'])
    expect(open('filed')).toEqual(['corrections', 'last'])
    expect(openDates(days('furnished'), '2027-04-01').map(({ key }) => key)).toEqual(['file', 'corrections', 'last'])
    const kept = { ...tax, transmitterCode: { ...tax.transmitterCode, state: 'kept' as const } }
    expect(open('furnished', kept)).toEqual(['file', 'corrections', 'last'])
  })
  test('of one payee’s form that isn’t filed is the next on which its penalty rises', () => {
    const due = (today: string) => unfiledDue(2026, tax, today)
    expect([due('2027-02-10'), due('2027-03-31'), due('2027-04-01')]).toEqual([
      '2027-03-31',
      '2027-03-31',
      '2027-04-30',
    ])
    expect([due('2027-05-01'), due('2027-08-02')]).toEqual(['2027-08-01', '2027-08-01'])
    const date = { key: 'unfiled' as const, year: 2026, day: '2027-08-01', isDone: false }
    expect(upcomingDates([date], '2027-03-01')).toEqual([date])
    expect(openDates([date], '2028-01-01')).toEqual([date])
  })
  test('are told by Today in the month before and the month after', () => {
    const keysOn = (today: string) => upcomingDates(days('furnished'), today).map(({ key }) => key)
    expect(keysOn('2026-12-26')).toEqual([])
    expect(keysOn('2026-12-27')).toEqual(['transmitter'])
    expect(keysOn('2027-03-01')).toEqual(['file'])
    expect(keysOn('2027-04-30')).toEqual(['file'])
    expect(keysOn('2027-05-01')).toEqual([])
  })
})
