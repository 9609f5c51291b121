import type { DetailedError, Upload } from 'tus-js-client'
import { uploadMessages } from '../../../rules/upload-messages.ts'
import { type Refusal, refusal, refusalIn } from '../refusal.ts'

/** Whose documents a file is added to, and who adds it. */
export interface UploadTarget {
  actorId: string
  userId: string
  fundName: string
  /** What it is filed as, if not as an investment document. */
  category?: string
  /** For administrators: the holder it belongs to. */
  holderId?: string
  /** Of the fund's request for a document that the file fulfills. */
  requestId?: string
  /** For administrators: whether it is to be delivered to others, so that no document is made of it yet. */
  forDelivery?: true
}

/** The transfer of one file to the server by the resumable upload protocol (tus 1.0). */
export interface Transfer {
  /** Starts, or resumes from what the server has. */
  start(): void
  /** Stops; the server keeps what it has for a day. */
  pause(): void
  /**
   * Stops and has the server discard what it has.
   * @returns false if it is too late and the document has been created
   */
  cancel(): Promise<boolean>
}

interface TransferCallbacks {
  /** @param sent bytes, including those of earlier attempts */
  onProgress(sent: number): void
  onOffline(): void
  onOnline(): void
  /** @param id of the upload */
  onDone(id: string): void
  /** @param canRetry whether trying again could succeed */
  onError(error: Refusal, canRetry: boolean): void
}

/** Delays between retries, in milliseconds; they start over whenever some bytes got through. */
const retryDelays = [300, 1000, 3000, 5000, 10_000, 20_000]

/** The server's statuses for canceling a file that has become a document, or is just becoming one. */
const tooLate = [400, 423]

/**
 * Prepares a transfer. It resumes where this browser left off if the same user began to upload the same file for the
 * same owner before.
 */
export function createTransfer(file: File, target: UploadTarget, callbacks: TransferCallbacks): Transfer {
  let upload: Upload | undefined
  let active = false
  let canceled = false

  const create = () =>
    createUpload(file, {
      metadata: metadataOf(file, target),
      fingerprint: async () => fingerprintOf(file, target),
      onShouldRetry: error => active && navigator.onLine && isTemporary(statusOf(error)),
      isCanceled: () => canceled,
      onProgress: sent => callbacks.onProgress(sent),
      onSuccess: () => callbacks.onDone(upload?.url?.split('/').at(-1) ?? ''),
      onError: fail,
    })
  const fail = (error: Error) => {
    if (!active) return
    if (!navigator.onLine) {
      callbacks.onOffline()
      addEventListener('online', resume, { once: true })
      return
    }
    active = false
    const status = statusOf(error)
    const refused = messageOf(error)
    const canRetry = isTemporary(status) || [401, 429, storeFull].includes(status) || refused.code === 'PROOF_NEEDED'
    callbacks.onError(refused, canRetry)
  }
  const resume = () => {
    if (!active) return
    callbacks.onOnline()
    start()
  }
  const stop = () => {
    active = false
    removeEventListener('online', resume)
  }

  const start = async () => {
    active = true
    try {
      upload ??= await create()
      if (active) upload.start()
    } catch (error) {
      fail(error as Error)
    }
  }

  return {
    start,
    pause: () => {
      stop()
      canceled = false
      upload?.abort().catch(() => {})
    },
    cancel: () => {
      stop()
      canceled = true
      return discard(upload)
    },
  }
}

/** What the server is told of a file, see `server/uploads/register-upload.ts`. */
function metadataOf(file: File, { userId, fundName, requestId, category, holderId, forDelivery }: UploadTarget) {
  return {
    filename: file.name,
    userId,
    fundName,
    ...(requestId && { documentRequestId: requestId }),
    ...(category && { category }),
    ...(holderId && { holderId }),
    ...(forDelivery && { forDelivery: '1' }),
  }
}

/** By which this browser knows an upload again. */
function fingerprintOf({ name, size, lastModified }: File, target: UploadTarget): string {
  const { actorId, userId, fundName, requestId, holderId, category, forDelivery } = target
  const of = [actorId, userId, fundName, requestId, holderId, category, forDelivery && 'delivery']
  return ['promissory', ...of, name, size, lastModified].join(':')
}

type Options = NonNullable<ConstructorParameters<typeof Upload>[1]> & { isCanceled: () => boolean }

/** Loads the upload client, with the first file, and finds what an earlier attempt has sent. */
async function createUpload(file: File, { isCanceled, ...options }: Options): Promise<Upload> {
  const tus = await import('tus-js-client')
  const upload = new tus.Upload(file, {
    ...options,
    endpoint: '/uploads',
    retryDelays,
    removeFingerprintOnSuccess: true,
    // The client takes any refusal of a HEAD to mean that what it has sent is gone, and starts all over.
    onAfterResponse: (request, response) => {
      if (request.getMethod() === 'HEAD' && isTemporary(response.getStatus())) throw new Error('try again later')
    },
    // If it was canceled while the server was creating the upload, only now is there something to discard.
    onUploadUrlAvailable: () => {
      if (isCanceled()) upload.abort(true).catch(() => {})
    },
  })
  const [previous] = await upload.findPreviousUploads()
  if (previous) upload.resumeFromPreviousUpload(previous)
  return upload
}

/** @returns false if it is too late and the document has been created */
async function discard(upload: Upload | undefined): Promise<boolean> {
  if (!upload?.url) return true
  try {
    await upload.abort(true)
  } catch (error) {
    if (tooLate.includes(statusOf(error as Error))) {
      // If the same file is added again, its upload starts from the beginning.
      for (const { urlStorageKey } of await upload.findPreviousUploads()) {
        await upload.options.urlStorage?.removeUpload(urlStorageKey)
      }
      return false
    }
    // Any other failure does no harm: the server discards its copy of a canceled file after a day anyway.
  }
  return true
}

/** The server's storage is almost full. Trying again makes sense later, when a person decides to. */
const storeFull = 507

/** A failure that may pass on its own: of the connection or the server, or another attempt still holds the file. */
function isTemporary(status: number): boolean {
  return status === 0 || (status >= 500 && status !== storeFull) || status === 409 || status === 423
}

/** @returns the answer's status; 0 if there was none */
function statusOf(error: Error): number {
  return (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0
}

/** @returns the server's own message, else the specification's (section 8) */
function messageOf(error: Error): Refusal {
  try {
    const body: unknown = JSON.parse((error as Partial<DetailedError>).originalResponse?.getBody() ?? '')
    return refusalIn(body) ?? refusal('UPLOAD_FAILED', uploadMessages)
  } catch {
    return refusal('UPLOAD_FAILED', uploadMessages)
  }
}
