import { PortalError } from '../platform/portal-error.ts'
import { translateError } from './errors.ts'
import type { Statement } from './prepared.ts'
import { beginReading, type Reading } from './reading-connection.ts'
import { SignedActor, type SigningActor } from './signed-actor.ts'

type RowsOf<Statements> = { [Key in keyof Statements]: Statements[Key] extends Statement<infer Row> ? Row[] : never }

/** Statements whose rows somebody waits for. */
interface Read {
  statements: readonly Statement<unknown>[]
  isRepeated: boolean
  resolve: (rows: unknown[][]) => void
  reject: (error: unknown) => void
}

/** By who acts, the reads that the next exchange will take along. */
const gathering = new WeakMap<SigningActor, Read[]>()

/**
 * Reads as a person, in a read-only transaction: row-level security decides what they see, as in `actAs`. Reads that
 * the same request starts while a transaction is about to begin share it, so they cost what one does.
 * @param actor whose id the policies check; the same object throughout a request
 * @param statements all that is to be read
 * @returns the rows of each statement
 * @throws PortalError FORBIDDEN where the database refuses, AWAY where it cannot be reached
 */
export function readAs<Statements extends Statement<unknown>[]>(
  actor: SigningActor,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  return new Promise((resolve, reject) => {
    const read: Read = { statements, isRepeated: false, resolve: resolve as Read['resolve'], reject }
    const others = gathering.get(actor)
    if (others) others.push(read)
    else void readTogether(actor, beginReading(), [read])
  })
}

/**
 * Lets the reads that a request starts right away use the transaction in which its session was found. Where there are
 * none, it ends.
 */
export function offerReading(actor: SigningActor, reading: Reading): void {
  const offered = new Promise<Reading>(resolve => setImmediate(resolve, reading))
  void readTogether(actor, offered, [])
}

async function readTogether(actor: SigningActor, begun: Promise<Reading>, reads: Read[]): Promise<void> {
  gathering.set(actor, reads)
  try {
    const reading = await begun.finally(() => gathering.delete(actor))
    if (reads.length === 0) return reading.end()
    const statements = reads.flatMap(read => read.statements)
    const rows = await reading.readAs(new SignedActor(actor), statements)
    for (const { statements, resolve } of reads) resolve(rows.splice(0, statements.length))
  } catch (error) {
    for (const read of reads) failOrRepeat(actor, read, error)
  }
}

/** A read that failed is repeated once, by itself: perhaps another one made it fail, or what is left on the connection. */
function failOrRepeat(actor: SigningActor, read: Read, error: unknown): void {
  const translated = translateError(error)
  const isAway = translated instanceof PortalError && translated.code === 'AWAY'
  if (read.isRepeated || isAway) read.reject(translated)
  else void readTogether(actor, beginReading(), [{ ...read, isRepeated: true }])
}
