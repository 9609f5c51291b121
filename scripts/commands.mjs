// Every command of package.json: its purpose and its arguments after `--`. Each answers `--help`, and refuses unknown
// arguments before anything starts. On Node's own modules, because nothing else may be installed yet.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { root, say } from './task.mjs'

const usages = JSON.parse(readFileSync(join(root, 'server/commands/usages.json'), 'utf8'))
const store = { '--store': 'NAME: s3 keeps the files in an S3 store' }
const seed = { '--seed': 'NUMBER: the same random choices again' }
const rounds = { '--rounds': 'NUMBER: how many' }
const tests = 'FILE… and options of Vitest: those tests alone'

/**
 * @typedef {object} Command
 * @property {string} program its path in the project
 * @property {string[]} [begins] the first arguments, given by package.json
 * @property {string} does its purpose in a few words
 * @property {Record<string, string>} [options] descriptions; one with a value starts with it in capitals
 * @property {string[]} [words] accepted words, any number of them
 * @property {string} [word] description of its single word
 * @property {string[]} [verbs] accepted first words
 * @property {string} [rest] description of all other arguments, which are passed on unchecked
 * @property {string} [usage] the whole usage, if the program parses its own arguments
 * @property {boolean} [own] whether the program handles help and errors by itself
 */

/** @type {Record<string, Command>} */
export const commands = {
  start: { program: 'scripts/start.mjs', does: 'the site' },
  demo: { program: 'scripts/start.mjs', begins: ['--demo'], does: 'the site with sample data' },
  dev: {
    program: 'scripts/dev.mjs',
    does: 'the site with hot reload',
    options: { '--demo': 'with sample data' },
  },
  build: { program: 'scripts/build-site.mjs', does: 'builds the site without starting it' },
  setup: {
    program: 'scripts/first-hour/main.ts',
    does: 'asks for what makes the site a fund’s own, and writes it into content/',
    options: { '--no-site': 'doesn’t start the site beside the questions' },
  },
  check: { program: 'scripts/test.mjs', begins: ['check'], does: 'types, style, content, wording, schema' },
  test: {
    program: 'scripts/test.mjs',
    does: 'checks, and every behavior',
    rest: 'check, vitest, playwright, quick, attack or cluster: that part alone; then FILE… and options of Vitest or Playwright',
  },
  'test:all': {
    program: 'scripts/test.mjs',
    does: 'the same with everything that takes long',
    rest: 'as npm test',
  },
  'test:quick': {
    program: 'scripts/test.mjs',
    begins: ['quick'],
    does: 'the checks, the unit tests, and the tests nearest to what changed since a commit',
    word: 'REF: the commit, by default the one before the last',
  },
  'test:attack': {
    program: 'scripts/test.mjs',
    begins: ['attack'],
    does: 'every door as every actor, and random requests',
    rest: tests,
  },
  'test:cluster': {
    program: 'scripts/test.mjs',
    begins: ['cluster'],
    does: 'the stories of the browser on a site of several processes',
    rest: 'vitest or playwright: that part alone; then FILE… and its options',
  },
  'test:faults': {
    program: 'scripts/test.mjs',
    begins: ['vitest', 'database-outage', 'own-postgres', 'integration/clock', 'integration/jobs'],
    does: 'outages, failover, clocks that jump',
    rest: tests,
  },
  'test:note-races': {
    program: 'scripts/test.mjs',
    begins: ['vitest', 'app/notes/tests/note-races.slow.test.ts'],
    does: 'two people at the same note at the same moment',
    rest: 'options of Vitest',
  },
  'test:note-lives': {
    program: 'scripts/test.mjs',
    begins: ['vitest', 'app/notes/tests/note-lives.test.ts', '--reporter=verbose', '--testTimeout=3600000'],
    does: 'random notes, each until nothing is owed; NOTE_SEED lives one again',
    rest: 'options of Vitest',
  },
  'test:late-lives': {
    program: 'scripts/test.mjs',
    begins: [
      ...['vitest', 'app/notes/tests/late-records.unit.test.ts', 'app/notes/tests/late-lives.test.ts'],
      ...['--reporter=verbose', '--testTimeout=3600000'],
    ],
    does: 'random notes, half of all recorded late; NOTE_SEED lives one again',
    rest: 'options of Vitest',
  },
  'test:year-ends': {
    program: 'scripts/test.mjs',
    begins: ['vitest', 'app/tax/tests/year-ends.test.ts', '--reporter=verbose', '--testTimeout=3600000'],
    does: 'random changes after the release of forms 1099; NOTE_SEED lives one again',
    rest: 'options of Vitest',
  },
  'test:bulk-batches': {
    program: 'scripts/test.mjs',
    begins: ['vitest', 'app/bulk-delivery/tests/bulk-random.slow.test.ts'],
    does: 'random batches of papers with planted errors',
    rest: 'options of Vitest',
  },
  'test:envelopes': {
    program: 'scripts/test.mjs',
    begins: ['vitest', 'tests/sites/envelopes-killed.test.ts'],
    does: 'envelopes that several act on at once, on a site that is killed',
    rest: 'options of Vitest',
  },
  'test:register-crash': {
    program: 'scripts/test.mjs',
    begins: ['vitest', 'app/register/tests/register-crash.slow.test.ts'],
    does: 'kills the site while the register is written',
    rest: 'options of Vitest',
  },
  'test:postgres': {
    program: 'scripts/test-postgres.mjs',
    does: 'integration tests on other versions of PostgreSQL',
    options: { '--pooler': 'through PgBouncer' },
    rest: 'VERSION… of 15, 16, 17 and 18, then FILE… for Vitest',
  },
  'test:races': {
    program: 'tests/races/main.ts',
    does: 'every pair of document actions at the same moment',
    options: { '--repetitions': 'NUMBER: of each pair', ...seed },
  },
  'test:crash': {
    program: 'tests/crash/main.ts',
    does: 'kills the site at the worst moment',
    options: { ...rounds, ...seed, ...store },
  },
  'test:archive': {
    program: 'tests/archive/main.ts',
    does: 'restores to moments of the archived log',
    options: { ...rounds, ...seed, ...store },
  },
  'test:backup': {
    program: 'tests/backup/main.ts',
    does: 'a backup under load, restored and compared',
    options: { '--documents': 'NUMBER: how many', ...seed, '--s3': 'to an S3 store' },
  },
  'test:systemd': { program: 'tests/systemd/main.ts', does: 'the service of deploy/promissory.service' },
  admin: {
    program: 'server/commands/admin.ts',
    does: 'administrators, and what only an operator may do',
    usage: usages.admin.join('\n'),
    options: { '--delete': '' },
    verbs: [
      ...['grant', 'revoke', 'approver', 'revoke-approver', 'unlock', 'reset-passkey', 'list', 'rescan', 'sweep'],
    ],
    rest: 'see above',
  },
  vault: {
    program: 'server/commands/vault.ts',
    does: 'how files are encrypted',
    usage: usages.vault.join('\n'),
    options: { '--again': '' },
    words: ['status', 'seal', 'rotate'],
  },
  backup: {
    program: 'server/commands/backup.ts',
    does: 'backs up database and files',
    usage: usages.backup.join('\n'),
    options: { '--at': 'TIME' },
    rest: 'see above',
  },
  restore: {
    program: 'server/commands/restore.ts',
    does: 'brings a backup back',
    usage: usages.restore.join('\n'),
    options: { '--at': 'TIME', '--to': 'TIME', '--database': 'URL', '--storage': 'PLACE' },
    rest: 'see above',
  },
  audit: {
    program: 'server/commands/audit.ts',
    does: 'checks or exports the audit log',
    usage: usages.audit.join('\n'),
    options: { '--head': 'FILE', '--from': 'TIME', '--to': 'TIME', '--out': 'FILE' },
    words: ['verify', 'export'],
  },
  media: {
    program: 'scripts/media/main.ts',
    does: 'draws the site’s pictures from content/; without a word all but the last two',
    words: ['deck', 'summary', 'plate', 'og', 'icons', 'fonts', 'film', 'signatures', 'handbook'],
  },
  pictures: {
    program: 'scripts/pictures/main.ts',
    does: 'a picture of every page of the sample fund, to compare before and after a change of style',
    word: 'FOLDER: where to',
    options: {
      '--against': 'EARLIER: compares FOLDER with pictures taken before, and takes none',
      '--data': 'DATA: the sample fund in this data folder, which is copied, instead of a new one',
      '--only': 'VISITOR: public, office, investor, delegate or guest',
    },
  },
  deck: {
    program: 'scripts/media/deck-from-pdf.ts',
    does: 'creates the deck’s pages from the fund’s own PDF',
    word: 'FILE.pdf',
  },
  schema: {
    program: 'scripts/schema/main.ts',
    does: 'writes the types of the tables and docs/schema.md',
    options: { '--check': 'only compares' },
  },
  sbom: {
    program: 'scripts/sbom.ts',
    does: 'the list of all components',
    word: 'FILE: where to, instead of the screen',
  },
  bench: { program: 'bench/main.ts', does: 'speed and memory next to bare Node, nginx and PostgreSQL', own: true },
}

/**
 * Answers `--help` and exits with 0; reports an unknown argument and exits with 2. Returns if the command can run.
 * @param {string} program the path of the started file
 * @param {string[]} args all of its arguments
 */
export function answerOrGoOn(program, args) {
  const name = nameOf(relative(root, resolve(root, program)), args)
  if (!name || commands[name].own) return
  const given = args.slice(commands[name].begins?.length ?? 0)
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(`${usageOf(name)}\n`)
    process.exit(0)
  }
  const unknown = unknownIn(name, given)
  if (!unknown) return
  say(`${callOf(name)}: ${unknown}\n\n${usageOf(name)}`)
  process.exit(2)
}

/** @returns {string | undefined} the command of a program with these arguments: the one that fixes most of them */
function nameOf(program, args) {
  const isTestAll = Boolean(process.env.TEST_ALL)
  return Object.entries(commands)
    .filter(([name, { program: own, begins = [] }]) => {
      const isOther = isTestAll ? name === 'test' : name === 'test:all'
      return own === program && !isOther && begins.every((word, at) => args[at] === word)
    })
    .map(([name, { begins = [] }]) => ({ name, fixed: begins.length }))
    .sort((one, other) => other.fixed - one.fixed)[0]?.name
}

/**
 * @param {string} name of a command
 * @param {string[]} given after `--`
 * @returns {string | undefined} a sentence on the first argument that the command doesn't know
 */
export function unknownIn(name, given) {
  const { options = {}, words, word, verbs, rest } = commands[name]
  const free = []
  for (let at = 0; at < given.length; at++) {
    const [option, value] = given[at].split(/=(.*)/s)
    if (!given[at].startsWith('-')) free.push(given[at])
    else if (option in options) {
      const wanted = /^[A-Z]+/.exec(options[option])?.[0]
      if (wanted && value === undefined && ++at >= given.length) return `${option} needs a value, ${wanted}.`
    } else if (!rest || commands[name].usage) return `it doesn’t know ${given[at]}.`
  }
  if ((name === 'test' || name === 'test:all') && given[0] === free[0]) return unknownTest(free[0])
  if (verbs && free[0] !== undefined && !verbs.includes(free[0])) return `it doesn’t know ${free[0]}.`
  if (rest) return undefined
  const unknown = words ? free.find(each => !words.includes(each)) : free[word ? 1 : 0]
  return unknown === undefined ? undefined : `it doesn’t know ${unknown}.`
}

/** A misspelled part would run nothing, and pass. */
function unknownTest(first) {
  if (first === undefined || ['check', 'vitest', 'playwright', 'quick', 'attack', 'cluster'].includes(first)) return
  const files = ['app', 'tests'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true }).map(file => `${folder}/${file}`),
  )
  return files.some(file => /\.(test|spec)\.ts$/.test(file) && file.includes(first.replace(/^\.\//, '')))
    ? undefined
    : `no part and no test is named ${first}.`
}

const callOf = name => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`)

export function usageOf(name) {
  const { does, options = {}, words, word, rest, usage } = commands[name]
  if (usage) return usage
  const values = Object.entries(options).map(([option, means]) => `  ${option.padEnd(14)} ${means}`)
  const lines = [...(words ? [words.join(', ')] : []), ...(word ? [word] : []), ...(rest ? [rest] : [])]
  const isBare = values.length === 0 && lines.length === 0
  const head = `${callOf(name)}${isBare ? '' : ' -- …'}: ${does}`
  return [head, ...lines.map(line => `  ${line}`), ...values, ...(isBare ? ['  It takes nothing else.'] : [])].join(
    '\n',
  )
}
