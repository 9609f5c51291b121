import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** The used part of a command. */
interface Command {
  program: string
  begins?: string[]
  rest?: string
  own?: boolean
}

// Plain JavaScript without types, because it also has to work before anything is installed.
const table = await import(new URL('../../scripts/commands.mjs', import.meta.url).href)
const commands: Record<string, Command> = table.commands
const unknownIn: (name: string, given: string[]) => string | undefined = table.unknownIn
const usageOf: (name: string) => string = table.usageOf

const project = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const names = Object.keys(commands)

test('every command of package.json and of the README is in the table', () => {
  expect(names.toSorted()).toEqual(Object.keys(scripts).toSorted())
  const readme = readFileSync('README.md', 'utf8')
  const named = [...readme.matchAll(/`npm (?:run (?:--silent )?)?([a-z:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter(name => !names.includes(name) && !['ci', 'install'].includes(name))).toEqual([])
  for (const name of ['start', 'demo', 'setup', 'backup', 'restore', 'admin']) expect(named).toContain(name)
})

test.each(names)('%s begins what package.json says, and says what it takes', name => {
  const { program, begins = [], own } = commands[name] as Command
  expect(existsSync(program)).toBe(true)
  // Some set a variable and delegate the rest to `npm test`.
  const called = (scripts[name] ?? '').replace(/^.*npm test -- /, 'scripts/test.mjs ')
  expect(called).toContain([program, ...begins].join(' '))
  if (!own)
    expect(usageOf(name)).toContain(`npm ${['start', 'test'].includes(name) ? '' : 'run '}${name.split(' ')[0]}`)
})

test.each(names.filter(name => !commands[name]?.own && !commands[name]?.rest))(
  '%s refuses what it doesn’t know',
  name => {
    expect(unknownIn(name, ['--nonsense'])).toContain('--nonsense')
    expect(unknownIn(name, ['x', 'nonsense'])).toContain('know')
    expect(unknownIn(name, [])).toBeUndefined()
  },
)

test('what a command takes is let through, and an option without its value is not', () => {
  expect(unknownIn('test:crash', ['--rounds', '3', '--store=s3'])).toBeUndefined()
  expect(unknownIn('test:crash', ['--rounds'])).toBe('--rounds needs a value, NUMBER.')
  expect(unknownIn('backup', ['verify', '/a/place', '--at', '2026-11-22'])).toBeUndefined()
  expect(unknownIn('admin', ['grnat', 'a@example.com'])).toContain('grnat')
  expect(unknownIn('test', ['-t', 'a name'])).toBeUndefined()
  expect(unknownIn('test', ['tests/unit/commands.test.ts', '-t', 'x'])).toBeUndefined()
  expect(unknownIn('test', ['app/notes/tests/notes.test.ts'])).toBeUndefined()
  expect(unknownIn('test', ['tax-lives'])).toBeUndefined()
  expect(unknownIn('test', ['vitset'])).toContain('vitset')
})

test('--help ends well and an unknown word with 2, and neither starts anything', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: project }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
    )
  expect(await run('scripts/start.mjs', '--help')).toEqual({ code: 0, said: expect.stringContaining('npm start') })
  expect(await run('scripts/start.mjs', '--demo', '--help')).toMatchObject({
    said: expect.stringContaining('run demo'),
  })
  expect(await run('scripts/start.mjs', 'now')).toEqual({ code: 2, said: expect.stringContaining('doesn’t know now') })
  expect(await run('scripts/run.mjs', 'server/commands/backup.ts', '--help')).toEqual({
    code: 0,
    said: expect.stringContaining('npm run backup -- verify'),
  })
})
