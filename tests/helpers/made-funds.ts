import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Copy, cloneProject } from './project-copy.ts'

/** A founder's answers to `npm run setup`, one a line, in the order of its questions. */
export interface MadeFund {
  name: string
  typed: readonly string[]
}

/** Two tiers, one partner, one payout, no EIN yet, and every character with a special meaning in our languages. */
const awkward: MadeFund = {
  name: 'O’Brien & Sons <"Fund"> $tate (Öl), LLC',
  typed: [
    ...['O\'Brien & Sons <"Fund"> $tate (Öl), LLC', "O'Brien & “$ons”", "Coeur d'Alene", 'Idaho'],
    ...['1 "Rue" de l\'Été <B> & $1', '83814', 'later', '', '208 555 0142', 'obrien.example'],
    ...['25k 6 7', '2m 8 9.25', 'done', '3m', '12', '900k', 'annually'],
    ...['Seán "Jack" O\'Brien-Núñez <Jr.>', 'Founder & CEO {of} `all`'],
    ...[`Ran a bank's <desk> & more; he's \${fund.name} $1 $& $$.`, 'Answers for \\ everything\\nand "more".', 'done'],
    ...['', 'burgundy', 'no'],
  ],
}

export const madeFunds: readonly MadeFund[] = [
  awkward,
  {
    // The most tiers, close to each other, and long names.
    name: 'The Łukasiewicz-Brzęczyszczykiewicz Family Residential Bridge Credit Opportunities Fund VII, L.P.',
    typed: [
      'The Łukasiewicz-Brzęczyszczykiewicz Family Residential Bridge Credit Opportunities Fund VII, L.P.',
      ...['', 'New York', 'ny', '1200 Avenue of the Americas, 41st Floor', '10036-1600', '12-3456789', 'Eastern'],
      ...['+1 (212) 555-0142', 'https://www.lukasiewicz-family-credit.example/'],
      ...['100k 7.25 7.5', '200k 7.5 7.75', '300k 8 8.25', '500k 8.33 8.67', '1m 9 9.25', '2.5m 9.75 10.05'],
      ...['20m', '16', '250m', 'monthly and annually'],
      ...['Zofia Łukasiewicz', 'Managing Partner', 'Lent for a savings bank.', 'Decides on every loan.'],
      ...['Jan Łukasiewicz, CPA', 'Partner', 'Kept books.', 'Sends each payment.'],
      ...['Ewa Dąbrowska III', 'Partner', 'Practiced law.', 'Reads each contract.', 'done'],
      ...['2', 'CEO', 'slate', 'no'],
    ],
  },
  {
    // A name without capitals, far west, with a minimum above the sample's whole first tiers.
    name: '8th æther lending',
    typed: [
      ...['8th æther lending', 'æther', 'Hilo', 'HI', '77 Kīlauea Avenue', '96720', '98-7654321', '', '8085550142'],
      ...['aether.example', '1.5m 10 11', '3m 11.5 12', '9m 12 12.75', 'done', '40m', '24', '75m', 'all'],
      ...['Kaʻimi Nākoa', 'principal', 'Built houses.', 'Walks every site.'],
      ...['Leilani Oʻo', 'principal', 'Sold them.', 'Talks to investors.', 'done'],
      ...['all', 'principal', '300', 'no'],
    ],
  },
]

/** @returns a clone of the project for the fund, without its pictures */
export async function makeFund({ typed }: MadeFund): Promise<Copy> {
  const copy = await cloneProject()
  await setUp(copy, typed)
  return copy
}

/** Runs the first hour in a copy and types the answers. @returns its output */
export async function setUp({ folder }: Pick<Copy, 'folder'>, answers: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['scripts/first-hour/main.ts'], { cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', words => {
      output += words
    })
  }
  child.stdin.end(`${answers.join('\n')}\n`)
  await new Promise(resolve => child.on('close', resolve))
  return output
}

/** Marks pictures as drawn: drawing takes minutes, and has its own tests. */
export async function takePicturesAsDrawn(copy: Copy): Promise<void> {
  const made = JSON.parse((await copy.node('--input-type=module', '--eval', prints)).stdout)
  for (const [name, print] of Object.entries(made)) {
    const file = join(copy.folder, `content/pictures/${name}.json`)
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), made: print }))
  }
}

const prints = `
  import { content } from './scripts/content.ts'
  const made = Object.entries(content.drawings.made).map(([name, { today }]) => [name, today])
  process.stdout.write(JSON.stringify(Object.fromEntries(made)))`
