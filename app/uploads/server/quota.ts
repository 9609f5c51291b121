import { sql, type Transaction } from 'kysely'
import { quota } from '../../../content/quota.ts'
import {
  guestBytes,
  guestDocuments,
  guestUploadsPerHour,
  quotaShownFrom,
  uploadsOfGuestsPerHour,
} from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { enforceRateLimit } from '../../../server/access/rate-limit.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { storage } from '../../../server/storage/storage.ts'

/*
 * Storage quotas (spec decisions, "Who may come in"). An upload reserves its size by its row in `uploads`, so that
 * concurrent uploads can't exceed a quota together.
 */

const hour = 60 * 60 * 1000
const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

/** Quota of an accepted person, in bytes. */
const acceptedBytes = quota.gigabytesPerPerson * gigabyte

interface StorageUse {
  accepted: boolean
  documents: number
  bytes: number
  /** Reserved by uploads in progress. */
  reserved_documents: number
  reserved_bytes: number
}

/**
 * Refuses a file that exceeds its owner's quota: 20 documents and 200 MB for a guest, `content/quota.ts` for everyone
 * else. An administrator's uploads for a guest count against the larger quota.
 * @param tx a transaction of the actor; blocks others about the same owner until it ends
 * @param userId the owner
 * @param size in bytes
 * @param at the start of an upload, where other uploads' reservations count; or its end, where only documents do
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
  // Last, since its lock blocks others until this transaction ends.
  await enforceQuotaOfGuests(tx, size)
}

/**
 * Accounts are free and one person may have many, so all guests' storage is limited together. Serialized, so that
 * concurrent uploads can't exceed it.
 */
async function enforceQuotaOfGuests(tx: Transaction<Database>, size: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('quota of guests', 0))`.execute(tx)
  const { rows } = await sql<{ bytes: number }>`select app.storage_of_guests() as bytes`.execute(tx)
  if ((rows[0]?.bytes ?? 0) + size <= quota.gigabytesForGuests * gigabyte) return
  log.error('refused a guest’s upload: guests have filled their part of the store')
  throw new PortalError('GUESTS_FULL')
}

/** @returns whether the error is an exceeded quota */
export function isQuotaError(error: unknown): boolean {
  return (
    error instanceof PortalError && ['GUEST_DOCUMENTS', 'GUEST_SPACE', 'GUESTS_FULL', 'QUOTA_FULL'].includes(error.code)
  )
}

/**
 * Leaves the configured amount of the store's space free (`content/quota.ts`).
 * @param size bytes about to be written
 * @throws PortalError STORE_FULL. If free space is unknown, the store's own error follows
 */
export async function requireFreeSpace(size: number): Promise<void> {
  const free = await storage()
    .freeSpace()
    .catch(() => undefined)
  if (free === undefined || free - size >= quota.gigabytesKeptFree * gigabyte) return
  log.error('refused an upload because the store is almost full', undefined, { free })
  throw new PortalError('STORE_FULL')
}

/** @returns a sentence about the actor's used quota, once most of it is used */
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
