import pg from 'pg'
import { settingsOf } from '../../server/database/settings.ts'
import { keyedHash } from '../../server/platform/seal.ts'
import type { Site } from './server.ts'

/** Queries a test server's database as its owner, who bypasses all row-level security policies. */
export async function asOwner(site: Site, statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(settingsOf(site.ownerUrl))
  // The database may be killed meanwhile; the query fails by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(statement, values)
  } finally {
    await client.end()
  }
}

/** Resets the rate limits, so that every address and client can request codes again at once. Codes stay valid. */
export async function forgetLimits(site: Site): Promise<void> {
  await asOwner(site, forgettingLimits)
}

/** The SQL for that. */
export const forgettingLimits = `
  delete from auth.limits;
  update auth.sign_in_codes set created_at = created_at - interval '2 days'`

/** Counts this many uses of a limit, as though they happened just now. @returns a disposable that undoes it */
export async function countedUses(
  { owner }: { owner: Pick<pg.Client, 'query'> },
  what: string,
  uses: number,
): Promise<AsyncDisposable> {
  const key = keyedHash('limit', what)
  await owner.query(
    `insert into auth.limits (key, used, window_ends_at) values ($1, $2, now() + interval '1 hour')
    on conflict (key) do update set used = excluded.used, window_ends_at = excluded.window_ends_at`,
    [key, uses],
  )
  return {
    async [Symbol.asyncDispose]() {
      await owner.query('delete from auth.limits where key = $1', [key])
    },
  }
}
