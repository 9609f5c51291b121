export { StoreError } from '../platform/store-error.ts'

/**
 * Where files are kept, in a folder or in S3, see `openStore`. A store holds whole files under keys and never changes
 * one in place: a key is written once, read often, deleted once. `file_path` in the table `documents` is such a key.
 */
export interface Storage {
  /**
   * Stores a file. When this resolves, the file survives a power failure; until then the key reads as before.
   * @param key see `isKey`; an existing file is replaced
   * @param source a local file, which is moved, or bytes in chunks
   * @param known the SHA-256 of these bytes in hexadecimal, where the caller has it anyway: a store in a network checks
   *   the file by it whenever it is read to its end
   * @returns the stored size in bytes
   * @throws errors of the disk; StoreError, where a store in a network may have it all the same. A local file is then
   *   still in its place
   */
  put(key: string, source: LocalFile | AsyncIterable<Uint8Array>, known?: { sha256: string }): Promise<{ size: number }>

  /** @returns a stored file's size in bytes; undefined where there is none */
  head(key: string): Promise<{ size: number } | undefined>

  /**
   * Opens a stored file, or part of it.
   * @param range first and last byte, both included, as in RFC 9110 section 14.1.2; the whole file by default
   * @returns the bytes; undefined where there is no file
   */
  read(key: string, range?: ByteRange): Promise<StoredBytes | undefined>

  /**
   * Removes a stored file, if it exists. Reads in progress continue to the end: in a folder because an open file
   * outlives its name. A network store must do the same (S3 does, though undocumented); a reader cut off there gets a
   * response shorter than its Content-Length, and never other bytes.
   */
  delete(key: string): Promise<void>

  /** @returns how many more bytes the store can take; undefined where it has no limit of its own */
  freeSpace(): Promise<number | undefined>

  /** @throws unless files can be stored and read */
  ping(): Promise<void>

  /**
   * Lists stored files by key, ascending (by bytes, as S3 does). To walk through everything, ask for what comes after the
   * last key of the answer until one is shorter than its limit.
   */
  list(options?: ListOptions): Promise<StoredFile[]>
}

/** The defaults are the specification's (section 9). */
export interface ListOptions {
  /** How many files at most; 100 by default. */
  limit?: number
  /** How many to leave out first; 0 by default. It costs as much as listing them. */
  offset?: number
  /** Only keys behind this one. */
  after?: string
  /** Only keys that start so. */
  prefix?: string
}

export interface StoredFile {
  key: string
  /** In bytes. */
  size: number
  /** When it was stored. */
  modified: Date
}

/**
 * Bytes being read from the store, in chunks. Each chunk is valid only until the next one is asked for, because its
 * memory may be used again. Reading to the end, leaving the loop and disposing all free what reading needs; one of them
 * must happen.
 */
export interface StoredBytes extends AsyncIterable<Uint8Array>, AsyncDisposable {}

/** A file on this machine's disk, by its absolute path. */
export interface LocalFile {
  path: string
  /** Whether its bytes are on disk already, so that they need not be flushed again. */
  isFlushed?: boolean
}

export interface ByteRange {
  /** Position of the first byte, from 0. */
  start: number
  /** Position of the last byte, which is included. */
  end: number
}

/**
 * @returns whether a key has the form `{userId}/{timestamp}.{extension}` (specification section 3), so that it can't
 *   leave the store's folder
 */
export function isKey(key: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\/[0-9]{13,16}\.[a-z0-9]{1,8}$/.test(key)
}
