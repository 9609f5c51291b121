import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { loadProfile } from '../../server/identity/load-profile.ts'
import { getAllUsersForAdmin } from '../../server/people/people-list.ts'
import { updateUserProfile } from '../../server/people/profiles.ts'
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
  const first = await getAllUsersForAdmin(portal.admin, { size: 4 })
  const second = await getAllUsersForAdmin(portal.admin, { page: 1, size: 4 })
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

test('a person changes name and organization, trimmed, and the log keeps before and after', async () => {
  await using portal = await testPortal()
  const { investor } = portal
  const saved = await updateUserProfile(investor, investor.id, {
    full_name: '  Iris \u0000 Vestor\nJr. ',
    organization: ' Vestor & Co ',
  })
  expect(saved).toMatchObject({ full_name: 'Iris Vestor Jr.', organization: 'Vestor & Co' })
  const { rows } = await portal.owner.query("select * from audit_log where action = 'profile.updated'")
  expect(rows).toMatchObject([
    {
      actor_id: investor.id,
      subject_id: investor.id,
      details: {
        before: { full_name: 'Iris Vestor', organization: null },
        after: { full_name: 'Iris Vestor Jr.', organization: 'Vestor & Co' },
      },
    },
  ])
})

test('an empty value is absent, one that is not sent stays, and no change writes nothing', async () => {
  await using portal = await testPortal()
  const { investor } = portal
  await updateUserProfile(investor, investor.id, { organization: 'Vestor & Co' })
  expect(await updateUserProfile(investor, investor.id, { full_name: '   ' })).toMatchObject({
    full_name: null,
    organization: 'Vestor & Co',
  })
  await updateUserProfile(investor, investor.id, { full_name: '', organization: ' Vestor & Co' })
  const { rowCount } = await portal.owner.query("select from audit_log where action = 'profile.updated'")
  expect(rowCount).toBe(2)
})

test('names longer than 200 characters are refused with their own sentence', async () => {
  await using portal = await testPortal()
  const { investor } = portal
  const save = (changes: Parameters<typeof updateUserProfile>[2]) => updateUserProfile(investor, investor.id, changes)
  await expect(save({ full_name: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'NAME_LONG' })
  await expect(save({ organization: 'x'.repeat(201) })).rejects.toMatchObject({ code: 'ORGANIZATION_LONG' })
  expect(await save({ full_name: ` ${'x'.repeat(200)} ` })).toMatchObject({ full_name: 'x'.repeat(200) })
})

test('an administrator changes anybody’s name, an investor only their own', async () => {
  await using portal = await testPortal()
  const { admin, investor, second } = portal
  expect(await updateUserProfile(admin, investor.id, { full_name: 'Iris V.' })).toMatchObject({ full_name: 'Iris V.' })
  await expect(updateUserProfile(second, investor.id, { full_name: 'Mallory' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const missing = updateUserProfile(admin, randomUUID(), { full_name: 'Nobody' })
  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('two changes at once are both kept in the log, each after the other', async () => {
  await using portal = await testPortal()
  const { admin, investor } = portal
  await Promise.all([
    updateUserProfile(investor, investor.id, { full_name: 'By herself' }),
    updateUserProfile(admin, investor.id, { full_name: 'By the fund' }),
  ])
  const { rows } = await portal.owner.query(
    "select details from audit_log where action = 'profile.updated' order by id",
  )
  expect(rows[1].details.before.full_name).toBe(rows[0].details.after.full_name)
})
