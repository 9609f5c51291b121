import { expect } from 'vitest'
import { deviceLifetime } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { forgetLimits } from '../../../tests/helpers/email-change.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { browserAt } from '../../../tests/helpers/sign-in.ts'
import { cleanUpDevices } from '../server/new-device.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A browser that may sign in at once, regardless of earlier sign-ins. */
function browser(portal: SharedPortal, userAgent: string, ip: string) {
  const at = browserAt(ip, { userAgent })
  return {
    jar: at.jar,
    async signIn(email: string): Promise<string[]> {
      await forgetLimits(portal)
      return at.signIn(portal.mailbox, email)
    },
  }
}

/** A person's sign-in notices, once the queue is empty. */
async function noticesTo(portal: SharedPortal, { email }: Actor) {
  await allSent(portal)
  return portal.mailbox.allTo(email).filter(({ subject }) => subject === 'New sign-in to your documents')
}

test('a person is notified of a second browser, but not of the first sign-in or a repeated one', async ({
  portal,
  investor,
}) => {
  const own = browser(portal, laptop, '192.0.2.1')
  await own.signIn(investor.email)
  await own.signIn(investor.email)
  expect(await noticesTo(portal, investor)).toHaveLength(0)
  const other = browser(portal, phone, '::ffff:198.51.100.7')
  await other.signIn(investor.email)
  const [one, ...more] = await noticesTo(portal, investor)
  expect(more).toEqual([])
  const text = one?.text ?? ''
  expect(text).toContain('Safari on iPhone')
  expect(text).toContain('IP address: 198.51.100.7')
  expect(text).toMatch(/When: [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M C[SD]T/)
  expect(text).toContain(`${portal.url}/profile/settings`)
  expect(text).toContain('(512) 555-0142')
  await other.signIn(investor.email)
  await own.signIn(investor.email)
  expect(await noticesTo(portal, investor)).toHaveLength(1)
})

test('a browser that two people share is new to each of them, and the database does not link them', async ({
  portal,
  investor,
  second,
}) => {
  await browser(portal, laptop, '192.0.2.1').signIn(second.email)
  const shared = browser(portal, laptop, '192.0.2.1')
  await shared.signIn(investor.email)
  await shared.signIn(second.email)
  expect(await noticesTo(portal, investor)).toHaveLength(0)
  expect(await noticesTo(portal, second)).toHaveLength(1)
  const { rows } = await portal.owner.query('select device_hash from auth.devices where user_id in ($1, $2)', [
    investor.id,
    second.id,
  ])
  expect(new Set(rows.map(row => row.device_hash)).size).toBe(3)
  const cookie = shared.jar.get('promissory.device') ?? ''
  expect(rows.map(row => row.device_hash).join()).not.toContain(cookie)
})

test('a made-up cookie is not accepted as a known browser', async ({ portal, investor }) => {
  await browser(portal, laptop, '192.0.2.1').signIn(investor.email)
  for (const value of ['known', 'A'.repeat(43), '']) {
    const forged = browser(portal, laptop, '203.0.113.9')
    forged.jar.set('promissory.device', value)
    await forged.signIn(investor.email)
  }
  expect(await noticesTo(portal, investor)).toHaveLength(3)
})

test('a browser is forgotten when its cookie expires, but a person’s last browser is not', async ({
  portal,
  investor,
}) => {
  const old = browser(portal, laptop, '192.0.2.1')
  await old.signIn(investor.email)
  await browser(portal, phone, '192.0.2.2').signIn(investor.email)
  await portal.owner.query('update auth.devices set seen_at = seen_at - make_interval(secs => $1) where user_id = $2', [
    deviceLifetime / 1000 + 60,
    investor.id,
  ])
  await cleanUpDevices()
  expect((await portal.owner.query('select from auth.devices where user_id = $1', [investor.id])).rowCount).toBe(1)
  await old.signIn(investor.email)
  expect(await noticesTo(portal, investor)).toHaveLength(2)
})
