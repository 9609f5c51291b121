// npm run dev: the site with hot reload. Pages change in place; a change on the server starts it anew.

import { become, ensureInstalled } from './setup.mjs'

await ensureInstalled()
await become(
  [
    '--watch',
    '--watch-preserve-output',
    '--watch-path=server',
    '--watch-path=rules',
    '--watch-path=content',
    'server/main.ts',
    '--dev',
    ...process.argv.slice(2),
  ],
  // The watcher has a channel of its own with what it runs.
  { env: { NODE_ENV: 'development' }, channel: false },
)
