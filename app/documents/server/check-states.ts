import { type Selectable, sql, type Transaction } from 'kysely'
import { toJson } from '../../../server/access/audit.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database, DocumentsTable } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type CheckState, type FileMark, servedStates } from '../../file-checks/file-checks.ts'
import { notifyAll, notifyOfficeInJob } from '../../notifications/server/notify.ts'
import { readersOf } from './readers.ts'

/** A document's file, for its check. */
export type CheckableFile = Pick<
  Selectable<DocumentsTable>,
  | 'id'
  | 'user_id'
  | 'uploaded_by'
  | 'filename'
  | 'file_path'
  | 'file_type'
  | 'check_state'
  | 'marks'
  | 'owner_id'
  | 'unreleased'
>

const checkableColumns = [
  'id',
  'user_id',
  'uploaded_by',
  'filename',
  'file_path',
  'file_type',
  'check_state',
  'marks',
  'owner_id',
  'unreleased',
] as const satisfies (keyof CheckableFile)[]

/** @returns whether a document's file may be read: not while its check is pending, nor if it failed */
export function isServed({ check_state }: { check_state: CheckState }): boolean {
  return servedStates.some(state => state === check_state)
}

/** @throws PortalError FILE_WAITING, FILE_INFECTED unless the document's file may be read */
export function requireServed(document: { check_state: CheckState }): void {
  if (!isServed(document)) throw new PortalError(document.check_state === 'waiting' ? 'FILE_WAITING' : 'FILE_INFECTED')
}

/** @returns a file to check; undefined if the document is gone, a signing link, or known to be infected */
export function findCheckableFile(documentId: string): Promise<CheckableFile | undefined> {
  return actAsJobs(tx =>
    tx
      .selectFrom('documents')
      .select(checkableColumns)
      .where('id', '=', documentId)
      .where('file_path', '<>', '')
      .where('check_state', '<>', 'infected')
      .executeTakeFirst(),
  )
}

/**
 * Records that a file passed its check, or needed none. A document pending its scan appears once it is clean; its owner
 * is notified, or the administrators if its owner uploaded it.
 * @param scanned whether a scanner found it clean
 */
export async function recordPassed(id: string, scanned: boolean, marks: FileMark[]): Promise<void> {
  await actAsJobs(async tx => {
    const before = await lockCheckableFile(tx, id)
    if (!before) return
    const { check_state, user_id: userId, filename, uploaded_by } = before
    const passed = scanned && { check_state: 'clean' as const, checked_at: sql<Date>`now()` }
    await tx
      .updateTable('documents')
      .set({ ...passed, marks })
      .where('id', '=', id)
      .execute()
    if (!scanned || check_state !== 'waiting' || !uploaded_by) return
    const about = { documentId: id, filename }
    if (uploaded_by === userId) await notifyOfficeInJob(tx, { kind: 'file-received', by: uploaded_by, ...about })
    else if (!before.unreleased) {
      const readers = await readersOf(tx, before)
      const by = { id: uploaded_by }
      const after = await newsAfter(tx, id)
      await notifyAll(
        tx,
        readers.map(reader => ({ kind: 'document-added' as const, userId: reader, by, after, ...about })),
      )
    }
  })
}

/** @returns the delay of the document's notifications, in seconds */
async function newsAfter(tx: Transaction<Database>, id: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, ceil(extract(epoch from news_after - now())))::int as seconds from documents where id = ${id}`.execute(
    tx,
  )
  return rows[0]?.seconds ?? 0
}

/**
 * Records that a file is infected: only its uploader then sees the document, marked as infected. Audit entry and
 * removal of the file are in the same transaction.
 * @param tx a transaction of the queue
 * @param signature found by the scanner
 * @returns the file; undefined if the document is gone or already recorded as infected
 */
export async function recordInfected(
  tx: Transaction<Database>,
  id: string,
  signature: string,
): Promise<CheckableFile | undefined> {
  if (!(await lockCheckableFile(tx, id))) return undefined
  const file = await tx
    .updateTable('documents')
    .set({ check_state: 'infected', check_result: signature.slice(0, 200), checked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning([...checkableColumns, 'file_size', 'sha256'])
    .executeTakeFirst()
  if (!file) return undefined
  const { user_id, uploaded_by, filename, file_path, file_size, sha256 } = file
  const facts = { user_id, uploaded_by, filename, file_size, sha256, signature }
  await sql`select app.record_infected(${id}, ${toJson(facts)}::jsonb)`.execute(tx)
  await enqueueAll(tx, 'remove-file', [{ file_path }])
  return file
}

/** Removes infected files' rows after a month; the files were removed at once. Part of the hourly clean-up. */
export async function cleanUpInfected(): Promise<void> {
  await actAsJobs(tx =>
    tx
      .deleteFrom('documents')
      .where('check_state', '=', 'infected')
      .where('checked_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute(),
  )
}

/** Number of files pending their check for more than a minute, and since when; for administrators. */
export const pendingFiles = prepared(
  'waiting_files',
  () => sql<{ files: number; since: Date | null }>`select files::int as files, since from app.waiting_files()`,
)

function lockCheckableFile(tx: Transaction<Database>, id: string): Promise<CheckableFile | undefined> {
  return tx
    .selectFrom('documents')
    .select(checkableColumns)
    .where('id', '=', id)
    .where('check_state', '<>', 'infected')
    .forUpdate()
    .executeTakeFirst()
}
