import type { Readable } from 'node:stream'
import type { Upload } from './upload-row.ts'

/**
 * Bytes of unfinished uploads. An upload's row in `uploads` is created before its bytes and deleted after them, so
 * bytes without a row are orphans. Callers hold the upload's lock.
 */
export interface ArrivedBytes {
  /** Prepares for the bytes of a newly registered upload. */
  create(id: string): Promise<void>

  /** @returns number of bytes received; undefined if they are gone */
  size(upload: Upload): Promise<number | undefined>

  /**
   * Appends a request's bytes, retaining those that arrived before an error. Unless the file is complete, counted bytes
   * survive a crash, since the browser never sends them again.
   * @param upload its current row
   * @returns number of bytes received
   * @throws what ended the request early, such as a broken connection; errors of disk, store and database
   */
  append(upload: Upload, bytes: Readable, arriving: Arriving): Promise<number>

  /** @returns the path of a local file with all bytes of a complete upload */
  gather(upload: Upload): Promise<string>

  /** Flushes that file to disk, if that is its durable place. @returns whether it is */
  flush(id: string): Promise<boolean>

  /** Removes the bytes that the row names, once not needed. */
  remove(upload: Upload): Promise<void>

  /** Removes all of an upload's bytes, including those of an interrupted request that the row doesn't name. */
  removeAll(id: string): Promise<void>

  /** @returns ids of all uploads with bytes */
  listIds(): Promise<string[]>
}

/** A request that appends to an upload. */
export interface Arriving {
  actor: { id: string }
  /** Position of the first byte: the number received so far. */
  offset: number
}
