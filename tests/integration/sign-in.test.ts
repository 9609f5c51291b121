import { expect, test } from 'vitest'
import { codesPerClient, codeTries } from '../../rules/limits.ts'
import { signOut } from '../../server/identity/current-session.ts'
import { sendCode, verifyCode } from '../../server/identity/sign-in.ts'
import { testPortal } from '../helpers/portal.ts'

const from = (ip: string, cookie = '') => ({ ip, userAgent: 'a browser', cookie })
const cookieOf = (cookies: string[]) => cookies.map(cookie => cookie.split(';')[0]).join('; ')

test('a person who has never been here signs in with the code from the mail and has exactly one profile', async () => {
  await using portal = await testPortal()
  await sendCode(from('192.0.2.1'), '  New.Person@Example.com ')
  const mail = await portal.mailbox.to('new.person@example.com')
  const code = await portal.mailbox.code('new.person@example.com')
  expect(mail.subject).toBe(`${code} is your Larkstone sign-in code`)
  expect(mail.text).toContain('10 minutes')
  expect(mail.html).toContain(code)

  const cookie = cookieOf(await verifyCode(from('192.0.2.1'), 'NEW.person@example.com', code))
  const answers = await Promise.all([1, 2, 3, 4].map(() => portal.fetch('/api/session', { cookie })))
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject({ profile: { email: 'new.person@example.com', is_admin: false } })
  }
  const rows = await portal.owner.query("select from user_profiles where email = 'new.person@example.com'")
  expect(rows.rowCount).toBe(1)
})

test('the session cookie is out of reach of scripts and of other sites', async () => {
  await using portal = await testPortal({ APP_URL: 'https://invest.example.com' })
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  const cookies = await verifyCode(
    from('192.0.2.1'),
    'investor@example.com',
    await portal.mailbox.code('investor@example.com'),
  )
  const session = cookies.find(cookie => cookie.includes('session_token'))
  expect(session).toMatch(/^__Secure-/)
  expect(session).toMatch(/; HttpOnly/i)
  expect(session).toMatch(/; SameSite=Lax/i)
  expect(session).toMatch(/; Secure/i)
  expect(session).toMatch(/; Path=\//i)
})

test('a code works once', async () => {
  await using portal = await testPortal()
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  const code = await portal.mailbox.code('investor@example.com')
  await verifyCode(from('192.0.2.1'), 'investor@example.com', code)
  await expect(verifyCode(from('192.0.2.1'), 'investor@example.com', code)).rejects.toMatchObject({
    code: 'INVALID_CODE',
  })
})

test('a code is used once even when it is tried many times at the same moment', async () => {
  await using portal = await testPortal()
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  const code = await portal.mailbox.code('investor@example.com')
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => verifyCode(from('192.0.2.1'), 'investor@example.com', code)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a code expires after five failed attempts', async () => {
  await using portal = await testPortal()
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  const code = await portal.mailbox.code('investor@example.com')
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let i = 0; i < codeTries; i++) {
    await expect(verifyCode(from('192.0.2.1'), 'investor@example.com', wrong)).rejects.toMatchObject({
      code: 'INVALID_CODE',
      message: 'Invalid verification code',
    })
  }
  await expect(verifyCode(from('192.0.2.1'), 'investor@example.com', code)).rejects.toMatchObject({
    code: 'CODE_TRIES',
  })
})

test('a code is dead after ten minutes', async () => {
  await using portal = await testPortal()
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  const code = await portal.mailbox.code('investor@example.com')
  const { rows } = await portal.owner.query(
    "select extract(epoch from expires_at - created_at)::int as seconds from auth.verifications where identifier like '%investor@example.com'",
  )
  expect(rows[0].seconds).toBeGreaterThanOrEqual(599)
  expect(rows[0].seconds).toBeLessThanOrEqual(601)
  await portal.owner.query("update auth.verifications set expires_at = now() - interval '1 second'")
  await expect(verifyCode(from('192.0.2.1'), 'investor@example.com', code)).rejects.toMatchObject({
    code: 'CODE_EXPIRED',
  })
})

test('the database holds no code, neither where it is checked nor in the queue of mail', async () => {
  await using portal = await testPortal()
  portal.mailbox.refusing = true
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  const { rows: waiting } = await portal.owner.query("select data::text from jobs.job where name = 'send-mail'")
  expect(waiting).toHaveLength(1)
  portal.mailbox.refusing = false
  const code = await portal.mailbox.code('investor@example.com')
  const { rows: stored } = await portal.owner.query('select value from auth.verifications')
  for (const text of [...waiting.map(row => row.data), ...stored.map(row => row.value)])
    expect(text).not.toContain(code)
})

test('a second code for the same address has to wait a minute, no matter who asks', async () => {
  await using portal = await testPortal()
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  await expect(sendCode(from('198.51.100.7'), 'Investor@example.com')).rejects.toMatchObject({
    code: 'RATE_LIMIT',
    message: 'Too many requests. Please wait 60 seconds before trying again.',
  })
  await portal.mailbox.to('investor@example.com')
  expect(portal.mailbox.messages).toHaveLength(1)
})

test('one client cannot ask for codes without end, whatever the addresses', async () => {
  await using portal = await testPortal()
  for (let i = 0; i < codesPerClient; i++) await sendCode(from('192.0.2.1'), `person${i}@example.com`)
  await expect(sendCode(from('192.0.2.1'), 'another@example.com')).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await sendCode(from('198.51.100.7'), 'another@example.com')
  await portal.mailbox.to('another@example.com')
})

test('a new code makes the one before it worthless', async () => {
  await using portal = await testPortal()
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  const first = await portal.mailbox.code('investor@example.com')
  await portal.owner.query('delete from auth.limits')
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  const second = await portal.mailbox.code('investor@example.com', 1)
  if (first !== second) {
    await expect(verifyCode(from('192.0.2.1'), 'investor@example.com', first)).rejects.toMatchObject({
      code: 'INVALID_CODE',
    })
  }
  await verifyCode(from('192.0.2.1'), 'investor@example.com', second)
})

test.each([
  ['', 'EMAIL_REQUIRED'],
  ['   ', 'EMAIL_REQUIRED'],
  ['someone', 'EMAIL_INVALID'],
  ['a@b', 'EMAIL_INVALID'],
  ['two words@example.com', 'EMAIL_INVALID'],
  ['victim@example.com\nBcc: all@example.com', 'EMAIL_INVALID'],
  [`${'a'.repeat(250)}@example.com`, 'EMAIL_INVALID'],
])('the address %j is refused with a clear sentence', async (address, code) => {
  await using _portal = await testPortal()
  await expect(sendCode(from('192.0.2.1'), address)).rejects.toMatchObject({ code })
})

test('mail that the mail server refuses for now is sent later, once', async () => {
  await using portal = await testPortal()
  portal.mailbox.refusing = true
  await sendCode(from('192.0.2.1'), 'investor@example.com')
  portal.mailbox.refusing = false
  await portal.mailbox.code('investor@example.com')
  expect(portal.mailbox.messages).toHaveLength(1)
})

test('signing out of this browser ends this session at once and leaves the others', async () => {
  await using portal = await testPortal()
  const here = await portal.signIn('investor@example.com')
  await portal.owner.query('delete from auth.limits')
  const there = await portal.signIn('investor@example.com')
  const answer = await portal.fetch('/api/sign-out', { method: 'POST', cookie: here, body: '{"scope":"local"}' })
  expect(answer.headers.getSetCookie().join()).toMatch(/session_token=;/)
  expect(await (await portal.fetch('/api/session', { cookie: here })).json()).toMatchObject({ profile: null })
  expect(await (await portal.fetch('/api/session', { cookie: there })).json()).toMatchObject({
    profile: { email: 'investor@example.com' },
  })
})

test('signing out everywhere ends every session of the person and nobody else’s', async () => {
  await using portal = await testPortal()
  const here = await portal.signIn('investor@example.com')
  await portal.owner.query('delete from auth.limits')
  const there = await portal.signIn('investor@example.com')
  const other = await portal.signIn('second@example.com')
  await signOut(from('192.0.2.1', here), 'global')
  for (const cookie of [here, there]) {
    expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: null })
  }
  expect(await (await portal.fetch('/api/session', { cookie: other })).json()).toMatchObject({
    profile: { email: 'second@example.com' },
  })
})

test('a session is renewed as it is used, and ends when it is not', async () => {
  await using portal = await testPortal()
  const cookie = await portal.signIn('investor@example.com')
  const left = async () => {
    const { rows } = await portal.owner.query(
      'select extract(epoch from expires_at - now())::int as left from auth.sessions',
    )
    return rows[0].left as number
  }
  await portal.owner.query("update auth.sessions set expires_at = now() + interval '1 hour'")
  await portal.fetch('/api/session', { cookie })
  expect(await left()).toBeLessThanOrEqual(3600)
  const renewed = await portal.fetch('/api/session', { cookie, method: 'POST' })
  expect(await left()).toBeGreaterThan(11 * 3600)
  expect(renewed.headers.getSetCookie().join()).toContain('promissory_signed_in=1')
  await portal.owner.query("update auth.sessions set expires_at = now() - interval '1 second'")
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: null })
})

test('the test pair signs in without mail, but never as an administrator', async () => {
  await using portal = await testPortal({ TEST_LOGIN_EMAIL: 'tester@example.com', TEST_LOGIN_CODE: '424242' })
  const cookie = cookieOf(await verifyCode(from('192.0.2.1'), 'tester@example.com', '424242'))
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email: 'tester@example.com', is_admin: false },
  })
  await portal.owner.query("update user_profiles set is_admin = true where email = 'tester@example.com'")
  await expect(verifyCode(from('192.0.2.1'), 'tester@example.com', '424242')).rejects.toMatchObject({
    code: 'INVALID_CODE',
  })
  await expect(verifyCode(from('192.0.2.1'), 'investor@example.com', '424242')).rejects.toMatchObject({
    code: 'INVALID_CODE',
  })
})

test('known and unknown addresses get the same answer, and no answer waits for the mail', async () => {
  await using portal = await testPortal()
  portal.mailbox.refusing = true
  const timed = async (address: string) => {
    const started = performance.now()
    const answer = await sendCode(from('192.0.2.1'), address)
    return { answer, milliseconds: performance.now() - started }
  }
  await timed('warm-up@example.com')
  const known = await timed('investor@example.com')
  const unknown = await timed('nobody@example.com')
  expect(known.answer).toBe('investor@example.com')
  expect(unknown.answer).toBe('nobody@example.com')
  const { rows } = await portal.owner.query("select count(*) from jobs.job where name = 'send-mail'")
  expect(Number(rows[0].count)).toBe(3)
})

test('a request that another site’s page sends is not carried out', async () => {
  await using portal = await testPortal()
  const cookie = await portal.signIn('investor@example.com')
  const answer = await portal.fetch('/api/sign-out', {
    method: 'POST',
    cookie,
    headers: { origin: 'https://evil.example' },
  })
  expect(answer.status).toBe(403)
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email: 'investor@example.com' },
  })
})
