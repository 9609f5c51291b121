import { watchedClients } from '../../server/database/watched-client.ts'
import { eventually } from './eventually.ts'

/** Waits until the database has answered everything on the site's connections, including the ends of transactions. */
export async function idleConnections(): Promise<void> {
  await eventually('idle connections', async () => [...watchedClients].every(({ isIdle }) => isIdle))
}
