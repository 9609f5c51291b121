import { create as contentDisposition } from 'content-disposition'
import { href } from 'react-router'
import { mimeTypes, signingLinkType } from '../../rules/documents.ts'
import { withQuery } from '../../rules/url.ts'
import type { Actor } from '../access/actor.ts'
import { findStoredFile, requireProofForTaxNumbers, type StoredFile } from '../documents/stored-files.ts'
import { evaluateConditions } from '../http/conditional-request.ts'
import type { Download } from '../http/send-download.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { storage } from '../storage/storage.ts'
import { enforceReadLimit, recorded } from './file-accesses.ts'
import { recordRead } from './record-read.ts'

/** File types that browsers may display; they save all others. */
const inlineTypes = ['pdf', 'jpg', 'jpeg', 'png', 'txt']

/**
 * Handles GET and HEAD on `/files/{documentId}`: a document's file, or part of it (RFC 9110: one range, conditions by
 * ETag and date). With `?download=1` it is saved rather than displayed. A file with marks isn't given to the program
 * that opens such files without `confirmed=1`, which the viewer adds once its reader has been warned.
 * @throws PortalError NOT_FOUND for a document that doesn't exist, that the actor can't see, that is a signing link, or
 *   whose file is missing, which is logged; FILE_WAITING, FILE_INFECTED for its uploader where it hasn't passed its
 *   check; FILE_MARKED where a frame asks for a file with marks without confirmation; DELEGATE_NO_DOWNLOAD where a
 *   delegate who may only look wants to save it, or would with a file that no browser displays; PROOF_NEEDED for somebody
 *   else's form with a tax number; TOO_MANY_READS
 */
export async function serveFile(request: Request, actor: Actor, documentId: string): Promise<Response | Download> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  enforceReadLimit(actor)
  const file = await findStoredFile(actor, documentId)
  await requireProofForTaxNumbers(actor, [file])
  const question = onlyInViewer(request, file, documentId) ?? askBeforeOpening(request, file, documentId)
  if (question) return question
  const stored = await storage().head(file.file_path)
  if (stored?.size !== file.file_size) {
    // If the document was deleted in the meantime, this throws, and there is nothing to report.
    await findStoredFile(actor, documentId)
    log.error('a stored file is missing or has the wrong size', undefined, {
      document: documentId,
      file_path: file.file_path,
      expected: file.file_size,
      found: stored?.size,
    })
    throw new PortalError('NOT_FOUND')
  }

  const etag = `"${file.sha256}"`
  // HTTP dates have a precision of seconds.
  const modified = new Date(Math.floor(file.created_at.getTime() / 1000) * 1000)
  const download = new URL(request.url).searchParams.get('download') === '1'
  const headers = fileHeaders(file, etag, modified, download)

  const verdict = evaluateConditions(request.headers, request.method, { etag, modified, size: file.file_size })
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
    await recordRead(actor, { ...file, id: documentId }, download ? 'downloaded' : 'opened', verdict.status === 206)
  } catch (error) {
    await bytes[Symbol.asyncDispose]()
    throw error
  }
  const served = { documentId, how: download ? 'download' : 'viewer', range: { start, end } } as const
  const chunks = recorded(actor, served, bytes)
  return { status: verdict.status, headers, chunks, close: () => bytes[Symbol.asyncDispose]() }
}

/**
 * A delegate who may only look gets bytes for our viewer, but no file to save, and none in a window, whose toolbar saves it.
 * @returns a redirect to the viewer; undefined where the bytes may be sent
 */
function onlyInViewer(request: Request, { share, file_type }: StoredFile, documentId: string): Response | undefined {
  if (!share || share.mayDownload) return undefined
  const isSaved = new URL(request.url).searchParams.get('download') === '1' || !inlineTypes.includes(file_type)
  if (isSaved || isFramed(request)) throw new PortalError('DELEGATE_NO_DOWNLOAD')
  return isNavigation(request) ? toViewer(href('/profile/shared'), documentId) : undefined
}

/**
 * Scripts that read a file's bytes, as our viewer does, run nothing in it. A window or frame hands it to whatever opens
 * such files.
 * @returns a redirect to the viewer, which shows the warning; undefined where the file may be sent
 */
function askBeforeOpening(request: Request, { marks }: StoredFile, documentId: string): Response | undefined {
  const asked = new URL(request.url).searchParams
  if (!marks?.length || asked.get('confirmed') === '1') return undefined
  if (isFramed(request)) throw new PortalError('FILE_MARKED')
  return isNavigation(request) ? toViewer(href('/profile'), documentId) : undefined
}

/** @returns whether a frame asks for it, which hands it to a browser's own viewer */
function isFramed({ headers }: Request): boolean {
  return ['iframe', 'frame', 'embed', 'object'].includes(headers.get('sec-fetch-dest') ?? '')
}

/** @returns whether a window asks for it, rather than a page's script or picture */
function isNavigation({ headers }: Request): boolean {
  const shownIn = headers.get('sec-fetch-dest')
  return shownIn ? shownIn === 'document' : (headers.get('accept') ?? '').includes('text/html')
}

function toViewer(page: string, documentId: string): Response {
  const Location = withQuery(page, { document: documentId })
  return new Response(null, { status: 303, headers: { Location, 'Cache-Control': 'no-store' } })
}

function fileHeaders(file: StoredFile, etag: string, modified: Date, download: boolean): Record<string, string> {
  const inline = !download && inlineTypes.includes(file.file_type)
  return {
    'Content-Type': typeOf(file),
    'Content-Disposition': contentDisposition(file.filename, { type: inline ? 'inline' : 'attachment' }),
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': modified.toUTCString(),
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
function typeOf({ file_type: type, mime_type: mime }: StoredFile): string {
  if (type === signingLinkType) throw new PortalError('NOT_FOUND')
  if (type === 'txt' && /^text\/plain; charset=[a-z0-9-]+$/.test(mime)) return mime
  return mimeTypes[type]
}

/** Uploaded files aren't our pages: they can run nothing, load nothing, and only we may frame them. */
function policyOf({ file_type }: StoredFile): string {
  const nothing =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
  // Some browsers' PDF viewers don't start in a sandbox; a PDF's content runs in the viewer, not as our page.
  return file_type === 'pdf' ? nothing : `${nothing}; sandbox`
}
