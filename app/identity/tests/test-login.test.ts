import { expect } from 'vitest'
import { testLoginAttempts } from '../../../rules/limits.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { requestAdministrator } from '../../people/server/rights.ts'
import { verifyCode } from '../server/sign-in.ts'
import { signInSettings } from '../server/sign-in-settings.ts'

const tester = 'tester@example.com'
const test = testOnPortal({ TEST_LOGIN_EMAIL: tester, TEST_LOGIN_CODE: '424242' })
const client = { ip: '192.0.2.1', userAgent: 'a browser', cookie: '' }

test('the test login signs in without mail, but never as an administrator', async ({ portal, investor }) => {
  const cookies = await verifyCode(client, tester, '424242')
  const cookie = cookies.map(one => one.split(';')[0]).join('; ')
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email: tester, is_admin: false },
  })
  await portal.owner.query('update user_profiles set is_admin = true where email = $1', [tester])
  await expect(verifyCode(client, tester, '424242')).rejects.toMatchObject({ code: 'INVALID_CODE' })
  await expect(verifyCode(client, investor.email, '424242')).rejects.toMatchObject({ code: 'CODE_ELSEWHERE' })
  await portal.owner.query('update user_profiles set is_admin = false where email = $1', [tester])
})

test('the test login can never become an administrator', async ({ portal, admin }) => {
  await verifyCode(client, tester, '424242')
  const { rows } = await portal.owner.query('select id from user_profiles where email = $1', [tester])
  await expect(requestAdministrator(admin, rows[0].id)).rejects.toMatchObject({ code: 'TEST_LOGIN_NOT_ADMIN' })
})

test('the test login stops working when it has expired, while the site runs', async ({ portal: _ }) => {
  const pair = signInSettings().testLogin
  if (!pair) throw new Error('no test login')
  const expires = new Date(Date.now() + 60_000)
  Object.assign(pair, { expires })
  try {
    await verifyCode(client, tester, '424242')
    expires.setTime(Date.now() - 1)
    await expect(verifyCode(client, tester, '424242')).rejects.toMatchObject({ code: 'INVALID_CODE' })
  } finally {
    Object.assign(pair, { expires: undefined })
  }
})

test('the fixed code can’t be guessed by trying many', async ({ portal }) => {
  await portal.owner.query('delete from auth.limits')
  for (let i = 0; i < testLoginAttempts; i++) {
    await expect(verifyCode(client, tester, '000000')).rejects.toMatchObject({ code: 'INVALID_CODE' })
  }
  await expect(verifyCode(client, tester, '424242')).rejects.toMatchObject({ code: 'INVALID_CODE' })
  await portal.owner.query('delete from auth.limits')
  await verifyCode(client, tester, '424242')
})
