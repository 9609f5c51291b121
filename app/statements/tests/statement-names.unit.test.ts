import { expect, test } from 'vitest'
import { statementName } from '../statements.ts'

test('a statement is called after its period, a letter after its day, and a correction says that it is one', () => {
  const name = (start: string, end: string) => statementName({ kind: 'statement', start, end })
  expect(name('2026-07-01', '2026-09-30')).toBe('Statement, Jul–Sep 2026')
  expect(name('2024-02-01', '2024-02-29')).toBe('Statement, Feb 2024')
  expect(name('2026-01-01', '2026-12-31')).toBe('Statement, 2026')
  expect(name('2025-11-01', '2026-01-31')).toBe('Statement, Nov 2025–Jan 2026')
  expect(name('2026-07-15', '2026-09-30')).toBe('Statement, Jul 15, 2026–Sep 30, 2026')
  expect(statementName({ kind: 'custodian_letter', start: '2026-01-01', end: '2026-12-31' })).toBe(
    'Year-end valuation, Dec 31, 2026',
  )
  expect(statementName({ kind: 'statement', start: '2026-07-01', end: '2026-07-31', corrects: 'S-000007' })).toBe(
    'Statement, Jul 2026, corrected',
  )
})
