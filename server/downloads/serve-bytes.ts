import { create as contentDisposition } from 'content-disposition'
import { mimeTypes } from '../../rules/documents.ts'
import type { Actor } from '../access/actor.ts'
import { evaluateConditions } from '../http/conditional-request.ts'
import { refusePrefetch } from '../http/navigation.ts'
import { type Download, ownDownload } from '../http/send-download.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'
import { enforceReadLimit, recorded, type ServedFile } from './file-accesses.ts'
import { type ZipEntry, zipChunks } from './zip.ts'

/*
 * Every way to bytes that are stored: a document, a file before its release, an archive. Each finds its row, by which it is
 * decided who may read it; what else is owed is done here, so that no way can forget it: proof before somebody else's tax
 * document, a limit, an entry in the log before the first byte, headers that let nothing run, a row of every byte that was
 * served, and that it was opened once the last one has left. Files that are made for a request are in ../http/made-file.ts.
 */

/** File types that browsers may display; they save all others. */
export const inlineTypes: readonly string[] = ['pdf', 'jpg', 'jpeg', 'png', 'txt']

/** A stored file on its way to somebody who may read it, and what this way owes. */
export interface FileToServe {
  /** What it is in the record of what was served. */
  served: ServedFile
  file_path: string
  file_size: number
  filename: string
  file_type: keyof typeof mimeTypes
  /** Lower-case hexadecimal. */
  sha256: string
  /** A tax document of somebody else, which takes fresh proof. */
  isTaxOfOthers: boolean
  /** With an encoding, for text. */
  mime_type?: string
  /** When it was stored. */
  created_at?: Date
  /** Whether it is saved rather than displayed. */
  isSaved: boolean
  /** Whether parts of it are served (RFC 9110). Otherwise it is opened at once or not at all. */
  hasRanges: boolean
  /** @returns an answer instead of the file; undefined where it may be sent */
  instead?(): Response | undefined
  /**
   * Writes the entry in the log, before the first byte is sent.
   * @param isPiece whether a part was asked for
   */
  record(isPiece: boolean): Promise<void>
  /** Called once the last byte of the whole file has left; the answer ends afterward. Documents need none. */
  opened?(): Promise<void>
  /** Called where the stored file isn't there, before that is reported. */
  onMissing?(): Promise<void>
}

/**
 * Serves a stored file to GET and HEAD, or the part of it that is asked for (one range, conditions by ETag and date).
 * @param find finds its row, by which it is decided that the actor may read it
 * @throws PortalError what `find` throws; TOO_MANY_READS; PROOF_NEEDED, NO_SESSION for somebody else's tax document; NOT_FOUND
 *   where the file is missing, which is logged
 */
export async function serveBytes(
  request: Request,
  actor: Actor,
  find: () => Promise<FileToServe>,
): Promise<Response | Download> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const prefetched = refusePrefetch(request)
  if (prefetched) return prefetched
  enforceReadLimit(actor)
  const file = await find()
  if (file.isTaxOfOthers) await requireFreshProof(actor)
  const instead = file.instead?.()
  if (instead) return instead
  await requireStored(file)

  const etag = `"${file.sha256}"`
  // HTTP dates have a precision of seconds.
  const modified = file.created_at && new Date(Math.floor(file.created_at.getTime() / 1000) * 1000)
  const headers: Record<string, string> = {
    ...fileHeaders(file),
    ETag: etag,
    ...(modified && { 'Last-Modified': modified.toUTCString() }),
    ...(file.hasRanges && { 'Accept-Ranges': 'bytes' }),
  }
  const asked = file.hasRanges ? request.headers : withoutRange(request.headers)
  const verdict = evaluateConditions(asked, request.method, {
    etag,
    modified: modified ?? new Date(0),
    size: file.file_size,
  })
  if (verdict.status !== 200 && verdict.status !== 206) {
    const { 'Content-Type': _, 'Content-Disposition': __, ...others } = headers
    const unsatisfied = verdict.status === 416 && { 'Content-Range': `bytes */${file.file_size}` }
    return new Response(null, { status: verdict.status, headers: { ...others, ...unsatisfied } })
  }
  const { start, end } = verdict.range ?? { start: 0, end: file.file_size - 1 }
  headers['Content-Length'] = String(end - start + 1)
  if (verdict.range) headers['Content-Range'] = `bytes ${start}-${end}/${file.file_size}`
  if (request.method === 'HEAD') return new Response(null, { status: verdict.status, headers })

  const bytes = await storage().read(file.file_path, { start, end })
  if (!bytes) throw new PortalError('NOT_FOUND')
  try {
    await file.record(verdict.status === 206)
  } catch (error) {
    await bytes[Symbol.asyncDispose]()
    throw error
  }
  const how = file.isSaved ? 'download' : 'viewer'
  const { opened } = file
  // Without a length the reader has the end only once it counts as opened, so that they may decide at once.
  if (opened) delete headers['Content-Length']
  const chunks = recorded(actor, { ...file.served, how, range: { start, end }, ...(opened && { opened }) }, bytes)
  return ownDownload({ status: verdict.status, headers, chunks, close: () => bytes[Symbol.asyncDispose]() })
}

/** @throws PortalError NOT_FOUND where the stored file isn't what its row says; which is logged */
async function requireStored({ served, file_path, file_size, onMissing }: FileToServe): Promise<void> {
  const stored = await storage().head(file_path)
  if (stored?.size === file_size) return
  await onMissing?.()
  log.error('a stored file is missing or has the wrong size', undefined, {
    ...served,
    file_path,
    expected: file_size,
    found: stored?.size,
  })
  throw new PortalError('NOT_FOUND')
}

function withoutRange(headers: Headers): Headers {
  const others = new Headers(headers)
  for (const name of ['range', 'if-range']) others.delete(name)
  return others
}

function fileHeaders(file: FileToServe): Record<string, string> {
  const isInline = !file.isSaved && inlineTypes.includes(file.file_type)
  return {
    'Content-Type': typeOf(file),
    'Content-Disposition': contentDisposition(file.filename, { type: isInline ? 'inline' : 'attachment' }),
    // Investors' documents must not stay on a shared computer, nor reappear with the back button after sign-out, which
    // browsers do from their cache even with `no-cache`. Clients that kept a copy can still revalidate it by ETag.
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': policyOf(file),
  }
}

/** The type checked at upload, never one that could run code; only text files add a parameter, their encoding. */
function typeOf({ file_type: type, mime_type: mime = '' }: FileToServe): string {
  if (type === 'txt' && /^text\/plain; charset=[a-z0-9-]+$/.test(mime)) return mime
  return mimeTypes[type]
}

/** Uploaded files aren't our pages: they can run nothing, load nothing, and only we may frame them. */
function policyOf({ file_type }: FileToServe): string {
  const nothing =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
  // Some browsers' PDF viewers don't start in a sandbox; a PDF's content runs in the viewer, not as our page.
  return file_type === 'pdf' ? nothing : `${nothing}; sandbox`
}

/** An archive on its way to somebody who may read what is in it, and what this way owes. */
export interface ArchiveToServe {
  filename: string
  /** 'fresh' where a file in it is somebody else's tax document, or a session left open mustn't be enough. */
  proof: 'fresh' | 'own'
  /** Files in it that count toward what somebody may read in an hour. */
  files: number
  /** Writes the entries in the log, before the first byte is sent. */
  record(): Promise<void>
  /** Each stored file in it is read by `recordedInArchive`. */
  entries: AsyncIterable<ZipEntry>
}

/**
 * Serves an archive, created while it is downloaded.
 * @throws PortalError PROOF_NEEDED, NO_SESSION; TOO_MANY_READS
 */
export async function serveZip(
  actor: Actor,
  { filename, proof, files, record, entries }: ArchiveToServe,
): Promise<Download> {
  if (proof === 'fresh') await requireFreshProof(actor)
  enforceReadLimit(actor, files)
  await record()
  return ownDownload({
    status: 200,
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': contentDisposition(filename, { type: 'attachment' }),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    chunks: zipChunks(entries),
  })
}
