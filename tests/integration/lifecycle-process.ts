// A program with two parts that start one after the other; its argument selects what happens to it.

import { createServer } from 'node:net'
import { ConfigError } from '../../server/platform/config-error.ts'
import { run, runOnce } from '../../server/platform/lifecycle.ts'
import { StartError } from '../../server/platform/start-error.ts'

const say = (words: string) => process.stdout.write(`${words}\n`)
const [how, port] = process.argv.slice(2)

await (how === 'once' ? runOnce : run)(async closers => {
  closers.add('first', () => say('first closed'))
  if (how === 'config') throw new ConfigError(['One thing is wrong.', 'Another is too.'])
  if (how === 'refused') throw new StartError('The disk is full.')
  if (how === 'fault') throw new TypeError('a fault of ours')
  if (how === 'late') {
    say('starting')
    // Pending work at startup holds a process open; a signal listener alone does not.
    const alive = setInterval(() => {}, 1000)
    await new Promise(resolve => process.once('SIGTERM', resolve))
    clearInterval(alive)
  }
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(Number(port ?? 0), '127.0.0.1', resolve)
  })
  closers.add('second', async () => {
    await new Promise(resolve => server.close(resolve))
    say('second closed')
  })
  if (how === 'failing') closers.add('failing', () => Promise.reject(new Error('cannot close')))
  if (how === 'stuck') closers.add('stuck', () => new Promise(() => {}), 0.1)
  if (how === 'crash') setImmediate(() => Promise.reject(new Error('nobody caught this')))
  say('ready')
})
