import { ERRORS, type Locker } from '@tus/server'
import { type SessionLock, takeSessionLock, trySessionLock } from '../../../server/database/session-locks.ts'

/** Longest wait (ms) for an upload's lock. */
const timeoutMs = 30_000

/**
 * The lock for one request of tus. Across all processes, one request works on an upload at a time. When another one
 * waits for the upload, this one ends as if its sender had paused.
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

/** Runs `work` while holding an upload's lock. A request that is sending bytes is asked to end first. */
export async function withUploadLock<T>(id: string, work: () => Promise<T>): Promise<T> {
  // Holders of this lock end soon by themselves.
  const lock = await takeUploadLock(id, () => {})
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** @returns whether a request or job works on an upload, in any process */
export async function isUploadLocked(id: string): Promise<boolean> {
  const lock = await trySessionLock(nameOf(id), () => {})
  lock?.release()
  return lock === undefined
}

/** @throws tus's error for a lock that stays held; PortalError AWAY if the database is unreachable */
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
