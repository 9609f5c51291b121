import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getAllUsersForAdmin, loadProfile } from '../../server/profiles.ts'
import { testPortal } from '../helpers/portal.ts'

test('a missing profile is made from what is known of the person, never as an administrator', async () => {
  await using portal = await testPortal()
  const id = randomUUID()
  await portal.owner.query('insert into auth.users (id, email, metadata) values ($1, $2, $3)', [
    id,
    'invited@example.com',
    { name: ' Ines Vited ', organization: 'Vited & Co', is_admin: true },
  ])
  expect(await loadProfile(id)).toMatchObject({
    id,
    email: 'invited@example.com',
    full_name: 'Ines Vited',
    organization: 'Vited & Co',
    is_admin: false,
  })
})

test('full_name wins over name, and blank names are none', async () => {
  await using portal = await testPortal()
  const id = randomUUID()
  await portal.owner.query('insert into auth.users (id, email, name, metadata) values ($1, $2, $3, $4)', [
    id,
    'p@example.com',
    '',
    { full_name: 'Full Name', name: 'Other', organization: '  ' },
  ])
  expect(await loadProfile(id)).toMatchObject({ full_name: 'Full Name', organization: null })
})

test('many first requests at once make one profile and all get it', async () => {
  await using portal = await testPortal()
  const id = randomUUID()
  await portal.owner.query("insert into auth.users (id, email) values ($1, 'p@example.com')", [id])
  const loaded = await Promise.all(Array.from({ length: 15 }, () => loadProfile(id)))
  expect(new Set(loaded.map(profile => profile?.id))).toEqual(new Set([id]))
  expect((await portal.owner.query('select from user_profiles where id = $1', [id])).rowCount).toBe(1)
})

test('a profile that cannot be read within five seconds counts as none, and the page says so', async () => {
  await using portal = await testPortal()
  const cookie = await portal.signIn('investor@example.com')
  await portal.owner.query('begin; lock table user_profiles in access exclusive mode')
  const started = performance.now()
  const answer = await portal.fetch('/api/session', { cookie })
  const waited = performance.now() - started
  await portal.owner.query('rollback')
  expect(await answer.json()).toMatchObject({ profile: null })
  expect(waited).toBeGreaterThan(4900)
  expect(waited).toBeLessThan(7500)
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email: 'investor@example.com' },
  })
})

test('administrators list everybody, newest first, page by page', async () => {
  await using portal = await testPortal()
  for (let i = 0; i < 7; i++) await portal.newPerson(`person${i}@example.com`)
  const first = await getAllUsersForAdmin(portal.admin, 0, 4)
  const second = await getAllUsersForAdmin(portal.admin, 1, 4)
  expect(first.total).toBe(10)
  expect([...first.users, ...second.users].map(user => user.email).slice(0, 8)).toEqual([
    'person6@example.com',
    'person5@example.com',
    'person4@example.com',
    'person3@example.com',
    'person2@example.com',
    'person1@example.com',
    'person0@example.com',
    'admin@example.com',
  ])
})
