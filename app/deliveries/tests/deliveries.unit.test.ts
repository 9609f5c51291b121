import { expect, test } from 'vitest'
import { deliveredName, namedPeriods, usualPeriod } from '../deliveries.ts'
import { readList, suggest } from '../office/deliver/recipients.ts'
import type { Recipient } from '../server/recipients.ts'

const recipient = (key: string, name: string, about: string): Recipient => ({
  key,
  name,
  about,
  hasNote: key.startsWith('holder'),
  isAccepted: true,
})

const all = [
  recipient('person:1', 'Elena Marsh', 'elena@example.com'),
  recipient('person:2', 'John Smith', 'john@example.com'),
  recipient('person:3', 'John Smith', 'jsmith@example.com'),
  recipient('person:6', 'nameless@example.com', 'nameless@example.com'),
  recipient('holder:4', 'Elena Marsh', 'H-0001 · Elena Marsh'),
  recipient('holder:5', 'Okafor Holdings, LLC', 'H-0002 · Paul Okafor'),
]

const keysOf = (found: readonly Recipient[]) => found.map(({ key }) => key)

test('a delivered paper is named by what it is and its period, and keeps its own name where there is none', () => {
  const periods = namedPeriods('2026-11-26')
  expect(periods.quarters).toEqual(['Jul–Sep 2026', 'Apr–Jun 2026', 'Jan–Mar 2026', 'Oct–Dec 2025'])
  expect(periods.months.slice(0, 2)).toEqual(['Oct 2026', 'Sep 2026'])
  expect(periods.years).toEqual(['2026', '2025', '2024'])
  const period = usualPeriod('Statements', periods)
  expect(deliveredName({ word: 'Statement', period }, 'q3 final (2).pdf', false)).toBe('Statement, Jul–Sep 2026')
  expect(deliveredName({ word: 'Statement', period }, 'North.pdf', true)).toBe('Statement, Jul–Sep 2026, North')
  expect(deliveredName({ word: 'Document', period: '' }, 'Letter.v2.pdf', false)).toBe('Letter.v2')
  expect(usualPeriod('Tax', periods)).toBe('2025')
  expect(usualPeriod('Agreements', periods)).toBe('')
  // The quarter before the first.
  expect(namedPeriods('2027-01-01').quarters[0]).toBe('Oct–Dec 2026')
})

test('a pasted list takes who is named exactly, and leaves out namesakes and strangers', () => {
  const { found, rest } = readList(all, 'elena marsh\nOkafor Holdings, LLC; John Smith, jsmith@example.com, Bob')
  expect(keysOf(found)).toEqual(['person:1', 'holder:5', 'person:3'])
  expect(rest).toBe('John Smith, Bob')
  expect(keysOf(readList(all, 'H-0001, ELENA@example.com').found)).toEqual(['holder:4', 'person:1'])
  expect(keysOf(readList(all, 'nameless@example.com, elena@example.com').found)).toEqual(['person:6', 'person:1'])
  expect(readList(all, ' , ;\n')).toEqual({ found: [], rest: '' })
})

test('who is typed is suggested by parts of names, addresses and numbers, but not twice', () => {
  expect(keysOf(suggest(all, 'smith', new Set()))).toEqual(['person:2', 'person:3'])
  expect(keysOf(suggest(all, 'okaf h-00', new Set()))).toEqual(['holder:5'])
  expect(keysOf(suggest(all, 'elena', new Set(['person:1'])))).toEqual(['holder:4'])
  expect(suggest(all, ' ', new Set())).toEqual([])
})
