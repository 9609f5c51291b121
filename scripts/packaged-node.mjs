// The Node that the site runs on. Without Node 24 on the machine, it is downloaded from npm, which is already there.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, fail, root, task } from './task.mjs'

const version = '24.21.0'
/** The SHA-512 of each platform's package. */
const packages = {
  'linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
}
const platform = `${process.platform}-${process.arch}`
const folder = () => join(cacheFolder(), `node-${version}-${platform}`)

/**
 * Whether the site runs on a version of Node: an even number, 24 or newer. Older ones get no security fixes anymore,
 * and odd ones stop getting them half a year after their release.
 */
export function isSupported(installed) {
  const major = Number.parseInt(installed, 10)
  return major >= 24 && major % 2 === 0
}

/** @returns the path of a supported Node: the current one, or the one downloaded before; undefined without either */
export function findNode() {
  // One inside node_modules would disappear when packages are replaced.
  const stays = !process.execPath.startsWith(join(root, 'node_modules'))
  if (stays && isSupported(process.versions.node)) return process.execPath
  const downloaded = join(folder(), 'node')
  return existsSync(downloaded) ? downloaded : undefined
}

/** Downloads it if necessary. */
export async function ensureNode() {
  if (findNode()) return
  const [name, sha512] = [`node-${platform}`, packages[platform]]
  if (!sha512) {
    fail(
      `The site runs on Node 24, and this is ${process.versions.node}. There is no packaged Node 24 for ${platform}; install it from https://nodejs.org.`,
    )
  }
  const part = `${folder()}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const what = `Getting Node ${version}, because the machine's own is ${process.versions.node}`
  await task(what, { file: 'npm', cwd: part }, ['pack', `${name}@${version}`])
  const archive = join(part, `${name}-${version}.tgz`)
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== sha512) {
    fail(`${archive} is not the Node ${version} that was expected.`)
  }
  // Only one of its 2,800 files is needed, two thirds of its size.
  await task('Unpacking it', { file: 'tar', cwd: part }, ['-xzf', archive, '--strip-components=2', 'package/bin/node'])
  if (spawnSync(join(part, 'node'), ['--version']).status !== 0) fail(`Node ${version} does not start on this machine.`)
  rmSync(archive)
  renameSync(part, folder())
}
