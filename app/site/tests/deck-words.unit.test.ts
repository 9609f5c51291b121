import { expect, test } from 'vitest'
import { sheetWords } from '../../../content/deck-words.ts'
import { textOf } from '../deck/sheet-picture.tsx'

const long = 'A term of more than forty letters, as nobody expects'
const text = sheetWords({
  id: 'page',
  heading: 'Heading',
  lead: 'Note: this line has a colon.',
  blocks: [
    { kind: 'list', items: [{ term: long, text: 'its text' }] },
    { kind: 'steps', items: [{ term: 'Talk', text: 'to us' }] },
    { kind: 'table', columns: ['Term', 'Rate'], rows: [['$1.5M+', '9%']] },
    { kind: 'text', paragraphs: ['Risk: you can lose money.'] },
  ],
})

test('a term is one where the deck’s data has one, whatever its length, and a sentence keeps its colon', () => {
  expect(text).toEqual([
    'Note: this line has a colon.',
    [long, 'its text'],
    ['1. Talk', 'to us'],
    ['$1.5M+', '9%'],
    'Risk: you can lose money.',
  ])
})

test('in place of a picture, a term is read with its colon', () => {
  const picture = { path: '/p', widths: [640], width: 640, height: 480, title: 'Heading', text }
  expect(textOf(picture)).toBe(
    `Heading. Note: this line has a colon. ${long}: its text. 1. Talk: to us. $1.5M+: 9%. Risk: you can lose money.`,
  )
})
