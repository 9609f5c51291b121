import { sql, type Transaction } from 'kysely'
import { quota } from '../../content/quota.ts'
import {
  guestBytes,
  guestDocuments,
  guestUploadsPerHour,
  quotaShownFrom,
  uploadsOfGuestsPerHour,
} from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { enforceRateLimit } from '../access/rate-limit.ts'
import { prepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'
import type { Database } from '../database/types.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'

/*
 * How much may be stored (spec decisions, "Who may come in"). An upload reserves its size by its row in `uploads`, so
 * that files which are sent at the same time can't exceed a quota together.
 */

const hour = 60 * 60 * 1000
const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

/** What an accepted person may store, in bytes. */
const acceptedBytes = quota.gigabytesPerPerson * gigabyte

interface StorageUse {
  accepted: boolean
  documents: number
  /** Bytes. */
  bytes: number
  /** What uploads in progress have reserved. */
  reserved_documents: number
  reserved_bytes: number
}

/**
 * Refuses a file for which its owner has no room: a guest has 20 documents and 200 MB, everyone else the quota in
 * `content/quota.ts`. What administrators upload for a guest counts against the larger quota.
 * @param tx a transaction of the actor; the next one about the same owner waits until it ends
 * @param userId the owner
 * @param size in bytes
 * @param at the start of an upload, where what other uploads have reserved counts as used; or its end, where only
 *   documents do
 * @throws PortalError GUEST_DOCUMENTS, GUEST_SPACE, GUESTS_FULL, GUEST_TOO_FAST, GUESTS_BUSY, QUOTA_FULL
 */
export async function enforceQuota(
  tx: Transaction<Database>,
  actor: Actor,
  userId: string,
  size: number,
  at: 'start' | 'end',
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota of ${userId}`}, 0))`.execute(tx)
  const use = await readUse(tx, userId)
  const documents = use.documents + (at === 'start' ? use.reserved_documents : 0)
  const bytes = use.bytes + (at === 'start' ? use.reserved_bytes : 0)
  if (bytes + size > acceptedBytes) throw new PortalError('QUOTA_FULL')
  if (use.accepted || actor.id !== userId) return
  if (documents >= guestDocuments) throw new PortalError('GUEST_DOCUMENTS')
  if (bytes + size > guestBytes) throw new PortalError('GUEST_SPACE')
  if (at === 'end') return
  await enforceRateLimit(`uploads of guest ${userId}`, {
    most: guestUploadsPerHour,
    window: hour,
    code: 'GUEST_TOO_FAST',
  })
  await enforceRateLimit('uploads of guests', { most: uploadsOfGuestsPerHour, window: hour, code: 'GUESTS_BUSY' })
  // Last, since others wait for it until this transaction ends.
  await enforceQuotaOfGuests(tx, size)
}

/**
 * Accounts cost nothing, so one person may have any number: what all guests together may store is limited, too. One upload begins at
 * a time, so that those of several guests at once don't exceed it together.
 */
async function enforceQuotaOfGuests(tx: Transaction<Database>, size: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('quota of guests', 0))`.execute(tx)
  const { rows } = await sql<{ bytes: number }>`select app.storage_of_guests() as bytes`.execute(tx)
  if ((rows[0]?.bytes ?? 0) + size <= quota.gigabytesForGuests * gigabyte) return
  log.error('refused a guest’s upload: guests have filled their part of the store')
  throw new PortalError('GUESTS_FULL')
}

/** @returns whether it says that there is no room for a file */
export function isQuotaError(error: unknown): boolean {
  return (
    error instanceof PortalError && ['GUEST_DOCUMENTS', 'GUEST_SPACE', 'GUESTS_FULL', 'QUOTA_FULL'].includes(error.code)
  )
}

/**
 * Keeps the configured amount of the store's space free (`content/quota.ts`).
 * @param size bytes about to be written
 * @throws PortalError STORE_FULL. A store that can't be asked is left to say so when it is used
 */
export async function requireFreeSpace(size: number): Promise<void> {
  const free = await storage()
    .freeSpace()
    .catch(() => undefined)
  if (free === undefined || free - size >= quota.gigabytesKeptFree * gigabyte) return
  log.error('refused an upload because the store is almost full', undefined, { free })
  throw new PortalError('STORE_FULL')
}

/**
 * @returns a sentence for the actor about how much of their room is used, once it is most of it; undefined before that
 */
export async function getSpaceNote(actor: Actor): Promise<string | undefined> {
  const [[use]] = await readAs(actor, storageUse(actor.id))
  const { accepted, documents, bytes } = use as StorageUse
  if (accepted) {
    if (bytes < acceptedBytes * quotaShownFrom) return undefined
    const used = (bytes / gigabyte).toFixed(1)
    return `You’ve used ${used} of ${quota.gigabytesPerPerson} GB. Call us if you need more space.`
  }
  if (documents < guestDocuments * quotaShownFrom && bytes < guestBytes * quotaShownFrom) return undefined
  const used = `${documents} of ${guestDocuments} documents and ${Math.round(bytes / megabyte)} of ${guestBytes / megabyte} MB`
  return `You’ve used ${used}. Call us to have your account confirmed; then you’ll have more space.`
}

async function readUse(tx: Transaction<Database>, userId: string): Promise<StorageUse> {
  const { rows } = await storedBy(userId).execute(tx)
  return rows[0] as StorageUse
}

const storedBy = (userId: string) => sql<StorageUse>`select * from app.storage_use(${userId})`
const storageUse = prepared('storage_use', (_, userId: string) => storedBy(userId))
