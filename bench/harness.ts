import pg from 'pg'
import { settingsOf } from '../server/database/settings.ts'
import { apiFor, signIn } from '../tests/helpers/api.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'

/** The real site with an empty database, and one investor signed in. */
export interface Bench extends AsyncDisposable {
  server: TestServer
  /** The owner's connection, to fill the database. */
  owner: pg.Client
  /** Signs someone in. Returns the Cookie header and the person's id. */
  investor(email: string): Promise<{ cookie: string; id: string }>
}

/** Options of the command line. */
export interface BenchOptions {
  /** Other checkouts, built, for Lighthouse to compare with. */
  against: string[]
  /** Pages for Lighthouse to visit instead of the default ones. */
  path: string[]
  /** Lighthouse's visits of each. */
  runs?: string
  /** Turns of each subject. */
  turns: number
  /** Of the register. */
  notes: number
  /** Part of a task's name, to count only that. */
  task?: string
  /** A file with a Directus's address and credentials, to compare its list with. */
  directus?: string
}

/** @param env additional environment variables of the site */
export async function openBench(env: Record<string, string> = {}): Promise<Bench> {
  const server = await startServer(env)
  const owner = new pg.Client(settingsOf(server.ownerUrl))
  await owner.connect()
  return {
    server,
    owner,
    async investor(email) {
      const cookie = await signIn(apiFor(server.url), server.mailbox, email)
      await apiFor(server.url, { cookie }).whoAmI()
      // Not a guest, since guests may store little.
      const { rows } = await owner.query('update user_profiles set accepted_at = now() where email = $1 returning id', [
        email,
      ])
      return { cookie, id: rows[0].id }
    },
    async [Symbol.asyncDispose]() {
      await owner.end()
      await server.dispose()
    },
  }
}

/** Prints a table with the first column left-aligned and all others right-aligned. */
export function table(title: string, rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  console.log(`\n${title}`)
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(`  ${cells.join('   ')}`)
  }
}
