/** @returns the entry of the log before which a page begins (`before` in its address); undefined for the newest page */
export function firstEntry(query: URLSearchParams): number | undefined {
  const before = Number(query.get('before'))
  return Number.isSafeInteger(before) && before > 0 ? before : undefined
}
