import pg from 'pg'
import type { SharedPortal } from './shared-portal.ts'

/**
 * Queries the database directly, with the role and identity that the site uses for a person.
 * @param id of the person
 */
export async function queryAs(
  portal: SharedPortal,
  id: string,
  statement: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client(portal.login)
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('role', 'app_user', true), set_config('app.user_id', $1, true)", [id])
    const result = await client.query(statement, values)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}
