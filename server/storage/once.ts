/** @returns bytes that are in memory, as the store takes them: in one piece */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
