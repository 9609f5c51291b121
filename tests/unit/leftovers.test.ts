import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { leftoversIn } from '../../scripts/leftovers.ts'

const sentence = 'We lend for six to twelve months, against collateral that two people have seen.'
const sample = {
  'content/faq.ts': [createHash('sha256').update(sentence).digest('hex').slice(0, 8)],
  'content/notes.ts': [''],
}

test('a text that is still the sample’s is named with its line', () => {
  const code = `export const faq = {\n  heading: 'Ours',\n  lead: '${sentence}',\n}\n`
  expect(leftoversIn({ 'content/faq.ts': code }, sample)).toEqual([
    'content/faq.ts, line 3: one text is still the sample’s: “We lend for six to twelve months, against collateral that…”',
  ])
})

test('the letters before the sample’s notes are named, though they are short', () => {
  const code = "export const settings = { numberPrefix: 'LK' }\n"
  expect(leftoversIn({ 'content/notes.ts': code }, sample)).toEqual([
    'content/notes.ts, line 1: one text is still the sample’s: “LK”',
  ])
})

test('a fund that wrote its own is told nothing', () => {
  const code = "export const faq = { lead: 'We lend for a year at most, and know every borrower by name.' }\n"
  expect(leftoversIn({ 'content/faq.ts': code }, sample)).toEqual([])
})
