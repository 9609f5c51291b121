/**
 * Limits how often work runs, however many callers there are.
 * @param kept milliseconds from its start for which a result is shared
 * @param work expensive; must not throw
 * @returns the shared call; callers during a run get its result, too
 */
export function onceIn<Answer>(kept: number, work: () => Promise<Answer>): () => Promise<Answer> {
  let last: Promise<Answer> | undefined
  return () => {
    if (last) return last
    const begun = Date.now()
    const requested = work()
    last = requested
    const forget = () => {
      setTimeout(() => (last = undefined), Math.max(0, kept - (Date.now() - begun))).unref()
    }
    requested.then(forget, forget)
    return requested
  }
}
