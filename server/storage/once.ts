/** @returns bytes in memory as one chunk, for `Storage.put` */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
