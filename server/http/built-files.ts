import { readdirSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { log } from '../platform/log.ts'
import { type Coding, codings } from './accepted-coding.ts'
import { evaluateConditions, type Validators } from './conditional-request.ts'
import { contentPolicy, workerPolicy } from './security-headers.ts'

/** Suffixes of the compressed copies by `scripts/compress.mjs`. */
export const suffixes: Record<Coding, string> = { br: '.br', gzip: '.gz' }

/**
 * Serves GET and HEAD of the built files, found by their exact address in a list made at startup: no page, no page's
 * data, no compressed copy by its own name.
 * @param folder the built browser files
 */
export function builtFiles(folder: string): MiddlewareHandler {
  const onNotFound = (path: string) => log.error('a built file is missing', undefined, { path })
  const serveWhole = serveStatic({ root: folder, precompressed: true, onNotFound })
  const serveRange = serveStatic({ root: folder, onNotFound })
  const paths = new Set(listFiles(folder))
  const isCopy = (path: string) => codings.some(coding => path.endsWith(suffixes[coding]))
  const files = new Map(
    [...paths]
      .filter(path => !isCopy(path) && !/\/index\.html$|\.data$/.test(path))
      .map(path => [path, { ...validatorsOf(join(folder, path)), hasCopies: paths.has(path + suffixes.br) }]),
  )
  return async (c, next) => {
    const { path, method, raw } = c.req
    const file = files.get(path)
    if (!file) return next()
    const { status } = evaluateConditions(raw.headers, method, file)
    // A range of another version, several or a malformed one: the whole file is sent.
    if (status === 200) raw.headers.delete('Range')
    // Ranges are of the uncompressed file.
    const serve = status === 200 ? serveWhole : serveRange
    const response = status === 304 || status === 412 ? c.body(null, status) : await serve(c, next)
    // The next route's, if the file is missing.
    if (!(response instanceof Response)) return
    const headers = { ...fileHeaders(path, file.hasCopies), 'Accept-Ranges': 'bytes', ETag: `W/${file.etag}` }
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }
}

/** @returns the paths of all files in a folder, each starting with a slash */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
}

const filePolicy = contentPolicy(false)

/**
 * Headers of a built file besides the standard ones. Names in `/assets` contain a hash of the content, so those files
 * never change; browsers ask again for the others.
 * @param hasCopies whether the response depends on Accept-Encoding
 */
export function fileHeaders(path: string, hasCopies: boolean): Record<string, string> {
  const isWorker = /\.worker\.[^/]*\.mjs$/.test(path)
  return {
    'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    'Content-Security-Policy': isWorker ? workerPolicy : filePolicy(path),
    ...(hasCopies && { Vary: 'Accept-Encoding' }),
  }
}

function validatorsOf(file: string): Validators {
  const { size, mtime } = statSync(file)
  // HTTP dates have a precision of seconds.
  const modified = new Date(Math.floor(mtime.getTime() / 1000) * 1000)
  return { etag: `"${mtime.getTime().toString(36)}-${size}"`, modified, size }
}
