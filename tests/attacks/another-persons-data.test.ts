import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import { getDocument, getUserDocuments } from '../../app/documents/server/documents.ts'
import { getDocumentViewHistory, incrementViewCount } from '../../app/documents/server/views.ts'
import { getAllUsersForAdmin } from '../../app/people/server/people-list.ts'
import { getUserProfile } from '../../app/people/server/profiles.ts'
import { fileRow, signingLinkRow } from '../../server/sample/documents.ts'
import { insertOf } from '../../server/sample/rows.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { queryAs } from '../helpers/query-as.ts'
import { test } from '../helpers/shared-portal.ts'

const denied = { code: '42501' }

test('no operation gives an investor another investor’s data', async ({ portal, investor, second }) => {
  const { id } = await givenDocument(portal, investor)
  const intruder = second
  await expect(getUserDocuments(intruder, investor.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getDocument(intruder, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getDocumentViewHistory(intruder, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(incrementViewCount(intruder, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(getUserProfile(intruder, investor.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getAllUsersForAdmin(intruder)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('no route gives an investor another investor’s data, or a visitor anything at all', async ({
  portal,
  investor,
  second,
}) => {
  const { id } = await givenDocument(portal, investor)
  const intruder = await portal.sessionOf(second)
  const own = await portal.sessionOf(investor)
  expect((await portal.fetch(`/files/${id}`, { cookie: own })).status).toBe(200)
  for (const path of [
    `/files/${id}`,
    `/files/${id}?download=1`,
    `/files/${randomUUID()}`,
    '/files/..%2f..%2fauth-secret',
  ]) {
    expect((await portal.fetch(path, { cookie: intruder })).status, path).toBe(404)
    expect((await portal.fetch(path)).status, path).toBe(401)
  }
  expect((await portal.fetch(`/events?user=${investor.id}`, { cookie: intruder })).status).toBe(403)
  expect((await portal.fetch('/events')).status).toBe(401)
  expect((await portal.fetch('/uploads', { method: 'POST' })).status).toBe(401)
})

test('the database hides another investor’s rows from the site’s own role', async ({ portal, investor, second }) => {
  const { id } = await givenDocument(portal, investor)
  await incrementViewCount(investor, id)
  const intruder = second.id
  for (const table of ['documents', 'document_views', 'uploads', 'audit_log']) {
    expect((await queryAs(portal, intruder, `select * from ${table}`)).rowCount, table).toBe(0)
  }
  const profiles = await queryAs(portal, intruder, 'select id from user_profiles')
  expect(profiles.rows).toEqual([{ id: intruder }])
  expect((await queryAs(portal, intruder, 'update documents set view_count = 9 where id = $1', [id])).rowCount).toBe(0)
  expect((await queryAs(portal, intruder, 'delete from documents where id = $1', [id])).rowCount).toBe(0)
  expect((await queryAs(portal, intruder, 'update user_profiles set full_name = $1', ['Mallory'])).rowCount).toBe(1)
  const counted = await queryAs(portal, intruder, 'select increment_view_count($1, $2, $3, $4) as count', [
    id,
    intruder,
    'x@y.zz',
    null,
  ])
  expect(counted.rows[0].count).toBeNull()
  expect((await queryAs(portal, investor.id, 'select full_name from user_profiles')).rows).toEqual([
    { full_name: 'Iris Vestor' },
  ])
})

test('the database shows no rows when no user is set', async ({ portal, investor }) => {
  await givenDocument(portal, investor)
  for (const nobody of ['', randomUUID()]) {
    for (const table of ['documents', 'user_profiles', 'document_views', 'uploads', 'audit_log']) {
      expect((await queryAs(portal, nobody, `select * from ${table}`)).rowCount, table).toBe(0)
    }
  }
})

test('an investor cannot become an administrator or insert or change documents, even in the database', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor, { uploadedBy: admin })
  const me = investor.id
  await expect(queryAs(portal, me, 'update user_profiles set is_admin = true')).rejects.toMatchObject(denied)
  await expect(queryAs(portal, me, "update user_profiles set email = 'x@y.zz'")).rejects.toMatchObject(denied)
  await expect(
    queryAs(portal, me, "update documents set filename = 'other.pdf' where id = $1", [id]),
  ).rejects.toMatchObject(denied)
  await expect(
    queryAs(portal, me, 'update documents set user_id = $2 where id = $1', [id, second.id]),
  ).rejects.toMatchObject(denied)
  await expect(queryAs(portal, me, "update documents set file_path = 'x' where id = $1", [id])).rejects.toMatchObject(
    denied,
  )
  await expect(queryAs(portal, me, 'update documents set view_count = 100 where id = $1', [id])).rejects.toMatchObject(
    denied,
  )
  await expect(
    queryAs(
      portal,
      me,
      `update documents set delete_request_status = 'approved', delete_requested_by = $2, delete_requested_at = now()
      where id = $1`,
      [id, me],
    ),
  ).rejects.toMatchObject(denied)
  const planted = (user_id: string, uploaded_by: string) =>
    queryAs(portal, me, insertOf('documents', fileRow({ user_id, uploaded_by })))
  await expect(planted(second.id, me)).rejects.toMatchObject(denied)
  await expect(planted(me, admin.id)).rejects.toMatchObject(denied)
  const link = insertOf('documents', signingLinkRow({ user_id: me, uploaded_by: me }))
  await expect(queryAs(portal, me, link)).rejects.toMatchObject(denied)
  await expect(
    queryAs(portal, me, "insert into document_views (document_id, user_id, user_email) values ($1, $2, 'x@y.zz')", [
      id,
      second.id,
    ]),
  ).rejects.toMatchObject(denied)
})

test('nobody can write an audit entry as someone else, or change or delete one', async ({
  portal,
  investor,
  admin,
}) => {
  const me = investor.id
  const entry = "insert into audit_log (actor_id, action) values ($1, 'document.uploaded')"
  await queryAs(portal, me, entry, [me])
  await expect(queryAs(portal, me, entry, [admin.id])).rejects.toMatchObject(denied)
  await expect(queryAs(portal, admin.id, "update audit_log set action = 'x.y'")).rejects.toMatchObject(denied)
  await expect(queryAs(portal, admin.id, 'delete from audit_log')).rejects.toMatchObject(denied)
})

test('the app role cannot read sign-ins or the queue, and the logins have no access of their own', async ({
  portal,
  admin,
}) => {
  for (const table of ['auth.users', 'auth.sessions', 'auth.sign_in_codes', 'auth.limits', 'jobs.job']) {
    await expect(queryAs(portal, admin.id, `select * from ${table}`), table).rejects.toMatchObject(denied)
  }
  for (const login of [portal.access.pages, portal.access.signIn, portal.access.jobs]) {
    const client = new pg.Client(login)
    await client.connect()
    try {
      // The sign-in's connections begin in its role (server/database/logins.ts).
      await client.query('set role none')
      for (const table of ['documents', 'user_profiles', 'auth.users', 'jobs.job']) {
        await expect(client.query(`select * from ${table}`), table).rejects.toMatchObject(denied)
      }
      await expect(client.query('set role app_operator')).rejects.toMatchObject(denied)
      await expect(client.query('create table mine ()')).rejects.toMatchObject(denied)
    } finally {
      await client.end()
    }
  }
})

test('an administrator sees everyone’s documents and views', async ({ portal, investor, admin }) => {
  const { id } = await givenDocument(portal, investor)
  await incrementViewCount(investor, id)
  expect(await getUserDocuments(admin, investor.id)).toMatchObject([{ id, view_count: 1 }])
  expect(await incrementViewCount(admin, id)).toBe(2)
  expect((await getDocumentViewHistory(investor, id)).map(view => view.user_email)).toEqual([
    admin.email,
    investor.email,
  ])
  expect((await getAllUsersForAdmin(admin)).total).toBeGreaterThanOrEqual(2)
})
