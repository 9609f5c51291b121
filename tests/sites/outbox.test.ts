import { request } from 'node:http'
import { expect, test } from 'vitest'
import { canShowOutbox } from '../../server/mail/outbox.ts'
import { readConfig } from '../../server/platform/config.ts'
import { startServer } from '../helpers/server.ts'

const noMail = 'We can’t send e-mail at present'

test('mail saved as files is visible on the machine itself, and to no one through a proxy', async () => {
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
    expect(await (await fetch(`${here.url}/login`)).text()).not.toContain(noMail)
    expect(await status(here.url, { Host: `127.0.0.1:${port}` })).toBe(200)
    // What a page of another site reaches if its host name is made to resolve to this machine (DNS rebinding).
    expect(await status(here.url, { Host: `rebound.example:${port}` })).toBe(404)
    expect(await status(here.url, { 'X-Forwarded-For': '203.0.113.9' })).toBe(404)
  } finally {
    await here.dispose()
  }
  const served = readConfig({})
  expect(canShowOutbox(served)).toBe(true)
  for (const others of [
    { APP_URL: 'https://invest.example.com' },
    { TRUST_PROXY: '1' },
    { HOST: '0.0.0.0', APP_URL: 'http://localhost:3000' },
    { SMTP_URL: 'smtp://mail.example.com' },
  ]) {
    expect(canShowOutbox(readConfig(others)), JSON.stringify(others)).toBe(false)
  }
})

test('a site whose mail reaches nobody says so at start and on the sign-in page', async () => {
  // Behind a proxy, where others could open the outbox.
  const site = await startServer({ SMTP_URL: '', TRUST_PROXY: '1' })
  try {
    expect(await (await fetch(`${site.url}/login`)).text()).toContain(noMail)
    const warned = site
      .logged()
      .split('\n')
      .find(line => line.includes('SMTP_URL isn’t set'))
    expect(JSON.parse(warned ?? '{}')).toMatchObject({ level: 'warn' })
  } finally {
    await site.dispose()
  }
})

test('a demo’s outbox shows every kind of mail before anybody gets one, each marked as a sample', async () => {
  const demo = await startServer({ SMTP_URL: '', TRUST_PROXY: '0' }, { args: ['--demo'] })
  try {
    const page = await fetch(`${demo.url}/outbox`)
    expect(page.status).toBe(200)
    const html = (await page.text()).replaceAll('<!-- -->', '')
    expect(html).toContain('This is a sample of an e-mail that the site sends.')
    for (const subject of [
      'is your',
      'Your call is booked',
      'IMPORTANT TAX RETURN',
      'portal is ready',
      'has your message',
    ])
      expect(html, subject).toMatch(new RegExp(`Sample: [^<]*${subject}`))
  } finally {
    await demo.dispose()
  }
})
