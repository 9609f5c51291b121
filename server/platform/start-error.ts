/** The program can't start or continue, and its operator can correct that: `message` is the sentence to show. */
export class StartError extends Error {
  override name = 'StartError'
}
