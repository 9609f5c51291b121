import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { codeAttempts, codesPerKnownBrowser, secondCodeAttempts, sessionMaxLifetime } from '../../../rules/limits.ts'
import { sendMailNow } from '../../../server/mail/mailer.ts'
import { readConfig } from '../../../server/platform/config.ts'
import { forgetLimits } from '../../../tests/helpers/email-change.ts'
import { allSent, runPendingJobs, test } from '../../../tests/helpers/shared-portal.ts'
import { browserAt } from '../../../tests/helpers/sign-in.ts'
import { signOut } from '../server/current-session.ts'
import { asksSecondCode, sendCode, verifyCode, verifySecondCode } from '../server/sign-in.ts'

const from = (ip: string, cookie = '') => ({ ip, userAgent: 'a browser', cookie })
const other = (code = '') => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

// Each test starts as if its clients had not requested a code before.
test.beforeEach(({ portal }) => forgetLimits(portal))

test('a new person signs in with the code from the mail and has exactly one profile', async ({ portal, domain }) => {
  const email = `new.person@${domain}`
  const browser = browserAt('192.0.2.1', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' })
  await browser.sendCode(`  New.Person@${domain.toUpperCase()} `)
  const mail = await portal.mailbox.to(email)
  const code = await portal.mailbox.code(email)
  expect(mail.subject).toBe(`${code} is your Larkstone sign-in code`)
  expect(mail.text).toContain('10 minutes')
  expect(mail.text).toContain('Requested with Firefox on Linux, IP address 192.0.2.1.')
  expect(mail.html).toContain(code)

  await browser.enter(`NEW.person@${domain}`, code)
  const cookie = browser.cookie()
  const answers = await Promise.all([1, 2, 3, 4].map(() => portal.fetch('/api/session', { cookie })))
  for (const answer of answers) {
    expect(await answer.json()).toMatchObject({ profile: { email, is_admin: false } })
  }
  const rows = await portal.owner.query('select from user_profiles where email = $1', [email])
  expect(rows.rowCount).toBe(1)
})

test('a code works once', async ({ portal, domain }) => {
  const email = `once@${domain}`
  const browser = browserAt('192.0.2.1')
  await browser.sendCode(email)
  const code = await portal.mailbox.code(email)
  await browser.enter(email, code)
  await expect(browser.enter(email, code)).rejects.toMatchObject({ code: 'INVALID_CODE' })
})

test('a code works once even when it is tried many times at the same moment', async ({ portal, domain }) => {
  const email = `at.once@${domain}`
  const browser = browserAt('192.0.2.1')
  await browser.sendCode(email)
  const code = await portal.mailbox.code(email)
  const client = browser.client()
  const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => verifyCode(client, email, code)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a code works only in the browser that asked for it', async ({ portal, domain }) => {
  const email = `relayed@${domain}`
  const [own, relay] = [browserAt('192.0.2.1'), browserAt('192.0.2.2')]
  await own.sendCode(email)
  const code = await portal.mailbox.code(email)
  await expect(relay.enter(email, code)).rejects.toMatchObject({ code: 'CODE_ELSEWHERE' })
  await relay.sendCode(email)
  const relayed = await portal.mailbox.code(email, 1)
  if (relayed !== code) await expect(relay.enter(email, code)).rejects.toMatchObject({ code: 'INVALID_CODE' })
  // A cookie without our signature is ignored.
  const forged = browserAt('192.0.2.3', { cookie: own.cookie().replace(/.$/, end => (end === 'A' ? 'B' : 'A')) })
  await expect(forged.enter(email, code)).rejects.toMatchObject({ code: 'CODE_ELSEWHERE' })
  await own.enter(email, code)
})

test('a code expires after five failed attempts', async ({ portal, investor }) => {
  const browser = browserAt('192.0.2.1')
  await browser.sendCode(investor.email)
  const code = await portal.mailbox.code(investor.email)
  for (let i = 0; i < codeAttempts; i++) {
    await expect(browser.enter(investor.email, other(code))).rejects.toMatchObject({
      code: 'INVALID_CODE',
      message: 'Invalid verification code',
    })
  }
  await expect(browser.enter(investor.email, code)).rejects.toMatchObject({ code: 'CODE_TRIES' })
})

test('a code expires after ten minutes', async ({ portal, investor }) => {
  const browser = browserAt('192.0.2.1')
  const before = Date.now()
  await browser.sendCode(investor.email)
  const after = Date.now()
  const code = await portal.mailbox.code(investor.email)
  const { rows } = await portal.owner.query(
    'select expires_at from auth.sign_in_codes order by created_at desc limit 1',
  )
  // However long it took, it was created in between.
  const made = rows[0].expires_at.getTime() - 600_000
  expect(made).toBeGreaterThanOrEqual(before)
  expect(made).toBeLessThanOrEqual(after)
  await portal.owner.query("update auth.sign_in_codes set expires_at = now() - interval '1 second'")
  await expect(browser.enter(investor.email, code)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
})

test('a new browser of an existing person takes the second code, and only with the first', async ({
  portal,
  investor,
}) => {
  const browser = browserAt('192.0.2.1')
  await browser.sendCode(investor.email)
  const [code = '', second = ''] = await portal.mailbox.codes(investor.email)
  const { email } = investor
  await expect(verifySecondCode(browser.client(), email, second)).rejects.toMatchObject({ code: 'INVALID_CODE' })
  await expect(browser.enter(email, code)).rejects.toMatchObject({
    code: 'SECOND_CODE',
    message: 'This browser is new. Type the second code from the same e-mail.',
  })
  for (let i = 0; i < secondCodeAttempts; i++) {
    await expect(verifySecondCode(browser.client(), email, other(second))).rejects.toMatchObject({
      code: 'INVALID_CODE',
    })
  }
  await expect(browser.enter(email, code, second)).rejects.toMatchObject({ code: 'CODE_TRIES' })

  await forgetLimits(portal)
  await browser.signIn(portal.mailbox, email)
  // From now on this browser needs one code, and its mail has only one.
  await browser.sendCode(email)
  const codes = await portal.mailbox.codes(email, 2)
  expect(codes).toHaveLength(1)
  await browser.enter(email, codes[0] ?? '')
})

test('a server that only its own machine can reach asks for one code', () => {
  expect(asksSecondCode(readConfig({}))).toBe(false)
  for (const others of [
    { APP_URL: 'https://invest.example.com' },
    { TRUST_PROXY: '1' },
    { HOST: '0.0.0.0', APP_URL: 'http://localhost:3000' },
  ]) {
    expect(asksSecondCode(readConfig(others)), JSON.stringify(others)).toBe(true)
  }
})

test('mail to new addresses has two codes as well, of which the first suffices', async ({ portal, domain }) => {
  const email = `someone@${domain}`
  const browser = browserAt('192.0.2.1')
  await browser.sendCode(email)
  const codes = await portal.mailbox.codes(email)
  expect(codes).toHaveLength(2)
  await browser.enter(email, codes[0] ?? '')
})

test('a known browser has an allowance of its own', async ({ portal, investor }) => {
  const browser = browserAt('192.0.2.1')
  await browser.signIn(portal.mailbox, investor.email)
  for (let i = 0; i < codesPerKnownBrowser; i++) await browser.signIn(portal.mailbox, investor.email)
  await expect(browser.sendCode(investor.email)).rejects.toMatchObject({
    code: 'RATE_LIMIT',
    message: 'Too many requests. Please wait 15 minutes before trying again.',
  })
})

test('a known browser with many wrong attempts counts as a stranger', async ({ portal, investor }) => {
  const browser = browserAt('192.0.2.1')
  await browser.signIn(portal.mailbox, investor.email)
  for (const sent of [1, 2]) {
    await browser.sendCode(investor.email)
    const code = await portal.mailbox.code(investor.email, sent)
    for (let i = 0; i < codeAttempts; i++) {
      await expect(browser.enter(investor.email, other(code))).rejects.toMatchObject({ code: 'INVALID_CODE' })
    }
    await portal.owner.query("update auth.sign_in_codes set created_at = created_at - interval '2 minutes'")
  }
  await browser.sendCode(investor.email)
  expect(await portal.mailbox.codes(investor.email, 3)).toHaveLength(2)
})

test('a slow mail server is not waited for: the queue keeps the message, encrypted, and sends it if needed, once', async ({
  portal,
  investor,
}) => {
  await allSent(portal)
  const { mailbox, owner } = portal
  const message = { to: investor.email, subject: 'Your code', text: '123456', html: '' }
  for (const [sent, refusing] of [
    [1, false],
    [2, true],
  ] as const) {
    Object.assign(mailbox, { refusing, delay: 150 })
    await sendMailNow(message, Date.now() + 60_000, 20)
    const { rows } = await owner.query("select data::text from jobs.job where name = 'send-mail' and state < 'active'")
    expect(rows).toHaveLength(1)
    expect(rows[0].data).not.toMatch(/123456|Your code/)
    await setTimeout(400)
    expect(mailbox.count(investor.email)).toBe(1)
    Object.assign(mailbox, { refusing: false, delay: 0 })
    await runPendingJobs(portal, 'send-mail')
    await allSent(portal)
    expect(mailbox.count(investor.email)).toBe(sent)
  }
  await sendMailNow(message, Date.now() - 1)
  expect(mailbox.count(investor.email)).toBe(2)
})

test('the database contains no code', async ({ portal, investor }) => {
  await sendCode(from('192.0.2.1'), investor.email)
  const codes = await portal.mailbox.codes(investor.email)
  const { rows: stored } = await portal.owner.query('select c::text as row from auth.sign_in_codes c')
  for (const code of codes) expect(stored.map(({ row }) => row).join()).not.toContain(code)
  expect(stored.map(({ row }) => row).join()).not.toContain(investor.email)
})

test('a browser must wait a minute for a second code, and only that browser', async ({ portal, investor }) => {
  const browser = browserAt('192.0.2.1')
  await browser.sendCode(investor.email)
  await expect(browser.sendCode(investor.email.toUpperCase())).rejects.toMatchObject({
    code: 'RATE_LIMIT',
    message: expect.stringMatching(/^Too many requests. Please wait ([1-5]?\d|60) seconds before trying again.$/),
  })
  // The reported wait is the rest of the minute.
  await portal.owner.query("update auth.sign_in_codes set created_at = created_at - interval '40 seconds'")
  await expect(browser.sendCode(investor.email)).rejects.toMatchObject({
    message: expect.stringMatching(/^Too many requests. Please wait (1?\d|20) seconds before trying again.$/),
  })
  const [code = '', second] = await portal.mailbox.codes(investor.email)
  await browserAt('198.51.100.7').sendCode(investor.email)
  await portal.mailbox.code(investor.email, 1)
  await browser.enter(investor.email, code, second)
  // A used code starts no minute's wait.
  await browser.sendCode(investor.email)
})

test('a new code takes the place of the previous one in the same browser, and who enters that is told so', async ({
  portal,
  domain,
}) => {
  const email = `again@${domain}`
  const browser = browserAt('192.0.2.1')
  await browser.sendCode(email)
  const first = await portal.mailbox.code(email)
  await portal.owner.query("update auth.sign_in_codes set created_at = created_at - interval '1 minute'")
  await browser.sendCode(email)
  const newer = await portal.mailbox.code(email, 1)
  const replaced = { code: 'CODE_NEWER', message: expect.stringContaining('newest e-mail') }
  if (first !== newer) await expect(browser.enter(email, first)).rejects.toMatchObject(replaced)
  // It counts as a wrong attempt, and gives another browser no information.
  const { rows } = await portal.owner.query('select attempts from auth.sign_in_codes order by created_at desc limit 1')
  expect(rows).toEqual([{ attempts: first === newer ? 0 : 1 }])
  const wrong = ['000000', '000001', '000002'].find(code => code !== first && code !== newer) ?? ''
  await expect(browser.enter(email, wrong)).rejects.toMatchObject({ code: 'INVALID_CODE' })
  await browser.enter(email, newer)
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

test.for(['refusing', 'dropping'] as const)(
  'while the mail server is %s, a code counts for nothing, and another can be requested right away',
  async (failing, { portal, investor, domain }) => {
    const browser = browserAt('192.0.2.1')
    portal.mailbox[failing] = true
    for (const email of [investor.email, `nobody@${domain}`]) {
      await expect(browser.sendCode(email)).rejects.toMatchObject({
        code: 'SEND_CODE_FAILED',
        message: 'Failed to send verification code',
      })
    }
    portal.mailbox[failing] = false
    await browser.sendCode(investor.email)
    // The answer came after the mail server had accepted it.
    expect(portal.mailbox.count(investor.email)).toBe(1)
    const [code = '', second] = await portal.mailbox.codes(investor.email)
    await browser.enter(investor.email, code, second)
  },
)

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

test('a fault of ours does not use up the code: the same one works afterward', async ({
  portal,
  investor: { email },
}) => {
  const browser = browserAt('192.0.2.1')
  await browser.sendCode(email)
  const [code = '', second] = await portal.mailbox.codes(email)
  await portal.owner.query('alter table auth.sessions add constraint broken check (false) not valid')
  await expect(browser.enter(email, code, second)).rejects.not.toMatchObject({ name: 'PortalError' })
  await portal.owner.query('alter table auth.sessions drop constraint broken')
  await browser.enter(email, code, second)
  await expect(browser.enter(email, code)).rejects.toMatchObject({ code: 'INVALID_CODE' })
})

test('signing out everywhere ends all of the person’s sessions and nobody else’s', async ({
  portal,
  investor,
  second,
}) => {
  const here = await portal.sessionOf(investor)
  const there = await portal.sessionOf(investor)
  const other = await portal.sessionOf(second)
  expect((await signOut(from('192.0.2.1', here), 'global')).ended).toBe(2)
  for (const cookie of [here, there]) {
    expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: null })
  }
  expect(await (await portal.fetch('/api/session', { cookie: other })).json()).toMatchObject({
    profile: { email: second.email },
  })
})

test('a session ends thirty days after signing in, however much it is used', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const age = (days: string) =>
    portal.owner.query(
      "update auth.sessions set created_at = now() - $2::interval, expires_at = now() + interval '1 hour' where user_id = $1",
      [investor.id, days],
    )
  const session = async () => (await portal.fetch('/api/session', { cookie, method: 'POST' })).json()
  await age('29 days 20 hours')
  const { expires_at: ends, server_time: now } = await session()
  expect((Date.parse(ends) - Date.parse(now)) / 3_600_000).toBeCloseTo(4, 1)
  await age('400 days')
  expect(await session()).toMatchObject({ profile: null })
  const { rows } = await portal.owner.query("select extract(epoch from interval '30 days') * 1000 as longest")
  expect(Number(rows[0].longest)).toBe(sessionMaxLifetime)
})

test('signing in ends the session that the browser still had', async ({ portal, investor, second }) => {
  const browser = browserAt('192.0.2.1')
  await browser.signIn(portal.mailbox, investor.email)
  const before = browser.cookie()
  const elsewhere = await portal.sessionOf(investor)
  await browser.signIn(portal.mailbox, second.email)
  const who = async (cookie: string) => (await portal.fetch('/api/session', { cookie })).json()
  expect(await who(before)).toMatchObject({ profile: null })
  expect(await who(browser.cookie())).toMatchObject({ profile: { email: second.email } })
  expect(await who(elsewhere)).toMatchObject({ profile: { email: investor.email } })
  await browser.signIn(portal.mailbox, second.email)
  const { rowCount } = await portal.owner.query('select from auth.sessions where user_id = $1', [second.id])
  expect(rowCount).toBe(1)
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

test('known and unknown addresses get the same answer, once the mail is sent', async ({ portal, investor, domain }) => {
  const shape = { cookies: [expect.stringContaining('promissory.browser=')] }
  for (const email of [investor.email, `nobody@${domain}`]) {
    expect(await sendCode(from('192.0.2.1'), email)).toEqual({ email, ...shape })
    expect(portal.mailbox.count(email)).toBe(1)
  }
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
