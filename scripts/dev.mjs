// npm run dev: the site with hot reload. Pages change in place; a change on the server restarts it.

import { answerOrGoOn } from './commands.mjs'
import { become, ensureInstalled } from './setup.mjs'
import { root } from './task.mjs'
import { watchedPaths } from './watched-paths.mjs'

answerOrGoOn('scripts/dev.mjs', process.argv.slice(2))
await ensureInstalled(root, false)
await become(
  [
    '--watch',
    '--watch-preserve-output',
    ...watchedPaths(root).map(path => `--watch-path=${path}`),
    'scripts/dev-server.ts',
    '--dev',
    ...process.argv.slice(2),
  ],
  // The watcher has its own channel to the process it runs.
  { env: { NODE_ENV: 'development' }, channel: false },
)
