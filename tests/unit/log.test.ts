import { expect, test } from 'vitest'
import { createLog, type Log } from '../../server/platform/log.ts'

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
