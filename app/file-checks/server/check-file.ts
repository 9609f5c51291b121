import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { JobDeferred } from '../../../server/jobs/jobs.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import { log } from '../../../server/platform/log.ts'
import { storage } from '../../../server/storage/storage.ts'
import type { StoredBytes } from '../../../server/storage/storage-port.ts'
import { signingLinkType } from '../../documents/documents.ts'
import {
  type CheckableFile,
  findCheckableFile,
  recordInfected,
  recordPassed,
} from '../../documents/server/check-states.ts'
import { administratorEmails } from '../../identity/server/administrator-emails.ts'
import type { FileMark } from '../file-checks.ts'
import { type Scanner, ScannerUnavailable } from './clamd.ts'
import { infectedMailToAdministrator, infectedMailToUploader } from './infected-mail.ts'
import { inspectFile } from './inspect-file.ts'
import { scanner } from './scanner.ts'

/** Whether the last scan failed, so that the log says so once instead of each minute for each file. */
let isAway = false

/**
 * Handler of the queue `check-file`: inspects a document's stored file unless done, scans it if there is a scanner, and
 * records the outcome. Running it again checks the file again. A file that needs a scan is left to a process with a
 * scanner: this one may lack it by mistake.
 * @throws JobDeferred if such a file has no scanner or gets no verdict: it is checked later
 */
export async function checkFile({ document_id: id }: { document_id: string }): Promise<void> {
  const malwareScanner = scanner()
  const file = await findCheckableFile(id)
  if (!file) return
  if (!malwareScanner && file.check_state === 'waiting') throw noScanner()
  const marks = file.marks ?? (await inspectStored(file))
  const signature = malwareScanner && (await scan(malwareScanner, file))
  if (signature === undefined) await recordPassed(id, malwareScanner !== undefined, marks)
  else await reportInfected(file, signature)
}

function noScanner(): JobDeferred {
  if (!isAway) log.warn('files are held for a malware scan, but CLAMD_URL is not set')
  isAway = true
  return new JobDeferred('this process has no scanner')
}

async function scan(malwareScanner: Scanner, file: CheckableFile): Promise<string | undefined> {
  await using content = await openFile(file)
  try {
    const signature = await malwareScanner.scan(content)
    if (isAway) log.info('the malware scanner is back')
    isAway = false
    return signature
  } catch (error) {
    if (!(error instanceof ScannerUnavailable)) throw error
    if (!isAway) log.warn('the malware scanner gives no verdict; files are held', { reason: error.message })
    isAway = true
    throw new JobDeferred('the scanner gave no verdict', { cause: error })
  }
}

/** Records an infected file and notifies its uploader and the administrators. */
async function reportInfected({ id, user_id, uploaded_by }: CheckableFile, signature: string): Promise<void> {
  // A disabled person gets no mail.
  const uploader = await findUploader(uploaded_by ?? user_id)
  const administrators = await administratorEmails(authDatabase(), uploader.id)
  await actAsJobs(async tx => {
    const file = await recordInfected(tx, id, signature)
    if (!file) return
    log.warn('an uploaded file is infected', { document: id, signature })
    await queueMail(tx, infectedMailToUploader(uploader.id))
    for (const to of administrators) {
      await queueMail(
        tx,
        infectedMailToAdministrator(to, { email: uploader.email, filename: file.filename, signature }),
      )
    }
  })
}

async function findUploader(id: string): Promise<{ id: string; email: string }> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from public.user_profiles where id = ${id}`.execute(authDatabase())
  const [uploader] = rows
  if (!uploader) throw new Error('the uploader of a file is gone')
  return uploader
}

/** Inspects a stored file. */
async function inspectStored(file: CheckableFile): Promise<FileMark[]> {
  if (file.file_type === signingLinkType) return []
  const folder = await mkdtemp(join(tmpdir(), 'promissory-inspection-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, await openFile(file))
    return await inspectFile(path, file.file_type)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function openFile({ id, file_path }: CheckableFile): Promise<StoredBytes> {
  const content = await storage().read(file_path)
  // Deleted or lost; if deleted, the next attempt finds no document.
  if (!content) throw new Error(`the stored file of document ${id} is missing`)
  return content
}
