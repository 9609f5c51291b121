import { ERRORS } from '@tus/server'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { StoreError } from '../../../server/storage/storage-port.ts'

/** An error, and its HTTP status for a tus client. */
export interface UploadError {
  error: PortalError
  status: number
}

/**
 * @param error a PortalError, one of tus's own (`status_code`), or an error of disk or database
 * @param method of the failed request
 */
export function toUploadError(error: unknown, method: string): UploadError {
  if (error instanceof PortalError) return { error, status: error.status }
  const { status_code: status, code, syscall } = error as { status_code?: number; code?: string; syscall?: string }
  // The request was ended for another one of its upload, or because its lock's connection broke. tus calls that a bad
  // request, on which clients give up; the received bytes are retained, so clients should continue.
  if (error === ERRORS.ABORTED) return { error: new PortalError('UPLOAD_FAILED'), status: 423 }
  if (status !== undefined) return fromTusStatus(status, method)
  // The same request may succeed later.
  if (error instanceof StoreError || syscall || /^E[A-Z]+$/.test(code ?? '')) {
    return { error: new PortalError('STORAGE_UNAVAILABLE', { retryAfter: 30, cause: error }), status: 503 }
  }
  return { error: new PortalError('UNEXPECTED', { cause: error }), status: 500 }
}

function fromTusStatus(status: number, method: string): UploadError {
  if (status === 404 || status === 410) return { error: new PortalError('NOT_FOUND'), status }
  if (status === 413 && method === 'POST') return { error: new PortalError('FILE_TOO_LARGE'), status }
  // The request has no length. tus calls that "not implemented"; here it's required.
  if (status === 501) return { error: new PortalError('UPLOAD_FAILED'), status: 400 }
  // Another request holds the upload's lock: tus clients retry after a 423.
  if (status === 500) return { error: new PortalError('UPLOAD_FAILED'), status: 423 }
  return { error: new PortalError('UPLOAD_FAILED'), status }
}

/** @returns a response with the sentence to show; HEAD has no body, only the status */
export function uploadErrorResponse(
  request: Request,
  { error, status }: UploadError,
  more: Record<string, string>,
): Response {
  const headers = new Headers({ ...more, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  if (error.retryAfter) headers.set('Retry-After', String(error.retryAfter))
  const body = JSON.stringify({ code: error.code, message: error.message })
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}
