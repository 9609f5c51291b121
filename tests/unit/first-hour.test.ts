import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteSettings } from '../../content/notes.ts'
import {
  agreeing,
  dollarsOf,
  domain,
  hue,
  payoutsOf,
  phone,
  rate,
  shortNameOf,
  state,
  text,
  tier,
  zone,
} from '../../scripts/first-hour/answers.ts'
import { valueAt, withValue } from '../../scripts/first-hour/edit.ts'
import { askAll, currentAnswers } from '../../scripts/first-hour/questions.ts'
import { writeContent } from '../../scripts/first-hour/write-content.ts'

test('answers are read as people type them', () => {
  expect(['503.555.0142', '+1 (503) 555-0142', '5035550142'].map(phone)).toEqual(Array(3).fill('(503) 555-0142'))
  expect(['https://www.Cedar.example/', 'cedar.example'].map(domain)).toEqual(Array(2).fill('cedar.example'))
  expect(['$150,000', '150k', '150K', '150000'].map(dollarsOf)).toEqual(Array(4).fill(150_000))
  expect(dollarsOf('1.5m')).toBe(1_500_000)
  expect(['9.75', '9.75%'].map(rate)).toEqual([9.75, 9.75])
  expect(tier('150k 9 10%')).toEqual({ from: 150_000, oneYear: 9, twoYears: 10 })
  expect(
    ['all', 'Monthly and quarterly', 'quarterly, monthly', 'annual', 'Every quarter or yearly'].map(payoutsOf),
  ).toEqual([
    ['monthly', 'quarterly', 'annually'],
    ['monthly', 'quarterly'],
    ['monthly', 'quarterly'],
    ['annually'],
    ['quarterly', 'annually'],
  ])
  expect(['blue', '12'].map(hue)).toEqual([255, 12])
  expect(['America/Los_Angeles', 'Pacific', 'Pacific Time', 'US Pacific', 'PST'].map(zone)).toEqual(
    Array(5).fill('America/Los_Angeles'),
  )
  expect(['Mountain', 'central', 'Eastern', 'Alaska', 'Hawaii', 'Arizona'].map(zone)).toEqual([
    ...['America/Denver', 'America/Chicago', 'America/New_York', 'America/Anchorage', 'Pacific/Honolulu'],
    'America/Phoenix',
  ])
  expect(['or', 'Oregon', 'Ontario'].map(state)).toEqual(['Oregon', 'Oregon', 'Ontario'])
  expect([agreeing('2', 3), agreeing('all', 3)]).toEqual([2, 3])
})

test.each([
  ['a phone number of nine digits', () => phone('503 555 014'), 'ten digits'],
  ['a title without a letter', () => text('250'), 'at least a word'],
  ['no domain', () => domain('cedar'), 'such as example.com'],
  ['no dollars', () => dollarsOf('a lot'), 'such as 150,000 or 150k'],
  ['a rate in hundredths of a hundredth', () => rate('9.755'), 'two decimals'],
  ['a tier without its second rate', () => tier('150k 9'), 'such as 150k 9 10'],
  ['a tier below the one before', () => tier('100k 9 10', { from: 150_000, oneYear: 9, twoYears: 10 }), 'above $150K'],
  ['a payout that doesn’t exist', () => payoutsOf('weekly'), 'monthly, quarterly, annually'],
  ['one of several', () => payoutsOf('monthly and weekly'), 'monthly, quarterly, annually'],
  ['more partners than there are', () => agreeing('4', 3), 'from 1 to 3'],
  ['a color without a hue', () => hue('mud'), 'a number from 0 to 360'],
  ['a time zone that doesn’t exist', () => zone('Oregon'), 'Pacific, Arizona'],
])('%s is refused with what would do', (_, read, says) => {
  expect(read).toThrow(says)
})

test('a value is changed where it is, and nothing else', () => {
  const code = readFileSync('content/fund.ts', 'utf8')
  const path = ['fund', 'emails', 'office']
  const changed = withValue(code, path, "'office@cedar.example'")
  expect(valueAt(changed, path)).toBe("'office@cedar.example'")
  expect(withValue(changed, path, valueAt(code, path))).toBe(code)
  expect(() => withValue(code, ['fund', 'fax'], "''")).toThrow('There is no fund.fax.')
})

test('a fund’s short name is its name without what many funds are called', () => {
  expect(
    ['Cedar Point Lending', 'Savannah Bluff Capital Partners, LLC', 'The Oak Fund II', 'Capital', 'Larkstone'].map(
      shortNameOf,
    ),
  ).toEqual(['Cedar Point', 'Savannah Bluff', 'The Oak', 'Capital', 'Larkstone'])
})

/** @returns the value for Enter at the question of the short name, after a full name was typed */
async function shortNameAfter(name: string): Promise<string> {
  let offered = ''
  const stop = new Error('asked')
  const asking = askAll(
    currentAnswers(),
    async (question, kept, read) => {
      if (!question.startsWith('And beside the mark')) return read(name)
      offered = kept
      throw stop
    },
    () => {},
    () => {},
  )
  await expect(asking).rejects.toBe(stop)
  return offered
}

test('Enter gives a new fund a short form of its own name, and leaves the sample’s only to the sample', async () => {
  expect(await shortNameAfter('Cedar Point Lending')).toBe('Cedar Point')
  expect(await shortNameAfter('Larkstone Private Lending')).toBe('Larkstone')
})

/** @returns a file as written by the setup, with the other answers unchanged */
function written(file: string, answers: Partial<ReturnType<typeof currentAnswers>>): string {
  const root = mkdtempSync(join(tmpdir(), 'first-hour-'))
  try {
    cpSync('content', join(root, 'content'), { recursive: true })
    writeContent(root, { ...currentAnswers(), ...answers })
    return readFileSync(join(root, 'content', file), 'utf8')
  } finally {
    rmSync(root, { recursive: true })
  }
}

test('a highest rate that is kept leaves the highest that the law ever allows alone; another replaces both', () => {
  const limit = (code: string, field: string) => valueAt(code, ['noteSettings', 'limits', field]).replace('_', '')
  const limits = (code: string) => [limit(code, 'rateCeilingBp'), limit(code, 'lawfulBp')]
  const { rateCeilingBp, lawfulBp } = noteSettings.limits
  expect(limits(written('notes.ts', { state: 'Georgia' }))).toEqual([`${rateCeilingBp}`, `${lawfulBp}`])
  expect(limits(written('notes.ts', { ceiling: 15.5 }))).toEqual(['1550', '1550'])
})

test('another hue is that of every ink and green, by day and by night', () => {
  const code = written('colors.ts', { hue: 255 })
  const hueOf = (scheme: string, name: string) => valueAt(code, ['colors', scheme, name]).match(/([\d.]+)\)/)?.[1]
  expect(['ink', 'inkQuiet', 'green', 'line'].map(name => hueOf('day', name))).toEqual(Array(4).fill('255'))
  expect(['inkQuiet', 'green', 'line'].map(name => hueOf('night', name))).toEqual(Array(3).fill('255'))
})
