/** A network store doesn't answer, or answers with an error or wrong bytes. `message` is for its operator. */
export class StoreError extends Error {
  override name = 'StoreError'
}
