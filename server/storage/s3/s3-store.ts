import type { S3Place } from '../place.ts'
import type { Storage } from '../storage-port.ts'
export function openS3Store(_place: S3Place, _isKey: (key: string) => boolean): Promise<Storage> {
  throw new Error('not yet')
}
