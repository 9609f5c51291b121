import { createHash, randomInt } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { retention } from '../../../content/retention.ts'
import { addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { once } from '../../../server/storage/once.ts'
import { storage } from '../../../server/storage/storage.ts'
import { addDocument } from '../../documents/server/stored-files.ts'
import { openStoredFile } from '../../downloads/server/serve-zip.ts'
import { scanner } from '../../file-checks/server/scanner.ts'
import { originalBytes } from '../envelopes.ts'

/** A PDF that belongs to an envelope: seen by the office alone, as a document that is never released. */
export interface StoredOriginal {
  /** Of the document, once it is one. */
  path: string
  sha256: string
  size: number
}

/** For how long what was signed can't be deleted. */
export const keptYears = retention.find(({ documents }) => documents === 'added-by-fund')?.years ?? 7

export type Jsonb = RawBuilder<Record<string, unknown>>
/** @returns a value for a column of the type jsonb */
export const asJsonb = (value: unknown): Jsonb => sql`${JSON.stringify(value)}::jsonb`

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/**
 * @param folder the person with the folder it goes into
 * @returns the stored file; one that no document is made of is swept up
 */
export async function storeOriginal(folder: string, bytes: Uint8Array): Promise<StoredOriginal> {
  const path = `${folder}/${Date.now() * 1000 + randomInt(1000)}.pdf`
  const sha256 = hashOf(bytes)
  await storage().put(path, once(bytes), { sha256 })
  return { path, sha256, size: bytes.length }
}

/** @param isOwn whether we made it, so that nothing in it has to be checked @returns the hidden document's id */
export async function addOriginal(
  tx: Transaction<Database>,
  actor: Actor,
  { path, sha256, size }: StoredOriginal,
  about: { holderId: string; name: string; isOwn?: boolean },
): Promise<string> {
  const filename = `${about.name.replaceAll(/[/\\]/g, '-').slice(0, 60).trim()}.pdf`
  const [folder = ''] = path.split('/')
  const file = { user_id: folder, holder_id: about.holderId, filename, file_path: path, file_size: size, sha256 }
  return addDocument(
    tx,
    actor,
    {
      ...file,
      ...{ file_type: 'pdf', mime_type: 'application/pdf', marks: null, fund_name: 'General', category: 'Agreements' },
      ...{ unreleased: true, retain_until: addMonths(fundDay(), 12 * keptYears) },
    },
    scanner() && !about.isOwn ? 'waiting' : 'unchecked',
  )
}

/** @throws PortalError NOT_FOUND if the stored file is missing */
export async function readStored(file: { file_path: string; file_size: number }): Promise<Uint8Array> {
  const stored = await openStoredFile(file)
  if (!stored) throw new PortalError('NOT_FOUND')
  return buffer(stored)
}

/** @returns the bytes of a file from a form; undefined without one, or for one that is too large */
export async function bytesOf(file: File | undefined): Promise<Uint8Array | undefined> {
  return file && file.size > 0 && file.size <= originalBytes ? new Uint8Array(await file.arrayBuffer()) : undefined
}
