// npm start: from a fresh clone to a running site. Arguments are passed to the server.

import { ensureBuilt } from './build.mjs'
import { become, ensureInstalled } from './setup.mjs'

await ensureInstalled()
await ensureBuilt()
await become(['server/main.ts', ...process.argv.slice(2)], {
  env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
})
