import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { accessesWaiting, readsOfGuests, readsPerPerson } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { isStandby } from '../../../server/database/errors.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { ByteRange } from '../../../server/storage/storage-port.ts'

/** How a document is read: in the browser's viewer, as a download, or in an archive. */
export type AccessKind = 'viewer' | 'download' | 'zip'

/** A document; or before its release a bulk delivery's document, or a delivery's file by its number. */
export type ServedFile = { documentId: string } | { itemId: string } | { deliveryId: string; n: number }

/** A file being served to a person. */
type Served = ServedFile & {
  how: AccessKind
  /** The requested range of the file. */
  range: ByteRange
  /** Called once the last byte has left, before the response ends. */
  opened?: () => Promise<void>
}

/** A row of `file_accesses`. */
interface FileAccess {
  document_id?: string
  item_id?: string
  delivery_id?: string
  delivery_n?: number
  user_id: string
  session_id: string | undefined
  how: AccessKind
  first_byte: number
  last_byte: number
  sent: number
  begun_at: Date
  ip: string | undefined
  user_agent: string | undefined
}

/**
 * Passes a file's bytes on, and afterward records the number taken; a document whose last byte has left counts as
 * opened. No database access before the first byte. A response isn't closed until its file's row is stored, so that a
 * crash loses only what was being sent; an archive, with many documents, doesn't wait.
 * @param bytes in chunks, each valid until the next one is requested
 */
export async function* recorded(
  actor: Actor,
  served: Served,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  const {
    how,
    range: { start, end },
  } = served
  const begun = new Date()
  let sent = 0
  // Bytes taken by the reader's connection: the next chunk is requested afterward.
  let left = 0
  let ended = () => {}
  try {
    for await (const chunk of bytes) {
      sent += chunk.length
      // A reader can receive the last byte, and act on it, before this process learns that it left.
      if (sent === end - start + 1) ended = ending()
      yield chunk
      left = sent
    }
  } finally {
    const opened = countLeft(actor, served, left)
    const written = writer.add({
      ...columnsOf(served),
      user_id: actor.id,
      session_id: actor.sessionId,
      how,
      first_byte: start,
      last_byte: end,
      sent,
      begun_at: begun,
      ip: actor.from?.ip,
      user_agent: actor.from?.userAgent,
    })
    ended()
    if (how !== 'zip') await Promise.all([written, opened])
  }
}

/** Servings of this process whose last byte is in transit. */
const endings = new Set<Promise<void>>()

/** @returns a function that ends the wait */
function ending(): () => void {
  let ended = () => {}
  const waiting = new Promise<void>(resolve => {
    ended = () => {
      endings.delete(waiting)
      resolve()
    }
  })
  endings.add(waiting)
  return ended
}

function columnsOf(served: ServedFile): Pick<FileAccess, 'document_id' | 'item_id' | 'delivery_id' | 'delivery_n'> {
  if ('documentId' in served) return { document_id: served.documentId }
  return 'itemId' in served ? { item_id: served.itemId } : { delivery_id: served.deliveryId, delivery_n: served.n }
}

/** Counts of this process in progress. */
const counting = new Set<Promise<void>>()

/** Counts sent bytes. On failure, the file doesn't count as opened, and can be opened again. */
function countLeft(actor: Actor, served: Served, left: number): Promise<void> {
  const { start, end } = served.range
  const isWhole = left === end - start + 1
  const work =
    'documentId' in served
      ? left > 0 && countServed(actor, served.documentId, { start, bytes: left })
      : isWhole && served.opened?.()
  if (!work) return Promise.resolve()
  const counted: Promise<void> = Promise.resolve(work)
    .then(
      () => {},
      error => log.error('what was opened could not be counted', error, { ...columnsOf(served), user: actor.id }),
    )
    .finally(() => counting.delete(counted))
  counting.add(counted)
  return counted
}

/**
 * Counts a document's bytes served to a person; its last byte opens it (`app.count_served`).
 * @returns whether they have opened it
 */
export async function countServed(
  { id }: Pick<Actor, 'id'>,
  documentId: string,
  { start, bytes }: { start: number; bytes: number },
): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`
    select app.count_served(${id}, ${documentId}, ${start}, ${bytes}) as opened`.execute(authDatabase())
  return rows[0]?.opened ?? false
}

/** Milliseconds. */
const longestCount = 2000

/**
 * Waits for this process's counts, so that a person who has just opened the last document can decide at once; at most
 * two seconds for a slow connection.
 */
export async function openingsCounted(): Promise<void> {
  const counted = Promise.all(endings).then(() => Promise.all(counting))
  await Promise.race([counted, sleep(longestCount, undefined, { ref: false })])
}

/** `recorded` for a whole file of an archive. */
export function recordedInArchive(
  actor: Actor,
  file: { id: string; file_size: number },
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  return recorded(actor, { documentId: file.id, how: 'zip', range: { start: 0, end: file.file_size - 1 } }, bytes)
}

/** Waits until all ended servings are recorded, or have failed their first attempt. */
export async function accessesRecorded(): Promise<void> {
  await Promise.all(counting)
  await writer.idle()
}

/** Rows per statement. */
const rowsAtOnce = 500
/** Milliseconds between attempts while the database is unreachable. */
const retryDelay = 1000

/** A pending row, and a callback after its first attempt. */
interface Waiting {
  access: FileAccess
  tried?: () => void
}

/** Writes this process's rows, batching those that arrive while a statement is running. */
class AccessWriter {
  readonly #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #isClosing = false

  /** @returns after the first attempt */
  add(access: FileAccess): Promise<void> {
    return new Promise(tried => {
      this.#waiting.push({ access, tried })
      this.#start()
    })
  }

  async idle(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  open(): void {
    this.#isClosing = false
  }

  /** Retries the remaining rows once, and logs those that fail. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#start()
    await this.idle()
    for (const { access } of this.#waiting.splice(0)) giveUp(access, undefined)
  }

  #start(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.splice(0, rowsAtOnce)
      const left = await write(rows.map(({ access }) => access))
      for (const { tried } of rows) tried?.()
      if (left.length > 0) return this.#retryLater(left)
    }
  }

  #retryLater(left: readonly FileAccess[]): void {
    this.#waiting.unshift(...left.map(access => ({ access })))
    const tooMany = Math.max(0, this.#waiting.length - accessesWaiting)
    for (const { access, tried } of this.#waiting.splice(0, tooMany)) {
      giveUp(access, undefined)
      tried?.()
    }
    if (this.#isClosing) return
    log.warn('what was served can’t be recorded yet', { rows: this.#waiting.length })
    void sleep(retryDelay, undefined, { ref: false }).then(() => this.#start())
  }
}

/** @returns rows to retry; rows that can never be written go to the process's log */
async function write(rows: readonly FileAccess[]): Promise<readonly FileAccess[]> {
  try {
    await sql`select app.record_file_accesses(${JSON.stringify(rows)}::jsonb)`.execute(authDatabase())
    return []
  } catch (error) {
    if (isStandby(error) || (error instanceof PortalError && error.code === 'AWAY')) return rows
    const [only, ...others] = rows
    if (only && others.length === 0) giveUp(only, error)
    // A row that can't be written doesn't block the others.
    else for (const [at, row] of rows.entries()) if ((await write([row])).length > 0) return rows.slice(at)
    return []
  }
}

/** Per process: it holds only rows in transit to the database. */
const writer = new AccessWriter()

/** Starts recording. */
export function openFileAccesses(): void {
  writer.open()
}

/** Writes pending rows, and stops. */
export function closeFileAccesses(): Promise<void> {
  return writer.close()
}

/** The process's log is stored elsewhere, and is the only remaining record. */
function giveUp(access: FileAccess, error: unknown): void {
  log.error('what was served could not be recorded', error, { ...access })
}

/** Files and ranges read in this process, in the hour from `since` (milliseconds since 1970). */
interface Reads {
  since: number
  count: number
}

const ofGuests = 'guests'
const hour = 60 * 60_000
/** Most people counted; beyond that, the oldest counts are dropped. */
const mostCounted = 20_000

/** Counts reads of people other than administrators; guests also count together, since accounts are free. */
export class ReadLimits {
  /** By person, and for all guests together. */
  readonly #reads = new Map<string, Reads>()

  /** @throws as `enforceReadLimit` */
  enforce({ id, isAdmin, isGuest }: Actor, files = 1): void {
    if (isAdmin) return
    const own = this.#current(id)
    if (own.count + files > readsPerPerson) throw tooManyReads('TOO_MANY_READS', own)
    if (isGuest) {
      const all = this.#current(ofGuests)
      if (all.count + files > readsOfGuests) throw tooManyReads('GUESTS_BUSY', all)
      this.#count(ofGuests, all, files)
    }
    this.#count(id, own, files)
  }

  #current(of: string): Reads {
    const counted = this.#reads.get(of)
    return counted && counted.since > Date.now() - hour ? counted : { since: Date.now(), count: 0 }
  }

  #count(of: string, current: Reads, files: number): void {
    current.count += files
    if (current === this.#reads.get(of)) return
    this.#reads.delete(of)
    this.#reads.set(of, current)
    for (const [oldest] of this.#reads) {
      if (this.#reads.size <= mostCounted) break
      if (oldest !== ofGuests) this.#reads.delete(oldest)
    }
  }
}

const tooManyReads = (code: MessageCode, { since }: Reads) =>
  new PortalError(code, { retryAfter: Math.max(1, Math.ceil((since + hour - Date.now()) / 1000)) })

/** Of this process. */
const limits = new ReadLimits()

/**
 * Counts a read by a person other than an administrator. Per process and without the database, which every range would
 * wait for.
 * @param files number of files, or ranges of one
 */
export function enforceReadLimit(actor: Actor, files = 1): void {
  limits.enforce(actor, files)
}
