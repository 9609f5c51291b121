// node scripts/run.mjs FILE ARGUMENTS…: runs a script of the project with Node 24, on installed packages.

import { spawnSync } from 'node:child_process'
import { answerOrGoOn } from './commands.mjs'
import { become, ensureInstalled, node24 } from './setup.mjs'
import { fail, root } from './task.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) fail('Which script should run? Usage: node scripts/run.mjs FILE ARGUMENTS…')
answerOrGoOn(file, args)
// The site's own commands need only its own packages.
await ensureInstalled(root, !file.startsWith('server/'))
// Explains mistakes in content/ before pictures are drawn from it.
if (file.startsWith('scripts/media/')) {
  const checked = spawnSync(node24(), ['scripts/check-content.ts', '--faults'], { cwd: root, encoding: 'utf8' })
  if (checked.status === 2) fail(checked.stderr.trimEnd())
}
await become([file, ...args])
