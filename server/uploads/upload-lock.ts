import { MemoryLocker } from '@tus/server'

/** Who may work on an upload just now. This one serves a single process; several need one that they share. */
export const locker = new MemoryLocker()

/** Works on an upload alone: a request that is sending it bytes is asked to end first. */
export async function withUploadLock<T>(id: string, work: () => Promise<T>): Promise<T> {
  const lock = locker.newLock(id)
  await lock.lock(new AbortController().signal, () => {})
  try {
    return await work()
  } finally {
    await lock.unlock()
  }
}
