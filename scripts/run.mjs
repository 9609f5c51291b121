// node scripts/run.mjs FILE ARGUMENTS…: runs a script of the project with Node 24, on installed packages.

import { become, ensureInstalled, fail } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) fail('Which script should run? Usage: node scripts/run.mjs FILE ARGUMENTS…')
await ensureInstalled()
await become([file, ...args])
