import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { updateMailPreferences } from '../../app/notifications/server/mail-preferences.ts'
import { queryAs } from '../helpers/query-as.ts'
import { test } from '../helpers/shared-portal.ts'

const denied = { code: '42501' }

test('nobody reads or changes another’s mail preferences, not even an administrator', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  await updateMailPreferences(investor, { names_in_mail: true })
  for (const { id } of [second, admin]) {
    expect((await queryAs(portal, id, 'select * from mail_preferences')).rowCount).toBe(0)
    expect((await queryAs(portal, id, 'update mail_preferences set document_added = false')).rowCount).toBe(0)
    const forAnother = 'insert into mail_preferences (user_id, document_added) values ($1, false)'
    await expect(queryAs(portal, id, forAnother, [investor.id])).rejects.toMatchObject(denied)
    const upsert = `${forAnother} on conflict (user_id) do update set document_added = false`
    await expect(queryAs(portal, id, upsert, [investor.id])).rejects.toMatchObject(denied)
    await expect(queryAs(portal, id, 'delete from mail_preferences')).rejects.toMatchObject(denied)
  }
  expect((await queryAs(portal, investor.id, 'select names_in_mail from mail_preferences')).rows).toEqual([
    { names_in_mail: true },
  ])
})

test('only an administrator can make the portal e-mail someone else, and only in their own name', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const insertNotice = (by: string, userId: string, actorId = by) =>
    queryAs(
      portal,
      by,
      `insert into notices (id, user_id, kind, document_id, filename, actor_id)
      values ($1, $2, 'document-added', $1, 'a.pdf', $3)`,
      [randomUUID(), userId, actorId],
    )
  await expect(insertNotice(second.id, investor.id)).rejects.toMatchObject(denied)
  await expect(insertNotice(second.id, investor.id, admin.id)).rejects.toMatchObject(denied)
  await expect(insertNotice(second.id, second.id)).rejects.toMatchObject(denied)
  await expect(insertNotice(admin.id, investor.id, second.id)).rejects.toMatchObject(denied)
  await insertNotice(admin.id, investor.id)
  for (const { id } of [investor, second, admin]) {
    for (const statement of ['select * from notices', 'update notices set mail_id = null', 'delete from notices']) {
      await expect(queryAs(portal, id, statement), statement).rejects.toMatchObject(denied)
    }
  }
})

test('nobody sees or adds another person’s known browsers', async ({ portal, admin }) => {
  const { id } = admin
  await expect(queryAs(portal, id, 'select * from auth.devices')).rejects.toMatchObject(denied)
  await expect(queryAs(portal, id, "select auth.meet_device($1, 'mine')", [id])).rejects.toMatchObject(denied)
})
