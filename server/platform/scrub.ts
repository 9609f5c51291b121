const secretName =
  /^(code|otp|cookies)$|(token|password|secret|cookie|authorization|otp|login-?code|(api|private)-?key)$/i

/** @returns a copy of `value` for JSON, without anything that looks like a secret */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrub(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (depth > 4) return '…'
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof URL) return scrub(value.href)
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`
  if (Array.isArray(value)) return value.slice(0, 50).map(entry => redact(entry, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, secretName.test(name) ? '…' : redact(entry, depth + 1)]),
  )
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  // The error's `code` is logged as `reason`, because a field named `code` may be a sign-in code.
  const reason = (error as { code?: unknown }).code
  return {
    name: error.name,
    message: scrub(error.message),
    ...(typeof reason === 'string' || typeof reason === 'number' ? { reason } : {}),
    stack: scrub(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  }
}

/** Characters that would affect a terminal. Tabs and line breaks stay. */
const terminalColor = /\p{Cc}\[[\d;]{0,20}m/gu
const controlCharacter = /(?![\t\n])\p{Cc}/gu

/** Every secret matched below contains one of these two characters. */
const suspicious = /[?@\p{Cc}]/u

/** Texts are truncated to this length first, in characters. */
const longestText = 10_000

/**
 * Every step takes linear time, because anyone can have a long text logged, such as a request's path.
 * @returns `text` without passwords in URLs and without query strings, which may contain a token; truncated if very
 * long
 */
export function scrub(text: string): string {
  const cut = text.length > longestText ? `${text.slice(0, longestText)}…` : text
  if (!suspicious.test(cut)) return cut
  return cut
    .replaceAll(terminalColor, '')
    .replaceAll(controlCharacter, '')
    .replaceAll(/[^\s"'<>]+/g, word => withoutQuery(withoutPassword(word)))
}

/** `scheme://user:password@host` becomes `scheme://user:…@host`. A password may contain any character, even @. */
function withoutPassword(word: string): string {
  const at = word.lastIndexOf('@')
  for (let scheme = word.indexOf('://'); scheme >= 0 && scheme < at; ) {
    const user = scheme + 3
    const next = word.indexOf('://', user)
    const colon = word.indexOf(':', user)
    if (colon < 0 || colon > at) return word
    if (!/[/@]/.test(word.slice(user, colon))) return `${word.slice(0, colon)}:…${word.slice(at)}`
    scheme = next
  }
  return word
}

/** `/path?query` becomes `/path?…`. A question mark after # belongs to the fragment. */
function withoutQuery(word: string): string {
  let inPath = false
  for (let index = 0; index < word.length - 1; index++) {
    const character = word[index]
    if (character === '/') inPath = true
    else if (character === '#') inPath = false
    else if (character === '?') {
      if (inPath) return `${word.slice(0, index)}?…`
      inPath = false
    }
  }
  return word
}
