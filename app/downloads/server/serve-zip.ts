import type { Actor } from '../../../server/access/actor.ts'
import { assertIds } from '../../../server/access/ids.ts'
import type { Download } from '../../../server/http/send-download.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { storage } from '../../../server/storage/storage.ts'
import type { StoredBytes } from '../../../server/storage/storage-port.ts'
import { SealError } from '../../../server/vault/sealed-chunks.ts'
import { notInArchive, openWithCare } from '../../backup/archive-texts.ts'
import { isServed, requireServed } from '../../documents/server/check-states.ts'
import {
  documentExists,
  findSelectedDocuments,
  isTaxOfOthers,
  type SelectedDocument,
} from '../../documents/server/stored-files.ts'
import { type FileMark, fileMarks, sortedMarks } from '../../file-checks/file-checks.ts'
import { accessesRecorded, recordedInArchive } from './file-accesses.ts'
import { recordArchive } from './record-read.ts'
import { serveZip } from './serve-bytes.ts'
import type { ZipEntry } from './zip.ts'
import { safeName, uniqueNames } from './zip-names.ts'

/**
 * Handles POST `/files/zip`: the files of the documents in the form's fields `ids`, as one archive created during the
 * download. Documents invisible to the actor are omitted. Signing links, which have no file, documents deleted in the
 * meantime and files that haven't passed their check are listed in a text file at the archive's end; another one lists
 * files that could be harmful.
 * @throws PortalError NOTHING_CHOSEN, TOO_MANY_CHOSEN; DOCUMENTS_GONE if nothing is left, NO_FILES if only signing
 * links are left, FILE_WAITING or FILE_INFECTED if only files that haven't passed their check are left;
 * DELEGATE_NO_DOWNLOAD for a document that a delegate may only view; PROOF_NEEDED for another owner's tax document;
 * TOO_MANY_READS
 */
export async function serveArchive(request: Request, actor: Actor): Promise<Download> {
  // A body that isn't a form selects nothing.
  const form = await request.formData().catch(() => new FormData())
  const chosen = await findSelectedDocuments(actor, assertIds(form.getAll('ids').map(String)))
  if (chosen.length === 0) throw new PortalError('DOCUMENTS_GONE')
  if (chosen.every(({ is_external_link }) => is_external_link)) throw new PortalError('NO_FILES')
  if (chosen.some(({ share }) => share && !share.mayDownload)) throw new PortalError('DELEGATE_NO_DOWNLOAD')
  const [first] = chosen
  if (first && chosen.every(document => !isServed(document))) requireServed(first)
  const files = chosen.filter(({ is_external_link }) => !is_external_link)
  return serveZip(actor, {
    filename: `Documents ${fundDay()}.zip`,
    proof: chosen.some(document => isTaxOfOthers(actor, document)) ? 'fresh' : 'own',
    files: chosen.length,
    record: () => recordArchive(actor, files),
    entries: archiveEntries(chosen, actor),
  })
}

/** Files, opened as needed. With several owners, each has a folder. */
async function* archiveEntries(chosen: SelectedDocument[], actor: Actor): AsyncGenerator<ZipEntry, void, void> {
  const several = actor.isAdmin && new Set(chosen.map(({ user_id }) => user_id)).size > 1
  const named = uniqueNames()
  const missing: string[] = []
  const marked: string[] = []
  for (const document of chosen) {
    const folder = several ? `${safeName(document.full_name ?? document.email ?? document.user_id)}/` : ''
    if (document.is_external_link) {
      missing.push(notInArchive.link(document.filename, document.external_url ?? ''))
      continue
    }
    if (!isServed(document)) {
      missing.push(whyNotServed(document))
      continue
    }
    // Reading takes a while, during which a delegate's access may end.
    const isGone = document.share !== null && !(await documentExists(actor, document.id))
    const bytes = isGone ? undefined : await openStoredFile(document)
    if (!bytes) {
      missing.push(notInArchive.gone(document.filename))
      if (await documentExists(actor, document.id)) {
        log.error('a stored file is missing or has the wrong size', undefined, { document: document.id })
      }
      continue
    }
    const name = named(folder + safeName(document.filename))
    if (document.marks?.length) marked.push(describeMarks(name, document.marks))
    yield {
      name,
      modified: document.created_at,
      size: document.file_size,
      open: async () => recordedInArchive(actor, document, bytes),
    }
  }
  yield* textEntries(named, missing, marked)
  await accessesRecorded()
}

/**
 * Text files at an archive's end: documents not in it, and documents to open with care.
 * @param named makes a name unique
 * @param missing a line for each document that is not in the archive, see `notInArchive`
 * @param marked a line for each document with marks, see `describeMarks`
 */
export function* textEntries(
  named: (name: string) => string,
  missing: readonly string[],
  marked: readonly string[],
): Generator<ZipEntry, void, void> {
  for (const [{ filename, heading }, lines] of [
    [notInArchive, missing],
    [openWithCare, marked],
  ] as const) {
    if (lines.length === 0) continue
    const text = [heading, '', ...lines.map(line => `- ${line}`), ''].join('\r\n')
    yield { name: named(filename), modified: new Date(), open: async () => Buffer.from(text) }
  }
}

/** @returns the line about a document omitted because its file hasn't passed its check */
export function whyNotServed({ filename, check_state }: Pick<SelectedDocument, 'filename' | 'check_state'>): string {
  return notInArchive[check_state === 'waiting' ? 'waiting' : 'infected'](filename)
}

/** @returns the line about a document with marks */
export function describeMarks(name: string, marks: FileMark[]): string {
  return `${name}: ${sortedMarks(marks)
    .map(mark => fileMarks[mark].has)
    .join('; ')}`
}

/** @returns a stored file's bytes; undefined if it is missing, has the wrong size, or was altered */
export async function openStoredFile({
  file_path,
  file_size,
}: Pick<SelectedDocument, 'file_path' | 'file_size'>): Promise<StoredBytes | undefined> {
  try {
    const stored = await storage().head(file_path)
    return stored?.size === file_size ? await storage().read(file_path) : undefined
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}
