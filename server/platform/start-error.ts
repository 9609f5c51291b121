/** The program cannot start or go on, and its operator can put that right: `message` is the sentence to show. */
export class StartError extends Error {
  override name = 'StartError'
}
