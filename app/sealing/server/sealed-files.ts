import { type Selectable, sql, type Transaction } from 'kysely'
import { sealing } from '../../../content/sealing.ts'
import { sealedFileSteps } from '../../../rules/workflows.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database, SealedFilesTable } from '../../../server/database/types.ts'
import { enqueue, enqueueLost, JobDeferred } from '../../../server/jobs/jobs.ts'
import { log } from '../../../server/platform/log.ts'
import { once } from '../../../server/storage/once.ts'
import { storage } from '../../../server/storage/storage.ts'
import { mimeTypes } from '../../documents/documents.ts'
import { notifyAll } from '../../notifications/server/notify.ts'
import { sha256 } from './cms.ts'
import { sealPdf } from './seal.ts'
import { type SealCertificate, sealCertificate, timestampAuthority } from './seal-certificates.ts'
import { sealKind } from './seal-kinds.ts'
import { requestTimestamp } from './timestamp.ts'
import { verifyPdf } from './verify.ts'

/**
 * Puts a file in the queue to be sealed, in the caller's transaction; again, it changes nothing.
 * @returns its id, the same for a kind and its subject
 */
export async function queueSeal(
  tx: Transaction<Database>,
  { kind, subjectId, holderId }: { kind: string; subjectId: string; holderId: string | null },
): Promise<string> {
  const added = await sql<{ id: string }>`insert into sealed_files (kind, subject_id, holder_id)
    values (${kind}, ${subjectId}, ${holderId}) on conflict (kind, subject_id) do nothing returning id`.execute(tx)
  const [row] = added.rows
  if (row) {
    await enqueue(tx, 'seal-file', { file: row.id })
    return row.id
  }
  const files = tx.selectFrom('sealed_files').select('id').where('kind', '=', kind).where('subject_id', '=', subjectId)
  return (await files.executeTakeFirstOrThrow()).id
}

type SealedFile = Selectable<SealedFilesTable>

/**
 * Seals a file, the handler of the queue `seal-file`: draws it, seals it, checks the seal, stores the bytes, and files the
 * document with its row, which is locked all the while. It may be interrupted anywhere, and run twice at once: the file has
 * the name that its row says, so another attempt replaces what was stored and not filed.
 */
export async function sealFile({ file: id }: { file: string }): Promise<void> {
  const begun = await actAsJobs(tx => beginAttempt(tx, id))
  if (!begun) return
  try {
    const certificate = await sealCertificate()
    await actAsJobs(tx => sealLocked(tx, id, certificate))
  } catch (error) {
    if (error instanceof JobDeferred) throw error
    const problem = (error as Error).message.slice(0, 500) || 'An unknown problem.'
    const isLast = begun.attempts >= sealing.attempts
    await actAsJobs(tx =>
      tx
        .updateTable('sealed_files')
        .set({ problem, ...(isLast && { state: sealedFileSteps.fail.to }) })
        .where('id', '=', id)
        .where('state', '=', 'sealing')
        .execute(),
    )
    log.warn('a file could not be sealed', { file: id, kind: begun.kind, attempts: begun.attempts, reason: problem })
    if (!isLast) throw new JobDeferred(problem)
  }
}

/** Queues files again that have no job, such as after a backup was restored. Part of the hourly clean-up. */
export async function resumeSeals(): Promise<void> {
  await enqueueLost(
    'seal-file',
    sql`select s.id as file from sealed_files s where s.state = 'sealing' and s.created_at < now() - interval '10 minutes'`,
  )
}

/**
 * Counts the attempt before it begins, so that one that ends its process counts, too.
 * @returns undefined where there is nothing left to do
 * @throws JobDeferred where another process is at it
 */
async function beginAttempt(tx: Transaction<Database>, id: string): Promise<SealedFile | undefined> {
  await lockSealing(tx, id)
  const begun = tx.updateTable('sealed_files').set(eb => ({ attempts: eb('attempts', '+', 1) }))
  return begun.where('id', '=', id).where('state', '=', 'sealing').returningAll().executeTakeFirst()
}

/** @returns the file that is being sealed, locked; undefined where it isn't being sealed any more */
async function lockSealing(tx: Transaction<Database>, id: string): Promise<SealedFile | undefined> {
  const open = tx.selectFrom('sealed_files').selectAll().where('id', '=', id).where('state', '=', 'sealing')
  const locked = await open.forUpdate().skipLocked().executeTakeFirst()
  if (!locked && (await open.executeTakeFirst())) throw new JobDeferred('another process seals this file')
  return locked
}

async function sealLocked(tx: Transaction<Database>, id: string, certificate: SealCertificate): Promise<void> {
  const file = await lockSealing(tx, id)
  if (!file) return
  const kind = sealKind(file.kind)
  if (!kind) throw new Error(`This site doesn’t know how to draw files of the kind ${file.kind}.`)
  const drawn = await kind.draw(tx, file.subject_id)
  if (!drawn) {
    await tx
      .updateTable('sealed_files')
      .set({ state: sealedFileSteps.drop.to, problem: null })
      .where('id', '=', id)
      .execute()
    return
  }
  const authority = file.attempts > sealing.timestampAttempts ? undefined : timestampAuthority()
  const bytes = await sealPdf(drawn.bytes, {
    signer: certificate.signer,
    reason: drawn.reason,
    timestamp: authority && (digest => requestTimestamp(digest, authority)),
  })
  const checked = await verifyPdf(bytes, authority?.roots)
  if (checked.found !== 'sealed' || !checked.isExact || checked.appended > 0 || !checked.time !== !authority)
    throw new Error('The new seal didn’t verify.')
  const path = `${drawn.folder}/${file.file_stamp}.pdf`
  const hash = sha256(bytes).toString('hex')
  await storage().put(path, once(bytes), { sha256: hash })
  const filename = `${drawn.name}.pdf`
  await sql`insert into documents (id, user_id, filename, file_path, file_size, file_type, mime_type, sha256, category,
      holder_id, retain_until, check_state)
    values (${file.document_id}, ${drawn.folder}, ${filename}, ${path}, ${bytes.length}, 'pdf', ${mimeTypes.pdf}, ${hash},
      ${drawn.category}, ${drawn.holderId}, ${drawn.retainUntil}::date, 'unchecked')`.execute(tx)
  await tx
    .updateTable('sealed_files')
    .set({
      state: sealedFileSteps.seal.to,
      // Why there is no time stamp, where there should be one.
      problem: timestampAuthority() && !authority ? file.problem : null,
      original_sha256: drawn.originalSha256,
      sha256: hash,
      level: authority ? 'B-T' : 'B-B',
      certificate_id: certificate.id,
      sealed_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
  await kind.sealed?.(tx, file.subject_id, file.document_id, hash)
  const readers = await sql<{ ids: string[] }>`
    select app.readers_of(${drawn.holderId ?? drawn.folder}) as ids`.execute(tx)
  const about = { kind: 'document-sealed' as const, documentId: file.document_id, filename }
  await notifyAll(
    tx,
    (readers.rows[0]?.ids ?? []).map(userId => ({ ...about, userId })),
  )
}
