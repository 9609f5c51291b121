// npm start: from a fresh clone to a running site. Arguments are passed to the server.

import { ensureBuilt } from './build.mjs'
import { answerOrGoOn } from './commands.mjs'
import { become, ensureInstalled } from './setup.mjs'
import { siteEnvironment, siteProgram } from './site-program.mjs'
import { root } from './task.mjs'

answerOrGoOn('scripts/start.mjs', process.argv.slice(2))
await ensureInstalled(root, false)
await ensureBuilt()
await become([...siteProgram, ...process.argv.slice(2)], {
  env: { NODE_ENV: process.env.NODE_ENV ?? 'production', ...siteEnvironment },
})
