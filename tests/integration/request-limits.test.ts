import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { bulkForm, freeCodesPerNetwork } from '../../rules/limits.ts'
import { networkOf } from '../../server/access/rate-limit.ts'
import * as operations from '../../server/operations.ts'
import { test } from '../helpers/shared-portal.ts'

test('a form that is too large, or an empty body, is refused with a message and is not a server error', async ({
  portal,
  admin,
}) => {
  const cookie = await portal.sessionOf(admin)
  // The answer arrives before the rest of the form is sent.
  const large = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      Cookie: cookie,
      Origin: portal.config.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': bulkForm.bytes + 1,
    }
    request(`${portal.url}/files/zip`, { method: 'POST', headers }, resolve).on('error', reject).write('ids=')
  })
  expect(large.statusCode).toBe(413)
  expect(await text(large)).toContain('FORM_LARGE')
  const headers = { 'Content-Type': 'application/json' }
  expect((await portal.fetch('/api/sign-out', { method: 'POST', cookie, body: 'null', headers })).status).toBe(200)
})

test('rate limits count an IPv6 client by its network, however many addresses it has', async ({ portal: _ }) => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('2001:0db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  const ask = (n: number) =>
    operations.sendCode({ ip: `2001:db8:7:7::${n}`, userAgent: '', cookie: '' }, `visitor-${n}@example.com`)
  for (let n = 1; n <= freeCodesPerNetwork; n++) await ask(n)
  await expect(ask(freeCodesPerNetwork + 1)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
})
