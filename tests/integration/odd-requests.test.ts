import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { codesPerClient, formSize } from '../../rules/limits.ts'
import { networkOf } from '../../server/access/rate-limit.ts'
import { showsOutbox } from '../../server/mail/outbox.ts'
import { operations } from '../../server/operations.ts'
import { readConfig } from '../../server/platform/config.ts'
import { testPortal } from '../helpers/portal.ts'
import { startServer } from '../helpers/server.ts'

test('mail saved as files is visible on the machine itself, and to no one through a proxy', {
  timeout: 60_000,
}, async () => {
  const status = (url: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      request(`${url}/outbox`, { headers }, answer => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
  const here = await startServer({ SMTP_URL: '', TRUST_PROXY: '0' })
  try {
    const port = new URL(here.url).port
    expect(await status(here.url, {})).toBe(200)
    expect(await status(here.url, { Host: `127.0.0.1:${port}` })).toBe(200)
    // What a page of elsewhere reaches whose name was made to mean this machine (DNS rebinding).
    expect(await status(here.url, { Host: `rebound.example:${port}` })).toBe(404)
    expect(await status(here.url, { 'X-Forwarded-For': '203.0.113.9' })).toBe(404)
  } finally {
    await here.dispose()
  }
  const served = readConfig({})
  expect(showsOutbox(served)).toBe(true)
  for (const others of [
    { APP_URL: 'https://invest.example.com' },
    { TRUST_PROXY: '1' },
    { HOST: '0.0.0.0', APP_URL: 'http://localhost:3000' },
    { SMTP_URL: 'smtp://mail.example.com' },
  ]) {
    expect(showsOutbox(readConfig(others)), JSON.stringify(others)).toBe(false)
  }
})

test('a form that is too large, or says nothing, is refused with a sentence and not as a fault of the site', async () => {
  await using portal = await testPortal()
  const cookie = await portal.signIn(portal.admin.email)
  // The answer comes before the rest of the form is sent.
  const large = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      Cookie: cookie,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': formSize + 1,
    }
    request(`${portal.url}/files/zip`, { method: 'POST', headers }, resolve).on('error', reject).write('ids=')
  })
  expect(large.statusCode).toBe(413)
  expect(await text(large)).toContain('FORM_LARGE')
  const headers = { 'Content-Type': 'application/json' }
  expect((await portal.fetch('/api/sign-out', { method: 'POST', cookie, body: 'null', headers })).status).toBe(200)
})

test('an IPv6 client is its network, however many addresses it has', async () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('2001:0db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  await using _ = await testPortal()
  const ask = (n: number) =>
    operations.sendCode({ ip: `2001:db8:7:7::${n}`, userAgent: '', cookie: '' }, `visitor-${n}@example.com`)
  for (let n = 1; n <= codesPerClient; n++) await ask(n)
  await expect(ask(codesPerClient + 1)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
})
