import { watchedClients } from '../../server/database/watched-client.ts'
import { eventually } from './eventually.ts'

/** Waits until the database has answered all that the site's connections asked, the ends of transactions included. */
export async function idleConnections(): Promise<void> {
  await eventually('idle connections', async () => [...watchedClients].every(({ isIdle }) => isIdle))
}
