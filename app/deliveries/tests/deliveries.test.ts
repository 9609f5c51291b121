import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { quota } from '../../../content/quota.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { filesFrom } from '../../../server/sample/documents.ts'
import { storage } from '../../../server/storage/storage.ts'
import { deliveryEnd, stageFile } from '../../../tests/helpers/deliveries.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { runPendingJobs, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { uploader } from '../../../tests/helpers/uploads.ts'
import { getUserDocuments } from '../../documents/server/documents.ts'
import { getRuns } from '../../runs/server/runs-list.ts'
import { cleanUpUploads, recoverUploads } from '../../uploads/server/clean-up-uploads.ts'
import { removeStoredFile } from '../../uploads/server/remove-file.ts'
import { deliverFiles } from '../server/deliver-files.ts'
import { getDelivery } from '../server/delivery.ts'
import { getDeliveryRecipients } from '../server/recipients.ts'
import { type DeliveryRequest, sendDelivery } from '../server/send-delivery.ts'

const content = (name: string) => Buffer.from(`${name}: what the fund tells everyone\n`.repeat(50))

const staged = (portal: SharedPortal, actor: Actor, name = 'Letter.txt') =>
  stageFile(portal, actor, { filename: name, content: content(name) })

const request = (upload: string, to: readonly string[], more: Partial<DeliveryRequest> = {}): DeliveryRequest => ({
  id: randomUUID(),
  category: 'Statements',
  files: [{ upload, name: 'Statement, Jul–Sep 2026' }],
  to,
  ...more,
})

const read = async (portal: SharedPortal, reader: Actor, document: string) => {
  const answer = await portal.fetch(`/files/${document}`, { cookie: await portal.sessionOf(reader) })
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).toString() : answer.status
}

const pathsIn = async (portal: SharedPortal, table: string, id: string): Promise<string[]> => {
  const { rows } = await portal.owner.query(`select file_path from ${table} where delivery_id = $1`, [id])
  return rows.map(({ file_path }) => file_path).filter(path => path !== null)
}

test('one upload becomes a document of each recipient, told by e-mail, with who has opened it since', async ({
  portal,
  admin,
  investor,
  second,
  colleague,
}) => {
  const holder = await givenHolder(admin, second, { legalName: 'Second Family Trust', kind: 'revocable_trust' })
  const known = await getDeliveryRecipients(admin)
  const mine = known.filter(({ key }) => [`person:${investor.id}`, `holder:${holder.id}`].includes(key))
  expect(mine.map(({ name, about }) => [name, about])).toEqual([
    ['Iris Vestor', investor.email],
    ['Second Family Trust', `${holder.number} · Second Person`],
  ])
  expect(known.map(({ key }) => key)).not.toContain(`person:${admin.id}`)

  const upload = await staged(portal, admin)
  // Nothing happens to it by itself.
  await recoverUploads()
  expect(await getUserDocuments(admin, admin.id)).toEqual([])
  const id = await sendDelivery(
    admin,
    request(
      upload,
      mine.map(({ key }) => key),
    ),
  )
  const { delivery, documents } = await deliveryEnd(colleague, id)
  expect(delivery).toMatchObject({
    title: 'Statement, Jul–Sep 2026',
    state: 'sent',
    recipients: 2,
    documents: 2,
    opened: 0,
    sentBy: 'Ada Ministrator',
  })
  expect(documents.map(({ recipient, filename, openedAt }) => [recipient, filename, openedAt])).toEqual([
    ['Iris Vestor', 'Statement, Jul–Sep 2026.txt', null],
    ['Second Family Trust', 'Statement, Jul–Sep 2026.txt', null],
  ])
  const [toIris = '', toTrust = ''] = documents.map(document => document.id)
  expect((await getUserDocuments(investor, investor.id)).map(document => document.id)).toEqual([toIris])
  expect((await getUserDocuments(second, second.id)).map(({ id, category }) => [id, category])).toEqual([
    [toTrust, 'Statements'],
  ])
  // Each gets their own.
  expect(await read(portal, investor, toTrust)).toBe(404)
  expect(await read(portal, second, toTrust)).toBe(content('Letter.txt').toString())
  // It counts once its last byte has left.
  await expect.poll(async () => (await getDelivery(admin, id, { unopened: true })).total).toBe(1)
  const after = await getDelivery(admin, id, { unopened: true })
  expect(after.documents.map(document => document.id)).toEqual([toIris])
  expect(after.delivery.opened).toBe(1)

  expect(after.documents[0]?.mails).toEqual([{ name: 'Iris Vestor', outcome: 'waiting' }])
  await endNotificationDelay(portal)
  await allNotified(portal)
  expect((await getDelivery(admin, id)).documents.map(({ mails }) => mails[0]?.outcome)).toEqual(['sent', 'sent'])
  expect((await getRuns(colleague, 0, 'delivery')).runs.map(row => row.id)).toContain(id)
  const { rows } = await portal.owner.query(
    "select action, actor_id from audit_log where subject_id in ($1, $2) and action <> 'document.viewed' order by id",
    [id, toIris],
  )
  expect(rows.map(({ action }) => action)).toEqual(['delivery.requested', 'document.uploaded', 'delivery.sent'])
  expect(new Set(rows.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]))
})

test('each recipient has a file of their own: deleting one harms no other, and the uploaded one goes', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const upload = await staged(portal, admin)
  const sent = request(upload, [`person:${investor.id}`, `person:${second.id}`])
  const id = await sendDelivery(admin, sent)
  const source = (await pathsIn(portal, 'delivery_files', id))[0]
  const { documents } = await deliveryEnd(admin, id)
  // The same form again, after a lost answer.
  expect(await sendDelivery(admin, sent)).toBe(id)
  expect(await pathsIn(portal, 'delivery_files', id)).toEqual([])
  const paths = await pathsIn(portal, 'delivery_documents', id)
  await eventually('the end of the uploaded file', async () => source && !(await storage().head(source)))
  const ofIris = documents.find(({ recipient }) => recipient === 'Iris Vestor')?.id ?? ''
  const ofSecond = documents.find(({ recipient }) => recipient === 'Second Person')?.id ?? ''
  await portal.owner.query('delete from documents where id = $1', [ofIris])
  for (const file_path of paths) await removeStoredFile({ file_path })
  expect(await read(portal, second, ofSecond)).toBe(content('Letter.txt').toString())
  expect(await Promise.all(paths.map(path => storage().head(path)))).toContain(undefined)
  const left = await getDelivery(admin, id)
  expect(left.documents.map(({ checkState }) => checkState).sort()).toEqual(['unchecked', null].sort())
})

test('who gets which of several files is chosen file by file', async ({ portal, admin, investor, second }) => {
  const [first, other] = [await staged(portal, admin, 'North.txt'), await staged(portal, admin, 'South.txt')]
  const keys = [`person:${investor.id}`, `person:${second.id}`]
  const files = [
    { upload: first, name: 'North' },
    { upload: other, name: 'South' },
  ]
  const without = [`${other} ${keys[0]}`]
  const nobody = [...without, `${first} ${keys[0]}`]
  await expect(sendDelivery(admin, request(first, keys, { files, without: nobody }))).rejects.toMatchObject({
    code: 'DELIVERY_EMPTY',
  })
  const id = await sendDelivery(admin, request(first, keys, { files, without }))
  const { delivery, documents } = await deliveryEnd(admin, id)
  expect(delivery.title).toBe('North and 1 more')
  expect(documents.map(({ recipient, filename }) => `${recipient}: ${filename}`)).toEqual([
    'Iris Vestor: North.txt',
    'Second Person: North.txt',
    'Second Person: South.txt',
  ])
})

test('a job that is interrupted goes on, two at once make everything once, and until then nobody sees anything', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const upload = await staged(portal, admin)
  // The queue doesn't run the job.
  await portal.owner.query(
    "create function jobs.hold() returns trigger language plpgsql as $$ begin new.start_after := now() + interval '1 day'; return new; end $$",
  )
  await portal.owner.query(
    "create trigger hold before insert on jobs.job for each row when (new.name = 'deliver') execute function jobs.hold()",
  )
  const id = await sendDelivery(admin, request(upload, [`person:${investor.id}`, `person:${second.id}`]))
  await portal.owner.query('drop trigger hold on jobs.job; drop function jobs.hold()')
  expect((await getDelivery(admin, id)).delivery.state).toBe('sending')
  const [path = ''] = await pathsIn(portal, 'delivery_documents', id)
  // An incomplete copy, as in a faulty store; and clean-ups spare files in progress.
  await storage().put(path, new Blob(['half']).stream())
  await cleanUpUploads()
  for (const file_path of [path, ...(await pathsIn(portal, 'delivery_files', id))])
    await removeStoredFile({ file_path })
  expect(await getUserDocuments(investor, investor.id)).toEqual([])
  await Promise.all([deliverFiles({ delivery: id }), deliverFiles({ delivery: id })])
  await deliverFiles({ delivery: id })
  await runPendingJobs(portal, 'deliver')
  const { documents } = await deliveryEnd(admin, id)
  for (const [person, name] of [
    [investor, 'Iris Vestor'],
    [second, 'Second Person'],
  ] as const) {
    expect(await getUserDocuments(person, person.id)).toHaveLength(1)
    const document = documents.find(({ recipient }) => recipient === name)?.id ?? ''
    expect(await read(portal, person, document)).toBe(content('Letter.txt').toString())
  }
})

test('where one recipient has no room nobody receives anything, and no file is left', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  await portal.owner.query(filesFrom({ user_id: '$1::uuid', file_size: '52428800' }, 'generate_series(1, $2::int) n'), [
    second.id,
    Math.ceil((quota.gigabytesPerPerson * 1024) / 50),
  ])
  const upload = await staged(portal, admin)
  const id = await sendDelivery(admin, request(upload, [`person:${investor.id}`, `person:${second.id}`]))
  const { delivery } = await deliveryEnd(admin, id)
  expect(delivery).toMatchObject({ state: 'failed', problem: 'Second Person has no room left for 1 more document.' })
  expect(await getUserDocuments(investor, investor.id)).toEqual([])
  const paths = await pathsIn(portal, 'delivery_documents', id)
  await eventually('no file is left', async () =>
    (await Promise.all(paths.map(path => storage().head(path)))).every(found => found === undefined),
  )
})

test('only an administrator stages and sends, only their own files, and only to those who can receive them', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const asInvestor = uploader(portal, await portal.sessionOf(investor))
  const metadata = { forDelivery: '1' }
  expect((await asInvestor.announce({ filename: 'a.txt', content: 'a', metadata })).status).toBe(403)
  const upload = await staged(portal, admin)
  const to = [`person:${second.id}`]
  const refused = (actor: Actor, sent: DeliveryRequest, code: string) =>
    expect(sendDelivery(actor, sent)).rejects.toMatchObject({ code })
  await refused(investor, request(upload, to), 'FORBIDDEN')
  await refused(colleague, request(upload, to), 'DELIVERY_FILE_GONE')
  await refused(admin, request(upload, []), 'DELIVERY_EMPTY')
  await refused(admin, request(upload, [...to, `person:${randomUUID()}`]), 'DELIVERY_RECIPIENT_GONE')
  await refused(admin, request(upload, to, { category: 'Anything' }), 'UNEXPECTED')
  await refused(
    admin,
    request(upload, to, {
      files: [
        { upload, name: 'a' },
        { upload, name: 'b' },
      ],
    }),
    'DELIVERY_FILE_GONE',
  )
  await portal.owner.query("update user_profiles set disabled_at = now(), disabled_reason = 'a test' where id = $1", [
    second.id,
  ])
  await refused(admin, request(upload, to), 'DELIVERY_RECIPIENT_GONE')
  // A refusal removes nothing.
  const id = await sendDelivery(admin, request(upload, [`person:${investor.id}`]))
  expect((await deliveryEnd(admin, id)).delivery.state).toBe('sent')
})
