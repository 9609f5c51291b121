import { requireStoring, siteStateKnown } from '../database/watch-site-state.ts'
import type { Storage } from './storage-port.ts'

/** Files being stored or removed. */
const running = new Set<Promise<unknown>>()

/**
 * A store that takes and removes no files while the site is paused, or once its files are elsewhere; reading goes on.
 * @param place what the store is called where the site's files are noted (`describePlace`)
 */
export function pausable(store: Storage, place: string): Storage {
  const whileRunning = async <T>(work: () => Promise<T>): Promise<T> => {
    await siteStateKnown()
    requireStoring(place)
    const done = work()
    running.add(done)
    try {
      return await done
    } finally {
      running.delete(done)
    }
  }
  const changing: Pick<Storage, 'put' | 'delete'> = {
    put: (...file) => whileRunning(() => store.put(...file)),
    delete: key => whileRunning(() => store.delete(key)),
  }
  return Object.assign(Object.create(store), changing)
}

/** Resolves once no file is being stored or removed. Call it when no more can begin. */
export async function storingEnded(): Promise<void> {
  await Promise.allSettled(running)
}
