import { ERRORS, type Locker } from '@tus/server'
import { type SessionLock, takeSessionLock, trySessionLock } from '../database/session-locks.ts'

/** How long (ms) a request waits for an upload that another one is at work on. */
const timeoutMs = 30_000

/**
 * The lock for one request of tus. Only one request works on an upload, in all processes of the site. It ends as if its
 * sender had paused where another one waits for the upload.
 * @param stopping ends it, too
 */
export function requestLocker(stopping: AbortSignal): Locker {
  return {
    newLock(id) {
      let held: SessionLock | undefined
      let end = () => {}
      return {
        async lock(signal, cancel) {
          end = () => void cancel()
          held = await takeUploadLock(id, end, signal)
          stopping.addEventListener('abort', end)
          if (stopping.aborted) end()
        },
        async unlock() {
          stopping.removeEventListener('abort', end)
          held?.release()
        },
      }
    },
  }
}

/** Runs `work` while holding an upload's lock. A request that is sending bytes to it is asked to end first. */
export async function withUploadLock<T>(id: string, work: () => Promise<T>): Promise<T> {
  // What holds it here ends on its own, soon.
  const lock = await takeUploadLock(id, () => {})
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** @returns whether a request or a job is at work on an upload, in any process */
export async function isUploadLocked(id: string): Promise<boolean> {
  const lock = await trySessionLock(nameOf(id), () => {})
  lock?.release()
  return lock === undefined
}

/** @throws tus's error for an upload that someone else keeps; PortalError AWAY where the database cannot be reached */
async function takeUploadLock(id: string, ask: () => void, signal?: AbortSignal): Promise<SessionLock> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    return await takeSessionLock(nameOf(id), ask, until)
  } catch (error) {
    throw until.aborted ? ERRORS.ERR_LOCK_TIMEOUT : error
  }
}

function nameOf(id: string): string {
  return `upload ${id}`
}
