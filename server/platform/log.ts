export type Fields = Record<string, unknown>

/** Writes a line for each event, with secrets removed from messages and fields. */
export interface Log {
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  /** `error` is whatever was thrown; its stack is included. */
  error(message: string, error?: unknown, fields?: Fields): void
  /** The same log with fields added to every line, such as a request's id. */
  with(fields: Fields): Log
}

interface LogOptions {
  /** Takes a complete line with its line break. */
  write: (line: string) => void
  /** For people at a terminal, instead of JSON for programs. */
  pretty?: boolean
  fields?: Fields
}

/** Creates a log that passes its lines to `write`. */
export function createLog({ write, pretty = false, fields: commonFields = {} }: LogOptions): Log {
  const line = (level: string, message: string, fields: Fields) => {
    const clean = redact({ ...commonFields, ...fields }) as Fields
    const event = { time: new Date().toISOString(), level, message: scrub(message), ...clean }
    write(`${pretty ? prettyLine(event, clean) : JSON.stringify(event)}\n`)
  }
  return {
    info: (message, fields = {}) => line('info', message, fields),
    warn: (message, fields = {}) => line('warn', message, fields),
    error: (message, error, fields = {}) => line('error', message, error === undefined ? fields : { ...fields, error }),
    with: fields => createLog({ write, pretty, fields: { ...commonFields, ...fields } }),
  }
}

// The log's reader may exit first (`npm start | head`), which must not end the server.
process.stdout.on('error', () => {})

/** The server's log on standard output: JSON lines, or short text when that is a terminal. */
export const log: Log = createLog({
  write: line => process.stdout.write(line),
  pretty: process.stdout.isTTY,
})

/** Redirects console output of libraries and pages to the log, so that secrets are removed from it, too. */
export function captureConsole(): void {
  const words = (values: unknown[]) => values.filter(value => typeof value === 'string').join(' ')
  console.error = (...values) => {
    const error = values.find(value => value instanceof Error)
    log.error(words(values) || 'error reported', error)
  }
  console.warn = (...values) => log.warn(words(values) || 'warning reported')
}

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

function redactError(error: Error, depth: number): Fields {
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

/** What would change the terminal that a log is read in. Tabs and line breaks stay. */
const terminalColor = /\p{Cc}\[[\d;]{0,20}m/gu
const controlCharacter = /(?![\t\n])\p{Cc}/gu

/** Longer texts are cut before they are cleaned; in characters. */
const longestText = 10_000

/**
 * Every step takes time in proportion to the text's length, because anyone can have a long text logged, such as a
 * request's path.
 * @returns `text` without passwords in URLs and without query strings, which may contain a token; shortened where it is
 *   very long
 */
export function scrub(text: string): string {
  const cut = text.length > longestText ? `${text.slice(0, longestText)}…` : text
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

const colors: Record<string, string> = { info: '\u001b[32m', warn: '\u001b[33m', error: '\u001b[31m' }

function prettyLine(event: { time: string; level: string; message: string }, fields: Fields): string {
  const { error, ...others } = fields
  const details = Object.entries(others).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const color = process.env.NO_COLOR ? '' : (colors[event.level] ?? '')
  const clock = new Date(event.time).toTimeString().slice(0, 8)
  const head = `${clock} ${color}${event.level.padEnd(5)}${color && '\u001b[39m'} ${event.message}`
  const stack = error && typeof error === 'object' && 'stack' in error ? `\n${error.stack}` : ''
  return [head, ...details].join('  ') + (stack || (error === undefined ? '' : `  error=${JSON.stringify(error)}`))
}
