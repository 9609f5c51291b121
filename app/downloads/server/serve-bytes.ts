import { create as contentDisposition } from 'content-disposition'
import type { Actor } from '../../../server/access/actor.ts'
import { evaluateConditions } from '../../../server/http/conditional-request.ts'
import { refusePrefetch } from '../../../server/http/request-client.ts'
import { type Download, ownDownload } from '../../../server/http/send-download.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { storage } from '../../../server/storage/storage.ts'
import { mimeTypes } from '../../documents/documents.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { enforceReadLimit, recorded, type ServedFile } from './file-accesses.ts'
import { type ZipEntry, zipChunks } from './zip.ts'

/*
 * Serves all stored bytes: a document, a file before its release, an archive. Each caller finds the row, which decides
 * who may read it; the other precautions are here, so that no route can omit them: proof for another owner's tax
 * document, a limit, an audit entry before the first byte, headers that prevent scripts, a record of every byte served,
 * and of opening once the last one has left. Generated files are in server/http/made-file.ts.
 */

/** File types that browsers may display; others are downloaded. */
export const inlineTypes: readonly string[] = ['pdf', 'jpg', 'jpeg', 'png', 'txt']

/** A stored file to serve to an authorized person, with its precautions. */
export interface FileToServe {
  /** Its identity in the access record. */
  served: ServedFile
  file_path: string
  file_size: number
  filename: string
  file_type: keyof typeof mimeTypes
  /** Lower-case hexadecimal. */
  sha256: string
  /** Another owner's tax document, which needs fresh proof. */
  isTaxOfOthers: boolean
  /** With an encoding, for text. */
  mime_type?: string
  /** When it was stored. */
  created_at?: Date
  /** Whether it is downloaded instead of displayed. */
  isSaved: boolean
  /** Whether ranges are served (RFC 9110). Otherwise it is opened as a whole. */
  hasRanges: boolean
  /** @returns a response instead of the file, if it may not be sent */
  instead?(): Response | undefined
  /**
   * Writes the audit entry, before the first byte is sent.
   * @param isPiece whether a range was requested
   */
  record(isPiece: boolean): Promise<void>
  /** Called once the last byte of the whole file has left; the response ends afterward. Documents need none. */
  opened?(): Promise<void>
  /** Called if the stored file is missing, before that is reported. */
  onMissing?(): Promise<void>
}

/**
 * Serves a stored file, or the requested part of it, to GET and HEAD (one range, conditions by ETag and date).
 * @param find finds its row, which decides that the actor may read it
 * @throws PortalError errors of `find`; TOO_MANY_READS; PROOF_NEEDED, NO_SESSION for another owner's tax document;
 * NOT_FOUND if the file is missing, which is logged
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
  const requested = file.hasRanges ? request.headers : withoutRange(request.headers)
  const verdict = evaluateConditions(requested, request.method, {
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
  // Without a length, the reader sees the end only once the file counts as opened, and can then decide at once.
  if (opened) delete headers['Content-Length']
  const chunks = recorded(actor, { ...file.served, how, range: { start, end }, ...(opened && { opened }) }, bytes)
  return ownDownload({ status: verdict.status, headers, chunks, close: () => bytes[Symbol.asyncDispose]() })
}

/** @throws PortalError NOT_FOUND if the stored file doesn't match its row, which is logged */
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
    // browsers do from their cache even with `no-cache`. Clients with a copy can still revalidate it by ETag.
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

/** An archive to serve to an authorized person, with its precautions. */
export interface ArchiveToServe {
  filename: string
  /** 'fresh' if it contains another owner's tax document, or an open session must not suffice. */
  proof: 'fresh' | 'own'
  /** Number of files that count toward the hourly limit. */
  files: number
  /** Writes the audit entries, before the first byte is sent. */
  record(): Promise<void>
  /** Stored files must be read by `recordedInArchive`. */
  entries: AsyncIterable<ZipEntry>
}

/** Serves an archive, created during the download. */
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
