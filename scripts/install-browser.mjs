// Finds a Chromium for the tests, or installs one, and prints its path. The path is kept in `.cache/chromium-path`.
// Debian's package includes a faster one that is always headless.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bin, ensureInstalled, environment, node24 } from './setup.mjs'
import { cacheFolder, fail, root, say, task } from './task.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Finds a working browser: the one in `CHROMIUM_PATH`, the machine's, Debian's package (for root), or Playwright's.
 * @returns {Promise<string>} its path
 */
export async function ensureBrowser() {
  const kept = join(cacheFolder(), 'chromium-path')
  const known = existsSync(kept) ? readFileSync(kept, 'utf8').trim() : undefined
  const path = [process.env.CHROMIUM_PATH, known, ...onPath()].find(runs) ?? (await install())
  if (path !== known) writeFileSync(kept, `${path}\n`)
  return path
}

/** @returns {string} the path of Debian's headless Chromium, or of the regular one where it isn't installed */
export function headlessShell(browser) {
  return [process.env.CHROMIUM_SHELL_PATH, ...named('chromium-headless-shell')].find(runs) ?? browser
}

function named(name) {
  return (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name))
}

function onPath() {
  return [...names.flatMap(named), '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', playwrights()]
}

/** Whether a browser exists and starts. Some systems have a stub that only explains how to install one. */
function runs(path) {
  if (!path) return false
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

/** Where Playwright installs its own browser. */
function playwrights() {
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"
  return spawnSync(node24(), ['-e', ask], { cwd: root, encoding: 'utf8' }).stdout.trim()
}

async function install() {
  const apt = spawnSync('apt-get', ['--version']).status === 0 && process.getuid?.() === 0
  if (apt) {
    const debian = { file: 'apt-get', env: { DEBIAN_FRONTEND: 'noninteractive' } }
    await task('Updating the Debian package list', debian, ['update'])
    await task('Installing Chromium for the tests (once, about a minute)', debian, [
      'install',
      '-y',
      '--no-install-recommends',
      'chromium',
      'chromium-headless-shell',
      'fonts-liberation',
    ])
  } else {
    const node = { file: node24(), env: environment() }
    await task("Installing Playwright's Chromium for the tests (once, about a minute)", node, [
      join(bin, 'playwright'),
      'install',
      'chromium',
    ])
  }
  const path = onPath().find(runs)
  if (path) return path
  return fail('The tests need Chromium, and it does not start. Install it, or set CHROMIUM_PATH to one that works.')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled()
  const path = await ensureBrowser()
  say('The tests use this browser:')
  process.stdout.write(`${path}\n`)
}
