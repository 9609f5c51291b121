import { isAway, translateError } from './errors.ts'
import type { Statement } from './prepared.ts'
import { beginReading, type Reading } from './reading-connection.ts'
import { SignedActor, type SigningActor } from './signed-actor.ts'

/** The rows of each of several statements. */
export type RowsOf<Statements> = {
  [Key in keyof Statements]: Statements[Key] extends Statement<infer Row> ? Row[] : never
}

/** By who acts, the transaction in which the request's session was found. */
const offered = new WeakMap<SigningActor, Reading>()

/**
 * Reads as a person, in a read-only transaction: row-level security decides what they see, as in `actAs`. Reads that a
 * request starts right away share the transaction in which its session was found.
 * @param actor whose id the policies check; the same object throughout a request
 * @param statements all that is to be read
 * @returns the rows of each statement
 * @throws PortalError FORBIDDEN where the database refuses, AWAY where it cannot be reached
 */
export async function readAs<Statements extends Statement<unknown>[]>(
  actor: SigningActor,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const signed = new SignedActor(actor)
  try {
    const first = offered.get(actor)?.readAs(signed, statements) ?? readAlone(signed, statements)
    return ((await first.catch(unlessAway)) ?? (await readAlone(signed, statements))) as RowsOf<Statements>
  } catch (error) {
    throw translateError(error)
  }
}

async function readAlone(actor: SignedActor, statements: readonly Statement<unknown>[]): Promise<unknown[][]> {
  const { reading } = await beginReading()
  const rows = reading?.readAs(actor, statements)
  reading?.end()
  return (await rows) ?? []
}

/** A read that failed is repeated on its own: perhaps another one made it fail, or what is left on the connection. */
function unlessAway(error: unknown): undefined {
  if (isAway(error)) throw translateError(error)
}

/** Lets the reads that a request starts right away use the transaction in which its session was found, then ends it. */
export function shareTransaction(actor: SigningActor, reading: Reading): void {
  offered.set(actor, reading)
  setImmediate(() => {
    offered.delete(actor)
    reading.end()
  })
}
