/**
 * Prepares each piece while its reader uses the previous one: encryption, which occupies the thread, then overlaps with
 * disk or network.
 * @param source pieces, each valid until the one after the next is requested
 * @param release receives each piece once its reader has requested the next one
 */
export function prefetch<T>(
  source: AsyncGenerator<T, void, void>,
  release: (piece: T) => void = () => {},
): AsyncGenerator<T, void, void> {
  let next: Promise<IteratorResult<T, void>> | undefined
  let timer: NodeJS.Immediate | undefined
  const ask = () => {
    next = source.next()
    // Awaited below, if the reader continues.
    next.catch(() => {})
  }
  return (async function* pieces() {
    try {
      for (;;) {
        const { done, value } = await (next ?? source.next())
        next = undefined
        if (done) return
        // Once the reader has started to use this piece.
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
