// Builds the pages and the server when their inputs have changed since the last build.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress.mjs'
import { withLock } from './lock.mjs'
import { bin, environment, node24 } from './setup.mjs'
import { root, task } from './task.mjs'

/** The parts of a build and their inputs, including the check before it. */
const pages = {
  stampFile: join(root, 'build/.stamp'),
  // Not `server`, nor the servers of capabilities: pages import only types from these.
  leavesOut: /^app\/[\w-]+\/(server|tests)$/,
  inputs: [
    'app',
    'content',
    'rules',
    'public',
    'vite.config.ts',
    'scripts/check-content.ts',
    'scripts/content-brackets.ts',
    'scripts/content-lines.ts',
    'scripts/content-slips.ts',
    'scripts/content.ts',
    'scripts/first-hour/edit.ts',
    'scripts/leftovers.ts',
    'scripts/media/fingerprint.ts',
    'scripts/public-files.ts',
    'scripts/color-sheets.ts',
    'scripts/compress.mjs',
    'scripts/route-list.ts',
    'scripts/vite-chunk-modules.ts',
    'scripts/vite-colors.ts',
    'scripts/vite-evaluated.ts',
    'scripts/vite-groups.ts',
    'scripts/vite-pdfjs.ts',
    'scripts/vite-route-modules.ts',
    'scripts/vite-server-only.ts',
    'scripts/vite-style-names.ts',
    'react-router.config.ts',
    'tsconfig.json',
    'package-lock.json',
  ],
  async build() {
    const node = { file: node24(), env: environment({ NODE_ENV: 'production' }) }
    await task('Checking the content', node, [join(root, 'scripts/check-content.ts'), '--faults'], 2)
    // React Router would empty all of `build`, including the bundled server (vite.config.ts).
    for (const part of ['client', 'server']) rmSync(join(root, 'build', part), { recursive: true, force: true })
    await task('Building the pages (needed once after a change)', node, [join(bin, 'react-router'), 'build'])
    await compressFiles(join(root, 'build/client'))
  },
}
const server = {
  stampFile: join(root, 'build/.stamp-server'),
  leavesOut: /^app\/(shell|site|[\w-]+\/(office|investor|tests))$/,
  inputs: ['app', 'server', 'content', 'rules', 'scripts/bundle-server.ts', 'package-lock.json'],
  async build() {
    const node = { file: node24(), env: environment({ NODE_ENV: 'production' }) }
    await task('Bundling the server (needed once after a change)', node, [join(root, 'scripts/bundle-server.ts')])
  },
}

/** Makes sure that `build` is up to date. */
export async function ensureBuilt() {
  const missing = () => [pages, server].filter(part => !isBuilt(part))
  if (missing().length === 0) return
  await withLock('building the site', async () => {
    await Promise.all(
      missing().map(async part => {
        // Changes made while the build runs are left for the next one.
        const prints = `${times(part)}${contents(part)}`
        rmSync(part.stampFile, { force: true })
        await part.build()
        write(part, prints)
      }),
    )
  })
}

/**
 * Whether a part's stamp matches its inputs. Sizes and modification times decide within milliseconds; if those differ,
 * as in a copied project, contents decide.
 */
function isBuilt(part) {
  if (!existsSync(part.stampFile)) return false
  const stamp = readFileSync(part.stampFile, 'utf8')
  const now = times(part)
  if (stamp.startsWith(now)) return true
  const content = contents(part)
  if (!stamp.endsWith(content)) return false
  write(part, `${now}${content}`)
  return true
}

function write({ stampFile }, prints) {
  try {
    writeFileSync(`${stampFile}.new`, prints)
    renameSync(`${stampFile}.new`, stampFile)
  } catch (error) {
    // Without write access, the contents are compared each time.
    if (!existsSync(stampFile)) throw error
  }
}

/** A hash of the names, sizes and modification times of all inputs. */
function times(part) {
  return print(part, path => {
    const { size, mtimeMs } = statSync(join(root, path))
    return `${size} ${mtimeMs}`
  })
}

/** A hash of the names and contents of all inputs. */
function contents(part) {
  return print(part, path => readFileSync(join(root, path)))
}

function print({ inputs, leavesOut }, describe) {
  const hash = createHash('sha256')
  for (const path of inputs.flatMap(input => filesIn(input, leavesOut))) {
    const value = describe(path)
    hash.update(`${path}\0${value.length}\0`).update(value)
  }
  return `${hash.digest('hex')}\n`
}

/** Every file at or below a path inside the project, except in folders left out, in a fixed order. None if nothing is there. */
function filesIn(path, leavesOut) {
  if (leavesOut.test(path)) return []
  const entry = statSync(join(root, path), { throwIfNoEntry: false })
  if (!entry) return []
  if (!entry.isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(each => (each.isDirectory() ? filesIn(`${path}/${each.name}`, leavesOut) : `${path}/${each.name}`))
}
