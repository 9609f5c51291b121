import type { Storage, StoredFile } from '../../../server/storage/storage-port.ts'

/** Files per listing request. */
const pageSize = 500
/** Concurrency: a network store takes a while for each. */
const atOnce = 8

/** Processes every file in a store, concurrently. */
export async function walkStore(store: Storage, work: (file: StoredFile) => Promise<void>): Promise<void> {
  for await (const files of pagesOf(store)) await walkAll(files, work)
}

/** @returns every file in a store, by key, in pages */
export async function* pagesOf(store: Storage): AsyncGenerator<StoredFile[], void, void> {
  for (let after: string | undefined; ; ) {
    const files = await store.list({ limit: pageSize, ...(after !== undefined && { after }) })
    if (files.length > 0) yield files
    after = files.at(-1)?.key
    if (files.length < pageSize) return
  }
}

/** Processes every item, concurrently. */
export async function walkAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const workOn = async () => {
    while (next < items.length) await work(items[next++] as T)
  }
  await Promise.all(Array.from({ length: atOnce }, workOn))
}
