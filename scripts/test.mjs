// npm test: checks, and every behavior, from a fresh clone. `npm test -- check`, `vitest` or `playwright` runs only
// that part; further arguments are passed to Vitest and Playwright. `quick` is for use during development, `attack` for
// the long version of tests/attacks and `cluster` for a site of several processes, see below. npm run test:all
// (TEST_ALL=1) also runs slow tests (see tests/helpers/lane.ts), and the programs below.

import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { answerOrGoOn } from './commands.mjs'
import { chromium, ensureBrowser, headlessShell } from './install-browser.mjs'
import { installMissing, pathOf } from './install-debian.mjs'
import { changedSince, readSources, testsReached, withinBudget } from './nearest-tests.mjs'
import { bin, ensureInstalled, environment, node24 } from './setup.mjs'
import { cacheFolder, ended, fail, root, say } from './task.mjs'
import { clamd, testPrograms } from './test-programs.mjs'
import { inPlainWords, isAboutContent, withoutUnused } from './type-errors.mjs'

answerOrGoOn('scripts/test.mjs', process.argv.slice(2))
const lanes = ['check', 'vitest', 'playwright', 'quick', 'attack', 'cluster']
const [first, ...rest] = process.argv.slice(2)
const lane = lanes.includes(first) ? first : 'all'
const needed = { check: [], quick: [], attack: [], playwright: [chromium] }[lane] ?? [chromium, ...testPrograms]
// Debian's packages are installed in parallel with npm's.
const installing = installMissing(needed)
await ensureInstalled()
const args = lane === 'all' ? process.argv.slice(2) : rest
/** Durations of the test files in their last run, in seconds. */
const durationsFile = join(cacheFolder(), 'test-durations.json')
/** Seconds of tests, several in parallel, that `quick` runs beside the checks and the unit tests. */
const quickBudget = 60
const results = { vitest: join(cacheFolder(), 'vitest.json'), playwright: join(cacheFolder(), 'playwright.json') }
/** The exit code of scripts/check-content.ts if a file of content/ can't be parsed. */
const slipCode = 2
/** Slow tests can be run by name. */
if (args.some(argument => argument.includes('.slow.'))) process.env.TEST_ALL = '1'
const isEverything = lane === 'all' && Boolean(process.env.TEST_ALL)
/** Further programs of `npm run test:all`, each of which exits with 0 on success; on its own, each can do more. */
const programs = [
  ['Crashes', 'tests/crash/main.ts', '--rounds', '8'],
  ['Crashes, files in S3', 'tests/crash/main.ts', '--rounds', '4', '--store', 's3'],
  ['Backup', 'tests/backup/main.ts', '--documents', '10000'],
  ['Archive', 'tests/archive/main.ts', '--rounds', '1'],
  ['Tasks of people', 'bench/main.ts', 'tasks', '--runs', '1'],
  ...(process.getuid?.() === 0 && existsSync('/lib/systemd/systemd') ? [['systemd', 'tests/systemd/main.ts']] : []),
]
const totals = { passed: 0, failed: 0, skipped: 0 }
/** The failed parts. The others still run, so that one run shows everything. */
const failed = []
/** Each failed test's name and message, for the very end, since some logs retain only that. */
const failures = []

if (lane !== 'check') await unlessAnotherFund()
// The checks and the build leave each other a core.
const checking = ['vitest', 'playwright', 'attack', 'cluster'].includes(lane) ? undefined : check()
const browser = ['check', 'quick', 'attack'].includes(lane) ? undefined : await prepare()
await checking
if (lane === 'quick') await quick()
if (lane === 'attack') await attack()
if (lane === 'cluster') await cluster(browser)
if (lane === 'all' || lane === 'vitest') await vitest(args, { CHROMIUM_PATH: browser, CLAMD_PATH: clamd.find() })
if (lane === 'all' || lane === 'playwright') await playwright(browser)
if (isEverything && args.length === 0) {
  for (const [name, program, ...options] of programs) await single(name, program, options)
  await cluster(browser)
}

if (lane !== 'check') {
  const { passed, failed, skipped } = totals
  for (const failure of failures) say(`\n✗ ${failure}`)
  say(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
}
if (failed.length > 0) fail(`Failed: ${failed.join(', ')}.`)

/**
 * The tests expect the sample fund: with another fund's content/ hundreds would fail for no useful reason. `check`
 * validates that content.
 */
async function unlessAnotherFund() {
  const read = file => readFileSync(join(root, 'content', file), 'utf8')
  const [, sample] = read('check-leaders.ts').match(/sampleFund = '([^']+)'/) ?? []
  if (!sample || read('fund.ts').includes(`name: '${sample}'`)) return
  await check()
  if (failed.length > 0) fail(`Failed: ${failed.join(', ')}.`)
  say(
    '\ncontent/ is your fund’s, and checked. The tests tell of the sample fund: run them in a clone without your content/.',
  )
  process.exit()
}

/** Types, style, arrows, content, words, classes, paths and the schema in parallel; each output is shown when its program ends. */
async function check() {
  // People who edit texts needn't know about line breaks and unused imports.
  await finished('biome', ['lint', '--write', '--unsafe', '--only=correctness/noUnusedImports', 'content'])
  await finished('biome', ['format', '--write', 'content'])
  const content = await finished(join(root, 'scripts/check-content.ts'), [])
  // If a file can't be parsed, that is the only message: everything else that reads it fails, too, in engineers' terms.
  if (content.code === slipCode) {
    process.stderr.write(content.words)
    process.exit(1)
  }
  const typesOf = async () => {
    const types = await finished('react-router', ['typegen']).then(made => (made.code ? made : finished('tsc', [])))
    const words = withoutUnused(types.words)
    if (types.code !== 0 && words === '') return { code: 0, words }
    return { ...types, words: types.code === 0 ? words : inPlainWords(words, root, content.words) }
  }
  const types = typesOf()
  const contentAfterTypes = async () => {
    const found = await types
    return found.code !== 0 && isAboutContent(found.words) ? { ...content, words: '' } : content
  }
  const part = async (name, program, programArgs, ran = finished(program, programArgs)) => {
    report(name, program, programArgs, await ran)
  }
  const own = path => join(root, path)
  await Promise.all([
    part('Types', 'tsc', [], types),
    part('Style', 'biome', ['ci']),
    part('Arrows', own('scripts/check-arrows.ts'), []),
    part('Content', own('scripts/check-content.ts'), [], contentAfterTypes()),
    part('Words', own('scripts/check-words.ts'), []),
    part('Classes', own('scripts/check-classes.ts'), []),
    part('Paths', own('scripts/check-paths.ts'), []),
    part('Advisories', own('scripts/check-advisories.ts'), []),
    part('Schema', own('scripts/schema/main.ts'), ['--check']),
  ])
}

/** Ensures a browser, the programs that tests need, and built pages. @returns the browser's path */
async function prepare() {
  await Promise.all([installing, ensureBuilt()])
  for (const each of needed) if (each !== chromium) pathOf(each)
  return ensureBrowser()
}

async function vitest(vitestArgs, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results.vitest}`]
  await part('Vitest', 'vitest', ['run', '--passWithNoTests', ...reporters, ...vitestArgs], env)
}

async function playwright(browser) {
  const CHROMIUM_SHELL_PATH = headlessShell(browser)
  const env = { CHROMIUM_PATH: browser, CHROMIUM_SHELL_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: results.playwright }
  await part('Playwright', 'playwright', ['test', '--pass-with-no-tests', '--reporter=list,json', ...args], env)
  if (failed.includes('Playwright')) showPages()
}

/**
 * The unit tests, and the other tests nearest to the changes since a commit (by default the one before the last), as
 * many as fit into the budget; none that start whole sites.
 */
async function quick() {
  const [since = 'HEAD~1'] = args
  const isOther = ([path]) => !/^tests\/(unit|sites|cluster)\/|\.(unit|slow)\./.test(path)
  const reached = new Map([...testsReached(readSources(root), changedSince(root, since))].filter(isOther))
  const chosen = withinBudget(reached, readDurations(), quickBudget)
  const which = chosen.length === reached.size ? `${chosen.length}` : `the nearest ${chosen.length} of ${reached.size}`
  say(`\nQuick: the unit tests, and ${which} other test files affected by changes since ${since}.`)
  await vitest(['tests/unit', '.unit.', ...chosen], { TEST_QUICK: '1' })
}

function readDurations() {
  return existsSync(durationsFile) ? JSON.parse(readFileSync(durationsFile, 'utf8')) : {}
}

/** @param {{ name: string, startTime: number, endTime: number }[]} files of a report, in milliseconds */
function saveDurations(files) {
  const now = files.map(({ name, startTime, endTime }) => [
    relative(root, name),
    Math.ceil((endTime - startTime) / 1000),
  ])
  writeFileSync(durationsFile, JSON.stringify({ ...readDurations(), ...Object.fromEntries(now) }))
}

/** Everything in tests/attacks, with 20,000 random requests instead of some hundred. */
async function attack() {
  await ensureBuilt()
  await vitest(['tests/attacks', ...args], { TEST_QUICK: '1', FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '20000' })
}

/**
 * tests/cluster, and all browser stories, on a site of several processes; `vitest` or `playwright` and further
 * arguments choose.
 */
async function cluster(browser) {
  process.env.TEST_CLUSTER = '1'
  // Slow stories need only one process.
  process.env.TEST_ALL = ''
  const [which] = args
  if (which === 'vitest' || which === 'playwright') args.shift()
  if (which !== 'playwright') await vitest(args, {})
  if (which !== 'vitest') await playwright(browser)
}

/** Runs a part's program, by its package's name or its path, and shows its output as it runs. */
async function part(name, program, programArgs, env) {
  say(`\n${headline(name, program, programArgs)}`)
  if (results[program]) rmSync(results[program], { force: true })
  const { code } = await finished(program, programArgs, env, 'inherit')
  count(program)
  if (code === 0) return
  if (failed.length === 0) saveLog(name)
  failed.push(name)
}

/** Saves the servers' log as of the first failed part: later parts write to the same file, or empty it. */
function saveLog(name) {
  const log = join(root, 'test-results/server.log')
  const kept = `test-results/server-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.log`
  if (!existsSync(log)) return
  copyFileSync(log, join(root, kept))
  say(`The servers’ log of this part is kept in ${kept}.`)
}

/** Runs a program of ours that counts as one test. */
async function single(name, program, options) {
  await part(name, join(root, program), options)
  if (failed.includes(name)) {
    totals.failed++
    failures.push(`${[program, ...options].join(' ')}: see above`)
  } else totals.passed++
}

/** Reports how one of several parallel programs has ended, with its output if that is useful. */
function report(name, program, programArgs, { code, words }) {
  say(`${headline(name, program, programArgs)} ${code === 0 ? '✓' : '✗'}`)
  // Warnings.
  if (code === 0 && ['Content', 'Advisories'].includes(name) && words) say(words.trimEnd())
  if (code === 0) return
  if (words.trim()) say(stripVTControlCharacters(words))
  failed.push(name)
}

function headline(name, program, programArgs) {
  const shown = programArgs.filter(arg => !arg.startsWith('--')).join(' ')
  return `${name}: ${resolve(program) === program ? relative(root, program) : program} ${shown}`.trimEnd()
}

/** Runs a program. @returns its exit code, not 0 if it could not be run, and its output */
async function finished(program, programArgs, env = {}, output = 'pipe') {
  const stdio = ['ignore', output, output]
  const child = spawn(node24(), [resolve(bin, program), ...programArgs], { cwd: root, env: environment(env), stdio })
  // Separate, so that their outputs don't interleave.
  const words = ['', '']
  for (const [i, stream] of [child.stdout, child.stderr].entries()) {
    stream?.setEncoding('utf8').on('data', text => {
      words[i] += text
    })
  }
  const code = await ended(child)
  return { code, words: words.join('') }
}

/** Prints the page contents of failed tests, because on other machines no one can open the report's folder. */
function showPages() {
  const folder = join(root, 'test-results/browser')
  if (!existsSync(folder)) return
  for (const file of readdirSync(folder, { recursive: true }).filter(name => name.endsWith('error-context.md'))) {
    const [, page] = readFileSync(join(folder, file), 'utf8').match(/^```yaml\n(.*?)^```/ms) ?? []
    if (page) say(`\n${file}\n${page}`)
  }
}

function count(program) {
  if (!results[program]) return
  try {
    const result = JSON.parse(readFileSync(results[program], 'utf8'))
    totals.passed += result.numPassedTests ?? result.stats.expected + result.stats.flaky
    totals.failed += result.numFailedTests ?? result.stats.unexpected
    totals.skipped += result.numPendingTests ?? result.stats.skipped
    failures.push(...failuresOf(result))
    if (result.testResults) saveDurations(result.testResults)
  } catch {
    // It ended before writing one.
  }
}

/** @returns the failed tests in a report of Vitest or Playwright: file, name, and first error without colors */
function failuresOf({ testResults = [], suites = [] }) {
  const ofVitest = testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed')
    // A file that can't be loaded has no tests.
    if (tests.length === 0) return message ? [{ file: relative(root, name), title: '', words: message }] : []
    return tests.map(test => ({
      file: relative(root, name),
      title: test.fullName,
      words: test.failureMessages[0],
    }))
  })
  const ofPlaywright = suites.flatMap(function inSuite({ specs = [], suites = [] }) {
    const here = specs.filter(({ ok }) => !ok)
    const tests = here.map(({ file, line, title, tests }) => ({
      file: `${file}:${line}`,
      title,
      words: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
    }))
    return [...tests, ...suites.flatMap(inSuite)]
  })
  return [...ofVitest, ...ofPlaywright].map(({ file, title, words = '' }) => {
    const plain = stripVTControlCharacters(words).split('\n').slice(0, 12)
    return `${file} ${title}\n${plain.map(line => `    ${line}`).join('\n')}`
  })
}
