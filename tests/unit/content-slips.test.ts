// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what someone types

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withLine } from '../../scripts/content-lines.ts'
import { isForTypeCheck, slipIn, slipOf } from '../../scripts/content-slips.ts'

// Plain JavaScript without types.
const { inPlainWords, isAboutContent, withoutUnused } = await import(
  new URL('../../scripts/type-errors.mjs', import.meta.url).href
)

/** A mistake in the second line of a file, and its explanation. */
const slips: [string, line: string, says: string][] = [
  [
    'a straight apostrophe',
    "text: 'We don't lend',",
    'a straight apostrophe ends the text too early. Write ’ inside a text.',
  ],
  [
    'one at a word’s end',
    "text: 'The investors' money',",
    'a straight apostrophe ends the text too early. Write ’ inside a text.',
  ],
  [
    'two of them',
    "text: 'It's what we don't do',",
    'a straight apostrophe ends the text too early. Write ’ inside a text.',
  ],
  ['a comma that is missing', "text: 'We lend'", 'a comma is missing at the end of this line.'],
  ['one after a number', 'from: 150_000', 'a comma is missing at the end of this line.'],
  ['one too many', "text: 'We lend',,", 'there is one comma too many.'],
  ['commas in a number', 'from: 150,000,', 'write a number without commas: 150_000.'],
  ['more of them', 'from: 1,500,000,', 'write a number without commas: 1_500_000.'],
  ['a comma in a rate', 'rate: 9,5,', 'write a decimal with a point: 9.5.'],
  ['millions', 'from: 1.5M,', 'write the number in full: 1_500_000.'],
  ['words after a number', 'months: 6 months,', 'a number stands alone: take away “months”.'],
  ['words without quotes', 'text: Managing Partner,', "a text stands between quotes: 'Managing Partner'."],
  ['a semicolon', "text: 'We lend';", 'write a comma in place of ;.'],
  ['an equals sign', "text = 'We lend',", 'a colon stands after “text”, not =.'],
  ['double quotes in double quotes', 'text: "We "only" lend",', 'inside a text, write “ ” in place of ".'],
  ['a percent sign', 'rate: 11%,', 'write a rate as a number alone, without %.'],
  ['a text without its end', "text: 'We lend,", "this text has no ' at its end."],
  [
    'curly quotes around a text',
    'text: ‘We lend’,',
    "a text begins and ends with straight quotes: '…'. Inside it, write “ ” and ’.",
  ],
  [
    'curly double quotes',
    'text: “We lend”,',
    "a text begins and ends with straight quotes: '…'. Inside it, write “ ” and ’.",
  ],
  ['two kinds of quotes', "text: `We lend ${n}',", 'this text begins with ` and has to end with `.'],
  ['a colon that is missing', "text 'We lend',", 'a colon is missing after “text”.'],
  ['a bracket that isn’t closed', 'hours: { from: 9, to: 5,', 'the { that opens here isn’t closed: a } is missing.'],
]

test.each(slips)('%s is said in words, with its line', (_, line, says) => {
  const code = `export const a = {\n  ${line}\n  b: 1,\n}\n`
  const [, field] = line.match(/^(\w+):/) ?? []
  const where = field ? `line 2, ${field}` : 'line 2'
  expect(slipIn('content/fund.ts', code)).toBe(`content/fund.ts, ${where}: ${says}\n    2 |   ${line}`)
})

/** A file with tiers and questions, for mistakes in its lines. */
const file = [
  'export const tiers = [',
  "  { name: 'Tier 1', from: 200_000, oneYear: 11 },",
  "  { name: 'Tier 2', from: 350_000, oneYear: 12 },",
  ']',
  'export const questions = [',
  '  {',
  "    id: 'fees',",
  '    answer: [',
  '      `None, for ${years} years.`,',
  "      'The rate on the note is the rate you’re paid.',",
  '    ],',
  '  },',
  '  {',
  "    id: 'process',",
  '    answer: [`It takes ${days} days.`],',
  '  },',
  ']',
]

/** A change of it, the reported line, and the explanation. */
const brackets: [string, from: string, to: string, line: string, says: string][] = [
  [
    "a text begun with ` and ended with ', followed by others with `",
    ' years.`,',
    " years.',",
    'line 9, answer',
    'this text begins with ` and has to end with `.',
  ],
  [
    "one begun with ' and ended with `",
    "you’re paid.',",
    'you’re paid.`,',
    'line 10, answer',
    "this text begins with ' and has to end with '.",
  ],
  ['a } of an entry', '11 },', '11 ,', 'line 2', 'the { that opens here isn’t closed: a } is missing.'],
  [
    'a { of an entry',
    "{ name: 'Tier 2'",
    "name: 'Tier 2'",
    'line 3',
    'there is one } too many here, or the { that it closes is missing above.',
  ],
  ['the ] of a list', '    ],\n', '', 'line 8, answer', 'the [ that opens here isn’t closed: a ] is missing.'],
  ['the [ of a list', 'answer: [\n', 'answer:\n', 'line 8, answer', 'a [ is missing at the end of this line.'],
  ['the [ of all', 'tiers = [', 'tiers =', 'line 1', 'a [ is missing at the end of this line.'],
  [
    'a } between entries',
    '    ],\n  },\n',
    '    ],\n',
    'line 6',
    'the { that opens here isn’t closed: a } is missing.',
  ],
  [
    'a { between entries',
    "  {\n    id: 'process'",
    "    id: 'process'",
    'line 13, id',
    'a { is missing here, or just before.',
  ],
  ['the } of a value', '${days} days', '${days days', 'line 15, answer', 'a } is missing after “${days”.'],
]

test.each(brackets)('what is missing is told where it is missing: %s', (_, from, to, line, says) => {
  const code = file.join('\n').replace(from, () => to)
  const [sentence = ''] = slipIn('content/faq.ts', code)?.split('\n') ?? []
  expect(sentence).toBe(`content/faq.ts, ${line}: ${says}`)
})

test('of several values in a line, the field is told', () => {
  const code = file.join('\n').replace('oneYear: 12', 'oneYear: 9,5')
  expect(slipIn('content/tiers.ts', code)).toMatch(
    /^content\/tiers\.ts, line 3, oneYear: write a decimal with a point: 9\.5\./,
  )
})

test('a comma or a plus is missing where the next line begins with a text', () => {
  const code = "export const a = [\n  'one',\n  'two'\n  'three',\n]\n"
  expect(slipIn('content/faq.ts', code)).toBe(
    "content/faq.ts, line 3: a comma is missing at the end of this line, or a + where the text goes on in the next.\n    3 |   'two'",
  )
})

test('a file that can be read has no slip', () => {
  expect(slipIn('content/faq.ts', "export const a = ['one']\n")).toBeUndefined()
})

/** Node.js's message about a file that parses but fails to run. */
const uses: [string, message: string, says: string][] = [
  ['a dollar sign', '$150000 is not defined', 'write dollars as a number alone: 150000.'],
  [
    'a text without quotes',
    'Founder is not defined',
    "“Founder” isn’t known here. A text stands between quotes: 'Founder'.",
  ],
  [
    'an entry that others need',
    "Cannot read properties of undefined (reading 'twoYears')",
    'this takes “twoYears” of something that isn’t there. Has an entry been removed that it needs?',
  ],
]

test.each(uses)('%s is said in words, with its line', (_, message, says) => {
  const error = Object.assign(new Error(message), { stack: `Error\n    at file:///site/content/fund.ts:2:9` })
  expect(slipOf(error, () => 'one\ntwo\n')).toBe(`content/fund.ts, line 2: ${says}\n    2 | two`)
})

test('a field that is missing is left to the type check, which knows where', () => {
  const error = Object.assign(new Error('x'), { stack: 'Error\n    at file:///site/content/check-calls.ts:2:9' })
  const sentence = slipOf(error, () => '')
  expect(sentence).toBe('A field in content/ is missing or misspelled. `npm run check` names it.')
  expect(isForTypeCheck(sentence)).toBe(true)
  expect(isForTypeCheck('content/fund.ts, line 2: write dollars as a number alone: 18_000_000.')).toBe(false)
})

test('a name that another file still takes is named with the file that had it', () => {
  const error = new Error("The requested module './words.ts' does not provide an export named 'rateRange'")
  expect(slipOf(error, () => '')).toBe(
    'content/words.ts has no “rateRange”, but another file takes it from there. Was it renamed, or removed? Put it back, or change the other file, too.',
  )
})

/** The type check's error about content/tiers.ts, line 5, from this project. */
const types: [string, error: string, says: RegExp][] = [
  [
    'a field that is missing',
    "TS2741: Property 'phone' is missing in type '{ a: 1; }' but required in type 'Fund'.",
    /^content\/tiers\.ts: phone is missing\.$/,
  ],
  [
    'several',
    "TS2739: Type '{}' is missing the following properties from type 'Tier': from, to",
    /^content\/tiers\.ts: from, to are missing\.$/,
  ],
  [
    'a field that doesn’t exist',
    "TS2353: Object literal may only specify known properties, and 'fax' does not exist in type 'Fund'.",
    /line 5: there is no field “fax” here\. Is it misspelled\?\n {4}5 \| /,
  ],
  [
    'one that is misspelled',
    "TS2561: Object literal may only specify known properties, but 'phon' does not exist in type 'Fund'. Did you mean to write 'phone'?",
    /there is no field “phon”\. Did you mean “phone”\?/,
  ],
  [
    'a text in place of a number',
    "TS2322: Type 'string' is not assignable to type 'number'.",
    /a number is needed here, without quotes\./,
  ],
  [
    'a number in place of a text',
    "TS2322: Type 'number' is not assignable to type 'string'.",
    /a text is needed here, between quotes\./,
  ],
  [
    'yes in place of true',
    "TS2322: Type 'string' is not assignable to type 'boolean'.",
    /true or false is needed here, without quotes\./,
  ],
  [
    'a word that isn’t offered',
    'TS2322: Type \'"weekly"\' is not assignable to type \'"monthly" | "quarterly"\'.',
    /this has to be one of 'monthly', 'quarterly'\./,
  ],
  [
    'a field that is there twice',
    'TS1117: An object literal cannot have multiple properties with the same name.',
    /this field is there twice\. Remove one of them\./,
  ],
]

test('the type check names the field where a line has several', () => {
  const column = (readFileSync('content/tiers.ts', 'utf8').split('\n')[4] ?? '').indexOf('to:') + 1
  const words = `content/tiers.ts(5,${column}): error TS2322: Type 'string' is not assignable to type 'number'.`
  expect(inPlainWords(words, process.cwd())).toMatch(/^content\/tiers\.ts, line 5, to: a number is needed here/)
})

test('what nobody uses any more, after a sentence was replaced, is no fault of who edits texts', () => {
  const unused = [
    'content/faq.ts(3,1): error TS6192: All imports in import declaration are unused.',
    "content/faq.ts(30,7): error TS6133: 'first' is declared but its value is never read.",
  ].join('\n')
  expect(withoutUnused(`${unused}\n`)).toBe('')
  const other = "server/a.ts(1,1): error TS6133: 'b' is declared but its value is never read."
  expect(withoutUnused(`${unused}\n${other}\n`)).toBe(other)
})

test.each(types)('%s is told from the type check in words', (_, error, says) => {
  const words = `content/tiers.ts(5,3): error ${error}\n  The expected type comes from property 'x'.\nserver/a.ts(1,1): error TS2304: Cannot find name 'b'.`
  const explained = inPlainWords(words, process.cwd())
  expect(explained).toMatch(says)
  // Fixing it also fixes its uses.
  expect(explained).not.toContain('server/a.ts')
})

test('a name with a slip is told with the one that is meant', () => {
  const code = "import { rateRange } from './words.ts'\nexport const a = `${ratesRange} a year`\n"
  const error = Object.assign(new Error('ratesRange is not defined'), {
    stack: 'Error\n    at file:///site/content/faq.ts:2:19',
  })
  expect(slipOf(error, () => code)).toContain('“ratesRange” isn’t known here. Did you mean “rateRange”?')
  const types = "content/tiers.ts(5,3): error TS2552: Cannot find name 'ratesRange'. Did you mean 'rateRange'?"
  expect(inPlainWords(types, process.cwd())).toContain('Did you mean “rateRange”?')
})

const misspelled = [
  `content/tiers.ts(5,3): error TS2820: Type '"montly"' is not assignable to type '"monthly" | "quarterly"'. Did you mean '"monthly"'?`,
  `content/payouts.ts(5,3): error TS2322: Type 'readonly ["montly"]' is not assignable to type 'readonly ("monthly")[]'.`,
].join('\n')

test('a word with a slip is told where it is typed, and not again where it is used', () => {
  const explained = inPlainWords(misspelled, process.cwd())
  expect(explained).toContain("this has to be one of 'monthly', 'quarterly'.")
  expect(explained).not.toContain('payouts.ts')
  // The content check's other messages follow from it.
  expect(isAboutContent(explained)).toBe(true)
})

test('words for engineers are left out where the check of the content says the same in others', () => {
  const words =
    "content/colors.ts(15,5): error TS2322: Type '\"#0f2f5c\"' is not assignable to type '`oklch(${number} ${number} ${number})`'."
  const content = "content/colors.ts, line 15: day.green is '#0f2f5c', but a color is written otherwise.\n"
  expect(inPlainWords(words, process.cwd(), content)).toBe('')
  expect(isAboutContent('')).toBe(false)
  expect(inPlainWords(words, process.cwd(), '')).toContain('content/colors.ts, line 15')
})

test('a fault is told with its line, where only one can be meant', () => {
  const files = {
    'content/tiers.ts': "export const tiers = [\n  { name: 'Tier 1', from: 1 },\n  { name: 'Tier 2', from: 1 },\n]\n",
    'content/call-offers.ts':
      "// closed: '2026-13-24'\nexport const calls = {\n  closed: [\n    '2026-13-24',\n  ],\n}\n",
    'content/colors.ts': "day: {\n  ink: '#fff',\n},\nnight: {\n  ink: '#000',\n},\n",
  }
  const full = (fault: string) => withLine(fault, files)
  expect(full('content/tiers.ts: Tier 2, from is 1.')).toBe('content/tiers.ts, line 3: Tier 2, from is 1.')
  expect(full("content/call-offers.ts: closed '2026-13-24' is not a date such as '2026-12-25'.")).toMatch(/, line 3: /)
  expect(full("content/colors.ts: night.ink is '#000', not a color.")).toMatch(/, line 5: /)
  expect(full('content/tiers.ts: tiers has 1 entry.')).toBe('content/tiers.ts: tiers has 1 entry.')
  expect(full('content/pictures/og.json: made is out of date.')).toBe('content/pictures/og.json: made is out of date.')
})
