import { PortalError } from '../platform/portal-error.ts'

/** What is wrong with a request, and the HTTP status that tells a tus client what to do about it. */
export interface UploadError {
  error: PortalError
  status: number
}

/**
 * @param error a PortalError, one of tus's own (`status_code`), or whatever disk and database throw
 * @param method of the request it happened in
 */
export function toUploadError(error: unknown, method: string): UploadError {
  if (error instanceof PortalError) return { error, status: error.status }
  const { status_code: status, code, syscall } = error as { status_code?: number; code?: string; syscall?: string }
  if (status !== undefined) return fromTusStatus(status, method)
  // The disk says no: the same request may succeed in a while.
  if (syscall || /^E[A-Z]+$/.test(code ?? '')) {
    return { error: new PortalError('STORAGE_UNAVAILABLE', { retryAfter: 30, cause: error }), status: 503 }
  }
  return { error: new PortalError('UNEXPECTED', { cause: error }), status: 500 }
}

function fromTusStatus(status: number, method: string): UploadError {
  if (status === 404 || status === 410) return { error: new PortalError('NOT_FOUND'), status }
  if (status === 413 && method === 'POST') return { error: new PortalError('FILE_TOO_LARGE'), status }
  // No length announced: tus means that a server could learn to do without; this one wants to know.
  if (status === 501) return { error: new PortalError('UPLOAD_FAILED'), status: 400 }
  // Another request holds the upload's lock: tus clients know 423 and come again.
  if (status === 500) return { error: new PortalError('UPLOAD_FAILED'), status: 423 }
  return { error: new PortalError('UPLOAD_FAILED'), status }
}

/** @returns the answer with the sentence to show; HEAD has no body, so there the status must do */
export function uploadErrorResponse(request: Request, { error, status }: UploadError, more: Record<string, string>): Response {
  const headers = new Headers({ ...more, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  if (error.retryAfter) headers.set('Retry-After', String(error.retryAfter))
  const body = JSON.stringify({ code: error.code, message: error.message })
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}
