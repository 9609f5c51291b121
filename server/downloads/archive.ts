import { create as contentDisposition } from 'content-disposition'
import { notInArchive } from '../../rules/messages.ts'
import type { Actor } from '../access/actor.ts'
import { assertIds } from '../access/ids.ts'
import { documentExists, findSelectedDocuments, type SelectedDocument } from '../documents/stored-files.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'
import { recordArchive } from './record-read.ts'
import { type ZipEntry, zipStream } from './zip.ts'
import { safeName, uniqueNames } from './zip-names.ts'

/**
 * Handles POST `/files/zip`: the files of the documents in the form's fields `ids`, as one archive created while it is
 * downloaded. Documents the actor can't see are left out. Signing links, which have no file, and documents deleted in
 * the meantime are listed in a text file at the archive's end.
 * @throws PortalError NOTHING_CHOSEN, TOO_MANY_CHOSEN; DOCUMENTS_GONE where nothing is left, NO_FILES where only
 *   signing links are left
 */
export async function serveArchive(request: Request, actor: Actor): Promise<Response> {
  // A body that isn't a form selects nothing.
  const form = await request.formData().catch(() => new FormData())
  const chosen = await findSelectedDocuments(actor, assertIds(form.getAll('ids').map(String)))
  if (chosen.length === 0) throw new PortalError('DOCUMENTS_GONE')
  if (chosen.every(({ is_external_link }) => is_external_link)) throw new PortalError('NO_FILES')
  await recordArchive(
    actor,
    chosen.filter(({ is_external_link }) => !is_external_link),
  )
  const filename = `Documents ${new Date().toISOString().slice(0, 10)}.zip`
  return archiveResponse(filename, archiveEntries(chosen, actor, request.signal))
}

/** @returns a response that makes the browser save an archive, created while it is downloaded */
export function archiveResponse(filename: string, entries: AsyncIterable<ZipEntry>): Response {
  return new Response(zipStream(entries), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition(filename, { type: 'attachment' }),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
}

/** The files, each opened when it is needed. With several owners, each has a folder. */
async function* archiveEntries(
  chosen: SelectedDocument[],
  actor: Actor,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry, void, void> {
  const several = new Set(chosen.map(({ user_id }) => user_id)).size > 1
  const named = uniqueNames()
  const missing: string[] = []
  for (const document of chosen) {
    const folder = several ? `${safeName(document.full_name ?? document.email)}/` : ''
    if (document.is_external_link) {
      missing.push(notInArchive.link(document.filename, document.external_url ?? ''))
      continue
    }
    const bytes = await openStoredFile(document, signal)
    if (!bytes) {
      missing.push(notInArchive.gone(document.filename))
      if (await documentExists(actor, document.id)) {
        log.error('a stored file is missing or has the wrong size', undefined, { document: document.id })
      }
      continue
    }
    yield {
      name: named(folder + safeName(document.filename)),
      modified: document.created_at,
      size: document.file_size,
      open: async () => bytes,
    }
  }
  if (missing.length === 0) return
  const text = [notInArchive.heading, '', ...missing.map(line => `- ${line}`), ''].join('\r\n')
  yield { name: named(notInArchive.filename), modified: new Date(), open: async () => Buffer.from(text) }
}

/** @returns a stored file's bytes; undefined where it is missing or has the wrong size */
export async function openStoredFile(
  { file_path, file_size }: Pick<SelectedDocument, 'file_path' | 'file_size'>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const stored = await storage().head(file_path)
  return stored?.size === file_size ? await storage().read(file_path, undefined, signal) : undefined
}
