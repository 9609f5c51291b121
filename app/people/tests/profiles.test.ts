import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { profileTimeout } from '../../../rules/limits.ts'
import { messages } from '../../../rules/messages.ts'
import { users } from '../../../server/sample/people.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { loadProfile } from '../../identity/server/load-profile.ts'
import { getAllUsersForAdmin } from '../server/people-list.ts'
import { editPerson, getUserProfile, saveProfile } from '../server/profiles.ts'

test('a missing profile is created from what is known of the person, never as an administrator', async ({
  portal,
  domain,
}) => {
  const known = { name: ' Ines Vited ', organization: 'Vited & Co', is_admin: true }
  const id = await users.insert(portal.owner, { email: `invited@${domain}`, metadata: known })
  expect(await loadProfile(id)).toMatchObject({
    id,
    email: `invited@${domain}`,
    full_name: 'Ines Vited',
    organization: 'Vited & Co',
    is_admin: false,
  })
})

test('full_name takes precedence over name, and blank names are ignored', async ({ portal, domain }) => {
  const known = { full_name: 'Full Name', name: 'Other', organization: '  ' }
  const id = await users.insert(portal.owner, { email: `p@${domain}`, metadata: known })
  expect(await loadProfile(id)).toMatchObject({ full_name: 'Full Name', organization: null })
})

test('many simultaneous first requests create one profile, and all get it', async ({ portal, domain }) => {
  const id = await users.insert(portal.owner, { email: `p@${domain}` })
  const loaded = await Promise.all(Array.from({ length: 15 }, () => loadProfile(id)))
  expect(new Set(loaded.map(profile => profile?.id))).toEqual(new Set([id]))
  expect((await portal.owner.query('select from user_profiles where id = $1', [id])).rowCount).toBe(1)
})

test('a profile that cannot be read within five seconds is treated as missing, and the page says so', async ({
  portal,
  investor,
}) => {
  const cookie = await portal.sessionOf(investor)
  await portal.owner.query('begin; lock table user_profiles in access exclusive mode')
  const answer = await portal.fetch('/api/session', { cookie })
  expect([profileTimeout, answer.status, answer.headers.get('retry-after')]).toEqual([5000, 503, '2'])
  expect(await answer.json()).toMatchObject({ profile: null, message: messages.PROFILE_UNREADABLE })
  await portal.owner.query('rollback')
  expect(await (await portal.fetch('/api/session', { cookie })).json()).toMatchObject({
    profile: { email: investor.email },
  })
})

test('administrators list everyone, newest first, page by page', async ({ portal, admin, domain }) => {
  const { total } = await getAllUsersForAdmin(admin)
  for (let i = 0; i < 7; i++) await portal.newPerson(`person${i}@${domain}`)
  const first = await getAllUsersForAdmin(admin, { size: 4 })
  const second = await getAllUsersForAdmin(admin, { page: 1, size: 4 })
  expect(first.total).toBe(total + 7)
  expect([...first.users, ...second.users].map(user => user.email)).toEqual([
    ...[6, 5, 4, 3, 2, 1, 0].map(i => `person${i}@${domain}`),
    admin.email,
  ])
})

test('a person changes name and organization, trimmed, and the log records before and after', async ({
  portal,
  investor,
}) => {
  await saveProfile(investor, { full_name: '  Iris \u0000 Vestor\nJr. ', organization: ' Vestor & Co ' })
  expect(await getUserProfile(investor, investor.id)).toMatchObject({
    full_name: 'Iris Vestor Jr.',
    organization: 'Vestor & Co',
  })
  const { rows } = await portal.owner.query(
    "select * from audit_log where action = 'profile.updated' and subject_id = $1",
    [investor.id],
  )
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

test('an empty value is cleared, a missing one stays, and a save without changes writes nothing', async ({
  portal,
  investor,
}) => {
  await saveProfile(investor, { organization: 'Vestor & Co' })
  await saveProfile(investor, { full_name: '   ', loaded_full_name: 'Iris Vestor' })
  expect(await getUserProfile(investor, investor.id)).toMatchObject({
    full_name: null,
    organization: 'Vestor & Co',
  })
  await saveProfile(investor, { full_name: '', organization: ' Vestor & Co' })
  const { rowCount } = await portal.owner.query(
    "select from audit_log where action = 'profile.updated' and subject_id = $1",
    [investor.id],
  )
  expect(rowCount).toBe(2)
})

test('a form saves the fields that were changed in it, and no others', async ({ portal, investor }) => {
  await saveProfile(investor, { organization: 'Vestor & Co' })
  const loaded = { loaded_full_name: 'Iris Vestor', loaded_organization: '' }
  await saveProfile(investor, { full_name: 'Iris V.', organization: '', ...loaded })
  const { rows } = await portal.owner.query('select full_name, organization from user_profiles where id = $1', [
    investor.id,
  ])
  expect(rows).toEqual([{ full_name: 'Iris V.', organization: 'Vestor & Co' }])
})

test('names longer than 200 characters are rejected with their own message', async ({ investor }) => {
  const long = 'x'.repeat(201)
  await expect(saveProfile(investor, { full_name: long })).rejects.toMatchObject({ code: 'NAME_LONG' })
  await expect(saveProfile(investor, { organization: long })).rejects.toMatchObject({ code: 'ORGANIZATION_LONG' })
  await saveProfile(investor, { full_name: ` ${'x'.repeat(200)} ` })
  expect(await getUserProfile(investor, investor.id)).toMatchObject({ full_name: 'x'.repeat(200) })
})

test('an administrator can change anyone’s name, an investor only their own', async ({ investor, second, admin }) => {
  await editPerson(admin, investor.id, { full_name: 'Iris V.' })
  expect(await getUserProfile(admin, investor.id)).toMatchObject({ full_name: 'Iris V.' })
  await expect(editPerson(second, investor.id, { full_name: 'Mallory' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const missing = editPerson(admin, randomUUID(), { full_name: 'Nobody' })
  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('two simultaneous changes are both logged, one after the other', async ({ portal, investor, admin }) => {
  await Promise.all([
    saveProfile(investor, { full_name: 'By herself' }),
    editPerson(admin, investor.id, { full_name: 'By the fund' }),
  ])
  const { rows } = await portal.owner.query(
    "select details from audit_log where action = 'profile.updated' and subject_id = $1 order by id",
    [investor.id],
  )
  expect(rows[1].details.before.full_name).toBe(rows[0].details.after.full_name)
})
