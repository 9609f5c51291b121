/**
 * Another process of a site, for `uploads-processes.test.ts`. Its first argument is its environment as JSON. It writes
 * its address to file descriptor 3 once it answers.
 */
import { writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { readConfig } from '../../server/platform/config.ts'
import { openPortal } from '../../server/portal.ts'

const config = readConfig(JSON.parse(process.argv[2] ?? '{}'))
const portal = await openPortal(config, { pages: async () => new Response('a page') })
const server = createServer(portal.listener)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') writeSync(3, `http://localhost:${address?.port}\n`)
})
