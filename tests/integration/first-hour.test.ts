import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUp, takePicturesAsDrawn } from '../helpers/made-funds.ts'
import { type Copy, copyProject } from '../helpers/project-copy.ts'

/** The answers of a fund's founder in Oregon; one is invalid, and is asked for again. */
const typed = [
  ...['Cedar Point Lending', '', 'Portland', 'OR', '900 SW Fifth Avenue', '97204', '98-7654321', ''],
  ...['503 555', '503 555 0142', 'cedarpoint.example', '150k 9 10', '300k 9.5 10.5', '750k 11 12', 'done', '5m', '12'],
  ...['20m', 'monthly and quarterly'],
  ...['Ada Moreau', 'Managing Partner', 'Ran a credit union for nine years.', 'Approves every loan.'],
  ...['Bo Lindgren', 'Partner, Credit', 'Audited banks.', 'Reads every application.'],
  ...['Cy Young', 'Partner, Operations', 'Kept books.', 'Sends each payment.'],
  ...['done', '', '', 'blue', 'no'],
]

test('a fund’s own facts are asked for and written, so that nothing but its pictures is left to do', async () => {
  await using copy = await copyProject()
  const output = await setUp(copy, typed)
  expect(output).toContain('Type a number of the United States with ten digits')
  expect(output).toContain('Written: content/fund.ts')
  expect(output).toMatch(/Cedar Point Lending still has \d+ texts of the sample fund/)
  expect(output).toMatch(/content\/faq\.ts: \d+ texts\n {4}line \d+: /)
  expect(output.slice(output.indexOf('Written:'))).not.toMatch(/Larkstone|LK-J|fontsource|Formatted/)
  const faults = await faultsOf(copy)
  expect(await commentsOn(/larkstone|whitfield|texas|\btex\.|\bLK\b|\$200|sample fund/i, copy)).toEqual([])
  expect(faults.every(fault => fault.includes('is out of date'))).toBe(true)
  const evaluated = await copy.node('--input-type=module', '--eval', facts)
  expect(JSON.parse(evaluated.stdout)).toEqual({
    fund: [
      'Cedar Point Lending',
      'Cedar Point',
      '(503) 555-0142',
      '+15035550142',
      'office@cedarpoint.example',
      'Oregon',
      150_000,
      20_000_000,
    ],
    payer: ['98-7654321', '900 SW Fifth Avenue', 'Portland', 'OR', '97204', '5035550142'],
    tiers: ['$150K - $299K', '$300K - $749K', '$750K+'],
    rates: '9–12%',
    zone: 'America/Los_Angeles',
    leaders: ['Ada Moreau', 'AM', 'Bo Lindgren', 'BL', 'Cy Young', 'CY'],
    decide: [
      'Three partners decide, and two of them must agree on every loan. You can talk to any of them, before you invest and after.',
      'Two people must agree.',
      'a yes from two partners',
    ],
    ask: 'Ask the Managing Partner',
    notes: ['CPL', 1200, 1200, 'CPL-J'],
    green: 'oklch(0.42 0.08 255)',
  })

  // Pressing Enter throughout changes nothing; the undrawn pictures are still offered.
  const again = await setUp(copy, [...Array(40).fill(''), 'no'])
  expect(again).toContain('Nothing has changed.')
  expect(again).toContain('Draw the deck')
  await expectNothingToDraw(copy)
})

test('an hour that is interrupted has written what was answered', async () => {
  await using copy = await copyProject()
  const output = await setUp(copy, typed.slice(0, 4))
  expect(output).toContain('Those you gave are written')
  const { stdout } = await copy.node('--input-type=module', '--eval', interrupted)
  expect(JSON.parse(stdout)).toEqual(['Cedar Point Lending', 'Portland, Oregon', 'America/Chicago'])
})

const interrupted = `
  import { fund } from './content/fund.ts'
  import { timeZone } from './content/fund-time-zone.ts'
  process.stdout.write(JSON.stringify([fund.name, fund.address.at(-1), timeZone]))`

/** Once pictures match content/, no drawing is offered if nothing has changed. */
async function expectNothingToDraw(copy: Copy): Promise<void> {
  await takePicturesAsDrawn(copy)
  expect(await setUp(copy, Array(40).fill(''))).not.toContain('Draw the deck')
}

const facts = `
  import { fund } from './content/fund.ts'
  import { tiers } from './content/tiers.ts'
  import { rateRange } from './content/words.ts'
  import { leaders } from './content/leaders.ts'
  import { noteSettings } from './content/notes.ts'
  import { colors } from './content/colors.ts'
  import { timeZone } from './content/fund-time-zone.ts'
  import { leadersDecide, loanDecision, yesFrom } from './content/leaders-in-words.ts'
  import { faq } from './content/faq.ts'
  import { tax } from './content/tax.ts'
  import { bookkeeping } from './content/bookkeeping.ts'
  process.stdout.write(JSON.stringify({
    fund: [fund.name, fund.shortName, fund.phone, fund.phoneDial, fund.emails.office, fund.governingLaw, fund.minimum, fund.currentRaise],
    payer: [tax.payer.ein, tax.payer.street, tax.payer.city, tax.payer.state, tax.payer.zip, tax.payer.phone],
    tiers: tiers.map(({ label }) => label),
    rates: rateRange,
    zone: timeZone,
    decide: [leadersDecide, loanDecision, yesFrom],
    ask: faq.ask,
    leaders: leaders.flatMap(({ name, initials }) => [name, initials]),
    notes: [noteSettings.numberPrefix, noteSettings.limits.rateCeilingBp, noteSettings.limits.lawfulBp, bookkeeping.journalPrefix],
    green: colors.day.green,
  }))`

/** @returns comments of content/ that match, except those of its checks, with their file */
async function commentsOn(what: RegExp, { folder }: Copy): Promise<string[]> {
  const files = (await readdir(join(folder, 'content'), { recursive: true })).filter(name =>
    /^(?!check).*\.ts$/.test(name),
  )
  const all = await Promise.all(
    files.map(async name => {
      const code = await readFile(join(folder, 'content', name), 'utf8')
      const comments = code.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g) ?? []
      return comments.filter(comment => what.test(comment)).map(comment => `${name}: ${comment}`)
    }),
  )
  return all.flat()
}

async function faultsOf(copy: Copy): Promise<string[]> {
  const output = await copy.node('scripts/check-content.ts').catch(error => error)
  return output.stderr.trim().split('\n')
}

test('of a file that can’t be read, the check says where and what to do, and nothing after it', async () => {
  await using copy = await copyProject()
  const file = join(copy.folder, 'content/tiers.ts')
  await writeFile(file, (await readFile(file, 'utf8')).replace('oneYear: 12', 'oneYear: 9,5'))
  const { stderr } = await copy.node('scripts/test.mjs', 'check').catch(error => error)
  expect(stderr).toMatch(/^content\/tiers\.ts, line 6, oneYear: write a decimal with a point: 9\.5\.\n {4}6 \| .*\n$/)
})

test('of a file that can be read and not used, the check says the same', async () => {
  await using copy = await copyProject()
  const file = join(copy.folder, 'content/fund.ts')
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace('currentRaise: 30', () => 'currentRaise: $18'),
  )
  const { stderr } = await copy.node('scripts/test.mjs', 'check').catch(error => error)
  expect(stderr).toMatch(
    /^content\/fund\.ts, line \d+, currentRaise: write dollars as a number alone: 18_000_000\.\n {4}\d+ \| .*\n$/,
  )
})

test('a logo whose file is missing is told by the check, and by what draws, in the same sentence', async () => {
  await using copy = await copyProject()
  const file = join(copy.folder, 'content/logo.ts')
  const own = "{ day: '/media/own.svg', night: '/media', width: 4, height: 3, hasName: false }"
  await writeFile(file, (await readFile(file, 'utf8')).replace('null = null', `null = ${own}`))
  const missing = [
    'day is missing at public/media/own.svg. Put it there.',
    'night is missing at public/media. Put it there.',
  ]
  const faults = (await faultsOf(copy)).join('\n')
  const drawing = await copy.node('scripts/media/main.ts', 'icons').catch(error => error)
  for (const sentence of missing) {
    expect(faults).toContain(sentence)
    expect(drawing.stdout + drawing.stderr).toContain(sentence)
  }
  expect(drawing.code).toBe(1)
  expect(drawing.stderr).not.toContain('ENOENT')
})

test('the list of what is left of the sample goes with the last of it', async () => {
  await using copy = await copyProject()
  const change = async (name: string, from: string, to: string) => {
    const file = join(copy.folder, 'content', name)
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace(from, () => to),
    )
  }
  const list = join(copy.folder, '.cache/left-of-the-sample.txt')
  await change('fund.ts', "name: 'Larkstone Private Lending'", "name: 'Cedar Point Lending'")
  expect(await faultsOf(copy)).toContainEqual(expect.stringMatching(/line \d+: shortName is 'Larkstone', the sample/))
  expect(await readFile(list, 'utf8')).toContain('The Power of Certainty')
  const names = await readdir(join(copy.folder, 'content'), { recursive: true })
  const all = names.filter(name => name.endsWith('.ts')).map(name => `'content/${name}'`)
  await change('reviewed-texts.ts', '= []', `= [${all.join(', ')}]`)
  await faultsOf(copy)
  await expect(readFile(list, 'utf8')).rejects.toThrow('ENOENT')
})
