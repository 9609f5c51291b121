import type pg from 'pg'
import { readingPool } from './connection.ts'
import { onLiveConnection } from './pools.ts'
import type { Statement } from './prepared.ts'
import type { SignedActor } from './signed-actor.ts'
import type { WatchedClient } from './watched-client.ts'

/*
 * The connections that people's pages are read with, in the driver's pipeline: what is asked at once is sent at once.
 * Reading costs two exchanges with the database, however many statements it takes: one begins the transaction and learns
 * which it is, the other says who acts, reads and commits (docs/decisions/0012 and 0028).
 */

/**
 * Leaves nothing of what an earlier transaction may have done to the connection, and tells which transaction begins. Ours
 * leave nothing; this is for SQL that somebody smuggled into one of them, which could keep, beyond its transaction:
 * - a role, and settings, such as `search_path`, under which the next person's statements would mean something else;
 * - cursors `with hold` and channels, through which it would learn of the next person's;
 * - advisory locks, for which others would wait.
 * What the driver has prepared stays; a statement that SQL has prepared, perhaps in the place of one of those, is found.
 * Temporary tables can't be made: the logins have no right to.
 */
const begin = `reset role; reset all; close all; unlisten *; begin read only;
  select pg_advisory_unlock_all(), app.begun_transaction() as transaction`
/** The same where a pooler may have lent the connection to others: nothing is kept prepared then. */
const beginPooled = `deallocate all; ${begin}`

/**
 * Says who acts. The statements that follow keep the plan that each was given once: whose rows they read is always known by
 * an index, and to plan those of a list again took as long as to run them.
 */
const assumePerson = (token: string): Statement<unknown> => ({
  name: 'assume_person',
  text: `select set_config('role', 'app_user', true), set_config('app.actor', $1, true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`,
  values: [token],
})

type Client = pg.PoolClient & WatchedClient

/** A transaction was asked for more after its end. */
export class ReadingOver extends Error {}

/** A read-only transaction of one person, who acts in it once something is read. */
export class Reading {
  readonly #client: Client
  readonly #transaction: string
  readonly #asked: Promise<unknown>[] = []
  #isActing = false
  #isPlanning = false
  #isHeld = false
  #isOver = false

  constructor(client: Client, transaction: string) {
    this.#client = client
    this.#transaction = transaction
  }

  /**
   * Runs statements as a person: the same one throughout the transaction.
   * @returns the rows of each
   * @throws what the database or the driver says of the first that failed; those after it have failed, too. ReadingOver once the
   *   transaction has ended: its connection may be another person's
   */
  readAs(actor: SignedActor, statements: readonly Statement<unknown>[]): Promise<unknown[][]> {
    if (this.#isOver) return Promise.reject(new ReadingOver())
    this.#hold()
    if (!this.#isActing) {
      this.#isActing = true
      // Where this fails, so does what follows: the login itself may read nothing.
      run(this.#client, assumePerson(actor.tokenFor(readingPool().key, this.#transaction))).catch(() => {})
    }
    const asked = Promise.all(statements.map(statement => run(this.#client, statement)))
    this.#asked.push(asked)
    return asked
  }

  /** From now on statements are planned for their values: those that are built for the occasion may ask about many rows. */
  planEach(actor: SignedActor): void {
    if (this.#isPlanning) return
    this.#isPlanning = true
    this.readAs(actor, [{ text: "select set_config('plan_cache_mode', 'auto', true)", values: [] }]).catch(() => {})
  }

  /** What is asked before the process has to wait for anything leaves as one write: Node's own way to cork a stream. */
  #hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.#client.hold()
    process.nextTick(() => {
      this.#isHeld = false
      this.#client.send()
    })
  }

  /** Ends the transaction after what has been asked. */
  end(): void {
    this.#isOver = true
    this.#hold()
    Promise.allSettled([...this.#asked, this.#client.query('commit')]).then(results =>
      // Where something failed, perhaps the connection is to blame.
      this.#client.release(results.some(({ status }) => status === 'rejected')),
    )
  }
}

/**
 * Begins a transaction with a statement of the login itself, which may do no more than logins.ts allows it.
 * @param keep whether the caller wants the transaction, to use and end it
 * @param onConnected called each time there is a connection, before anything is asked of it
 * @throws what the database or the driver says, untranslated
 */
export async function beginReading<Row>(
  statement?: Statement<Row>,
  keep = true,
  onConnected?: () => void,
): Promise<{ rows: Row[]; reading: Reading | undefined }> {
  const { pool } = readingPool()
  // As many as there are may have been tampered with, but not a new one.
  for (let left = pool.options.max; left >= 0; left--) {
    const { client, result } = await onLiveConnection(pool, connection => {
      onConnected?.()
      return beginOn(connection as Client, statement, keep)
    })
    const { rows, transaction } = result
    const reading = transaction && keep ? new Reading(client as Client, transaction) : undefined
    if (!reading) client.release(!transaction)
    if (transaction) return { rows, reading }
  }
  throw new Error('new database connections have prepared statements: is there a pooler that the start did not find?')
}

async function beginOn<Row>(client: Client, statement: Statement<Row> | undefined, keep: boolean) {
  client.hold()
  const begun = client.query(readingPool().isPooled ? beginPooled : begin)
  const asked = Promise.all([begun, statement && run(client, statement), keep || client.query('commit')])
  client.send()
  const [results, rows = []] = await asked
  // The driver returns a result for each statement, which its types don't say.
  const { transaction } = (results as unknown as pg.QueryResult[]).at(-1)?.rows[0] ?? {}
  return { rows: rows as Row[], transaction: (transaction ?? undefined) as string | undefined }
}

async function run(client: pg.PoolClient, { name, text, values }: Statement<unknown>): Promise<unknown[]> {
  // A pooler lends each transaction another connection. Without the mode, one that has no values could be several.
  const kept = readingPool().isPooled ? undefined : name
  const extended = { ...(kept && { name: kept }), text, values: [...values], queryMode: 'extended' }
  return (await client.query(extended)).rows
}
