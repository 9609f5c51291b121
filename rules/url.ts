/** @returns the address that a text is, undefined where it is none; `URL.parse` is younger than some browsers of ours */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
