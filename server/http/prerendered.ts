import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { originPlaceholder } from '../../rules/origin.ts'
import { yearPlaceholder } from '../../rules/year.ts'
import { type Coding, codings } from './accepted-coding.ts'
import { deferScripts } from './deferred-scripts.ts'
import type { Header, InlineSources } from './security-headers.ts'
import { StaticContent } from './static-content.ts'

const compress: Record<Coding, (html: Buffer) => Promise<Buffer>> = {
  br: html => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: html => promisify(gzip)(html, { level: 9 }),
}

interface PageOptions {
  /** The folder of the built browser files. */
  folder: string
  /** The page's address, such as '/' and '/about'; its file is `<path>/index.html`. */
  path: string
  /** The site's. */
  origin: string
  /** To be filled in. */
  year: string
  /** Headers of the page with these inline sources. */
  headersFor: (path: string, inline: InlineSources) => readonly Header[]
}

/**
 * A page that is the same for everyone, rendered at build time and completed here. Compressed on its first request:
 * compressing all pages would delay the start.
 * @throws Error if its file can't be read
 */
export function prerenderedPage({ folder, path, origin, year, headersFor }: PageOptions): StaticContent {
  const built = readFileSync(join(folder, path, 'index.html'), 'utf8')
  const completed = built.replaceAll(originPlaceholder, origin).replaceAll(yearPlaceholder, year)
  const { html, style } = deferScripts(completed, sheet => readFileSync(join(folder, sheet), 'utf8'))
  const bytes = Buffer.from(html)
  const inline = { scripts: inlineScripts(html).map(cspHash).join(' '), styles: cspHash(style) }
  return new StaticContent({
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    headers: [['Cache-Control', 'no-cache'], ['Content-Type', 'text/html; charset=utf-8'], ...headersFor(path, inline)],
    codings,
    async load(coding) {
      const body = coding ? await compress[coding](bytes) : bytes
      return { bytes: body, size: body.length }
    },
  })
}

/** Executable inline scripts, which excludes JSON-LD. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\ssrc=/.test(attributes) && !/application\/ld\+json/.test(attributes))
    .map(([, , script = '']) => script)
}

function cspHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
