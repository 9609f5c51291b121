import pg from 'pg'
import { actorToken } from '../../server/database/actor-token.ts'
import { ofTest } from './plans.ts'
import type { SharedPortal } from './shared-portal.ts'

/** The site's login that may assume a role. */
function loginFor({ access }: SharedPortal, role: string): pg.PoolConfig {
  if (role === 'app_auth') return access.signIn
  return role === 'app_jobs' ? access.jobs : access.pages
}

/** A person's newest session, so that tests' statements act like the site's. */
async function sessionFor({ owner }: SharedPortal, id: string): Promise<string | undefined> {
  const { rows } = await owner.query(
    'select id from auth.sessions where user_id = $1 and expires_at > now() order by created_at desc limit 1',
    [id],
  )
  return rows[0]?.id
}

/**
 * Opens a separate connection with the transaction that the site would open for a person, a visitor or a job, and rolls
 * back anything that `work` has not committed.
 * @param id of the person, signed like the site's, with their newest session; empty for no one
 */
export async function transactionAs<T>(
  portal: SharedPortal,
  role: string,
  id: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(loginFor(portal, role))
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>
  // Tests' queries need no index.
  Object.assign(client, {
    query: (text: string, values?: unknown[]) => query(typeof text === 'string' ? `${text} ${ofTest}` : text, values),
  })
  await client.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query("select pg_backend_pid() || ' ' || extract(epoch from now()) as transaction")
    const token =
      id && actorToken(portal.access.actorKey, id, rows[0].transaction, { sessionId: await sessionFor(portal, id) })
    await client.query("select set_config('role', $1, true), set_config('app.actor', $2, true)", [role, token])
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Queries the database directly, with the role and identity that the site uses for a person, and commits.
 * @param id of the person
 */
export function queryAs(
  portal: SharedPortal,
  id: string,
  statement: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  return transactionAs(portal, 'app_user', id, async client => {
    const result = await client.query(statement, values)
    await client.query('commit')
    return result
  })
}
