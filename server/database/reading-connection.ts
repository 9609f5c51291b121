import type pg from 'pg'
import { BatchQuery } from './batch-query.ts'
import { readingPool } from './connection.ts'
import { connectWithRetries } from './pools.ts'
import type { Statement } from './prepared.ts'
import type { SignedActor } from './signed-actor.ts'

/*
 * The connections that people's pages are read with. Reading costs two exchanges with the database, however many
 * statements it takes: one begins the transaction and learns which it is, the other says who acts, reads and commits
 * (docs/decisions/0012).
 */

/** What the driver's client has, and its types leave out. */
type Client = pg.PoolClient & { getTransactionStatus(): 'I' | 'T' | 'E' | null }

const plain = (text: string): Statement<unknown> => ({ text, values: [] })

/**
 * Leaves nothing of what an earlier transaction may have done to the connection. What the connection itself has prepared
 * stays; a statement that SQL has prepared, perhaps in the place of one of those, is found, and the connection given up.
 * These have no names, so SQL cannot replace them.
 */
const clean = ['reset role', 'reset all', 'close all', 'unlisten *', 'select pg_advisory_unlock_all()'].map(plain)
/** The same where a pooler may have lent the connection to others: nothing is kept prepared then. */
const cleanPooled = [...clean, plain('deallocate all')]
const begin = plain('begin read only')
const look = plain(`select pg_backend_pid() || ' ' || extract(epoch from now()) as transaction,
  exists (select from pg_prepared_statements where from_sql) as tampered`)

const unnamed = ({ text, values }: Statement<unknown>): Statement<unknown> => ({ text, values })

const assumePerson = (token: string): Statement<unknown> => ({
  name: 'assume_person',
  text: "select set_config('role', 'app_user', true), set_config('app.actor', $1, true)",
  values: [token],
})
const commit: Statement<unknown> = { name: 'commit', text: 'commit', values: [] }

/** A read-only transaction in which nobody acts yet. */
export interface Reading {
  /**
   * Runs statements as a person, and ends the transaction.
   * @returns the rows of each
   * @throws what the database or the driver says, untranslated; all of them have failed then
   */
  readAs(actor: SignedActor, statements: readonly Statement<unknown>[]): Promise<unknown[][]>
  /** Ends the transaction without using it. */
  end(): void
}

/** @throws what the database or the driver says, untranslated */
export async function beginReading(): Promise<Reading> {
  const { client, transaction } = await openClean([begin, look])
  return readingOn(client, transaction)
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
  const { client, transaction, rows } = await openClean(keep ? [begin, look, statement] : [look, statement])
  if (!keep) client.release()
  return { rows: rows as Row[], reading: keep ? readingOn(client, transaction) : undefined }
}

/**
 * @param first statements of which `look` is one
 * @returns a connection with nothing left behind, its transaction, and the rows of the last statement
 */
async function openClean(first: Statement<unknown>[]) {
  const { pool, isPooled } = readingPool()
  const before = isPooled ? cleanPooled : clean
  // As many as there are may have been tampered with, but not a new one.
  for (let left = pool.options.max; left >= 0; left--) {
    const client = (await connectWithRetries(pool)) as Client
    try {
      const answers = (await run(client, [...before, ...first])).slice(before.length)
      const [{ tampered, transaction }] = answers[first.indexOf(look)] as [{ tampered: boolean; transaction: string }]
      if (!tampered) return { client, transaction, rows: answers.at(-1) ?? [] }
    } catch (error) {
      client.release(true)
      throw error
    }
    client.release(true)
  }
  throw new Error('new database connections have prepared statements: is there a pooler that the start did not find?')
}

function readingOn(client: Client, transaction: string): Reading {
  const runAndRelease = async (statements: readonly Statement<unknown>[]) => {
    try {
      const rows = await run(client, statements)
      client.release(client.getTransactionStatus() !== 'I')
      return rows
    } catch (error) {
      // Perhaps the connection is to blame.
      client.release(true)
      throw error
    }
  }
  return {
    async readAs(actor, statements) {
      const token = actor.tokenFor(readingPool().key, transaction)
      const rows = await runAndRelease([assumePerson(token), ...statements, commit])
      return rows.slice(1, -1)
    },
    end() {
      runAndRelease([commit]).catch(() => {})
    },
  }
}

function run(client: Client, statements: readonly Statement<unknown>[]): Promise<unknown[][]> {
  const { isPooled } = readingPool()
  const batch = new BatchQuery(isPooled ? statements.map(unnamed) : statements)
  client.query(batch)
  return batch.answers
}
