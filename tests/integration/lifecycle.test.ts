import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'

test('a signal closes what was started, the last first, and ends with 0; the same signal twice is one', async () => {
  const program = begin('plain')
  await program.said('ready')
  program.child.kill('SIGINT')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
})

test('a signal during the start closes also what was just being started, and goes no further', async () => {
  const program = begin('late')
  await program.said('starting')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.lines()).toEqual(['starting', 'first closed', 'second closed'])
})

test('a part that cannot be closed, or takes too long, does not keep the others open', async () => {
  for (const how of ['failing', 'stuck']) {
    const program = begin(how)
    await program.said('ready')
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
  }
})

test('what an operator can put right is told in sentences, everything is closed, and the exit code is 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const told: Record<string, string> = {
    config: 'One thing is wrong.\nAnother is too.\n',
    refused: 'The disk is full.\n',
    taken: `Port ${port} is in use by another program. Stop that program, or choose another with PORT=${port + 1}.\n`,
  }
  for (const [how, words] of Object.entries(told)) {
    const program = begin(how, String(port))
    expect(await program.ended).toBe(1)
    expect(program.complaints()).toBe(words)
    expect(program.lines()).toEqual(['first closed'])
  }
  other.close()
})

test('a fault of ours is told with its stack', async () => {
  const program = begin('fault')
  expect(await program.ended).toBe(1)
  expect(program.complaints()).toMatch(/internal error:\nTypeError: a fault of ours\n {4}at /)
})

test('an error that nobody caught stops the program in order, with 1', async () => {
  const program = begin('crash')
  expect(await program.ended).toBe(1)
  expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
})

test('a command ends by itself, with 0, when its work is done', async () => {
  const program = begin('once')
  expect(await program.ended).toBe(0)
  expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
})

test('a program whose launcher is gone stops in order', async () => {
  const program = begin('plain')
  await program.said('ready')
  program.child.disconnect()
  expect(await program.ended).toBe(0)
  expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
})

/** Starts the program of two parts. */
function begin(...args: string[]) {
  const script = new URL('./lifecycle-process.ts', import.meta.url).pathname
  const stdio: ('ignore' | 'pipe' | 'ipc')[] = ['ignore', 'pipe', 'pipe', 'ipc']
  const child: ChildProcess = spawn(process.execPath, [script, ...args], { stdio })
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    complaints += text
  })
  let words = ''
  const said = (line: string) =>
    new Promise<void>(resolve => {
      const look = () => words.split('\n').includes(line) && resolve()
      child.stdout?.on('data', look)
      look()
    })
  child.stdout?.setEncoding('utf8').on('data', text => {
    words += text
  })
  // Not its event `close`, which never comes once we have closed the channel.
  const streams = [child.stdout, child.stderr].map(stream => once(stream as Readable, 'close'))
  const ended = Promise.all([once(child, 'exit'), ...streams]).then(([[code]]) => code as number | null)
  /** What it said, without the lines of its log. */
  const lines = () => words.split('\n').filter(line => line && !line.startsWith('{'))
  return { child, ended, said, lines, complaints: () => complaints }
}
