import { startEmbedded } from './database/embedded/start-embedded.ts'
import type { Closers } from './platform/closers.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'

/**
 * Starts the embedded database, unless DATABASE_URL names another. Loads nothing else of the site, so that a start can
 * begin with it.
 * @param closers get the function that disconnects from the embedded server
 * @returns connection string of the database's owner, to the server itself
 * @throws StartError where an operator can correct it
 */
export async function startDatabase(config: Config, closers: Closers, log: Log): Promise<string> {
  if (config.databaseUrl) return config.databaseDirectUrl ?? config.databaseUrl
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  closers.add('the database', embedded.stop, 30)
  return embedded.url
}
