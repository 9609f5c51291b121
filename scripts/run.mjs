// node scripts/run.mjs FILE ARGUMENTS…: runs a script of the project with Node 24, on installed packages.

import { become, ensureInstalled } from './setup.mjs'
import { fail, root } from './task.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) fail('Which script should run? Usage: node scripts/run.mjs FILE ARGUMENTS…')
// The site's own commands need what it needs.
await ensureInstalled(root, !file.startsWith('server/'))
await become([file, ...args])
