// Finds a Chromium for the tests, or installs one, and prints its path, cached in `.cache/chromium-path`. Debian's
// package includes a faster headless-only one.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installMissing } from './install-debian.mjs'
import { bin, ensureInstalled, environment, node24 } from './setup.mjs'
import { cacheFolder, fail, root, say, task } from './task.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const kept = () => join(cacheFolder(), 'chromium-path')

/**
 * The browser in `CHROMIUM_PATH`, the one found before, or the machine's; or else Debian's package.
 * @type {import('./install-debian.mjs').Program}
 */
export const chromium = {
  title: 'Chromium',
  packages: ['chromium', 'chromium-headless-shell', 'fonts-liberation'],
  find() {
    const known = existsSync(kept()) ? readFileSync(kept(), 'utf8').trim() : undefined
    return [process.env.CHROMIUM_PATH, known, ...names.flatMap(named), chromeOfMac].find(runs)
  },
}

/**
 * Finds a working browser or installs one: Debian's package (for root), or Playwright's.
 * @returns {Promise<string>} its path
 */
export async function ensureBrowser() {
  const path = chromium.find() ?? (await install())
  writeFileSync(kept(), `${path}\n`)
  return path
}

/** @returns {string} the path of Debian's headless Chromium, or of the regular one without it */
export function headlessShell(browser) {
  return [process.env.CHROMIUM_SHELL_PATH, ...named('chromium-headless-shell')].find(runs) ?? browser
}

function named(name) {
  return (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name))
}

const chromeOfMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

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
  if (runs(playwrights())) return playwrights()
  await installMissing([chromium])
  if (chromium.find()) return chromium.find()
  await task(
    "Installing Playwright's Chromium for the tests (once, about a minute)",
    { file: node24(), env: environment() },
    [join(bin, 'playwright'), ...['install', 'chromium']],
  )
  if (runs(playwrights())) return playwrights()
  return fail('The tests need Chromium, and it does not start. Install it, or set CHROMIUM_PATH to one that works.')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled()
  const path = await ensureBrowser()
  say('The tests use this browser:')
  process.stdout.write(`${path}\n`)
}
