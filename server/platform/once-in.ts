/**
 * Does something at most once in a while, however many ask at once.
 * @param kept milliseconds, from its start, for which an answer is everybody's
 * @param work what costs something; must not throw
 * @returns what asks for it: those who ask while it runs get its answer, too
 */
export function onceIn<Answer>(kept: number, work: () => Promise<Answer>): () => Promise<Answer> {
  let last: Promise<Answer> | undefined
  return () => {
    if (last) return last
    const begun = Date.now()
    const asked = work()
    last = asked
    const forget = () => {
      setTimeout(() => (last = undefined), Math.max(0, kept - (Date.now() - begun))).unref()
    }
    asked.then(forget, forget)
    return asked
  }
}
