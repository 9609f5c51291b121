// npm run build: installs the locked packages and builds the site, without starting it, for a service that runs as a
// user without write access to the project.

import { ensureBuilt } from './build.mjs'
import { answerOrGoOn } from './commands.mjs'
import { ensureInstalled } from './setup.mjs'
import { root } from './task.mjs'

answerOrGoOn('scripts/build-site.mjs', process.argv.slice(2))
await ensureInstalled(root, false)
await ensureBuilt()
