import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { idOfKey, isPartKey } from '../../app/uploads/server/parts.ts'
import { type Place, placeWithin, readPlace } from '../../server/platform/place.ts'
import { openStore } from '../../server/storage/open-store.ts'
import { isKey, type Storage } from '../../server/storage/storage-port.ts'
import { type S3Server, startS3Server } from '../helpers/s3-server.ts'

export const stores = ['folder', 's3'] as const
export type StoreKind = (typeof stores)[number]

/** What a site keeps besides its database. */
export interface StoredSite extends AsyncDisposable {
  /** The site's settings. */
  env: Record<string, string>
  /** The store's server, where it has one. */
  server: S3Server | undefined
  /** @returns the keys of all stored files, as the store lists them */
  keys(dataDir: string): Promise<Set<string>>
  /** @returns whether the store gives out a file, whatever it lists */
  has(dataDir: string, key: string): Promise<boolean>
  /** @returns the ids of uploads that have bytes */
  arrivedIds(dataDir: string): Promise<string[]>
}

export async function openStoredSite(kind: StoreKind): Promise<StoredSite> {
  if (kind === 'folder') {
    return {
      env: {},
      server: undefined,
      keys: dataDir => keysOf({ folder: join(dataDir, 'files') }, isKey),
      has: (dataDir, key) => isStored({ folder: join(dataDir, 'files') }, key),
      arrivedIds: dataDir => readdir(join(dataDir, 'uploads')),
      [Symbol.asyncDispose]: async () => {},
    }
  }
  const server = await startS3Server()
  const url = await server.newBucket()
  const storage = readPlace(url)
  return {
    env: { STORAGE_URL: url },
    server,
    keys: () => keysOf(placeWithin(storage, 'documents'), isKey),
    has: (_, key) => isStored(placeWithin(storage, 'documents'), key),
    arrivedIds: async () => [...(await keysOf(placeWithin(storage, 'uploads'), isPartKey))].map(idOfKey),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function isStored(place: Place, key: string): Promise<boolean> {
  const store = await openStore(place, isKey)
  return (await store.head(key)) !== undefined
}

async function keysOf(place: Place, isOurs: (key: string) => boolean): Promise<Set<string>> {
  const store: Storage = await openStore(place, isOurs)
  const limit = 1000
  const keys = new Set<string>()
  for (let after: string | undefined; ; ) {
    const found = await store.list({ limit, ...(after !== undefined && { after }) })
    for (const { key } of found) keys.add(key)
    after = found.at(-1)?.key
    if (found.length < limit) return keys
  }
}
