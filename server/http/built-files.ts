import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { type Coding, codings } from './accepted-coding.ts'
import { type Header, workerPolicy } from './security-headers.ts'
import { type Body, StaticContent } from './static-content.ts'

/**
 * Largest file cached in memory after its first request, in bytes. The site's scripts, styles, fonts and drawings are
 * smaller, 8 MB together in every coding; films, photographs and the PDF reader are read as they are sent.
 */
const largestInMemory = 128 * 1024

/** Suffixes of the compressed copies by `scripts/compress.mjs`. */
export const suffixes: Record<Coding, string> = { br: '.br', gzip: '.gz' }

/** Browser caching of `/assets`. */
export const assetCaching = 'public, max-age=31536000, immutable'

/** @returns the paths of all files in a folder, each starting with a slash */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
}

/** @returns whether a path of the build is a worker's script, which has its own policy */
export function isWorker(path: string): boolean {
  return /\.worker\.[^/]*\.mjs$/.test(path)
}

/** @returns whether a path of the build is a compressed copy of another file */
export function isCompressedCopy(path: string): boolean {
  return Object.values(suffixes).some(suffix => path.endsWith(suffix))
}

/**
 * A built browser file, precompressed if that is smaller. Names in `/assets` contain a hash of the content, so those
 * files never change; the others are revalidated.
 * @param path of its address
 * @param file its absolute path
 * @param standard headers of every response, the policy included
 * @throws Error if it can't be read
 */
export function builtFile(path: string, file: string, standard: readonly Header[]): StaticContent {
  const { size, mtime } = statSync(file)
  const available = codings.filter(coding => existsSync(file + suffixes[coding]))
  return new StaticContent({
    etag: etagOf(path, size, mtime),
    // HTTP dates have a precision of seconds.
    file: { size, modified: new Date(Math.floor(mtime.getTime() / 1000) * 1000) },
    headers: [
      ['Content-Type', getMimeType(path) ?? 'application/octet-stream'],
      ['Cache-Control', path.startsWith('/assets/') ? assetCaching : 'public, max-age=3600'],
      ['Last-Modified', mtime.toUTCString()],
      ['Accept-Ranges', 'bytes'],
      ...(isWorker(path) ? standard.map(header => withPolicy(header, workerPolicy)) : standard),
    ],
    codings: available,
    load: coding => readBody(coding ? file + suffixes[coding] : file),
  })
}

/** From the hash in the name, which is the same on every machine; else from time and size: hashing would read a whole film. */
function etagOf(path: string, size: number, mtime: Date): string {
  const version = path.startsWith('/assets/') ? basename(path).replaceAll('.', '-') : mtime.getTime().toString(36)
  return `"${version}-${size}"`
}

async function readBody(path: string): Promise<Body> {
  const { size } = await stat(path)
  return size > largestInMemory ? { path, size } : { bytes: await readFile(path), size }
}

function withPolicy(header: Header, policy: string): Header {
  return header[0] === 'Content-Security-Policy' ? [header[0], policy] : header
}
