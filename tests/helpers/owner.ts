import pg from 'pg'
import { settingsOf } from '../../server/database/settings.ts'
import type { TestServer } from './server.ts'

/** Asks a test server's database as its owner, past every policy: for looking at what is really there. */
export async function asOwner(site: TestServer, statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(settingsOf(site.ownerUrl))
  await client.connect()
  try {
    return await client.query(statement, values)
  } finally {
    await client.end()
  }
}

/** Lets every address and client ask for codes again at once, as if a quarter of an hour had passed. */
export async function forgetLimits(site: TestServer): Promise<void> {
  await asOwner(site, 'delete from auth.limits')
}
