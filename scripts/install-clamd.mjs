// Finds clamd, the malware scanner that the tests scan with, or installs it. The tests bring their own signatures, so
// nothing else is downloaded.

import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { say, task } from './setup.mjs'

/**
 * Finds a clamd that starts: the one in `CLAMD_PATH`, the machine's, or Debian's package (for root).
 * @returns {Promise<string | undefined>} its path; undefined where it can't be installed, and the tests that need it fail
 */
export async function ensureClamd() {
  return onPath().find(runs) ?? (await install())
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [process.env.CLAMD_PATH, ...[...folders, '/usr/sbin'].map(folder => join(folder, 'clamd'))]
}

function runs(path) {
  return Boolean(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

async function install() {
  if (spawnSync('apt-get', ['--version']).status === 0 && process.getuid?.() === 0) {
    const debian = { file: 'apt-get', env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await task('Updating the Debian package list', debian, ['update'])
    await task('Installing ClamAV for the tests (once, about 20 seconds)', debian, [
      'install',
      '-y',
      '--no-install-recommends',
      'clamav-daemon',
    ])
  }
  const path = onPath().find(runs)
  if (!path) say('Some tests need clamd, the daemon of ClamAV. Install it, or set CLAMD_PATH to one that works.')
  return path
}
