import { expect } from 'vitest'
import { codeAttempts, codesPerClient } from '../../rules/limits.ts'
import { signOut } from '../../server/identity/current-session.ts'
import { sendCode, verifyCode } from '../../server/identity/sign-in.ts'
import { allSent, test } from '../helpers/shared-portal.ts'

const from = (ip: string, cookie = '') => ({ ip, userAgent: 'a browser', cookie })

// Each test starts as if its clients had not requested a code before.
test.beforeEach(({ portal }) => portal.owner.query('delete from auth.limits'))

const cookieOf = (cookies: string[]) => cookies.map(cookie => cookie.split(';')[0]).join('; ')

test('a new person signs in with the code from the mail and has exactly one profile', async ({ portal, domain }) => {
  const email = `new.person@${domain}`
  await sendCode(from('192.0.2.1'), `  New.Person@${domain.toUpperCase()} `)
  const mail = await portal.mailbox.to(email)
  const code = await portal.mailbox.code(email)
  expect(mail.subject).toBe(`${code} is your Larkstone sign-in code`)
  expect(mail.text).toContain('10 minutes')
  expect(mail.html).toContain(code)

  const cookie = cookieOf(await verifyCode(from('192.0.2.1'), `NEW.person@${domain}`, code))
  const answers = await Promise.all([1, 2, 3, 4].map(() => portal.fetch('/api/session', { cookie })))
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject({ profile: { email, is_admin: false } })
  }
  const rows = await portal.owner.query('select from user_profiles where email = $1', [email])
  expect(rows.rowCount).toBe(1)
})

test('a code works once', async ({ portal, investor }) => {
  await sendCode(from('192.0.2.1'), investor.email)
  const code = await portal.mailbox.code(investor.email)
  await verifyCode(from('192.0.2.1'), investor.email, code)
  await expect(verifyCode(from('192.0.2.1'), investor.email, code)).rejects.toMatchObject({
    code: 'INVALID_CODE',
  })
})

test('a code works once even when it is tried many times at the same moment', async ({ portal, investor }) => {
  await sendCode(from('192.0.2.1'), investor.email)
  const code = await portal.mailbox.code(investor.email)
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () => verifyCode(from('192.0.2.1'), investor.email, code)),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a code expires after five failed attempts', async ({ portal, investor }) => {
  await sendCode(from('192.0.2.1'), investor.email)
  const code = await portal.mailbox.code(investor.email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let i = 0; i < codeAttempts; i++) {
    await expect(verifyCode(from('192.0.2.1'), investor.email, wrong)).rejects.toMatchObject({
      code: 'INVALID_CODE',
      message: 'Invalid verification code',
    })
  }
  await expect(verifyCode(from('192.0.2.1'), investor.email, code)).rejects.toMatchObject({
    code: 'CODE_TRIES',
  })
})

test('a code expires after ten minutes', async ({ portal, investor }) => {
  await sendCode(from('192.0.2.1'), investor.email)
  const code = await portal.mailbox.code(investor.email)
  const { rows } = await portal.owner.query(
    "select extract(epoch from expires_at - created_at)::int as seconds from auth.verifications where identifier like '%' || $1",
    [investor.email],
  )
  expect(rows[0].seconds).toBeGreaterThanOrEqual(599)
  expect(rows[0].seconds).toBeLessThanOrEqual(601)
  await portal.owner.query("update auth.verifications set expires_at = now() - interval '1 second'")
  await expect(verifyCode(from('192.0.2.1'), investor.email, code)).rejects.toMatchObject({
    code: 'CODE_EXPIRED',
  })
})

test('the database contains no code, neither where codes are checked nor in the mail queue', async ({
  portal,
  investor,
}) => {
  await allSent(portal)
  portal.mailbox.refusing = true
  await sendCode(from('192.0.2.1'), investor.email)
  const { rows: waiting } = await portal.owner.query(
    "select data::text from jobs.job where name = 'send-mail' and state < 'completed'",
  )
  expect(waiting).toHaveLength(1)
  portal.mailbox.refusing = false
  const code = await portal.mailbox.code(investor.email)
  const { rows: stored } = await portal.owner.query('select value from auth.verifications')
  for (const text of [...waiting.map(row => row.data), ...stored.map(row => row.value)])
    expect(text).not.toContain(code)
})

test('a second code for the same address must wait a minute, no matter who requests it', async ({
  portal,
  investor,
}) => {
  await sendCode(from('192.0.2.1'), investor.email)
  await expect(sendCode(from('198.51.100.7'), investor.email.toUpperCase())).rejects.toMatchObject({
    code: 'RATE_LIMIT',
    message: 'Too many requests. Please wait 60 seconds before trying again.',
  })
  await allSent(portal)
  expect(portal.mailbox.count(investor.email)).toBe(1)
})

test('one client cannot request unlimited codes, whatever the addresses', async ({ portal, domain }) => {
  for (let i = 0; i < codesPerClient; i++) await sendCode(from('192.0.2.1'), `person${i}@${domain}`)
  await expect(sendCode(from('192.0.2.1'), `another@${domain}`)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await sendCode(from('198.51.100.7'), `another@${domain}`)
  await portal.mailbox.to(`another@${domain}`)
})

test('a new code invalidates the previous one', async ({ portal, investor }) => {
  await sendCode(from('192.0.2.1'), investor.email)
  const first = await portal.mailbox.code(investor.email)
  await portal.owner.query('delete from auth.limits')
  await sendCode(from('192.0.2.1'), investor.email)
  const newer = await portal.mailbox.code(investor.email, 1)
  if (first !== newer) {
    await expect(verifyCode(from('192.0.2.1'), investor.email, first)).rejects.toMatchObject({
      code: 'INVALID_CODE',
    })
  }
  await verifyCode(from('192.0.2.1'), investor.email, newer)
})

test.each([
  ['', 'EMAIL_REQUIRED'],
  ['   ', 'EMAIL_REQUIRED'],
  ['someone', 'EMAIL_INVALID'],
  ['a@b', 'EMAIL_INVALID'],
  ['two words@example.com', 'EMAIL_INVALID'],
  ['victim@example.com\nBcc: all@example.com', 'EMAIL_INVALID'],
  [`${'a'.repeat(250)}@example.com`, 'EMAIL_INVALID'],
])('the address %j is rejected with a clear message', async (address, code) => {
  await expect(sendCode(from('192.0.2.1'), address)).rejects.toMatchObject({ code })
})

test('mail that the mail server temporarily refuses is sent later, once', async ({ portal, investor }) => {
  portal.mailbox.refusing = true
  await sendCode(from('192.0.2.1'), investor.email)
  portal.mailbox.refusing = false
  await portal.mailbox.code(investor.email)
  await allSent(portal)
  expect(portal.mailbox.count(investor.email)).toBe(1)
})

test('signing out of this browser ends this session immediately and leaves the others', async ({
  portal,
  investor,
}) => {
  const here = await portal.sessionOf(investor)
  const there = await portal.sessionOf(investor)
  const answer = await portal.fetch('/api/sign-out', { method: 'POST', cookie: here, body: '{"scope":"local"}' })
  expect(answer.headers.getSetCookie().join()).toMatch(/session_token=;/)
  expect(await (await portal.fetch('/api/session', { cookie: here })).json()).toMatchObject({ profile: null })
  expect(await (await portal.fetch('/api/session', { cookie: there })).json()).toMatchObject({
    profile: { email: investor.email },
  })
})

test('signing out everywhere ends all of the person’s sessions and nobody else’s', async ({
  portal,
  investor,
  second,
}) => {
  const here = await portal.sessionOf(investor)
  const there = await portal.sessionOf(investor)
  const other = await portal.sessionOf(second)
  await signOut(from('192.0.2.1', here), 'global')
  for (const cookie of [here, there]) {
    expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: null })
  }
  expect(await (await portal.fetch('/api/session', { cookie: other })).json()).toMatchObject({
    profile: { email: second.email },
  })
})

test('a session is extended while it is used, and expires when it is not', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const left = async () => {
    const { rows } = await portal.owner.query(
      'select extract(epoch from expires_at - now())::int as left from auth.sessions where user_id = $1',
      [investor.id],
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

test('known and unknown addresses get the same answer, and no answer waits for the mail', async ({
  portal,
  investor,
  domain,
}) => {
  await allSent(portal)
  portal.mailbox.refusing = true
  await sendCode(from('192.0.2.1'), `another@${domain}`)
  expect(await sendCode(from('192.0.2.1'), investor.email)).toBe(investor.email)
  expect(await sendCode(from('192.0.2.1'), `nobody@${domain}`)).toBe(`nobody@${domain}`)
  const waiting = await portal.owner.query("select from jobs.job where name = 'send-mail' and state < 'completed'")
  expect(waiting.rowCount).toBe(3)
  portal.mailbox.refusing = false
})

test('a request from another site’s page is refused', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const answer = await portal.fetch('/api/sign-out', {
    method: 'POST',
    cookie,
    headers: { origin: 'https://evil.example' },
  })
  expect(answer.status).toBe(403)
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email: investor.email },
  })
})
