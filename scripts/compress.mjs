// Adds a .br and a .gz beside each built file that shrinks, so that the server can send them directly.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Not pages, which the server completes and then compresses. Zstandard was larger than Brotli for all of them. */
const shrinking = /\.(m?js|css|svg|json|txt|xml|wasm)$/
/** Below this many bytes compression gains nothing. */
const least = 512
/** Above this many bytes the best compression level takes most of the build: the PDF reader, rarely loaded. */
const most = 512 * 1024

/** @param {string} folder with the files to compress, at any depth */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && shrinking.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file) {
  const content = readFileSync(file)
  if (content.length < least) return
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_QUALITY]: content.length > most ? 9 : constants.BROTLI_MAX_QUALITY,
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}
