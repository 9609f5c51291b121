import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { accessesWaiting, readsOfGuests, readsPerPerson } from '../../rules/limits.ts'
import type { MessageCode } from '../../rules/messages.ts'
import type { Actor } from '../access/actor.ts'
import { authDatabase } from '../database/connection.ts'
import { isStandby } from '../database/errors.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import type { ByteRange } from '../storage/storage-port.ts'

/** How bytes of a document are read: in the browser's viewer, as a file to keep, or in an archive. */
export type AccessKind = 'viewer' | 'download' | 'zip'

/** What a file is: a document, or before its release one of a bulk delivery, or a file of a delivery by its number. */
export type ServedFile = { documentId: string } | { itemId: string } | { deliveryId: string; n: number }

/** What is being served to somebody. */
type Served = ServedFile & {
  how: AccessKind
  /** Of the file: what was asked for. */
  range: ByteRange
  /** Called once the last byte has left, before the answer ends. */
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
 * Passes a file's bytes on, and records afterward how many of them were taken; a document whose last byte has left counts as
 * opened. Nothing is written, nor asked of the database, before the first of them. A response isn't closed until the row of its
 * file is there, so that after a crash only what was being sent is missing; in an archive, whose documents follow each other,
 * nobody waits for it.
 * @param bytes in chunks, each valid until the next one is asked for
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
  // Of what was sent, the reader's connection has taken this much: the next chunk is asked for afterward.
  let left = 0
  let ended = () => {}
  try {
    for await (const chunk of bytes) {
      sent += chunk.length
      // A reader can have the last byte, and act on it, before this process learns that it left.
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

/** Of this process: servings whose last byte is on its way to the reader. */
const endings = new Set<Promise<void>>()

/** @returns ends what is waited for */
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

/** Of this process: what is being counted. */
const counting = new Set<Promise<void>>()

/** Counts bytes that have left. Where that fails, the file doesn't count as opened, and can be opened again. */
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
 * Counts bytes of a document that were served to somebody; the last of all of them opens it (`app.count_served`).
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
 * Waits for what this process is counting, so that a person who has just opened the last document may decide at once; for a
 * connection that takes its last bytes slowly, two seconds.
 */
export async function openingsCounted(): Promise<void> {
  const counted = Promise.all(endings).then(() => Promise.all(counting))
  await Promise.race([counted, sleep(longestCount, undefined, { ref: false })])
}

/** As `recorded`, for a whole file of an archive. */
export function recordedInArchive(
  actor: Actor,
  file: { id: string; file_size: number },
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, void> {
  return recorded(actor, { documentId: file.id, how: 'zip', range: { start: 0, end: file.file_size - 1 } }, bytes)
}

/** Waits until all servings that have ended are recorded, or could not be at the first attempt. */
export async function accessesRecorded(): Promise<void> {
  await Promise.all(counting)
  await writer.idle()
}

/** Rows written with one statement. */
const rowsAtOnce = 500
/** Milliseconds between attempts while the database can't be reached. */
const retryDelay = 1000

/** A row on its way, and whom to tell once it was tried to write it. */
interface Waiting {
  access: FileAccess
  tried?: () => void
}

/** Writes the rows of this process, those that have gathered in one statement while another one is on its way. */
class AccessWriter {
  readonly #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #isClosing = false

  /** @returns once it was tried to write it */
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

  /** Tries once more to write what is left, and says in the log what can't be. */
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

/** @returns those that can be written later; what never can goes to the process's log */
async function write(rows: readonly FileAccess[]): Promise<readonly FileAccess[]> {
  try {
    await sql`select app.record_file_accesses(${JSON.stringify(rows)}::jsonb)`.execute(authDatabase())
    return []
  } catch (error) {
    if (isStandby(error) || (error instanceof PortalError && error.code === 'AWAY')) return rows
    const [only, ...others] = rows
    if (only && others.length === 0) giveUp(only, error)
    // One that can't be written keeps no other from it.
    else for (const [at, row] of rows.entries()) if ((await write([row])).length > 0) return rows.slice(at)
    return []
  }
}

/** Of this process: it has the rows that are on their way to the database, and nothing else. */
const writer = new AccessWriter()

/** Starts recording what is served. */
export function openFileAccesses(): void {
  writer.open()
}

/** Records what was served, and stops. */
export function closeFileAccesses(): Promise<void> {
  return writer.close()
}

/** The process's log is kept elsewhere, and is all that is left of it. */
function giveUp(access: FileAccess, error: unknown): void {
  log.error('what was served could not be recorded', error, { ...access })
}

/** Files and pieces that were read in this process, in the hour that began at `since` (milliseconds since 1970). */
interface Reads {
  since: number
  count: number
}

const ofGuests = 'guests'
const hour = 60 * 60_000
/** People whose reads are counted; of more, those that began first are forgotten. */
const mostCounted = 20_000

/** Counts what people outside the office read; guests also count together, since accounts cost nothing. */
export class ReadLimits {
  /** By the person, and those of all guests together. */
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
 * Counts what a person outside the office is about to read. It asks no database, which every piece would wait for: each process
 * counts its own.
 * @param files how many, or pieces of one
 * @throws PortalError TOO_MANY_READS; GUESTS_BUSY
 */
export function enforceReadLimit(actor: Actor, files = 1): void {
  limits.enforce(actor, files)
}
