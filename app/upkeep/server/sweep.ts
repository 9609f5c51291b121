import { sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { log } from '../../../server/platform/log.ts'
import { storage } from '../../../server/storage/storage.ts'
import type { StoredFile } from '../../../server/storage/storage-port.ts'
import { SealError } from '../../../server/vault/sealed-chunks.ts'
import { type MissingFile, recordSweep, type Sweep } from './sweep-record.ts'
import { pagesOf, walkAll } from './walk-store.ts'

/** Age (ms) below which a file without a document may still get one. */
const youngerThan = 24 * 60 * 60 * 1000
const documentsAtOnce = 500

/**
 * Compares documents with stored files and records the result, for administrators. Deletes nothing.
 * @throws errors of a storage that doesn't answer: nothing is recorded then
 */
export async function sweepFiles(): Promise<Sweep> {
  const started = new Date()
  // With an unmounted volume, every file would be missing.
  await storage().ping()
  const found = { ...(await findOrphans()), ...(await findMissing()) }
  await recordSweep(started, found)
  return found
}

/** Handler of the weekly queue `sweep`: `sweepFiles`, with the result in the log. */
export async function sweepInJob(): Promise<void> {
  const { documents, files, missing, orphans } = await sweepFiles()
  if (missing.length > 0) log.error('documents have no file', undefined, { documents: missing.length })
  if (orphans.length > 0) log.warn('stored files belong to no document', { files: orphans.length })
  log.info('compared documents with stored files', { documents, files })
}

/**
 * Deletes stored files that belong to no document. Checks each again before: a file with a document by now, or stored
 * again, stays.
 * @returns number of deleted files, and their bytes
 */
export async function removeOrphans(orphans: readonly StoredFile[]): Promise<{ files: number; bytes: number }> {
  const removed = { files: 0, bytes: 0 }
  for (const { key, size } of orphans) {
    const [current] = await storage().list({ prefix: key, limit: 1 })
    if (current?.key !== key || (await orphansAmong([current])).length === 0) continue
    await storage().delete(key)
    removed.files++
    removed.bytes += size
  }
  return removed
}

async function findOrphans(): Promise<Pick<Sweep, 'files' | 'orphans'>> {
  const orphans: StoredFile[] = []
  let files = 0
  for await (const page of pagesOf(storage())) {
    files += page.length
    orphans.push(...(await orphansAmong(page)))
  }
  return { files, orphans }
}

/** @returns files older than a day that belong to no document, upload, single or bulk delivery, or pending removal */
async function orphansAmong(files: readonly StoredFile[]): Promise<StoredFile[]> {
  const old = files.filter(({ modified }) => Date.now() - modified.getTime() > youngerThan)
  if (old.length === 0) return []
  const keys = old.map(({ key }) => key)
  const known = await actAsJobs(async tx => {
    const { rows } = await sql<{ file_path: string }>`
      select file_path from documents where file_path = any (${keys}::text[]) and file_path <> ''
      union all select file_path from uploads where file_path = any (${keys}::text[])
      union all select f.file_path from delivery_files f where f.file_path = any (${keys}::text[])
      union all select i.file_path from delivery_documents i join document_deliveries d on d.id = i.delivery_id
        where i.file_path = any (${keys}::text[]) and d.state = 'sending'
      union all select file_path from paper_sources where file_path = any (${keys}::text[])
      union all select part_path from paper_batch_items where part_path = any (${keys}::text[])
      union all select i.file_path from paper_batch_items i join paper_batches b on b.id = i.batch_id
        where i.file_path = any (${keys}::text[]) and b.state = 'approved'
      union all select data ->> 'file_path' from jobs.job
        where name = 'remove-file' and state < 'completed' and data ->> 'file_path' = any (${keys}::text[])`.execute(tx)
    return new Set(rows.map(({ file_path }) => file_path))
  })
  return old.filter(({ key }) => !known.has(key))
}

async function findMissing(): Promise<Pick<Sweep, 'documents' | 'missing'>> {
  const missing: MissingFile[] = []
  let documents = 0
  for await (const page of documentsByPage()) {
    documents += page.length
    await walkAll(page, async document => {
      const stored = await storedSize(document)
      // The document and its file may have been deleted meanwhile.
      if (stored !== document.file_size && (await isStillThere(document.id))) {
        missing.push({ document_id: document.id, stored_size: stored })
      }
    })
  }
  return { documents, missing }
}

type Document = Awaited<ReturnType<typeof documentsAfter>>[number]

async function* documentsByPage(): AsyncGenerator<Document[], void, void> {
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined; ) {
    const page = await documentsAfter(after)
    yield page.filter(({ file_path, check_state }) => file_path !== '' && check_state !== 'infected')
    after = page.length === documentsAtOnce ? page.at(-1)?.id : undefined
  }
}

/** @returns the next documents by id, signing links included */
function documentsAfter(after: string) {
  return actAsJobs(tx =>
    tx
      .selectFrom('documents')
      .select(['id', 'file_path', 'file_size', 'check_state'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(documentsAtOnce)
      .execute(),
  )
}

/** @returns null if nothing is stored, or something that the site didn't store */
async function storedSize({ file_path }: Document): Promise<number | null> {
  try {
    return (await storage().head(file_path))?.size ?? null
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

async function isStillThere(id: string): Promise<boolean> {
  const found = await actAsJobs(tx => tx.selectFrom('documents').select('id').where('id', '=', id).executeTakeFirst())
  return found !== undefined
}
