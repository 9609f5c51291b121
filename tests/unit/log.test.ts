import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLog, type Log } from '../../server/platform/log.ts'
import { scrub } from '../../server/platform/scrub.ts'

test('an event is one line of JSON with its time, level, message and fields', () => {
  const line = logged(log => log.with({ request: 'r1' }).info('a document was read', { bytes: 12, who: { id: 7n } }))
  expect(line.endsWith('}\n')).toBe(true)
  expect(JSON.parse(line)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: 'info',
    message: 'a document was read',
    request: 'r1',
    bytes: 12,
    who: { id: '7' },
  })
})

test('an error includes its stack, its cause and its system error code', () => {
  const error = Object.assign(new Error('no answer', { cause: new Error('cable') }), { code: 'ECONNREFUSED' })
  expect(JSON.parse(logged(log => log.error('failed', error)))).toMatchObject({
    level: 'error',
    error: {
      message: 'no answer',
      reason: 'ECONNREFUSED',
      stack: expect.stringContaining('at '),
      cause: { message: 'cable' },
    },
  })
})

test('secrets are left out, by field name and by pattern', () => {
  const secret = 'hunter2'
  const line = logged(log => {
    log.warn(`cannot reach postgres://app:${secret}@db.example/portal`, {
      code: secret,
      otp: secret,
      sessionToken: secret,
      headers: { cookie: secret, 'set-cookie': [secret], authorization: secret },
      config: {
        authSecret: secret,
        testLogin: { code: secret },
        smtpUrl: `smtp://mailer:${secret}@with@at@mail.example`,
      },
      path: `/verify?token=${secret}&x=1`,
      url: new URL(`https://example.com/a?b=${secret}`),
    })
    log.error('failed', new Error(`GET /a?token=${secret} failed`, { cause: new Error(`smtps://u:${secret}@h`) }))
  })
  expect(line).not.toContain(secret)
  expect(line).toContain('postgres://app:…@db.example/portal')
  expect(line).toContain('"path":"/verify?…"')
})

test('secrets are left out of texts with several addresses, and the rest stays', () => {
  expect(
    scrub('postgres://app:a@b:c/d@db/p?x=1, smtp://m:h@mail (http://x/,smtps://u:p@h) "/a?b" a#b?c /a#b?c what? 1:2@3'),
  ).toBe('postgres://app:…@db/p?… smtp://m:…@mail (http://x/,smtps://u:…@h) "/a?…" a#b?c /a#b?c what? 1:2@3')
  expect(scrub('\u001b[31mred\u001b[39m\u0007\n')).toBe('red\n')
})

test('a text in which nothing can be a secret is cleaned like every other', () => {
  const words = fc.constantFrom(
    '://',
    '/',
    '?',
    '#',
    '@',
    ':',
    'a',
    ' ',
    '"',
    '\u001b[31m',
    '\u0007',
    '\u009b',
    '\n',
    'é',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), fc.string({ unit: 'grapheme' }), (parts, more) => {
      const text = parts.join('') + more
      // A tab is preserved, and takes a text through every step.
      expect(scrub(`${text}\t`)).toBe(`${scrub(text)}\t`)
    }),
  )
})

test('a request is logged in the same form as any event, and its path is cleaned', async () => {
  const [first, second, third] = await linesOf(`
    log.request({ id: '1f', method: 'GET', path: '/a"b/\\u001b[31m?c', status: 200, milliseconds: 3 })
    log.info('request', { id: '1f', method: 'GET', path: '/a"b/\\u001b[31m?c', status: 200, milliseconds: 3 })
    log.request({ id: '2f', method: 'GET', path: '/', status: 200, milliseconds: 3 })`)
  expect(first).toEqual({ ...second, time: first?.time })
  expect([first?.path, third?.id]).toEqual(['/a"b/?…', '2f'])
})

test.for([
  ['at its end', ''],
  ['when it exits', 'process.exit(3)'],
  ['after an error that nobody caught', 'setImmediate(() => { throw new Error("uncaught") })'],
])('no line of a process is lost %s', async ([, end]) => {
  const lines = await linesOf(
    `for (let i = 0; i < 1000; i++) log.request({ id: i, path: '/', status: 200, milliseconds: 0 }); ${end}`,
  )
  expect(lines.map(({ id }) => Number(id ?? 0))).toEqual(Array.from({ length: 1000 }, (_, i) => i))
})

test('a reader that begins to read when the process ends gets every line', async () => {
  const child = spawn(
    process.execPath,
    running(`for (let i = 0; i < 5000; i++) log.request({ id: i, path: '/', status: 200, milliseconds: 0 })
      process.stderr.write('logged')
      setImmediate(() => { throw new Error('uncaught') })`),
  )
  await once(child.stderr, 'data')
  child.stderr.resume()
  const ids = toLines(await text(child.stdout)).map(({ id }) => Number(id))
  expect(ids).toEqual(Array.from({ length: 5000 }, (_, i) => i))
})

test('a reader that begins to read late gets the newest of many lines', async () => {
  const child = spawn(
    process.execPath,
    running(`for (let i = 0; i < 5000; i++) log.info('x'.repeat(4000), { id: i })
      process.stderr.write('logged')
      process.stdin.resume()`),
  )
  await once(child.stderr, 'data')
  const ids: number[] = []
  for await (const line of createInterface(child.stdout)) {
    const { id } = JSON.parse(line)
    ids.push(id)
    if (id === 4999) child.stdin.end()
  }
  expect(ids.slice(-1000)).toEqual(Array.from({ length: 1000 }, (_, i) => 4000 + i))
  expect(ids.length).toBeLessThan(2000)
})

test.for([
  ['has left', true],
  ['reads nothing', false],
] as const)('a process whose reader %s works on and ends', async ([, leaves]) => {
  const child = spawn(
    process.execPath,
    running(`log.info('first')
      process.stdin.once('data', () => {
        for (let i = 0; i < 5000; i++) log.info('more', { i })
        process.exit(3)
      })`),
  )
  await once(child.stdout, 'readable')
  if (leaves) child.stdout.destroy()
  child.stdin.write('go on')
  expect(await once(child, 'exit')).toEqual([3, null])
  child.stdout.destroy()
})

test('lines that several processes write to a full pipe stay whole', async () => {
  const code = `for (let i = 0; i < 2000; i++) {
      log.request({ id: i, path: '/', status: 200, milliseconds: 0 })
      if (i % 10 === 0) log.info('x'.repeat(i))
    }
    process.stderr.write('logged')`
  // What `spawn` makes is a socket. The pipe's reader waits for a character.
  const script = 'exec 3<&0; { "$@" & "$@" & "$@" & wait; } | { head -c 1 <&3; cat; }'
  const all = spawn('sh', ['-c', script, 'sh', process.execPath, ...running(code)])
  await once(all.stderr, 'data')
  all.stdin.end('\n')
  expect(toLines(await text(all.stdout))).toHaveLength(3 * 2200)
})

/** @returns the log lines of a process that runs this code */
async function linesOf(code: string): Promise<Record<string, unknown>[]> {
  const output = new Promise<string>(resolve =>
    execFile(process.execPath, running(code), (_, stdout) => resolve(stdout)),
  )
  return toLines(await output)
}

function running(code: string): string[] {
  const { href } = new URL('../../server/platform/log.ts', import.meta.url)
  return ['--input-type=module', '-e', `import { log } from ${JSON.stringify(href)}; ${code}`]
}

function toLines(output: string): Record<string, unknown>[] {
  return output
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

test('a very long text is shortened', () => {
  expect(scrub('x'.repeat(1_000_000)).length).toBeLessThan(20_000)
})

test('on a terminal an event is short text', () => {
  const line = logged(log => log.info('Site at http://localhost:3000', { ms: 12 }), true)
  expect(line).toMatch(/^\d\d:\d\d:\d\d .*info.* Site at http:\/\/localhost:3000 {2}ms=12\n$/)
})

function logged(use: (log: Log) => void, pretty = false): string {
  let text = ''
  use(
    createLog({
      pretty,
      write: line => {
        text += line
      },
    }),
  )
  return text
}
