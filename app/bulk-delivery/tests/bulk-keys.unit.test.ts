import { describe, expect, test } from 'vitest'
import { emailsIn } from '../emails-in-names.ts'
import { keysOf, pageOfIn } from '../page-keys.ts'
import { indexRegister, type RegisterHolder, zipOf } from '../register-index.ts'

const holder = (id: string, legalName: string, more: Partial<RegisterHolder> = {}): RegisterHolder => ({
  id,
  number: `H-000${id}`,
  legalName,
  zip: '78701',
  tins: [],
  lastFours: [],
  notes: [],
  emails: [],
  canReceive: true,
  ...more,
})

const register = indexRegister([
  holder('1', 'John Smith', { tins: ['tin 123456789'], lastFours: ['6789'], notes: ['LK-2026-0001'] }),
  holder('2', 'John Smith Jr.', { notes: ['2026'] }),
  holder('3', 'Okafor Holdings, LLC', { tins: ['tin 987654321'], notes: ['100234'] }),
  holder('4', 'Paul Okafor', { tins: ['tin 987654321'] }),
  holder('5', 'Equity Trust Company Custodian FBO Jane Doe IRA'),
  holder('6', 'Jane Doe'),
  holder('7', 'Zoë O’Brien-Marsh'),
])
const read = (text: string) => keysOf(text, register, digits => `tin ${digits}`)
const strongIn = (text: string) => read(text).strong.map(({ kind, number, holders }) => `${kind} ${number}: ${holders}`)
const namesIn = (text: string) => read(text).names.map(holders => holders.join())

test('numbers of notes and holders are found as they are printed, torn or joined, and never inside others', () => {
  expect(strongIn('Note LK-2026-0001, holder H-0003')).toEqual(['note LK-2026-0001: 1', 'holder H-0003: 3'])
  expect(strongIn('lk‑2026‑0001 and h–0003')).toEqual(['note LK-2026-0001: 1', 'holder H-0003: 3'])
  expect(strongIn('LK-2026-\n0001')).toEqual(['note LK-2026-0001: 1'])
  expect(strongIn('H-0001-2026.pdf')).toEqual(['holder H-0001: 1'])
  expect(strongIn('statement_H-0001_Q3')).toEqual(['holder H-0001: 1'])
  for (const other of ['H-00011', 'XH-0001', 'LK-2026-00012', 'ALK-2026-0001', 'H 0001'])
    expect(strongIn(other), other).toEqual([])
  // A note's number that is only a year would match everywhere.
  expect(strongIn('For 2026')).toEqual([])
  expect(strongIn('Account 100234')).toEqual(['note 100234: 3'])
})

test('a full tax number is found however it is written; of two who share it, it is a key of both', () => {
  for (const text of ['123-45-6789', '123 45 6789', '1 2 3 4 5 6 7 8 9', '12-3456789', 'TIN:123456789.', '123–45–6789'])
    expect(strongIn(text), text).toEqual(['tin : 1'])
  expect(strongIn('EIN 98-7654321')).toEqual(['tin : 3,4'])
  for (const text of ['1234567890', '0123-45-6789', '123,456,789', '***-**-6789', '123-45-\n\n6789'])
    expect(strongIn(text), text).toEqual([])
  expect(read('EIN 11-1111111').unknownTins).toEqual(['tin 111111111'])
  expect(read('H-9999').unknownNumbers).toEqual(['H-9999'])
  expect(read('Notes LK-2026-0001 and LK-2031-0007').unknownNumbers).toEqual(['LK-2031-0007'])
})

test('masked numbers and ZIP codes', () => {
  for (const text of ['***-**-6789', 'XXX-XX-6789', 'xx-xxx6789', '*****6789', '•••-••-6789'])
    expect(read(text).lastFours, text).toEqual(['6789'])
  // Accounts.
  for (const text of ['****6789', 'xxxxxxxx6789', '**-6789', '6789']) expect(read(text).lastFours, text).toEqual([])
  expect(read('Austin, TX 78701-1234').zips).toEqual(['78701'])
  expect(read('AUSTIN TX\n78701').zips).toEqual(['78701'])
  expect(read('Total 78701, box 12345').zips).toEqual([])
  expect(zipOf('12345 Oak Lane\nAustin, TX 78701-2222')).toBe('78701')
  expect(zipOf('Paris')).toBe(null)
})

describe('a name counts where it stands alone', () => {
  test('in any letters and punctuation, on a line or wrapped to the next', () => {
    for (const text of [
      'JOHN SMITH',
      'Dear John Smith,',
      'Recipient: John  Smith',
      'John\nSmith',
      'Mr. John Smith\t12.00',
    ])
      expect(namesIn(text), text).toEqual(['1'])
    expect(namesIn('OKAFOR HOLDINGS LLC')).toEqual(['3'])
    expect(namesIn('Okafor Holdings, L.L.C.')).toEqual(['3'])
    expect(namesIn('ZOE OBRIEN MARSH')).toEqual(['7'])
  })

  test('the longest name wins where one is part of another', () => {
    expect(namesIn('John Smith, Jr.')).toEqual(['2'])
    expect(namesIn('EQUITY TRUST COMPANY CUSTODIAN\nFBO JANE DOE IRA')).toEqual(['5'])
  })

  test('not as a part of the name of somebody else, whom we may not know', () => {
    for (const text of [
      ...[
        'John Smith III',
        'John Smith, Trustee',
        'John Smith\nRevocable Trust',
        'Mary John Smith',
        'John Smith-Jones',
      ],
      ...['FBO Jane Doe', 'EQUITY TRUST CO CUST\nFBO JANE DOE\nIRA', 'John Smith and Mary Smith', 'c/o John Smith'],
      ...['Estate of John Smith', 'John Smithson', 'A. John Smith', 'John Smith Family LLC'],
    ])
      expect(namesIn(text), text).toEqual([])
  })

  test('all words of a name somewhere on the page only suggest', () => {
    expect(read('Smith, John A.').names).toEqual([])
    expect(read('Smith, John A.').like.sort()).toEqual(['1', '2'])
  })
})

test('page numbers are read where the page has one', () => {
  expect(pageOfIn('Page 2 of 3')).toEqual({ page: 2, of: 3 })
  expect(pageOfIn('PAGE 2/3 … Page 2 of 3')).toEqual({ page: 2, of: 3 })
  expect(pageOfIn('Page 1 of 2, Page 2 of 2')).toBeUndefined()
  expect(pageOfIn('none')).toBeUndefined()
})

test('addresses in a file’s name', () => {
  const known = ['jane@example.com', 'mary.jane@example.com']
  expect(emailsIn('1099 jane@example.com.pdf', known)).toEqual(['jane@example.com'])
  expect(emailsIn('JANE@EXAMPLE.COM.pdf', known)).toEqual(['jane@example.com'])
  expect(emailsIn('mary.jane@example.com.pdf', known)).toEqual(['mary.jane@example.com'])
  for (const other of ['mary-jane@example.com', 'jane@example.com.au.pdf', 'jane.pdf'])
    expect(emailsIn(other, known), other).toEqual([])
})
