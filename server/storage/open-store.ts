import type { Place } from '../platform/place.ts'
import { openFileStore } from './file-store.ts'
import type { Storage } from './storage-port.ts'

/**
 * Opens a store: the site's own, one for backups, one to move to.
 * @param isKey accepted keys; `list` omits others. Their characters are those of `isPlainKey`
 * @throws StartError for an S3 store that is misconfigured or doesn't answer; errors of the disk
 */
export async function openStore(place: Place, isKey: (key: string) => boolean): Promise<Storage> {
  if ('folder' in place) return await openFileStore(place.folder, isKey)
  // Loaded only if needed: the SDK takes as much time and memory to load as half of the server.
  const { openS3Store } = await import('./s3/s3-store.ts')
  return await openS3Store(place, isKey)
}
