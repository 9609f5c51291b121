import pg from 'pg'
import { grouped } from '../../rules/number.ts'
import { openDump } from '../backup/dump-database.ts'
import { loadDatabase } from '../backup/load-database.ts'
import { SiteHold } from '../database/hold-site.ts'
import { settingsOf } from '../database/settings.ts'
import { readSiteState } from '../database/site-state.ts'
import { type CaughtUp, catchUp } from './catch-up.ts'
import { DestinationDatabase } from './destination-database.ts'

interface DatabaseMove {
  /** Connection strings of the owners, neither through a pooler. */
  sourceUrl: string
  destinationUrl: string
  /** The destination as people read it, without secrets. */
  to: string
  /** Makes the destination's tables and logins as this version has them. */
  prepare: (ownerUrl: string) => Promise<unknown>
  /** Tells the operator how far it is. */
  say: (line: string) => void
}

/** What was moved. */
export interface MovedDatabase extends CaughtUp {
  /** How long copying and comparing took while the site was read-only. */
  seconds: number
}

/**
 * Moves the site's database to another server while the site runs. It is copied first; then the site is read-only while
 * what has changed since is copied and everything is compared, row by row. From then on the source is read-only for good.
 * Interrupted anywhere, it continues when it is called again.
 * @returns what was moved; undefined where that had been done before, except for the end
 * @throws StartError where the destination isn't empty, and what `SiteHold` throws
 */
export async function moveDatabase(move: DatabaseMove): Promise<MovedDatabase | undefined> {
  const { to, say } = move
  await using destination = await DestinationDatabase.connect(move.destinationUrl)
  await using source = await openSource(move.sourceUrl)
  if ((await readSiteState(source.client)).movedTo === to) {
    await destination.complete()
    return undefined
  }
  await using hold = await SiteHold.open(move.sourceUrl, { kind: 'database', to })
  await destination.assertFree(hold.move, to)
  await move.prepare(move.destinationUrl)
  if (!(await destination.isFilled())) {
    say(`Copying the database to ${to}. The site goes on meanwhile.`)
    await using dump = await openDump(source.client)
    await loadDatabase(destination.owner, dump.shape, table => dump.read(table))
    await destination.markFilled()
  }
  const { rows } = await catchUp(source.client, destination.owner)
  say(`${grouped(rows)} rows are copied. The site is read-only until the rest is.`)
  await hold.hold()
  const held = performance.now()
  const moved = await catchUp(source.client, destination.owner)
  const { filesAt } = await readSiteState(source.client)
  await destination.owner.query('update app.site_state set files_at = $1', [filesAt])
  await hold.finish({ movedTo: to })
  const seconds = (performance.now() - held) / 1000
  await destination.complete()
  return { ...moved, seconds }
}

async function openSource(url: string) {
  const client = new pg.Client({ ...settingsOf(url), application_name: 'promissory move' })
  client.on('error', () => {})
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => {}) }
}
