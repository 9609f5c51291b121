/** The program can't start or continue, which its operator can correct: `message` is the sentence to show. */
export class StartError extends Error {
  override name = 'StartError'
}
