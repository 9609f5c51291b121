import { Server } from '@tus/server'
import { uploadLimit } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { openArrivedBytes } from './arrived-bytes.ts'
import { finishUpload } from './finish-upload.ts'
import { UploadStore } from './tus-store.ts'
import { toUploadError, type UploadError, uploadErrorResponse } from './upload-errors.ts'
import { isUploadId, newUploadId } from './upload-id.ts'
import { requestLocker } from './upload-lock.ts'

/** Deliberately no GET: files are read through their document, see `app/downloads/server/serve-file.ts`. */
const methods = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']

let stopping = new AbortController()
const running = new Set<Promise<Response>>()

/** @param config place of unfinished uploads, see `openArrivedBytes` */
export async function openUploads(config: Parameters<typeof openArrivedBytes>[0]): Promise<void> {
  await openArrivedBytes(config)
  stopping = new AbortController()
}

/** Ends running requests as if their senders had paused; received bytes stay. */
export async function closeUploads(): Promise<void> {
  stopping.abort()
  await Promise.allSettled(running)
}

/**
 * Handles a request to `/uploads` or `/uploads/{id}`: a resumable upload by tus 1.0.0 (https://tus.io), the
 * specification's uploadDocument (section 7). POST registers a file with `Upload-Length` and, in `Upload-Metadata`,
 * `filename` and optionally `userId`, `fundName` and `category`. PATCH sends bytes, HEAD returns how many arrived,
 * DELETE cancels. The response to the last byte is sent once the document is stored, with its `Upload-Document-Id`, as
 * does HEAD from then on.
 * @returns tus's response; for errors JSON `{ code, message }`, where `message` is the sentence to show
 */
export async function handleUpload(request: Request, actor: Actor): Promise<Response> {
  const response = respond(request, actor)
  running.add(response)
  try {
    return await response
  } finally {
    running.delete(response)
  }
}

async function respond(request: Request, actor: Actor): Promise<Response> {
  if (!methods.includes(request.method)) {
    return uploadErrorResponse(
      request,
      { error: new PortalError('NOT_FOUND'), status: 405 },
      { Allow: methods.join(', ') },
    )
  }
  let failure: UploadError | undefined
  const recordFailure = (error: unknown) => {
    failure = toUploadError(error, request.method)
    if (failure.status >= 500) log.error('an upload failed', error, { method: request.method })
    return failure
  }
  try {
    if (stopping.signal.aborted) throw new PortalError('STORAGE_UNAVAILABLE', { retryAfter: 5 })
    // A browser that missed the response to its last byte sends HEAD and takes "all bytes arrived" for success, so the
    // document must exist first.
    const found = request.method === 'HEAD' ? await finishUpload(actor, idOf(request)) : undefined
    const tus = tusServer(actor, error => ({ status_code: recordFailure(error).status, body: '' }))
    const response = await tus.handleWeb(tusRequest(request))
    if (failure || response.status >= 400) {
      failure ??= { error: new PortalError('UPLOAD_FAILED'), status: response.status }
      return uploadErrorResponse(request, failure, { 'Tus-Resumable': '1.0.0' })
    }
    const headers = new Headers(response.headers)
    for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name)
    headers.set('Cache-Control', 'no-store')
    if (found) headers.set('Upload-Document-Id', found)
    return new Response(response.body, { status: response.status, headers })
  } catch (error) {
    return uploadErrorResponse(request, recordFailure(error), { 'Tus-Resumable': '1.0.0' })
  }
}

/** A tus server for a single request, so that its store acts only as the requester. */
function tusServer(actor: Actor, onResponseError: (error: unknown) => { status_code: number; body: string }): Server {
  return new Server({
    path: '/uploads',
    relativeLocation: true,
    maxSize: uploadLimit,
    locker: requestLocker(stopping.signal),
    // Received bytes are retained, so a request asked to release the lock can end at once.
    lockDrainTimeout: 100,
    datastore: new UploadStore(actor),
    namingFunction: newUploadId,
    onResponseError: (_, error) => onResponseError(error),
    async onUploadFinish(_, { id }) {
      const documentId = await finishUpload(actor, id)
      return documentId ? { headers: { 'Upload-Document-Id': documentId } } : {}
    },
  })
}

function idOf(request: Request): string {
  const id = new URL(request.url).pathname.split('/').at(-1) ?? ''
  if (!isUploadId(id)) throw new PortalError('NOT_FOUND')
  return id
}

/** The request for tus, without proxy headers, which it would reject. */
function tusRequest({ url, method, headers: sent, body }: Request): Request {
  const headers = new Headers(sent)
  for (const name of ['forwarded', 'x-forwarded-proto', 'x-forwarded-host']) headers.delete(name)
  return new Request(url, { method, headers, body, ...(body && { duplex: 'half' }) })
}
