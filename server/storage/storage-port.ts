export { StoreError } from '../platform/store-error.ts'

/**
 * A store of files, in a folder or in S3, see `openStore`. It holds whole files under keys and never changes one in
 * place: a key is written once, read often, deleted once. `file_path` in the table `documents` is such a key.
 */
export interface Storage {
  /** Whether a local file is moved in, so that it should be flushed before. Otherwise its bytes are copied. */
  readonly movesFiles?: boolean

  /**
   * Stores a file. When this resolves, the file survives a power failure; until then the key reads as before.
   * @param key see `isKey`; an existing file is replaced
   * @param source a local file, which is moved, or bytes in chunks
   * @param known the bytes' SHA-256 in hexadecimal, if already known: a network store checks it whenever the file is
   * read to its end
   * @returns the stored size in bytes
   * @throws errors of the disk; StoreError, although a network store may have stored it. A local file is then still in
   * place
   */
  put(key: string, source: LocalFile | AsyncIterable<Uint8Array>, known?: { sha256: string }): Promise<{ size: number }>

  /** @returns a stored file's size in bytes, if it exists */
  head(key: string): Promise<{ size: number } | undefined>

  /**
   * Opens a stored file, or part of it.
   * @param range first and last byte, inclusive, as in RFC 9110 section 14.1.2; the whole file by default
   * @returns the bytes; undefined if the file doesn't exist
   */
  read(key: string, range?: ByteRange): Promise<StoredBytes | undefined>

  /**
   * Removes a stored file, if it exists. Reads in progress continue to the end: in a folder because an open file
   * outlives its name. A network store must do the same (S3 does, though undocumented); a reader cut off there gets a
   * response shorter than its Content-Length, and never other bytes.
   */
  delete(key: string): Promise<void>

  /** @returns free space in bytes; undefined for a store without a limit of its own */
  freeSpace(): Promise<number | undefined>

  /** @throws unless files can be stored and read */
  ping(): Promise<void>

  /**
   * Lists stored files by key, ascending (by bytes, as S3 does). To list everything, repeat with `after` as the last
   * key until a result is shorter than its limit.
   */
  list(options?: ListOptions): Promise<StoredFile[]>
}

/** The defaults are the specification's (section 9). */
export interface ListOptions {
  /** 100 by default. */
  limit?: number
  /** Number to skip; 0 by default. Costs as much as listing them. */
  offset?: number
  /** Only keys after this one. */
  after?: string
  /** Only keys with this prefix. */
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
 * Bytes read from the store, in chunks. Each chunk is valid only until the next one is requested, since its memory is
 * reused. Read to the end, leave the loop, or dispose, to free resources.
 */
export interface StoredBytes extends AsyncIterable<Uint8Array>, AsyncDisposable {}

/** A file on this machine's disk, by its absolute path. */
export interface LocalFile {
  path: string
  /** Whether its bytes are already flushed to disk. */
  isFlushed?: boolean
}

export interface ByteRange {
  /** Position of the first byte, from 0. */
  start: number
  /** Position of the last byte, inclusive. */
  end: number
}

/**
 * @returns whether a key has the form `{userId}/{timestamp}.{extension}` (specification section 3), so that it can't
 * lead out of the store's folder
 */
export function isKey(key: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\/[0-9]{13,16}\.[a-z0-9]{1,8}$/.test(key)
}
