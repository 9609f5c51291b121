// Builds the pages when something they are made from has changed since the last build.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress.mjs'
import { withLock } from './lock.mjs'
import { bin, environment, node24, root, task } from './setup.mjs'

const stampFile = join(root, 'build/.stamp')

/** Everything a build depends on, including the check before it. Not `server`: pages import only types from it. */
const inputs = [
  'app',
  'content',
  'rules',
  'public',
  'vite.config.ts',
  'scripts/check-content.ts',
  'scripts/content.ts',
  'scripts/media/fingerprint.ts',
  'scripts/compress.mjs',
  'scripts/vite-chunk-modules.ts',
  'scripts/vite-lean-manifest.ts',
  'scripts/vite-lean-router.ts',
  'scripts/vite-pdfjs.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

/** Makes sure that `build` is up to date. */
export async function ensureBuilt() {
  if (isBuilt()) return
  await withLock('building the pages', async () => {
    if (isBuilt()) return
    // Changes made while the build runs are left for the next one.
    const print = fingerprint()
    rmSync(stampFile, { force: true })
    const node = { file: node24(), env: environment({ NODE_ENV: 'production' }) }
    await task('Checking the content', node, [join(root, 'scripts/check-content.ts')])
    await task('Building the pages (needed once after a change)', node, [join(bin, 'react-router'), 'build'])
    await compressFiles(join(root, 'build/client'))
    writeFileSync(`${stampFile}.new`, print)
    renameSync(`${stampFile}.new`, stampFile)
  })
}

const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint()

/** A hash of the names and contents of all inputs. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const path of filesIn(input)) {
      const content = readFileSync(join(root, path))
      hash.update(`${path}\0${content.length}\0`).update(content)
    }
  }
  return `${hash.digest('hex')}\n`
}

/** Every file at or below a path inside the project, in a fixed order. None if nothing is there. */
function filesIn(path) {
  if (!existsSync(join(root, path))) return []
  try {
    return readdirSync(join(root, path))
      .sort()
      .flatMap(name => filesIn(`${path}/${name}`))
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    throw error
  }
}
