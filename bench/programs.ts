import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** @returns the path of an installed program, undefined without one */
export function findProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map(folder => join(folder, name))
    .find(existsSync)
}

/** Explains how to install missing programs, and the effect of their absence. */
export function missingPrograms(): string[] {
  const missing = (name: string, otherwise: string) =>
    findProgram(name) ? [] : [`${name} is not installed (Debian and Ubuntu: sudo apt install ${name}). ${otherwise}`]
  return [
    ...missing('wrk', 'Node sends the requests instead, and may itself be what limits the figures.'),
    ...missing('curl', 'Node moves the files instead, and may itself be what limits the figures.'),
    ...missing('nginx', 'There is no comparison with it.'),
  ]
}

/**
 * Runs a program to its end.
 * @returns its output
 * @throws if it fails
 */
export async function output(program: string, args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { maxBuffer: 10_000_000 })
  return stdout
}

/** @returns an unused port of the loopback interface */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
