import type { DetailedError, Upload } from 'tus-js-client'
import { uploadRetries } from '../../../rules/limits.ts'
import { isForeign } from '../../shell/own-answer.ts'
import { type Refusal, refusal, refusalIn } from '../../shell/portal/refusal.ts'
import { uploadMessages } from '../messages.ts'

/** The document's owner, and the person who uploads it. */
export interface UploadTarget {
  actorId: string
  userId: string
  fundName: string
  /** Its category, if not an investment document. */
  category?: string
  /** For administrators: the holder it belongs to. */
  holderId?: string
  requestId?: string
  /** For administrators: the file is for a delivery, so no document is created yet. */
  forDelivery?: true
}

/** The transfer of one file to the server by the resumable upload protocol (tus 1.0). */
export interface Transfer {
  /** Starts, or resumes from the server's offset. */
  start(): void
  /** Stops; the server retains the received part for a day. */
  pause(): void
  /**
   * Stops and has the server discard the received part.
   * @returns false if it is too late and the document has been created
   */
  cancel(): Promise<boolean>
}

interface TransferCallbacks {
  /** @param sent bytes, including those of earlier attempts */
  onProgress(sent: number): void
  onOffline(): void
  /** The site doesn't answer; the transfer resumes by itself once it does. */
  onAway(): void
  onOnline(): void
  onDone(id: string): void
  /** @param canRetry whether trying again could succeed */
  onError(error: Refusal, canRetry: boolean): void
}

/** Delays between retries, in milliseconds; they start over whenever some bytes got through. */
const retryDelays = [300, 1000, 3000, 5000, 10_000, 20_000]
/** Retries before the list reports that the site doesn't answer. */
const quickRetries = 2
/** Interval (ms) of further attempts until the site answers. */
const awayDelay = 3000

/** The server's statuses for canceling a file that has become, or is becoming, a document. */
const tooLate = [400, 423]

/**
 * Prepares a transfer. It resumes an earlier upload of the same file by the same user for the same owner in this
 * browser.
 */
export function createTransfer(file: File, target: UploadTarget, callbacks: TransferCallbacks): Transfer {
  let upload: Upload | undefined
  let active = false
  let canceled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the server started to fail, by a monotonic clock. */
  let failing: number | undefined

  /** A failing server is given up after `uploadRetries`; a lock on the file is released some time later. */
  const mayRetry = (status: number | undefined, retries: number) => {
    if (!status) return retries < quickRetries
    if (status < 500) return isTemporary(status)
    failing ??= performance.now()
    return isTemporary(status) && performance.now() - failing < uploadRetries
  }
  const create = () =>
    createUpload(file, {
      metadata: metadataOf(file, target),
      fingerprint: async () => fingerprintOf(file, target),
      onShouldRetry: (error, retries) => active && navigator.onLine && mayRetry(statusOf(error), retries),
      onAnswer: status => {
        if (status < 300) failing = undefined
      },
      isCanceled: () => canceled,
      onProgress: sent => callbacks.onProgress(sent),
      onSuccess: () => callbacks.onDone(upload?.url?.split('/').at(-1) ?? ''),
      onError: fail,
    })
  const fail = async (error: Error) => {
    if (!active) return
    if (!navigator.onLine) {
      callbacks.onOffline()
      addEventListener('online', resume, { once: true })
      return
    }
    const status = statusOf(error)
    if (status === noAnswer && (await isReadable(file))) {
      if (!active) return
      callbacks.onAway()
      timer = setTimeout(start, awayDelay)
      return
    }
    active = false
    failing = undefined
    const refused = messageOf(error)
    const canRetry =
      isTemporary(status) || [401, 429, storeFull].includes(status ?? noAnswer) || refused.code === 'PROOF_NEEDED'
    callbacks.onError(refused, canRetry)
  }
  const resume = () => {
    if (!active) return
    callbacks.onOnline()
    start()
  }
  const stop = () => {
    active = false
    clearTimeout(timer)
    removeEventListener('online', resume)
  }

  const start = async () => {
    active = true
    try {
      upload ??= await create()
      if (active) upload.start()
    } catch (error) {
      void fail(error as Error)
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

/** @returns false if the file has changed or is gone, which breaks a request just like a lost connection */
function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** The file's metadata for the server, see `app/uploads/server/register-upload.ts`. */
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

/** Identifies an upload in this browser. */
function fingerprintOf({ name, size, lastModified }: File, target: UploadTarget): string {
  const { actorId, userId, fundName, requestId, holderId, category, forDelivery } = target
  const of = [actorId, userId, fundName, requestId, holderId, category, forDelivery && 'delivery']
  return ['promissory', ...of, name, size, lastModified].join(':')
}

type Options = NonNullable<ConstructorParameters<typeof Upload>[1]> & {
  isCanceled: () => boolean
  /** Called with the status of each of the site's answers. */
  onAnswer: (status: number) => void
}

/** Loads the upload client, with the first file, and finds earlier attempts. */
async function createUpload(file: File, { isCanceled, onAnswer, ...options }: Options): Promise<Upload> {
  const tus = await import('tus-js-client')
  const upload = new tus.Upload(file, {
    ...options,
    endpoint: '/uploads',
    retryDelays,
    removeFingerprintOnSuccess: true,
    onAfterResponse: (request, response) => {
      const status = response.getStatus()
      const headers = new Headers({ 'Content-Type': response.getHeader('Content-Type') ?? '' })
      if (isForeign({ status, headers })) throw new Error('the site does not answer')
      onAnswer(status)
      // The client would take any refused HEAD to mean that the upload is gone, and start over.
      if (request.getMethod() === 'HEAD' && isTemporary(status)) throw new FailedHead(status)
    },
    // If it was canceled while the server was creating the upload, it can only be discarded now.
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
    if (tooLate.includes(statusOf(error as Error) ?? noAnswer)) {
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

/** The server's storage is almost full. A retry makes sense later, when a person decides to. */
const storeFull = 507

/** In place of a status: the connection broke, or the answer came from something other than the site. */
const noAnswer = 0

class FailedHead extends Error {
  readonly status: number
  constructor(status: number) {
    super(`${status}: try again later`)
    this.status = status
  }
}

/** A failure that may pass on its own: of the connection or the server, or a lock held by another attempt. */
function isTemporary(status = noAnswer): boolean {
  return status === noAnswer || (status >= 500 && status !== storeFull) || status === 409 || status === 423
}

/** @returns the status of the site's answer; `noAnswer` if there was none, and undefined if no request was made */
function statusOf(error: Error): number | undefined {
  // The client wraps errors thrown by its callbacks.
  const { originalRequest, originalResponse, causingError } = error as Partial<DetailedError>
  const cause = causingError ?? error
  if (cause instanceof FailedHead) return cause.status
  // A script that can't be loaded throws a TypeError.
  return originalRequest || error instanceof TypeError ? (originalResponse?.getStatus() ?? noAnswer) : undefined
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
