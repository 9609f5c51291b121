import type pg from 'pg'
import { connectWithRetries, readingPool, type SignedActor } from './connection.ts'
import type { Statement } from './prepared.ts'

/*
 * The connections that people's pages are read with. Statements are written together and answered one after the other
 * (`pipeline`), so reading costs two exchanges with the database, however many statements it takes: one begins the
 * transaction and learns which it is, the other says who acts, reads and commits (docs/decisions/0012).
 */

/** What the driver's client has, and its types leave out. */
type Client = pg.PoolClient & {
  connection: { stream: { cork(): void; uncork(): void } }
  getTransactionStatus(): 'I' | 'T' | 'E' | null
}

type Result = PromiseSettledResult<pg.QueryResult>

/**
 * Leaves nothing of what an earlier transaction may have done to the connection. What the connection itself has prepared
 * stays; a statement that SQL has prepared, perhaps in the place of one of those, is found, and the connection given up.
 */
const clean = 'reset role; reset all; close all; unlisten *; select pg_advisory_unlock_all()'
const isTampered = 'exists (select from pg_prepared_statements where from_sql) as tampered'
const lookOnly = `${clean}; select ${isTampered}`
const beginToRead = `${clean}; begin read only; select pg_backend_pid() || ' ' || extract(epoch from now()) as transaction,
  ${isTampered}`

const assumePerson = "select set_config('role', 'app_user', true), set_config('app.actor', $1, true)"

/** A read-only transaction in which nobody acts yet. */
export interface Reading {
  /**
   * Runs statements as a person, and ends the transaction.
   * @returns how each went; where one fails, so do those after it
   */
  readAs(actor: SignedActor, statements: readonly Statement<unknown>[]): Promise<Result[]>
  /** Ends the transaction without using it. */
  end(): void
}

/** @throws what the database or the driver says, untranslated */
export async function beginReading(): Promise<Reading> {
  const { client, before } = await openClean(beginToRead)
  return readingOn(client, before.transaction)
}

/**
 * Runs one statement as the login itself, which may do no more than migrate.ts allows it, before anybody acts.
 * @param keep whether to begin a transaction with it, for the caller to use or end
 * @throws what the database or the driver says, untranslated
 */
export async function readAsLogin<Row>(
  statement: Statement<Row>,
  keep: boolean,
): Promise<{ rows: Row[]; reading: Reading | undefined }> {
  const { client, before, rows } = await openClean(keep ? beginToRead : lookOnly, statement)
  if (!keep) client.release()
  return { rows: rows as Row[], reading: keep ? readingOn(client, before.transaction) : undefined }
}

/** @returns a connection with nothing left behind, and what the statements said that made sure of it */
async function openClean(how: string, statement?: Statement<unknown>) {
  for (;;) {
    const client = (await connectWithRetries(readingPool().pool)) as Client
    const [cleaned, read] = await inOneWrite(client, () => [
      client.query(how),
      ...(statement ? [run(client, statement)] : []),
    ])
    if (cleaned?.status !== 'fulfilled' || read?.status === 'rejected') {
      client.release(true)
      throw cleaned?.status === 'rejected' ? cleaned.reason : (read as PromiseRejectedResult).reason
    }
    // The driver returns a result for each statement, which its types don't say.
    const before = (cleaned.value as unknown as pg.QueryResult[]).at(-1)?.rows[0]
    if (before.tampered === false) return { client, before, rows: read?.value.rows ?? [] }
    client.release(true)
  }
}

function readingOn(client: Client, transaction: string): Reading {
  // Where anything failed, perhaps the connection is to blame.
  const release = (results: readonly Result[]) =>
    client.release(results.some(({ status }) => status === 'rejected') || client.getTransactionStatus() !== 'I')
  return {
    async readAs(actor, statements) {
      const token = actor.tokenFor(readingPool().key, transaction)
      const results = await inOneWrite(client, () => [
        run(client, { name: 'assume_person', text: assumePerson, values: [token] }),
        ...statements.map(statement => run(client, statement)),
        client.query('commit'),
      ])
      release(results)
      const assumed = results[0]
      return assumed?.status === 'rejected' ? statements.map(() => assumed) : results.slice(1, -1)
    },
    end() {
      void inOneWrite(client, () => [client.query('commit')]).then(release)
    },
  }
}

function run(client: Client, { name, text, values }: Statement<unknown>): Promise<pg.QueryResult> {
  return client.query({ name, text, values: [...values] })
}

/** @param send hands statements to the driver, which would write each by itself */
function inOneWrite(client: Client, send: () => Promise<pg.QueryResult>[]): Promise<Result[]> {
  const { stream } = client.connection
  stream.cork()
  try {
    return Promise.allSettled(send())
  } finally {
    stream.uncork()
  }
}
