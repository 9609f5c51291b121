import pg from 'pg'
import { StartError } from '../platform/start-error.ts'
import { settingsOf } from './settings.ts'

/*
 * A pooler in transaction mode, such as PgBouncer, lends a server connection to each transaction, and the next one may
 * get another. So nothing outlives a transaction: no prepared statement, no setting, no lock, no LISTEN.
 */

const mostLikely = 'postgres://owner:password@db.example.com:5432/database'

/**
 * @param hasFront whether `owner` uses DATABASE_DIRECT_URL, and DATABASE_URL is for the application
 * @throws StartError if a pooler answers: migrations, the queue and live updates need the server itself
 */
export async function requireServerItself(owner: pg.Client, hasFront: boolean): Promise<void> {
  if (!(await isPooled(owner))) return
  throw new StartError(
    hasFront
      ? `DATABASE_DIRECT_URL leads to a connection pooler. Use the address of PostgreSQL itself, such as ${mostLikely}.`
      : `DATABASE_URL leads to a connection pooler, which migrations, the queue and live updates cannot use. Set DATABASE_DIRECT_URL, too, to the address of PostgreSQL itself, such as ${mostLikely}.`,
  )
}

/**
 * Checks what DATABASE_URL leads to, beside DATABASE_DIRECT_URL.
 * @param owner a connection to the server itself
 * @param pages connection of the pages' login to the server itself
 * @returns `pooler`, its address, if it is one
 * @throws StartError if it leads to another database
 */
export async function findPooler(
  owner: pg.Client,
  pages: pg.PoolConfig,
  frontUrl: string,
): Promise<{ pooler?: pg.PoolConfig }> {
  const { user: _, password: __, ...front } = settingsOf(frontUrl)
  const { user, password } = pages
  const client = new pg.Client({ ...front, user, password, connectionTimeoutMillis: 15_000 })
  await client.connect()
  try {
    const [here, there] = [await identity(owner), await identity(client)]
    if (here !== there) {
      throw new StartError(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. The first may lead to a connection pooler, the second must lead to the same database behind it.',
      )
    }
    return (await isPooled(client)) ? { pooler: front } : {}
  } finally {
    await client.end()
  }
}

/** Whether a different process answers than at the connection's start. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_backend_pid() as process')
  return rows[0].process !== (client as unknown as { processID: number | null }).processID
}

async function identity(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    "select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity",
  )
  return rows[0].identity
}
