import pg from 'pg'
import { StartError } from '../../platform/start-error.ts'
import { ownerUrl } from './socket.ts'

/**
 * Key of an advisory lock, any number that every process shares. Processes that use the server share the lock; the last
 * one to leave can take it exclusively.
 */
const useLock = 7_026_018

/**
 * A session that lasts while a process uses the embedded server. It ends as soon as the server dies, and its shared
 * lock tells other processes not to stop the server.
 */
export interface ServerUse {
  /** Resolves when the session ends, for whatever reason. */
  readonly ended: Promise<void>
  /** Releases the lock. Resolves to whether no other process holds it, so that we may stop the server. */
  leave(): Promise<boolean>
  /** Ends the session. */
  end(): Promise<void>
}

/**
 * Opens such a session, and creates the site's database if it is missing.
 * @param timeout milliseconds to wait for a response
 * @throws where the server doesn't respond yet; StartError where the responding server runs on other files
 */
export async function joinServer(socket: string, cluster: string, timeout: number): Promise<ServerUse> {
  const client = new pg.Client({
    connectionString: ownerUrl(socket, 'postgres'),
    application_name: 'promissory presence',
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  client.on('error', () => resolve())
  client.on('end', () => resolve())
  await client.connect()
  try {
    const { rows } = await client.query(
      'select current_setting($1) as folder, exists (select from pg_database where datname = $2) as created',
      ['data_directory', 'promissory'],
    )
    if (rows[0].folder !== cluster) {
      throw new StartError(
        `The database server that answers at ${socket} was started for ${rows[0].folder}, not for ${cluster}. Stop it first.`,
      )
    }
    await client.query('select pg_advisory_lock_shared($1)', [useLock])
    if (!rows[0].created) await createDatabase(client)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return {
    ended,
    async leave() {
      await client.query('select pg_advisory_unlock_shared($1)', [useLock])
      const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [useLock])
      return rows[0].alone
    },
    end: () => client.end().catch(() => {}),
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  await client.query('create database promissory').catch(error => {
    // duplicate_database, or unique_violation where another process is creating it right now.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}
