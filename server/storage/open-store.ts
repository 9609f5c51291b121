import type { Place } from '../platform/place.ts'
import { openFileStore } from './file-store.ts'
import type { Storage } from './storage-port.ts'

/**
 * Opens a place that keeps files: the site's own, one for backups, one to move to.
 * @param isKey which keys it takes; `list` leaves out what has others. Keys have the characters that `isPlainKey` names
 * @throws StartError for an S3 store that can't be used as it is set up, or that doesn't answer; errors of the disk
 */
export async function openStore(place: Place, isKey: (key: string) => boolean): Promise<Storage> {
  if ('folder' in place) return await openFileStore(place.folder, isKey)
  // Sites with a folder do without the SDK, which takes as long to load and as much memory as half of the server.
  const { openS3Store } = await import('./s3/s3-store.ts')
  return await openS3Store(place, isKey)
}
