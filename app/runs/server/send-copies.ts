import { createHash } from 'node:crypto'
import { NoResultError, type RawBuilder, sql, type Transaction } from 'kysely'
import type { MessageCode } from '../../../rules/messages.ts'
import { countOf } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertAdministratorNow } from '../../../server/access/roles.ts'
import { actAs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { storage } from '../../../server/storage/storage.ts'
import { SealError } from '../../../server/vault/sealed-chunks.ts'
import { loadActor } from '../../identity/server/load-profile.ts'
import { walkAll } from '../../upkeep/server/walk-store.ts'
import { enforceQuota, isQuotaError } from '../../uploads/server/quota.ts'

/* Shared by jobs that give each recipient a file of their own, acting as the administrator who requested it. */

/** A stored file, as its row knows it, and where a recipient's copy of it is to be. */
export interface Copy {
  from: string | null
  to: string
  size: number
  sha256: string
}

/**
 * Stores recipients' copies, but for those that are stored already.
 * @param gone is thrown where a file is missing, or isn't what was uploaded: nothing is stored of it then
 */
export async function storeCopies(copies: readonly Copy[], gone: MessageCode): Promise<void> {
  await walkAll(copies, async ({ from, to, size, sha256 }) => {
    if ((await storage().head(to))?.size === size) return
    await storage().put(to, bytesOf({ from, sha256 }, gone), { sha256 })
  })
}

async function* bytesOf(
  { from, sha256 }: Pick<Copy, 'from' | 'sha256'>,
  gone: MessageCode,
): AsyncGenerator<Uint8Array> {
  try {
    const stored = from ? await storage().read(from) : undefined
    if (!stored) throw new PortalError(gone)
    await using content = stored
    const hash = createHash('sha256')
    for await (const chunk of content) {
      hash.update(chunk)
      // The store uses a chunk's memory again.
      yield Uint8Array.from(chunk)
    }
    if (hash.digest('hex') !== sha256) throw new PortalError(gone)
  } catch (error) {
    throw error instanceof SealError ? new PortalError(gone, { cause: error }) : error
  }
}

/**
 * Makes documents in the name of who has asked for it, while they still are an administrator and the run is being sent. A
 * recall waits for these, or these aren't made.
 * @param run its table, and the state in which it is sent
 * @throws PortalError FORBIDDEN where they aren't an administrator
 */
export async function fileAsSender(
  sentBy: string,
  run: { runs: keyof Database; id: string; state: string },
  file: (tx: Transaction<Database>, sender: Actor) => Promise<void>,
): Promise<void> {
  // `loadActor` finds no disabled person.
  const sender = await loadActor(sentBy).catch(error => {
    throw error instanceof NoResultError ? new PortalError('FORBIDDEN', { cause: error }) : error
  })
  await actAs(sender, async tx => {
    await assertAdministratorNow(tx)
    const sent = sql`select from ${sql.table(run.runs)} where id = ${run.id} and state = ${run.state} for update`
    if ((await sent.execute(tx)).rows.length > 0) await file(tx, sender)
  })
}

/**
 * Tries to send something.
 * @param hopeless the refusals after which trying again doesn't help, in words for the office; null for their own
 * @param stop says on its page why it wasn't sent
 * @throws errors of storage and database: it is tried again
 */
export async function trySending(
  id: string,
  work: () => Promise<void>,
  hopeless: Partial<Record<MessageCode, string | null>>,
  stop: (problem: string) => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const words = error instanceof PortalError ? hopeless[error.code] : undefined
    if (words === undefined) throw error
    const problem = words ?? (error as PortalError).message
    log.warn('documents could not be sent', { run: id, reason: problem })
    await stop(problem)
  }
}

export const fileGone = 'A file is missing on our side, or damaged.'

/**
 * @param copies a query for the `user_id` of the folder that each is in, its `bytes`, and a `name` for the office
 * @throws PortalError with the refusal, naming a recipient whose quota doesn't take theirs
 */
export async function requireRoom(
  tx: Transaction<Database>,
  actor: Actor,
  copies: RawBuilder<unknown>,
  refusal: MessageCode,
): Promise<void> {
  // In the order of their ids, since each waits for others who add to the same person's.
  const { rows } = await sql<{ user_id: string; bytes: number; documents: number; name: string }>`
    select c.user_id, sum(c.bytes)::bigint as bytes, count(*)::int as documents, min(c.name) as name from (${copies}) c
    group by c.user_id order by c.user_id`.execute(tx)
  for (const { user_id, bytes, documents, name } of rows) {
    await enforceQuota(tx, actor, user_id, bytes, 'end').catch(cause => {
      const sentence = `${name} has no room left for ${countOf(documents, 'more document')}.`
      throw isQuotaError(cause) ? new PortalError(refusal, { cause, sentence }) : cause
    })
  }
}
