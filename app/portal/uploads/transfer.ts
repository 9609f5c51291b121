import type { DetailedError, Upload } from 'tus-js-client'
import { uploadMessages } from '../../../rules/upload-messages.ts'
import { type Refusal, refusal, refusalIn } from '../errors.ts'
import type { Target } from './queue.ts'

/** One file's way to the server by the resumable upload protocol (tus 1.0). */
export interface Transfer {
  /** Begins, or goes on from what the server has. */
  start(): void
  /** Stops; what has arrived is kept for a day. */
  pause(): void
  /**
   * Stops, and has the server forget what has arrived.
   * @returns false where it is too late: the document is there
   */
  cancel(): Promise<boolean>
}

interface Ear {
  /** @param sent bytes, those of earlier tries included */
  onProgress(sent: number): void
  onOffline(): void
  onOnline(): void
  onDone(): void
  /** @param canRetry whether another try could end otherwise */
  onError(error: Refusal, canRetry: boolean): void
}

/** Pauses between tries, milliseconds; counted anew whenever a byte has got through. */
const retryDelays = [300, 1000, 3000, 5000, 10_000, 20_000]

/** What the server answers who wants to cancel a file that has become a document, or is just becoming one. */
const tooLate = [400, 423]

/**
 * Prepares a transfer. Where the same file was begun before, in this browser, by the same person for the same
 * person, it goes on from there.
 */
export function transfer(file: File, { actorId, userId }: Target, ear: Ear): Transfer {
  let upload: Upload | undefined
  let wanted = false
  let cancelled = false

  const create = async (): Promise<Upload> => {
    // Fetched with the first file: most visits upload nothing.
    const tus = await import('tus-js-client')
    const made = new tus.Upload(file, {
      endpoint: '/uploads',
      metadata: { filename: file.name, userId },
      retryDelays,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => ['promissory', actorId, userId, file.name, file.size, file.lastModified].join(':'),
      onShouldRetry: error => wanted && navigator.onLine && isPassing(statusOf(error)),
      // Cancelled while the server was being told of the file: only now is there something to forget.
      onUploadUrlAvailable: () => {
        if (cancelled) made.abort(true).catch(() => {})
      },
      onProgress: sent => ear.onProgress(sent),
      onSuccess: () => ear.onDone(),
      onError: fail,
    })
    const [before] = await made.findPreviousUploads()
    if (before) made.resumeFromPreviousUpload(before)
    return made
  }

  const fail = (error: Error) => {
    if (!wanted) return
    if (!navigator.onLine) {
      ear.onOffline()
      addEventListener('online', goOn, { once: true })
      return
    }
    wanted = false
    const status = statusOf(error)
    ear.onError(wordsOf(error), isPassing(status) || status === 401 || status === 429)
  }

  const goOn = () => {
    if (!wanted) return
    ear.onOnline()
    upload?.start()
  }

  const stop = (forget: boolean) => {
    wanted = false
    removeEventListener('online', goOn)
    cancelled = forget
  }

  const cancel = async () => {
    stop(true)
    if (!upload?.url) return true
    try {
      await upload.abort(true)
    } catch (error) {
      if (tooLate.includes(statusOf(error as Error))) {
        // The same file, once it is to be added again, begins anew.
        for (const { urlStorageKey } of await upload.findPreviousUploads()) {
          await upload.options.urlStorage?.removeUpload(urlStorageKey)
        }
        return false
      }
      // All else is as good: the server's copy of a cancelled file also ends by itself, after a day.
    }
    return true
  }

  return {
    start: async () => {
      wanted = true
      try {
        upload ??= await create()
        if (wanted) upload.start()
      } catch (error) {
        fail(error as Error)
      }
    },
    pause: () => {
      stop(false)
      upload?.abort().catch(() => {})
    },
    cancel,
  }
}

/** A fault that may pass by itself: the line, the server, or another try still holding the file. */
function isPassing(status: number): boolean {
  return status === 0 || status >= 500 || status === 409 || status === 423
}

function statusOf(error: Error): number {
  return (error as Partial<DetailedError>).originalResponse?.getStatus() ?? 0
}

/** The server's own sentence, else the specification's (section 8). */
function wordsOf(error: Error): Refusal {
  try {
    const body: unknown = JSON.parse((error as Partial<DetailedError>).originalResponse?.getBody() ?? '')
    return refusalIn(body) ?? refusal('UPLOAD_FAILED', uploadMessages)
  } catch {
    return refusal('UPLOAD_FAILED', uploadMessages)
  }
}
