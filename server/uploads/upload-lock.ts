import { type Locker, MemoryLocker } from '@tus/server'

/** Locks uploads within this process. Several processes would need a shared one. */
const locker = new MemoryLocker()

/**
 * The lock for one request of tus.
 * @param release called when tus ends the request because another one has been waiting for its upload
 */
export function requestLocker(release: () => void): Locker {
  return {
    newLock(id) {
      const lock = locker.newLock(id)
      return {
        lock: (signal, cancel) => {
          signal.addEventListener('abort', release, { once: true })
          return lock.lock(signal, cancel)
        },
        unlock: () => lock.unlock(),
      }
    },
  }
}

/** Runs `work` while holding an upload's lock. A request that is sending bytes to it is asked to end first. */
export async function withUploadLock<T>(id: string, work: () => Promise<T>): Promise<T> {
  const lock = locker.newLock(id)
  await lock.lock(new AbortController().signal, () => {})
  try {
    return await work()
  } finally {
    await lock.unlock()
  }
}
