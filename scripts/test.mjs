// npm test: every test, from a fresh clone. `npm test -- check`, `vitest` or `playwright` runs that part alone;
// all further arguments go on to Vitest and Playwright.

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureBrowser, headlessShell } from './install-browser.mjs'
import { bin, cacheFolder, ended, ensureInstalled, environment, fail, node24, root, say } from './setup.mjs'

await ensureInstalled()
const parts = ['check', 'vitest', 'playwright']
const [first, ...rest] = process.argv.slice(2)
const only = parts.includes(first) ? first : undefined
const args = only ? rest : process.argv.slice(2)
const results = { vitest: join(cacheFolder(), 'vitest.json'), playwright: join(cacheFolder(), 'playwright.json') }
const totals = { passed: 0, failed: 0, skipped: 0 }

if (!only || only === 'check') {
  await part('Types', 'react-router', ['typegen'])
  await part('Types', 'tsc', [])
  await part('Style', 'biome', ['ci'])
  await part('Arrows', join(root, 'scripts/check-arrows.ts'), [])
  await part('Content', join(root, 'scripts/check-content.ts'), [])
  await part('Words', join(root, 'scripts/check-words.ts'), [])
}

if (only !== 'check') {
  const CHROMIUM_PATH = await ensureBrowser()
  await ensureBuilt()
  for (const file of Object.values(results)) rmSync(file, { force: true })
  if (only !== 'playwright') {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results.vitest}`]
    await part('Vitest', 'vitest', ['run', '--passWithNoTests', ...reporters, ...args], { CHROMIUM_PATH })
  }
  if (only !== 'vitest') {
    const CHROMIUM_SHELL_PATH = headlessShell(CHROMIUM_PATH)
    const env = { CHROMIUM_PATH, CHROMIUM_SHELL_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: results.playwright }
    await part('Playwright', 'playwright', ['test', '--pass-with-no-tests', '--reporter=list,json', ...args], env)
  }
}
summarize()

/** Runs one program of a part, by its name among the packages or its path, showing its words. What fails ends the whole. */
async function part(name, program, programArgs, env = {}) {
  say(
    `\n${name}: ${resolve(program) === program ? relative(root, program) : program} ${programArgs.filter(arg => !arg.startsWith('--')).join(' ')}`,
  )
  const stdio = ['ignore', 'inherit', 'inherit']
  const child = spawn(node24(), [resolve(bin, program), ...programArgs], { cwd: root, env: environment(env), stdio })
  const outcome = await ended(child)
  count(program)
  if (outcome === 0) return
  if (program === 'playwright') showPages()
  summarize()
  fail(`${name} failed.`)
}

/** Shows what stood on the page of each story that failed: elsewhere nobody can open its folder. */
function showPages() {
  const folder = join(root, 'test-results/browser')
  if (!existsSync(folder)) return
  for (const file of readdirSync(folder, { recursive: true }).filter(name => name.endsWith('error-context.md'))) {
    const [, page] = readFileSync(join(folder, file), 'utf8').match(/^```yaml\n(.*?)^```/ms) ?? []
    if (page) say(`\n${file}\n${page}`)
  }
}

/** Adds up what a program has written about its tests, if it has. */
function count(program) {
  if (!results[program]) return
  try {
    const result = JSON.parse(readFileSync(results[program], 'utf8'))
    totals.passed += result.numPassedTests ?? result.stats.expected + result.stats.flaky
    totals.failed += result.numFailedTests ?? result.stats.unexpected
    totals.skipped += result.numPendingTests ?? result.stats.skipped
  } catch {
    // It ended before it could.
  }
}

function summarize() {
  const { passed, failed, skipped } = totals
  if (only !== 'check') say(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
}
