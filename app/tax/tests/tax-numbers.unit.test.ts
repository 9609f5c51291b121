import { expect, test } from 'vitest'
import { plainWords } from '../../../rules/plain-words.ts'
import { noticeDays, noticeKindOf } from '../b-notices.ts'
import { isExemptForInterest, isNameLike } from '../profile.ts'
import { matchingFile, matchingName } from '../server/matching-file.ts'
import { readMatchingResults } from '../server/read-matching-results.ts'
import { maskedTin, readTin, type TinKind } from '../tin.ts'
import { matchedState, matchingAccount } from '../tin-matching.ts'

test('numbers that were never issued are refused by name', () => {
  const cases: [string, TinKind, string][] = [
    ['123-45-6789', 'ssn', '123456789'],
    ['123 45 6789', 'ssn', '123456789'],
    ['000-12-3456', 'ssn', 'TIN_SSN_AREA'],
    ['666-12-3456', 'ssn', 'TIN_SSN_AREA'],
    ['900-12-3456', 'ssn', 'TIN_SSN_NINE'],
    ['987-65-4321', 'ssn', 'TIN_SSN_NINE'],
    ['123-00-6789', 'ssn', 'TIN_SSN_ZEROS'],
    ['123-45-0000', 'ssn', 'TIN_SSN_ZEROS'],
    ['899-99-9999', 'ssn', '899999999'],
    ['665-12-3456', 'ssn', '665123456'],
    ['900-70-3456', 'itin', '900703456'],
    ['900-50-3456', 'itin', '900503456'],
    ['900-49-3456', 'itin', 'TIN_ITIN_RANGE'],
    ['900-66-3456', 'itin', 'TIN_ITIN_RANGE'],
    ['900-89-3456', 'itin', 'TIN_ITIN_RANGE'],
    ['900-93-3456', 'itin', 'TIN_ITIN_RANGE'],
    ['900-99-3456', 'itin', '900993456'],
    ['123-70-3456', 'itin', 'TIN_ITIN_RANGE'],
    ['12-3456789', 'ein', '123456789'],
    ['00-3456789', 'ein', 'TIN_EIN_PREFIX'],
    ['12-345678', 'ein', 'TIN_LENGTH'],
    ['123-45-67890', 'ssn', 'TIN_LENGTH'],
    ['12345678A', 'ssn', 'TIN_LENGTH'],
    ['', 'ssn', 'TIN_LENGTH'],
  ]
  for (const [typed, kind, expected] of cases) {
    const read = readTin(typed, kind)
    expect('digits' in read ? read.digits : read.problem, `${typed} as ${kind}`).toBe(expected)
  }
})

test('a number is shown by its end, in the form of its kind', () => {
  expect(maskedTin('1234', 'ssn')).toBe('***-**-1234')
  expect(maskedTin('1234', 'itin')).toBe('***-**-1234')
  expect(maskedTin('1234', 'ein')).toBe('**-***1234')
})

test('line 1 is like a title in another order, not like a relative’s', () => {
  for (const [line1, title] of [
    ['Iris Vestor', 'Iris Vestor'],
    ['VESTOR, IRIS', 'Iris Vestor'],
    ['Dr. Iris Vestor', 'Iris Vestor'],
    ['Íris Véstor', 'Iris Vestor'],
    ['The Vestor Family Trust', 'Vestor Family Trust'],
    ['Vestor Holdings L.L.C.', 'Vestor Holdings LLC'],
  ] as const)
    expect(isNameLike(line1, title), line1).toBe(true)
  for (const [line1, title] of [
    ['John Smith Jr.', 'John Smith'],
    ['John Smith Sr.', 'John Smith Jr.'],
    ['Iris B. Vestor', 'Iris Vestor'],
    ['Vestor Holdings Inc', 'Vestor Holdings LLC'],
    ['', 'Iris Vestor'],
    ['...', '...'],
  ] as const)
    expect(isNameLike(line1, title), line1).toBe(false)
})

test('all exempt payee codes but 7 count for interest', () => {
  const codes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const
  expect(codes.filter(code => !isExemptForInterest(code))).toEqual([7])
  expect(isExemptForInterest(null)).toBe(false)
})

test('a B-notice is due in 15 business days, and payments are subject to withholding from the 30th on', () => {
  // Veterans Day and Thanksgiving aren't business days.
  expect(noticeDays('2026-11-02')).toEqual({ sendBy: '2026-11-24', withholdFrom: '2026-12-16' })
  expect(noticeDays('2026-03-02')).toEqual({ sendBy: '2026-03-23', withholdFrom: '2026-04-13' })
})

test('a second notice within three calendar years is a second B-notice; one of the same year isn’t counted', () => {
  expect(noticeKindOf('2026-10-01', [])).toBe('first')
  expect(noticeKindOf('2026-10-01', ['2026-04-01'])).toBeUndefined()
  expect(noticeKindOf('2026-10-01', ['2025-04-01'])).toBe('second')
  expect(noticeKindOf('2026-10-01', ['2024-01-02'])).toBe('second')
  expect(noticeKindOf('2026-10-01', ['2023-12-31'])).toBe('first')
  expect(noticeKindOf('2026-10-01', ['2023-12-31', '2025-01-01'])).toBe('second')
})

test('the file for TIN Matching has a line of four fields for each number, in letters that it may have', () => {
  const account = matchingAccount('H-0001', '1a2b3c4d-0000-4000-8000-000000000000')
  expect(account).toBe('H0001N1A2B3C4D')
  const requested = { digits: '123456789', account }
  expect(
    matchingFile([
      { ...requested, kind: 'ssn', name: 'Íris O’Véstor, Jr.' },
      { ...requested, kind: 'itin', name: 'A; B' },
      { ...requested, kind: 'ein', name: 'Vestor & Sons-Partners, L.L.C.' },
    ]),
  ).toBe(
    '2;123456789;Iris OVestor Jr;H0001N1A2B3C4D\r\n' +
      '2;123456789;A B;H0001N1A2B3C4D\r\n' +
      '1;123456789;Vestor & Sons-Partners LLC;H0001N1A2B3C4D\r\n',
  )
  expect(matchingName('x'.repeat(60))).toHaveLength(40)
  expect(['Søren Kjær', 'Łukasz Weiß', 'Đorđe Æsir', 'Jose\u0301 O’Núñez', 'Иван Петров'].map(matchingName)).toEqual([
    ...['Soren Kjaer', 'Lukasz Weiss', 'Dorde Aesir', 'Jose ONunez', 'Ivan Petrov'],
  ])
})

test('the answer to TIN Matching is read line by line, and what isn’t one is named', () => {
  const line = (code: string, account = 'H0001N1A2B3C4D') => `2;123456789;Iris Vestor;${account};${code}`
  const text = [`\ufeff${line('0')}`, '', line('3'), line('9'), 'nonsense', line('0', 'H-0001'), `${line('6')};`].join(
    '\r\n',
  )
  expect(readMatchingResults(text)).toEqual({
    answers: [
      { account: 'H0001N1A2B3C4D', code: 0 },
      { account: 'H0001N1A2B3C4D', code: 3 },
      { account: 'H0001N1A2B3C4D', code: 6 },
    ],
    unread: [4, 5, 6],
  })
  expect(([0, 1, 2, 3, 4, 5, 6, 7, 8] as const).map(matchedState)).toEqual([
    'matched',
    ...['mismatched', 'mismatched', 'mismatched'],
    ...[undefined, undefined],
    ...['matched', 'matched', 'matched'],
  ])
})

test('the words on sample forms are short, plain and each there once', () => {
  expect(new Set(plainWords).size).toBe(plainWords.length)
  expect(plainWords.filter(word => !/^[a-z]{4,10}$/.test(word))).toEqual([])
  expect(plainWords.length).toBeGreaterThan(100)
})
