/** @returns the parsed URL; undefined if invalid. Some browsers we support lack `URL.parse` */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** @returns a path with a query of all nonempty fields */
export function withQuery(path: string, fields: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size > 0 ? `${path}?${query}` : path
}
