import { Output } from './output.ts'
import { redact, scrub } from './scrub.ts'

export type Fields = Record<string, unknown>

/** Writes a line for each event, without secrets in messages and fields. */
export interface Log {
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  /** `error` is anything thrown; its stack is included. */
  error(message: string, error?: unknown, fields?: Fields): void
  /** The same log with fields added to every line, such as a request's id. */
  with(fields: Fields): Log
}

interface LogOptions {
  /** Takes a complete line with its line break. */
  write: (line: string) => void
  /** For a terminal, instead of JSON. */
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

/** An answered request. */
export interface RequestLine {
  id: string
  method: string
  /** Without its query. */
  path: string
  status: number
  milliseconds: number
}

/** The server's own log. */
export interface ServerLog extends Log {
  /** Writes a request's line, in batches. Only its path is scrubbed; no other field can contain a secret. */
  request(fields: RequestLine): void
}

// The log's reader may exit first (`npm start | head`), which must not end the server.
process.stdout.on('error', () => {})

/** The server's log on standard output: JSON lines, or short text on a terminal. */
export const log: ServerLog = createServerLog(process.stdout.isTTY)

function createServerLog(pretty: boolean): ServerLog {
  const output = new Output()
  // Also after an uncaught error.
  process.on('exit', () => output.end())
  const common = createLog({ write: line => output.write(line), pretty })
  return {
    ...common,
    request: pretty ? fields => common.info('request', { ...fields }) : fields => output.add(requestLine(fields)),
  }
}

function requestLine({ id, method, path, status, milliseconds }: RequestLine): string {
  const time = new Date().toISOString()
  const what = `"id":"${id}","method":"${method}","path":${JSON.stringify(scrub(path))}`
  return `{"time":"${time}","level":"info","message":"request",${what},"status":${status},"milliseconds":${milliseconds}}\n`
}

/** Redirects console output of libraries and pages to the log, so that it is scrubbed, too. */
export function captureConsole(): void {
  const words = (values: unknown[]) => values.filter(value => typeof value === 'string').join(' ')
  console.error = (...values) => {
    const error = values.find(value => value instanceof Error)
    log.error(words(values) || 'error reported', error)
  }
  console.warn = (...values) => log.warn(words(values) || 'warning reported')
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
