import type pg from 'pg'
import { readingPool } from './connection.ts'
import { onLiveConnection } from './pools.ts'
import type { Statement } from './prepared.ts'
import type { SignedActor } from './signed-actor.ts'
import type { WatchedClient } from './watched-client.ts'

/*
 * Connections for people's reads, in the driver's pipeline: concurrent requests are sent together. A read costs two
 * exchanges with the database, however many statements it has: one begins the transaction and reads its identity, the
 * other says who acts, reads and commits (docs/decisions/0012 and 0028).
 */

/**
 * Removes remains of earlier transactions on the connection, and returns the new transaction's identity. Ours leave
 * nothing; this is against injected SQL, which could leave beyond its transaction:
 * - a role, and settings, such as `search_path`, under which the next person's statements would mean something else;
 * - cursors `with hold` and channels, through which it would learn of the next person's;
 * - advisory locks, for which others would wait.
 *
 * The driver's prepared statements stay; one that SQL has prepared, perhaps in place of one of those, is detected.
 * Temporary tables can't be created: the logins have no right to.
 */
const begin = `reset role; reset all; close all; unlisten *; begin read only;
  select pg_advisory_unlock_all(), app.begun_transaction() as transaction`
/** For a pooler, which may have lent the connection to others: nothing stays prepared. */
const beginPooled = `deallocate all; ${begin}`

/**
 * Identifies the current person. The statements that follow reuse their first plan: an index always finds the rows of
 * the owners, and planning a list's again took as long as running them.
 */
const assumePerson = (token: string): Statement<unknown> => ({
  name: 'assume_person',
  text: `select set_config('role', 'app_user', true), set_config('app.actor', $1, true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`,
  values: [token],
})

type Client = pg.PoolClient & WatchedClient

/** A transaction was used after its end. */
export class ReadingOver extends Error {}

/** A read-only transaction that acts as one person from the first read. */
export class Reading {
  readonly #client: Client
  readonly #transaction: string
  readonly #requested: Promise<unknown>[] = []
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
   * @throws the error of the database or the driver about the first that failed; those after it have failed, too.
   * ReadingOver once the transaction has ended: its connection may be another person's
   */
  readAs(actor: SignedActor, statements: readonly Statement<unknown>[]): Promise<unknown[][]> {
    if (this.#isOver) return Promise.reject(new ReadingOver())
    this.#hold()
    if (!this.#isActing) {
      this.#isActing = true
      // If this fails, so does what follows: the login itself may read nothing.
      run(this.#client, assumePerson(actor.tokenFor(readingPool().key, this.#transaction))).catch(() => {})
    }
    const requested = Promise.all(statements.map(statement => run(this.#client, statement)))
    this.#requested.push(requested)
    return requested
  }

  /** From now on statements are planned for their values: ad hoc ones may concern many rows. */
  planEach(actor: SignedActor): void {
    if (this.#isPlanning) return
    this.#isPlanning = true
    this.readAs(actor, [{ text: "select set_config('plan_cache_mode', 'auto', true)", values: [] }]).catch(() => {})
  }

  /** Corks the stream, so that everything requested before the process has to wait is sent in one write. */
  #hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.#client.hold()
    process.nextTick(() => {
      this.#isHeld = false
      this.#client.send()
    })
  }

  /** Ends the transaction after its pending statements. */
  end(): void {
    this.#isOver = true
    this.#hold()
    Promise.allSettled([...this.#requested, this.#client.query('commit')]).then(results =>
      // After an error, the connection may be to blame.
      this.#client.release(results.some(({ status }) => status === 'rejected')),
    )
  }
}

/**
 * Begins a transaction with a statement of the login itself, limited by logins.ts.
 * @param keep whether the caller wants the transaction, to use and end it
 * @param onConnected called for each connection, before anything is sent on it
 * @throws errors of the database or the driver, untranslated
 */
export async function beginReading<Row>(
  statement?: Statement<Row>,
  keep = true,
  onConnected?: () => void,
): Promise<{ rows: Row[]; reading: Reading | undefined }> {
  const { pool } = readingPool()
  // Every existing one may have been tampered with, but not a new one.
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
  const requested = Promise.all([begun, statement && run(client, statement), keep || client.query('commit')])
  client.send()
  const [results, rows = []] = await requested
  // The driver returns a result for each statement, which its types don't say.
  const { transaction } = (results as unknown as pg.QueryResult[]).at(-1)?.rows[0] ?? {}
  return { rows: rows as Row[], transaction: (transaction ?? undefined) as string | undefined }
}

async function run(client: pg.PoolClient, { name, text, values }: Statement<unknown>): Promise<unknown[]> {
  // A pooler lends each transaction another connection. Without the mode, a statement without values could be several.
  const kept = readingPool().isPooled ? undefined : name
  const extended = { ...(kept && { name: kept }), text, values: [...values], queryMode: 'extended' }
  return (await client.query(extended)).rows
}
