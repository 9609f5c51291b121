import { expect, test } from 'vitest'
import { paymentSentence } from '../../notifications/server/digest-sentences.ts'
import { isNews, progressOf, progressWords, sentWords } from '../payment-day.ts'

test('a payment says how far its note is and what comes next, until the last one', () => {
  const payments = [
    { state: 'paid', payDate: '2026-10-02' },
    { state: 'unrecorded', payDate: '2026-11-02' },
    { state: 'scheduled', payDate: '2026-12-02' },
  ] as const
  expect(progressWords(progressOf(payments))).toBe('1 of 3. Next: Dec 2, 2026.')
  expect(progressWords({ paid: 24, of: 24, next: undefined })).toBe('24 of 24, the last one.')
  // Only late payments are left.
  expect(progressWords({ paid: 23, of: 24, next: undefined })).toBe('23 of 24.')
})

test('it is news for three days', () => {
  expect(['2026-12-02', '2026-12-01', '2026-11-30'].map(day => sentWords(day, '2026-12-02'))).toEqual([
    'sent today',
    'sent yesterday',
    'sent Nov 30, 2026',
  ])
  const days = [undefined, '2026-11-29', '2026-11-30', '2026-12-02', '2026-12-03']
  expect(days.map(day => isNews(day, '2026-12-02'))).toEqual([false, false, true, true, false])
})

test('the mail of a payment day says it without an amount, and of several notes what comes first', () => {
  expect(paymentSentence([{ paid: 22, of: 24, next: '2026-12-02' }])).toBe(
    'We’ve recorded a payment on a note of yours. 22 of 24. Next: Dec 2, 2026.',
  )
  expect(
    paymentSentence([
      { paid: 22, of: 24, next: '2027-01-02' },
      { paid: 3, of: 12, next: '2026-12-15' },
      { paid: 12, of: 12, next: undefined },
    ]),
  ).toBe('We’ve recorded payments on 3 notes of yours. Next: Dec 15, 2026.')
})
