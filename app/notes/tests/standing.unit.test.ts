import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lateOf, noteStates, standingOf, toLate } from '../standing.ts'

const today = '2026-11-28'

test('a note with a payment that is past its pay date is late, whatever else it is, until it is in default', () => {
  const late = toLate('2026-11-27', today)
  expect(standingOf({ state: 'current', late })).toEqual({ word: 'Late', label: 'Late 1 day', tone: 'danger' })
  expect(standingOf({ state: 'matured', late: toLate('2026-10-31', today) }).label).toBe('Late 28 days')
  expect(standingOf({ state: 'defaulted', late })).toEqual({ word: 'In default', label: 'In default', tone: 'danger' })
  expect(standingOf({ state: 'renewed', late })).toMatchObject({ word: 'Renewed, late', label: 'Renewed, late 1 day' })
  for (const [state, word] of Object.entries(noteStates))
    expect(standingOf({ state, late: toLate(null, today) })).toMatchObject({ word, label: word })
  // For a holder, the state says where the money is.
  expect(standingOf({ state: 'signed', late: null }, 'holder').label).toBe('Signed, waiting for funds')
  expect(standingOf({ state: 'current', late }, 'holder').label).toBe('Late 1 day')
})

test('a payment is late from the day after its pay date, as long as something of it is unpaid', () => {
  const payments = [
    { pay: '2026-10-27', left: 0n },
    { pay: '2026-11-28', left: 200_00n },
    { pay: '2026-11-27', left: 100_00n },
    { pay: '2026-11-30', left: 300_00n },
  ]
  expect(lateOf(payments, '2026-11-27', 0n)).toBeNull()
  expect(lateOf(payments, today, 0n)).toEqual({ since: '2026-11-27', days: 1, cents: 100_00n })
  expect(lateOf(payments, '2026-11-29', 0n)).toEqual({ since: '2026-11-27', days: 2, cents: 300_00n })
})

/** Besides `standingOf`: the expected day of a payment, and files with an "overdue" that isn't a note's. */
const others = [
  'app/register/server/due-list.ts',
  'app/notes/office/note/next-steps.tsx',
  'app/holdings/investor/payments-by-year.tsx',
  'app/document-requests/office/request-entry.tsx',
  'app/register/office/sales/route.tsx',
  'app/system/office/backups-section.tsx',
]

test('no page and no list says by itself what a note is, or whether it is late', () => {
  const parts = ['app/shell', 'app/site', 'app/*/office/*', 'app/*/investor/*', 'app/*/server/*', 'server']
  const files = execFileSync('git', ['ls-files', '--', ...parts], { encoding: 'utf8' }).split('\n')
  const deciding = files
    .filter(file => /\.tsx?$/.test(file) && !others.includes(file))
    .filter(file =>
      /\bnoteStates\b|['">](Current|Matured|Overdue)\b(?! due)['"<]|\bpay(Date)? < (today|on|day)\b/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(deciding).toEqual([])
})
