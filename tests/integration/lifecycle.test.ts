import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'

test('a signal closes everything in reverse order and exits with 0; a repeated signal changes nothing', async () => {
  const program = startProgram('plain')
  await program.printed('ready')
  program.child.kill('SIGINT')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
})

test('a signal during startup also closes the part being started, and starts nothing more', async () => {
  const program = startProgram('late')
  await program.printed('starting')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.lines()).toEqual(['starting', 'first closed', 'second closed'])
})

test('a part that cannot be closed, or takes too long, does not keep the others from closing', async () => {
  for (const how of ['failing', 'stuck']) {
    const program = startProgram(how)
    await program.printed('ready')
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
  }
})

test('problems an operator can fix are reported in sentences, everything is closed, and the exit code is 1', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const expectedOutput: Record<string, string> = {
    config: 'One thing is wrong.\nAnother is too.\n',
    refused: 'The disk is full.\n',
    taken: `Port ${port} is in use by another program. Stop that program, or choose another with PORT=${port + 1}.\n`,
  }
  for (const [how, words] of Object.entries(expectedOutput)) {
    const program = startProgram(how, String(port))
    expect(await program.ended).toBe(1)
    expect(program.complaints()).toBe(words)
    expect(program.lines()).toEqual(['first closed'])
  }
  other.close()
})

test('an unexpected error is reported with its stack', async () => {
  const program = startProgram('fault')
  expect(await program.ended).toBe(1)
  expect(program.complaints()).toMatch(/internal error:\nTypeError: a fault of ours\n {4}at /)
})

test('an uncaught error shuts the program down in order, with exit code 1', async () => {
  const program = startProgram('crash')
  expect(await program.ended).toBe(1)
  expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
})

test('a command exits by itself, with 0, when its work is done', async () => {
  const program = startProgram('once')
  expect(await program.ended).toBe(0)
  expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
})

test('a program whose launcher is gone shuts down in order', async () => {
  const program = startProgram('plain')
  await program.printed('ready')
  program.child.disconnect()
  expect(await program.ended).toBe(0)
  expect(program.lines()).toEqual(['ready', 'second closed', 'first closed'])
})

/** Starts the program with two parts. */
function startProgram(...args: string[]) {
  const script = new URL('./lifecycle-process.ts', import.meta.url).pathname
  const stdio: ('ignore' | 'pipe' | 'ipc')[] = ['ignore', 'pipe', 'pipe', 'ipc']
  const child: ChildProcess = spawn(process.execPath, [script, ...args], { stdio })
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', text => {
    complaints += text
  })
  let words = ''
  const printed = (line: string) =>
    new Promise<void>(resolve => {
      const look = () => words.split('\n').includes(line) && resolve()
      child.stdout?.on('data', look)
      look()
    })
  child.stdout?.setEncoding('utf8').on('data', text => {
    words += text
  })
  // Not the `close` event, which never fires once we have closed the channel.
  const streams = [child.stdout, child.stderr].map(stream => once(stream as Readable, 'close'))
  const ended = Promise.all([once(child, 'exit'), ...streams]).then(([[code]]) => code as number | null)
  /** The program’s output, without log lines. */
  const lines = () => words.split('\n').filter(line => line && !line.startsWith('{'))
  return { child, ended, printed, lines, complaints: () => complaints }
}
