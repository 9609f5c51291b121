// A process that uses the embedded server as the site does: prints the connection string and runs until a signal.

import { startEmbedded } from '../../server/database/embedded/start-embedded.ts'
import { run } from '../../server/platform/lifecycle.ts'
import { createLog } from '../../server/platform/log.ts'

const log = createLog({ write: line => process.stderr.write(line) })

await run(async closers => {
  const server = await startEmbedded({ dataDir: process.env.DATA_DIR ?? '', log })
  closers.add('the database', server.stop, 40)
  process.stdout.write(`${server.url}\n`)
})
