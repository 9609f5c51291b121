import { expect, test } from 'vitest'
import { deviceLifetime } from '../../rules/limits.ts'
import type { Client } from '../../server/access/client.ts'
import { cleanUpDevices } from '../../server/identity/new-device.ts'
import { sendCode, verifyCode } from '../../server/identity/sign-in.ts'
import { eventually } from '../helpers/eventually.ts'
import { type TestPortal, testPortal } from '../helpers/portal.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser: it keeps the cookies it was given. */
function browser(portal: TestPortal, userAgent: string, ip: string) {
  const jar = new Map<string, string>()
  return {
    jar,
    async signIn(email: string): Promise<string[]> {
      await portal.owner.query('delete from auth.limits')
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const client: Client = { ip, userAgent, cookie }
      const before = portal.mailbox.messages.filter(({ to }) => to === email).length
      await sendCode(client, email)
      const cookies = await verifyCode(client, email, await portal.mailbox.code(email, before))
      for (const line of cookies) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (name && value) jar.set(name, value)
      }
      return cookies
    },
  }
}

/** The mails about sign-ins, once the queue is empty. */
async function told(portal: TestPortal, to = 'investor@example.com') {
  await eventually('an empty queue', async () => {
    const { rowCount } = await portal.owner.query(
      "select from jobs.job where name = 'send-mail' and state < 'completed'",
    )
    return rowCount === 0
  })
  const { messages } = portal.mailbox
  return messages.filter(one => one.to === to && one.mail.subject === 'New sign-in to your documents')
}

test('the first sign-in is no news, a second browser is, and either of them again is not', async () => {
  await using portal = await testPortal()
  const own = browser(portal, laptop, '192.0.2.1')
  await own.signIn('investor@example.com')
  await own.signIn('investor@example.com')
  expect(await told(portal)).toHaveLength(0)
  const other = browser(portal, phone, '::ffff:198.51.100.7')
  await other.signIn('investor@example.com')
  const [one, ...more] = await told(portal)
  expect(more).toEqual([])
  const text = one?.mail.text ?? ''
  expect(text).toContain('Safari on iPhone')
  expect(text).toContain('IP address: 198.51.100.7')
  expect(text).toMatch(/When: [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M C[SD]T/)
  expect(text).toContain(`${portal.url}/profile?tab=settings`)
  expect(text).toContain('(512) 555-0142')
  await other.signIn('investor@example.com')
  await own.signIn('investor@example.com')
  expect(await told(portal)).toHaveLength(1)
})

test('a browser that two people share is new to each of them, and the database links them by nothing', async () => {
  await using portal = await testPortal()
  await browser(portal, laptop, '192.0.2.1').signIn('second@example.com')
  const shared = browser(portal, laptop, '192.0.2.1')
  await shared.signIn('investor@example.com')
  await shared.signIn('second@example.com')
  expect(await told(portal, 'investor@example.com')).toHaveLength(0)
  expect(await told(portal, 'second@example.com')).toHaveLength(1)
  const { rows } = await portal.owner.query('select device_hash from auth.devices')
  expect(new Set(rows.map(row => row.device_hash)).size).toBe(3)
  const cookie = shared.jar.get('promissory.device') ?? ''
  expect(rows.map(row => row.device_hash).join()).not.toContain(cookie)
})

test('the cookie is a long random one that no script reads, and under https no other host can plant', async () => {
  await using portal = await testPortal({ APP_URL: 'https://invest.example.com' })
  const lines = await browser(portal, laptop, '192.0.2.1').signIn('investor@example.com')
  const line = lines.find(cookie => cookie.includes('device'))
  expect(line).toMatch(
    /^__Host-promissory\.device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('a cookie that somebody made up is not taken for a known browser', async () => {
  await using portal = await testPortal()
  await browser(portal, laptop, '192.0.2.1').signIn('investor@example.com')
  for (const value of ['known', 'A'.repeat(43), '']) {
    const forged = browser(portal, laptop, '203.0.113.9')
    forged.jar.set('promissory.device', value)
    await forged.signIn('investor@example.com')
  }
  expect(await told(portal)).toHaveLength(3)
})

test('a browser is forgotten when its cookie is over, but a person’s last one is not', async () => {
  await using portal = await testPortal()
  const old = browser(portal, laptop, '192.0.2.1')
  await old.signIn('investor@example.com')
  await browser(portal, phone, '192.0.2.2').signIn('investor@example.com')
  await portal.owner.query('update auth.devices set seen_at = seen_at - make_interval(secs => $1)', [
    deviceLifetime / 1000 + 60,
  ])
  await cleanUpDevices()
  expect((await portal.owner.query('select from auth.devices')).rowCount).toBe(1)
  await old.signIn('investor@example.com')
  expect(await told(portal)).toHaveLength(2)
})
