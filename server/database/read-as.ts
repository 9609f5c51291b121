import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from 'kysely'
import { PortalError } from '../platform/portal-error.ts'
import { isOfAnother, translateError } from './errors.ts'
import type { Statement, Value } from './prepared.ts'
import { beginReading, type Reading, ReadingOver } from './reading-connection.ts'
import { SignedActor, type SigningActor } from './signed-actor.ts'
import type { Database } from './types.ts'

/** The rows of each of several statements. */
export type RowsOf<Statements> = {
  [Key in keyof Statements]: Statements[Key] extends Statement<infer Row> ? Row[] : never
}

/** Most repeats of a read that failed with another one, or by remains on the connection. */
const mostRepeats = 5

/**
 * A request's reads: one read-only transaction, which begins with the first read, or has found the session, and ends
 * when the page's loaders are done. A failed read ends it only for itself: concurrent ones continue in another one.
 */
export class RequestReads {
  readonly #actor: SigningActor
  #begun: Promise<Reading> | undefined
  #isOver = false

  /** @param begun the transaction in which the person's session was found */
  constructor(actor: SigningActor, begun?: Reading) {
    this.#actor = actor
    this.#begun = begun && Promise.resolve(begun)
  }

  /** Runs work with all reads, as this person, in the request's transaction. */
  within<T>(work: () => Promise<T>): Promise<T> {
    return ofRequest.run(this, work)
  }

  isOf({ id, sessionId, passkeyNeeded = false }: SigningActor): boolean {
    const own = this.#actor
    return (
      !this.#isOver && id === own.id && sessionId === own.sessionId && passkeyNeeded === (own.passkeyNeeded ?? false)
    )
  }

  /** @throws errors of the database or the driver about a statement of this read */
  async read<T>(work: (reading: Reading) => Promise<T>): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      this.#begun ??= begin()
      const begun = this.#begun
      try {
        return await work(await begun)
      } catch (error) {
        const isRepeated = error instanceof ReadingOver || isOfAnother(error)
        // A refusal by the work itself leaves the transaction intact.
        if (this.#begun === begun && !(error instanceof PortalError)) this.pause()
        if (repeats === mostRepeats || !isRepeated) throw error
        // The request has ended, but work it began continues.
        if (this.#isOver) return readAlone(this.#actor, work)
      }
    }
  }

  /** Ends the transaction; a later read begins another. */
  pause(): void {
    this.#begun?.then(reading => reading.end()).catch(() => {})
    this.#begun = undefined
  }

  /** Ends the transaction for good. */
  end(): void {
    this.#isOver = true
    this.pause()
  }
}

/** Reads of the request being answered. */
const ofRequest = new AsyncLocalStorage<RequestReads>()

/**
 * Reads as a person, in a read-only transaction: row-level security decides what they see, as in `actAs`. Within a
 * request it is the request's.
 * @param actor the person whom the policies check
 * @param statements all reads
 * @throws PortalError FORBIDDEN if the database refuses, AWAY if it is unreachable
 */
export async function readAs<Statements extends Statement<unknown>[]>(
  actor: SigningActor,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const signed = new SignedActor(actor)
  return (await inTransaction(actor, reading => reading.readAs(signed, statements))) as RowsOf<Statements>
}

/**
 * `readAs` for dependent or ad hoc reads.
 * @param work only reads: the transaction refuses to write
 * @throws errors of `work`, and as `readAs`
 */
export function queryAs<T>(actor: SigningActor, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  const signed = new SignedActor(actor)
  return inTransaction(actor, reading => {
    reading.planEach(signed)
    return work(queriesOn(reading, signed))
  })
}

async function inTransaction<T>(actor: SigningActor, work: (reading: Reading) => Promise<T>): Promise<T> {
  const current = ofRequest.getStore()
  if (current?.isOf(actor)) return current.read(work).catch(translated)
  return readAlone(actor, work).catch(translated)
}

async function readAlone<T>(actor: SigningActor, work: (reading: Reading) => Promise<T>): Promise<T> {
  const alone = new RequestReads(actor)
  try {
    return await alone.read(work)
  } finally {
    alone.end()
  }
}

function translated(error: unknown): never {
  throw translateError(error)
}

async function begin(): Promise<Reading> {
  const { reading } = await beginReading()
  if (!reading) throw new Error('a transaction was not kept')
  return reading
}

/** @returns Kysely's queries, run in the transaction */
function queriesOn(reading: Reading, actor: SignedActor): Transaction<Database> {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const [rows = []] = await reading.readAs(actor, [{ text, values: parameters as Value[] }])
      return { rows: rows as Row[] }
    },
    // biome-ignore lint/correctness/useYield: nothing is streamed.
    async *streamQuery() {
      throw new Error('a page reads whole results')
    },
  }
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Transaction<Database>
}
