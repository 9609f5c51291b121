// npm run setup: asks for the fund's own facts, and writes them into content/. It can be run again: Enter retains the
// current value.

import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Unusable } from './answers.ts'
import { askAll, currentAnswers } from './questions.ts'
import { writeContent } from './write-content.ts'

class InputEnded extends Error {}

const root = fileURLToPath(new URL('../..', import.meta.url))
const withSite = process.stdin.isTTY && !process.argv.includes('--no-site')
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const say = (words = '') => console.log(words)
let isWritten = false

say(
  'A dozen facts make this site your own. Enter keeps what stands between brackets; you can run this again at any time.',
)
const site = withSite ? startSite() : undefined
try {
  const changed = new Set<string>()
  await askAll(currentAnswers(), ask, say, answers => {
    for (const file of writeContent(root, answers)) changed.add(file)
    isWritten = changed.size > 0
  })
  say(changed.size > 0 ? `\nWritten: ${[...changed].join(', ')}.` : '\nNothing has changed.')
  await format().catch(() => {})
  const isToDraw = changed.size > 0 || (await haveOldPictures())
  if (
    isToDraw &&
    (await agrees('Draw the deck, the previews and the icons with these words and colors now? It takes two minutes.'))
  ) {
    await run('scripts/media/main.ts')
  }
  await run('scripts/check-content.ts').catch(() => {})
  say('\nNext: your own words, file by file, and the checklist for going live: docs/make-it-yours.md.')
} catch (error) {
  if (!(error instanceof InputEnded)) throw error
  say(
    isWritten
      ? '\nThe answers ended early. Those you gave are written; run it again for the others.'
      : '\nNothing was written, as the answers ended early.',
  )
  process.exitCode = 1
} finally {
  site?.kill()
}
process.exit()

/** @returns the result of `read` for the first valid answer */
async function ask<T>(question: string, kept: string, read: (typed: string) => T): Promise<T> {
  for (;;) {
    process.stdout.write(`\n${question}${kept ? ` [${kept}]` : ''}\n> `)
    const { value, done } = await lines.next()
    if (done) throw new InputEnded()
    try {
      return read(value.trim() || kept)
    } catch (error) {
      if (!(error instanceof Unusable)) throw error
      say(error.message)
    }
  }
}

function agrees(question: string): Promise<boolean> {
  return ask(`${question} yes or no`, 'yes', typed => /^y/i.test(typed))
}

/** @returns whether pictures differ from content/, if nothing in it has changed since this program started */
async function haveOldPictures(): Promise<boolean> {
  try {
    const { content } = await import('../content.ts')
    return Object.values(content.drawings.made).some(({ kept, today }) => kept !== today)
  } catch {
    // The following check reports the error.
    return false
  }
}

/** Starts the site in progress; it reloads by itself. */
function startSite() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const log = openSync(join(root, '.cache/first-hour.log'), 'w')
  say(
    'Watch it grow: http://localhost:3000 shows each answer a few seconds after you gave it (what the site says is in .cache/first-hour.log).',
  )
  return spawn(process.execPath, ['scripts/dev.mjs'], { cwd: root, stdio: ['ignore', log, log] })
}

/** Formats the files as the check requires, silently. */
function format(): Promise<void> {
  return run('node_modules/.bin/biome', ['format', '--write', 'content'], 'ignore')
}

/** @throws if it fails; its output is shown */
function run(program: string, args: string[] = [], output: 'inherit' | 'ignore' = 'inherit'): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ['ignore', output, output] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', code => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))))
  })
}
