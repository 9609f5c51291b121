import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Copy, copyProject } from '../helpers/project-copy.ts'

/** What somebody types who founds a fund in Oregon; one answer can't be used, and is asked for again. */
const typed = [
  ...['Cedar Point Lending', 'Cedar Point', 'Portland', 'Oregon', 'America/Los_Angeles', '503 555', '503 555 0142'],
  ...['cedarpoint.example', '150k 9 10', '300k 9.5 10.5', '750k 11 12', 'done', '5m', '12', 'monthly, quarterly'],
  ...['Ada Moreau', 'Managing Partner', 'Ran a credit union for nine years.', 'Approves every loan.'],
  ...['done', 'blue', 'no'],
]

test('a fund’s own facts are asked for and written, so that nothing but its pictures is left to do', async () => {
  await using copy = await copyProject()
  const said = await setUp(copy, typed)
  expect(said).toContain('Type a number of the United States with ten digits')
  expect(said).toContain('Written: content/fund.ts')
  expect(said).toContain('still has texts of the sample fund')
  const faults = await faultsOf(copy)
  expect(faults.every(fault => fault.includes('is out of date'))).toBe(true)
  const evaluated = await copy.node('--input-type=module', '--eval', facts)
  expect(JSON.parse(evaluated.stdout)).toEqual({
    fund: ['Cedar Point Lending', '(503) 555-0142', '+15035550142', 'office@cedarpoint.example', 'Oregon', 150_000],
    tiers: ['$150K - $299K', '$300K - $749K', '$750K+'],
    rates: '9–12%',
    leaders: ['Ada Moreau', 'AM'],
    notes: ['CPL', 1200, 1200],
    green: 'oklch(0.42 0.08 255)',
  })

  // Enter, again and again, changes nothing.
  const again = await setUp(copy, [...Array(20).fill(''), 'no'])
  expect(again).toContain('Nothing has changed.')
})

const facts = `
  import { fund } from './content/fund.ts'
  import { tiers } from './content/tiers.ts'
  import { rateRange } from './content/words.ts'
  import { leaders } from './content/leaders.ts'
  import { noteSettings } from './content/notes.ts'
  import { colors } from './content/colors.ts'
  process.stdout.write(JSON.stringify({
    fund: [fund.name, fund.phone, fund.phoneDial, fund.emails.office, fund.governingLaw, fund.minimum],
    tiers: tiers.map(({ label }) => label),
    rates: rateRange,
    leaders: leaders.flatMap(({ name, initials }) => [name, initials]),
    notes: [noteSettings.numberPrefix, noteSettings.limits.rateCeilingBp, noteSettings.limits.lawfulBp],
    green: colors.day.green,
  }))`

async function faultsOf(copy: Copy): Promise<string[]> {
  const output = await copy.node('scripts/check-content.ts').catch(error => error)
  return output.stderr.trim().split('\n')
}

/** Runs the first hour in a copy and types the answers. @returns what it says */
async function setUp({ folder }: Copy, answers: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['scripts/first-hour/main.ts'], { cwd: folder })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', words => {
      said += words
    })
  }
  child.stdin.end(`${answers.join('\n')}\n`)
  await new Promise(resolve => child.on('close', resolve))
  expect(await readFile(join(folder, 'content/fund.ts'), 'utf8')).toContain('satisfies Fund')
  return said
}
