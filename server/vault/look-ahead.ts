/**
 * Prepares each piece while its reader is busy with the one before: encryption, which takes the thread, then happens
 * while the disk or the network works.
 * @param source pieces, each of which must stay valid until the one after the next is asked for
 * @param release gets each piece once its reader has asked for the next one
 */
export function lookAhead<T>(
  source: AsyncGenerator<T, void, void>,
  release: (piece: T) => void = () => {},
): AsyncGenerator<T, void, void> {
  let next: Promise<IteratorResult<T, void>> | undefined
  let timer: NodeJS.Immediate | undefined
  const ask = () => {
    next = source.next()
    // Awaited below, if its reader comes.
    next.catch(() => {})
  }
  return (async function* pieces() {
    try {
      for (;;) {
        const { done, value } = await (next ?? source.next())
        next = undefined
        if (done) return
        // Once the reader has begun to use this piece.
        timer = setImmediate(ask)
        yield value
        clearImmediate(timer)
        release(value)
      }
    } finally {
      clearImmediate(timer)
      await next?.catch(() => {})
      await source.return()
    }
  })()
}
