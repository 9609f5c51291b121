/** @returns the parsed URL; undefined where the text isn't one. Some browsers we support lack `URL.parse` */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
