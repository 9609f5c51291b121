import pg from 'pg'
import { StartError } from '../../platform/start-error.ts'
import { ownerUrl } from './socket.ts'

/** Any number, the same in every process: all that use the server share this lock, the last one out takes it alone. */
const inUse = 7_026_018

/**
 * A session that lasts as long as a process uses the embedded server. It tells at once when the server dies,
 * and by a shared lock the others that they must not stop it.
 */
export interface Presence {
  /** Kept when the session ends, for whatever reason. */
  readonly ended: Promise<void>
  /** Gives up the lock, and answers whether nobody else holds it: then the server is ours to stop. */
  leave(): Promise<boolean>
  /** Ends the session. */
  end(): Promise<void>
}

/**
 * Opens such a session, and makes the site's database if it is not there.
 * Throws while the server does not answer; a StartError if a server of other files answers in its place.
 * @param timeout milliseconds to wait for an answer
 */
export async function attend(socket: string, cluster: string, timeout: number): Promise<Presence> {
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
      'select current_setting($1) as folder, exists (select from pg_database where datname = $2) as made',
      ['data_directory', 'promissory'],
    )
    if (rows[0].folder !== cluster) {
      throw new StartError(
        `The database server that answers at ${socket} was started for ${rows[0].folder}, not for ${cluster}. Stop it first.`,
      )
    }
    await client.query('select pg_advisory_lock_shared($1)', [inUse])
    if (!rows[0].made) await makeDatabase(client)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return {
    ended,
    async leave() {
      await client.query('select pg_advisory_unlock_shared($1)', [inUse])
      const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [inUse])
      return rows[0].alone
    },
    end: () => client.end().catch(() => {}),
  }
}

async function makeDatabase(client: pg.Client): Promise<void> {
  await client.query('create database promissory').catch(error => {
    // duplicate_database, or unique_violation while another process is at it.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}
