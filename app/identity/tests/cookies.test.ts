import { expect } from 'vitest'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { browserAt } from '../../../tests/helpers/sign-in.ts'

// The cookies of a site served over https.
const test = testOnPortal({ APP_URL: 'https://invest.example.com' })

function cookiesOfSignIn(portal: SharedPortal, email: string): Promise<string[]> {
  return browserAt('192.0.2.1').signIn(portal.mailbox, email)
}

test('the session cookie is unavailable to scripts and other sites', async ({ portal, investor }) => {
  const cookies = await cookiesOfSignIn(portal, investor.email)
  const session = cookies.find(cookie => cookie.includes('session_token'))
  expect(session).toMatch(/^__Host-promissory\.session_token=/)
  expect(session).not.toMatch(/; Domain/i)
  expect(session).toMatch(/; HttpOnly/i)
  expect(session).toMatch(/; SameSite=Lax/i)
  expect(session).toMatch(/; Secure/i)
  expect(session).toMatch(/; Path=\//i)
})

test('every cookie is this host’s alone; signing out clears the same ones', async ({ portal, investor }) => {
  const cookies = await cookiesOfSignIn(portal, investor.email)
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-promissory[^;]*;.*Path=\//i)
  const cookie = cookies.map(line => line.split(';')[0]).join('; ')
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email: investor.email },
  })
  const out = await portal.fetch('/api/sign-out', { method: 'POST', cookie })
  for (const line of out.headers.getSetCookie()) expect(line).toMatch(/^__Host-promissory[^;]*;.*Max-Age=0/i)
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: null })
})

test('the browser’s cookie is long and random, hidden from scripts, and cannot be set by another host', async ({
  portal,
  investor,
}) => {
  const cookies = await cookiesOfSignIn(portal, investor.email)
  expect(cookies.find(cookie => cookie.includes('device'))).toMatch(
    /^__Host-promissory\.device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  )
})

test('the cookie that a code is bound to is hidden from scripts, and cannot be set by another host', async ({
  portal,
  investor,
}) => {
  const browser = browserAt('192.0.2.2')
  const { cookies } = await browser.sendCode(investor.email)
  expect(cookies).toEqual([
    expect.stringMatching(
      /^__Host-promissory\.browser=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
  await portal.mailbox.code(investor.email)
})
