/**
 * Where uploaded files are kept. A store holds whole files under keys and never changes one in place: a key is
 * written once, read often, deleted once. `file_path` in the table `documents` is such a key.
 */
export interface Storage {
  /**
   * Stores a file. When this resolves it survives a power cut; until then the key reads as it did before.
   * @param key where, see `isKey`; what was there is replaced
   * @param source a local file, which is gone from its place afterwards, or a stream of bytes
   * @returns the stored size, in bytes
   * @throws what the disk or the network reports; a local file is then still in its place
   */
  put(key: string, source: LocalFile | ReadableStream<Uint8Array>): Promise<{ size: number }>

  /** @returns a stored file's size in bytes, or undefined where there is none */
  head(key: string): Promise<{ size: number } | undefined>

  /**
   * Opens a stored file, or a part of it.
   * @param range first and last byte, both included, as in RFC 9110 section 14.1.2; the whole file without it
   * @param signal ends the reading and frees what it holds, for a reader who went away
   * @returns the bytes as a stream that must be read to its end or cancelled; undefined where there is no file
   */
  read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<ReadableStream<Uint8Array> | undefined>

  /**
   * Removes a stored file. What is not there is no error, so it may be done twice. Whoever is reading it reads on to its
   * end: in a folder because an open file outlives its name. A store behind a network must promise as much for a read
   * under way (S3 sends what it began to send, though it says so nowhere); a reader that is cut off there gets an answer
   * that ends before its Content-Length, and never other bytes.
   */
  delete(key: string): Promise<void>

  /** @throws unless files can be stored and read just now */
  ping(): Promise<void>
}

/** A file on this machine's disk, by its absolute path. */
export interface LocalFile {
  path: string
}

export interface ByteRange {
  /** The first byte's place, from 0. */
  start: number
  /** The last byte's place; it is part of the range. */
  end: number
}

/** A key is `{userId}/{timestamp}.{extension}` (specification section 3) and nothing else: no dots, no steps up. */
export function isKey(key: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\/[0-9]{13,16}\.[a-z0-9]{1,8}$/.test(key)
}
