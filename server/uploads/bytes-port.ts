import type { Readable } from 'node:stream'
import type { Upload } from './upload-row.ts'

/**
 * The bytes of unfinished uploads. An upload's row in the table `uploads` is created before its bytes and deleted after
 * them, so bytes without a row belong to nobody. The caller of a method about an upload holds its lock.
 */
export interface ArrivedBytes {
  /** Prepares for the bytes of an upload that has just been registered. */
  create(id: string): Promise<void>

  /** @returns how many bytes have arrived; undefined where they are gone */
  size(upload: Upload): Promise<number | undefined>

  /**
   * Appends a request's bytes. What arrived before an error is kept. Unless the file is complete then, what this counts
   * survives a crash, since the browser will never send it again.
   * @param upload its row as it is now
   * @returns how many bytes have arrived
   * @throws what ended the request early, such as a connection that broke; errors of disk, store and database
   */
  append(upload: Upload, bytes: Readable, arriving: Arriving): Promise<number>

  /** @returns the path of a local file with all bytes of a complete upload */
  gather(upload: Upload): Promise<string>

  /** Waits until that file is on disk, if that is where it survives a crash. @returns whether it is */
  flush(id: string): Promise<boolean>

  /** Removes what the row knows of, once it is needed no longer. */
  remove(upload: Upload): Promise<void>

  /** Removes everything of an upload, even what an interrupted request left without a word in the row. */
  removeAll(id: string): Promise<void>

  /** @returns the ids of all uploads that have bytes */
  listIds(): Promise<string[]>
}

/** What a request appends to an upload. */
export interface Arriving {
  actor: { id: string }
  /** Where the first byte goes: how many have arrived so far. */
  offset: number
}
