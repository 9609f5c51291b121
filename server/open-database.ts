import type { DatabaseAccess } from './database/connection.ts'
import { type MigrateOptions, migrateDatabase } from './database/migrate.ts'
import { assertRestored } from './database/unfinished-restore.ts'
import { prepareJobs } from './jobs/prepare-jobs.ts'
import { readOrCreateAuthSecret } from './platform/auth-secret.ts'
import type { Closers } from './platform/closers.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'
import { startDatabase } from './start-database.ts'

/** A running database with this version's schema. */
export interface OpenDatabase {
  /** Connection string of its owner, to the server itself. */
  ownerUrl: string
  /** How the site connects, as login roles that own nothing. */
  access: DatabaseAccess
  /** AUTH_SECRET, or the one in the data folder. */
  secret: string
}

/**
 * Starts the embedded database, or uses the one in DATABASE_URL, and migrates it. That is all a command needs that
 * works alongside a running site: it joins that site's server and leaves it running.
 * @param closers get the function that disconnects from the embedded server
 * @param started what `startDatabase` returned, where that was called before
 * @throws StartError where an operator can correct it; errors of the driver for an operator's own database
 */
export async function openDatabase(
  config: Config,
  closers: Closers,
  log: Log,
  started = startDatabase(config, closers, log),
): Promise<OpenDatabase> {
  const [ownerUrl, secret] = await Promise.all([started, config.authSecret ?? readOrCreateAuthSecret(config.dataDir)])
  const {
    approverWaitDays,
    passkeyRule: { required: passkeysRequired },
  } = config
  const frontUrl = config.databaseDirectUrl && config.databaseUrl
  const access = await prepareDatabase(ownerUrl, secret, {
    approverWaitDays,
    passkeysRequired,
    frontUrl,
    assertUsable: assertRestored,
  })
  return { ownerUrl, access, secret }
}

/**
 * Prepares a database for this version: the tables, the queue and the login roles.
 * @param ownerUrl connection string of a role that may create schemas and roles, to the server itself
 * @param secret AUTH_SECRET
 * @param options `assertUsable` runs as the owner before anything is changed; `frontUrl` is the connection string of a
 *   pooler in front of the server, if there may be one
 * @returns how the site connects
 */
export function prepareDatabase(
  ownerUrl: string,
  secret: string,
  options: Omit<MigrateOptions, 'prepareMore'> = {},
): Promise<DatabaseAccess> {
  return migrateDatabase(ownerUrl, secret, { ...options, prepareMore: prepareJobs })
}
