import { expect } from 'vitest'
import { sendCode, verifyCode } from '../../server/identity/sign-in.ts'
import { type SharedPortal, testOnPortal } from '../helpers/shared-portal.ts'

// The cookies of a site served over https.
const test = testOnPortal({ APP_URL: 'https://invest.example.com' })
const client = { ip: '192.0.2.1', userAgent: 'a browser', cookie: '' }

async function cookiesOfSignIn(portal: SharedPortal, email: string): Promise<string[]> {
  await sendCode(client, email)
  return verifyCode(client, email, await portal.mailbox.code(email))
}

test('the session cookie is unavailable to scripts and other sites', async ({ portal, investor }) => {
  const cookies = await cookiesOfSignIn(portal, investor.email)
  const session = cookies.find(cookie => cookie.includes('session_token'))
  expect(session).toMatch(/^__Secure-/)
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
