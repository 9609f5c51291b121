import { expect, test } from 'vitest'
import { grantAdministrator, listAdministrators, revokeAdministrator } from '../../server/people/operator-actions.ts'
import { testPortal } from '../helpers/portal.ts'

test('an operator makes an administrator of somebody who has signed in, and takes it away again', async () => {
  await using portal = await testPortal()
  const cookie = await portal.signIn('investor@example.com')
  await grantAdministrator(portal.owner, 'investor@example.com')
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: { is_admin: true } })
  expect((await listAdministrators(portal.owner)).map(person => person.email)).toEqual([
    'admin@example.com',
    'investor@example.com',
  ])
  expect(await revokeAdministrator(portal.owner, 'investor@example.com')).toMatchObject({ done: true })
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({ profile: { is_admin: false } })
  const { rows } = await portal.owner.query('select action from audit_log order by id')
  expect(rows.map(row => row.action)).toEqual(['administrator.granted', 'administrator.revoked'])
})

test('the first administrator can be named before ever signing in', async () => {
  await using portal = await testPortal()
  const { sentence } = await grantAdministrator(portal.owner, 'boss@example.com')
  expect(sentence).toContain('boss@example.com is now an administrator.')
  const cookie = await portal.signIn('boss@example.com')
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email: 'boss@example.com', is_admin: true },
  })
})

test('granting twice is no error, and revoking nobody says so', async () => {
  await using portal = await testPortal()
  expect(await grantAdministrator(portal.owner, 'admin@example.com')).toEqual({
    done: true,
    sentence: 'admin@example.com is already an administrator.',
  })
  expect(await revokeAdministrator(portal.owner, 'nobody@example.com')).toEqual({
    done: false,
    sentence: 'nobody@example.com is not an administrator.',
  })
})
