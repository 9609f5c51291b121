import { expect } from 'vitest'
import { type SharedPortal, testOnPortal } from '../helpers/shared-portal.ts'
import { browserAt } from '../helpers/sign-in.ts'

// The cookies of a site served over https.
const test = testOnPortal({ APP_URL: 'https://invest.example.com' })

function cookiesOfSignIn(portal: SharedPortal, email: string): Promise<string[]> {
  return browserAt('192.0.2.1').signIn(portal.mailbox, email)
}

test('the session cookie is unavailable to scripts and other sites', async ({ portal, investor }) => {
  const cookies = await cookiesOfSignIn(portal, investor.email)
  const session = cookies.find(cookie => cookie.includes('session_token'))
  expect(session).toMatch(/^__Host-/)
  expect(session).toMatch(/; HttpOnly/i)
  expect(session).toMatch(/; SameSite=Lax/i)
  expect(session).toMatch(/; Secure/i)
  expect(session).toMatch(/; Path=\//i)
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
