import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readOrCreateAuthSecret } from '../../server/platform/auth-secret.ts'
import { readConfig, withPort } from '../../server/platform/config.ts'
import type { ConfigError } from '../../server/platform/config-error.ts'

test('without settings, the site is reachable only from this machine and stores everything in ./data', () => {
  expect(readConfig({}, () => '/project/data')).toEqual({
    port: 3000,
    host: '127.0.0.1',
    origin: 'http://localhost:3000',
    originIsSet: false,
    loopback: true,
    secure: false,
    dataDir: '/project/data',
    databaseUrl: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    authSecret: undefined,
    trustProxy: 0,
    testLogin: undefined,
    passkeyRule: { required: false, bySetting: false, address: 'local' },
    approverWaitDays: 3,
    devPages: false,
    openSignUp: true,
    noticeWindow: 600_000,
    workers: 1,
  })
})

test('every setting is read', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    APP_URL: 'https://Invest.Example.com/',
    DATA_DIR: '/srv/promissory',
    STORAGE_URL: 's3://documents?endpoint=https://s3.example&region=eu-central-1&sse=AES256',
    DATABASE_URL: 'postgresql://app:secret@db.example:5433/portal?sslmode=require',
    DATABASE_DIRECT_URL: 'postgresql://app:secret@db.example/portal',
    SMTP_URL: 'smtps://mailer:secret@mail.example',
    MAIL_FROM: 'Larkstone <portal@larkstone.example>',
    AUTH_SECRET: 'x'.repeat(32),
    TRUST_PROXY: '2',
    TEST_LOGIN_EMAIL: 'Test@Example.com',
    TEST_LOGIN_CODE: '123456',
    TEST_LOGIN_EXPIRES: dayAfter(30),
    REQUIRE_ADMIN_PASSKEY: '1',
    DECIDER_WAIT_DAYS: '7',
    DEV_PAGES: '1',
    OPEN_SIGN_UP: '0',
    NOTICE_WINDOW: '90',
    WORKERS: '3',
  })
  expect(config).toEqual({
    port: 8080,
    host: '0.0.0.0',
    origin: 'https://invest.example.com',
    originIsSet: true,
    loopback: false,
    secure: true,
    dataDir: '/srv/promissory',
    storage: {
      bucket: 'documents',
      prefix: '',
      endpoint: 'https://s3.example',
      region: 'eu-central-1',
      pathStyle: true,
      sse: 'AES256',
    },
    databaseUrl: 'postgresql://app:secret@db.example:5433/portal?sslmode=require',
    databaseDirectUrl: 'postgresql://app:secret@db.example/portal',
    smtpUrl: 'smtps://mailer:secret@mail.example',
    mailFrom: 'Larkstone <portal@larkstone.example>',
    authSecret: 'x'.repeat(32),
    trustProxy: 2,
    testLogin: {
      email: 'test@example.com',
      code: '123456',
      expires: new Date(`${dayAfter(31)}T00:00:00Z`),
    },
    passkeyRule: { required: true, bySetting: true, address: 'public' },
    approverWaitDays: 7,
    devPages: true,
    openSignUp: false,
    noticeWindow: 90_000,
    workers: 3,
  })
})

test('a site of no process is refused, and an empty value is the default', () => {
  expect(problemsOf({ WORKERS: '0' })).toEqual([
    'WORKERS is "0", which is not a number of processes. Use a whole number from 1 to 64.',
  ])
  expect(readConfig({ WORKERS: '' }).workers).toBe(1)
})

test('all problems are reported at once, each with its remedy, and no secret is repeated', () => {
  const problems = problemsOf({
    PORT: '70000',
    HOST: 'not a host',
    APP_URL: 'https://example.com/portal',
    STORAGE_URL: 's3://user:hunter2@bucket?endpoint=https://s3.example',
    DATABASE_URL: 'mysql://root:hunter2@db.example/portal',
    SMTP_URL: 'smtp://mailer:hunter2@mail example',
    MAIL_FROM: 'nobody',
    AUTH_SECRET: 'hunter2',
    TRUST_PROXY: 'yes',
    TEST_LOGIN_CODE: '12345',
    REQUIRE_ADMIN_PASSKEY: 'yes',
    DEV_PAGES: 'true',
    WORKERS: 'many',
  })
  const names = ['PORT', 'HOST', 'APP_URL', 'STORAGE_URL', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'AUTH_SECRET']
  for (const name of [
    ...names,
    'TRUST_PROXY',
    'TEST_LOGIN_EMAIL',
    'TEST_LOGIN_CODE',
    'REQUIRE_ADMIN_PASSKEY',
    'DEV_PAGES',
    'WORKERS',
  ]) {
    expect(problems.filter(problem => problem.startsWith(`${name} `))).toHaveLength(1)
  }
  expect(problems).toHaveLength(14)
  for (const problem of problems) expect(problem).toMatch(/^.+\. .+\.$/)
  expect(problems.join()).not.toContain('hunter2')
})

test('administrators and approvers need a passkey where the address is public and https, unless a setting says otherwise', () => {
  const required = (env: Record<string, string>, demo = false) =>
    readConfig(env, () => '/project/data', demo).passkeyRule.required
  expect(required({ APP_URL: 'https://invest.example.com' })).toBe(true)
  for (const local of [
    'http://localhost:3000',
    'https://localhost',
    'https://portal.localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://10.0.0.5',
    'https://192.0.2.1',
    'https://[2001:db8::1]',
    'https://portal',
    'https://portal.local',
    'https://portal.internal',
    'http://invest.example.com',
  ]) {
    expect(required({ APP_URL: local }), local).toBe(false)
  }
  expect(required({ APP_URL: 'https://demo.example.com' }, true)).toBe(false)
  expect(required({ APP_URL: 'https://invest.example.com', REQUIRE_ADMIN_PASSKEY: '0' })).toBe(false)
  expect(required({ REQUIRE_ADMIN_PASSKEY: '1' })).toBe(true)
  expect(required({ REQUIRE_ADMIN_PASSKEY: '1' }, true)).toBe(true)
})

test('a host that others can reach requires the public address', () => {
  expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([
    'HOST is "0.0.0.0", which others can reach, but APP_URL is not set. Set it to the address they will use, such as APP_URL=https://invest.example.com.',
  ])
  expect(problemsOf({ HOST: '::' })).toHaveLength(1)
  expect(readConfig({ HOST: '::1' }).origin).toBe('http://localhost:3000')
  expect(readConfig({ HOST: '127.0.0.2' }).loopback).toBe(true)
})

test('under https the test sign-in needs an end within 30 days', () => {
  const pair = { TEST_LOGIN_EMAIL: 'test@example.com', TEST_LOGIN_CODE: '123456' }
  const secure = { APP_URL: 'https://invest.example.com', ...pair }
  expect(problemsOf(secure)).toEqual([expect.stringMatching(/^TEST_LOGIN_EMAIL is set and APP_URL is https/)])
  for (const day of [dayAfter(-1), dayAfter(31), 'tomorrow', '2026-13-01', '9999-01-01']) {
    for (const env of [secure, pair]) {
      expect(problemsOf({ ...env, TEST_LOGIN_EXPIRES: day }), day).toEqual([
        expect.stringMatching(/^TEST_LOGIN_EXPIRES is ".+"/),
      ])
    }
  }
  for (const day of [dayAfter(0), dayAfter(30)]) expect(problemsOf({ ...secure, TEST_LOGIN_EXPIRES: day })).toEqual([])
  expect(readConfig(pair).testLogin?.expires).toBeUndefined()
})

test('mail may be sent unencrypted only where SMTP_URL says so in one way', () => {
  expect(problemsOf({ SMTP_URL: 'smtp://mail.example?insecure=1' })).toEqual([])
  for (const value of ['0', 'true', '']) {
    expect(problemsOf({ SMTP_URL: `smtp://mail.example?insecure=${value}` })).toEqual([
      expect.stringMatching(/^SMTP_URL has a parameter insecure that is not 1/),
    ])
  }
})

test('with port 0 the origin uses the assigned port', () => {
  const config = readConfig({ PORT: '0' })
  expect(withPort(config, 40123).origin).toBe('http://localhost:40123')
  const named = readConfig({ PORT: '0', APP_URL: 'https://invest.example.com' })
  expect(withPort(named, 40123).origin).toBe('https://invest.example.com')
})

test('processes that start together agree on one secret, which only their user can read', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-secret-'))
  try {
    const module = new URL('../../server/platform/auth-secret.ts', import.meta.url).href
    const script = `import { readOrCreateAuthSecret } from '${module}'; console.log(await readOrCreateAuthSecret(process.argv[1]))`
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, dataDir])
    const answers = await Promise.all(Array.from({ length: 8 }, start))
    const secret = await readOrCreateAuthSecret(dataDir)
    expect(new Set(answers.map(answer => answer.stdout.trim()))).toEqual(new Set([secret]))
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect((await stat(join(dataDir, 'auth-secret'))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual(['auth-secret'])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test('a damaged secret is rejected, not replaced', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'promissory-secret-'))
  try {
    await writeFile(join(dataDir, 'auth-secret'), 'short')
    await expect(readOrCreateAuthSecret(dataDir)).rejects.toThrow(/is damaged .* Restore it from a backup/)
    expect(await readFile(join(dataDir, 'auth-secret'), 'utf8')).toBe('short')
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

/** @returns the day that many days from now in UTC */
function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}
