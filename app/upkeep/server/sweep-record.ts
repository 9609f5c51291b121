import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import type { StoredFile } from '../../../server/storage/storage-port.ts'

/** A document with a missing or different stored file. */
export interface MissingFile {
  document_id: string
  /** Size of the stored file; null if missing, or not the site's own. */
  stored_size: number | null
}

/** Result of a sweep. */
export interface Sweep {
  /** Number of documents with a file, and of stored files, checked. */
  documents: number
  files: number
  /** Documents whose file is missing, or has another size. */
  missing: MissingFile[]
  /** Files older than a day that belong to no document and no upload. */
  orphans: StoredFile[]
}

/** Most sweeps recorded. */
const maxRecords = 60
/** Most documents named on the page. */
const mostNamed = 50

/** Records a sweep, and which documents now lack their file. Already known ones retain their time. */
export async function recordSweep(started: Date, { documents, files, missing, orphans }: Sweep): Promise<void> {
  const ids = missing.map(({ document_id }) => document_id)
  await actAsJobs(async tx => {
    await tx.deleteFrom('missing_files').where(sql<SqlBool>`document_id <> all (${ids}::uuid[])`).execute()
    await sql`
      insert into missing_files (document_id, stored_size)
      select f.* from unnest(${ids}::uuid[], ${missing.map(({ stored_size }) => stored_size)}::bigint[]) f (id, size)
        join documents d on d.id = f.id
      on conflict (document_id) do update set stored_size = excluded.stored_size`.execute(tx)
    const orphan_bytes = orphans.reduce((sum, { size }) => sum + size, 0)
    await tx
      .insertInto('sweeps')
      .values({ started_at: started, documents, files, orphans: orphans.length, orphan_bytes })
      .execute()
    await sql`delete from sweeps where id in
      (select id from sweeps order by finished_at desc offset ${maxRecords})`.execute(tx)
  })
}

/** State of stored files for administrators. Times are UTC, sizes bytes. */
export interface SweepReport {
  /** The last comparison of documents with files; undefined before the first. */
  last: { finishedAt: Date; documents: number; files: number; orphans: number; orphanBytes: number } | undefined
  /** Documents with a file that is missing, or has another size: their number, and the first of them. */
  missing: { total: number; documents: MissingDocument[] }
}

export interface MissingDocument {
  id: string
  filename: string
  /** Of its owner. */
  userId: string
  /** The owner's name, or else their address. */
  owner: string
  size: number
  /** Stored size; null if missing. */
  storedSize: number | null
}

export function getSweepReport(actor: Actor): Promise<SweepReport> {
  return queryAsAdministrator(actor, async tx => {
    const last = await tx
      .selectFrom('sweeps')
      .select(['finished_at as finishedAt', 'documents', 'files', 'orphans', 'orphan_bytes as orphanBytes'])
      .orderBy('finished_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return {
      last,
      missing: { ...(await countMissing(tx).executeTakeFirstOrThrow()), documents: await findMissingDocuments(tx) },
    }
  })
}

const countMissing = (db: Kysely<Database>) =>
  db.selectFrom('missing_files').select(({ fn }) => fn.countAll<number>().as('total'))

/** Number of documents without their file; for administrators. */
export const missingFiles = prepared('missing_files', countMissing)

function findMissingDocuments(tx: Transaction<Database>): Promise<MissingDocument[]> {
  return tx
    .selectFrom('missing_files as missing')
    .innerJoin('documents as document', 'document.id', 'missing.document_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'document.user_id')
    .select(['document.id', 'filename', 'document.user_id as userId', 'file_size as size', 'stored_size as storedSize'])
    .select(sql<string>`coalesce(nullif(owner.full_name, ''), owner.email)`.as('owner'))
    .orderBy('found_at', 'desc')
    .orderBy('document.id')
    .limit(mostNamed)
    .execute()
}
