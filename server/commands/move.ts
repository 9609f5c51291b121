import { parseArgs } from 'node:util'
import pg from 'pg'
import { grouped } from '../../rules/number.ts'
import { startEmbedded } from '../database/embedded/start-embedded.ts'
import { giveUpMove } from '../database/hold-site.ts'
import { migrationNames } from '../database/migrate.ts'
import { settingsOf } from '../database/settings.ts'
import { moveDatabase } from '../move/move-database.ts'
import { moveFiles } from '../move/move-files.ts'
import { prepareDatabase } from '../open-database.ts'
import { readOrCreateAuthSecret } from '../platform/auth-secret.ts'
import type { Closers } from '../platform/closers.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { runOnce } from '../platform/lifecycle.ts'
import { createLog } from '../platform/log.ts'
import { describePlace, readPlace } from '../platform/place.ts'
import { StartError } from '../platform/start-error.ts'
import { startDatabase } from '../start-database.ts'
import { documentsPlace } from '../storage/storage.ts'

const usage = `Usage:
  npm run move -- --database URL        move the database to another server, such as
                                        postgres://user:password@host:5432/database
  npm run move -- --database embedded   move it back to the one in DATA_DIR
  npm run move -- --storage PLACE       move the files, such as to s3://bucket?endpoint=…&region=…
  npm run move -- --storage disk        move them back to DATA_DIR
  npm run move -- --cancel              give up a move that has begun; or go back after one that no process has used yet

Run it with the settings that the site has now, while the site runs. It says at the end what to set.
Interrupted, it continues when it is run again.`

// The command's output is its own sentences; the database's start matters only if it fails.
const quiet = createLog({ write: () => {} })
const say = (line: string) => console.log(line)

await runOnce(async closers => {
  const { database, storage } = readArguments()
  const config = readConfig(process.env)
  const ownerUrl = await startDatabase(config, closers, quiet)
  await assertThisVersion(ownerUrl)
  if (database !== undefined) await runDatabaseMove(config, ownerUrl, database, closers)
  else if (storage !== undefined) await runFilesMove(config, ownerUrl, storage)
  else say(await giveUpMove(ownerUrl))
})

function readArguments(): { database?: string; storage?: string; cancel?: boolean } {
  try {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ options: { database: text, storage: text, cancel: { type: 'boolean' } } })
    if (Object.keys(values).length === 1) return values
  } catch {
    // An unknown option.
  }
  throw new StartError(usage)
}

async function runDatabaseMove(config: Config, sourceUrl: string, wanted: string, closers: Closers): Promise<void> {
  const toEmbedded = wanted === 'embedded'
  if (toEmbedded && !config.databaseUrl) throw new StartError('The database is embedded already.')
  const to = toEmbedded ? `${config.dataDir}/database` : nameOf(wanted)
  const secret = config.authSecret ?? (await readOrCreateAuthSecret(config.dataDir))
  const moved = await moveDatabase({
    sourceUrl,
    destinationUrl: toEmbedded ? await startDestination(config, closers) : wanted,
    to,
    prepare: url => prepareDatabase(url, secret),
    say,
  })
  if (moved) {
    say(`Done: ${grouped(moved.rows)} rows in ${moved.tables} tables are in ${to}, and every one is the same.`)
    say(`Copying and comparing the rest took ${inSeconds(moved.seconds)}.`)
  } else say(`The database had been moved to ${to} before.`)
  say(`Now ${toEmbedded ? 'unset DATABASE_URL' : 'set DATABASE_URL to it'} and restart the site.`)
  say('Until then people can read everything and change nothing. The old database stays as it was, and read-only.')
}

async function startDestination(config: Config, closers: Closers): Promise<string> {
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: quiet })
  closers.add('the destination', embedded.stop, 30)
  return embedded.url
}

async function runFilesMove(config: Config, ownerUrl: string, wanted: string): Promise<void> {
  const toDisk = wanted === 'disk'
  const from = documentsPlace(config)
  const to = documentsPlace({ ...config, storage: toDisk ? undefined : readPlace(wanted, '--storage') })
  if (describePlace(from) === describePlace(to)) throw new StartError(`The files are in ${describePlace(to)} already.`)
  const moved = await moveFiles({ ownerUrl, from, to, say })
  if (moved) {
    const { files, bytes, missing } = moved
    say(`Done: ${grouped(files)} files (${grouped(Math.ceil(bytes / 1e6))} MB) are in ${describePlace(to)}.`)
    say(`Each was read back and is the same. The site was read-only for ${inSeconds(moved.seconds)}.`)
    if (missing === 1) say(`1 document has no file in ${describePlace(from)} either.`)
    if (missing > 1) say(`${grouped(missing)} documents have no file in ${describePlace(from)} either.`)
  } else say(`The files had been moved to ${describePlace(to)} before.`)
  say(`Now ${toDisk ? 'unset STORAGE_URL' : `set STORAGE_URL=${wanted}`} and restart the site.`)
  say(`Until then files can be read, but not added. The old ones are still in ${describePlace(from)}.`)
}

/** @returns such as '1.3 seconds' */
function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1)} seconds`
}

/** @returns a database as people may see it, without its password */
function nameOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new StartError('--database takes a connection string such as postgres://user:password@host:5432/database.')
  }
  return `${parsed.searchParams.get('host') ?? parsed.host}${parsed.pathname}`
}

/** @throws StartError unless this version of the site has been started on the database */
async function assertThisVersion(ownerUrl: string): Promise<void> {
  const owner = new pg.Client(settingsOf(ownerUrl))
  await owner.connect()
  try {
    const { rows } = await owner
      .query<{ name: string }>('select name from schema_migrations')
      .catch(() => ({ rows: [] }))
    const applied = new Set(rows.map(({ name }) => name))
    const known = await migrationNames()
    if (known.length === applied.size && known.every(name => applied.has(name))) return
    throw new StartError('The site’s database is not at this version. Start the site once, then move it.')
  } finally {
    await owner.end()
  }
}
