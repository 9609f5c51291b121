import { MemoryLocker } from '@tus/server'

/** Locks uploads within this process. Several processes would need a shared one. */
export const locker = new MemoryLocker()

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
