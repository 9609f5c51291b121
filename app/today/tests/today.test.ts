import { expect } from 'vitest'
import { sendMailNow } from '../../../server/mail/mailer.ts'
import { insertCall, visitorMessages } from '../../../server/sample/visitors.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { allNotified } from '../../../tests/helpers/notifications.ts'
import { allSent, runPendingJobs, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { uploader } from '../../../tests/helpers/uploads.ts'
import { requestDocumentDelete } from '../../documents/server/deletion.ts'
import { markFilesSeen } from '../../documents/server/new-files.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { proofCodeMail } from '../../identity/server/proof-code-mail.ts'
import {
  dismissMailFailure,
  dismissMailFailures,
  getMailFailures,
  sendFailedMailAgain,
} from '../../notifications/server/failed-mail.ts'
import { inviteUser } from '../../people/server/invitations.ts'
import { getAllUsersForAdmin } from '../../people/server/people-list.ts'
import { getSystemState, openSystem } from '../../system/server/system-state.ts'
import { getPendingWork } from '../server/pending-work.ts'
import { getToday } from '../server/today.ts'

const test = testOnPortal({ NOTICE_WINDOW: '0' })

test('a file is new until an administrator opens it, downloads it or says that it was seen', async ({
  portal,
  investor,
  admin,
}) => {
  await markFilesSeen(admin)
  const content = 'A statement'
  const own = uploader(portal, await portal.sessionOf(investor))
  const desk = uploader(portal, await portal.sessionOf(admin))
  for (const filename of ['One.txt', 'Two.txt', 'Three.txt', 'Four.txt']) await own.upload({ filename, content })
  await desk.upload({ filename: 'From the fund.txt', content, metadata: { userId: investor.id } })
  await desk.upload({ filename: 'Our own.txt', content })
  const newFiles = async () => (await getToday(admin)).documents.newFiles
  expect(await newFiles()).toMatchObject({
    total: 4,
    first: ['Four.txt', 'Three.txt', 'Two.txt'].map(filename => ({ filename, owner: 'Iris Vestor' })),
  })
  const { rows } = await portal.owner.query('select id, filename from documents where new_for_office order by filename')
  const idOf = (name: string) => rows.find(({ filename }) => filename === name).id
  await incrementViewCount(investor, idOf('One.txt'))
  expect((await newFiles()).total).toBe(4)
  await incrementViewCount(admin, idOf('One.txt'))
  expect((await newFiles()).total).toBe(3)
  const download = await portal.fetch(`/files/${idOf('Two.txt')}?download=1`, { cookie: await portal.sessionOf(admin) })
  await download.arrayBuffer()
  expect((await newFiles()).total).toBe(2)
  expect(await markFilesSeen(admin)).toBe(2)
  expect(await newFiles()).toEqual({ total: 0, first: [] })
  await expect(markFilesSeen(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('Today counts requests, people, invitations and the calls that are still ahead today', async ({
  portal,
  investor,
  admin,
  domain,
}) => {
  const before = await getToday(admin)
  const filename = 'To be deleted.pdf'
  const { id } = await givenDocument(portal, investor, { filename })
  await requestDocumentDelete(investor, id)
  await portal.newPerson(`guest@${domain}`, { guest: true, fullName: 'Gail Guest' })
  await inviteUser(admin, { email: `invited@${domain}` })
  await visitorMessages.insert(portal.owner, {})
  for (const minutes of [-5, -3 * 60, 30 * 60])
    await insertCall(portal.owner, new Date(Date.now() + minutes * 60_000), { name: 'Cal Ler', calendar: 'founder' })
  const { people, documents } = await getToday(admin)
  expect(documents.deleteRequests.total).toBe(before.documents.deleteRequests.total + 1)
  expect(documents.deleteRequests.first).toContainEqual(
    expect.objectContaining({ filename, ownerName: 'Iris Vestor', delete_requested_at: expect.any(Date) }),
  )
  expect(people.guests.total).toBe(before.people.guests.total + 1)
  expect(people.guests.first.map(({ fullName }) => fullName)).toContain('Gail Guest')
  expect(people.invitations.total).toBe(before.people.invitations.total + 1)
  expect(people.messages.total).toBe(before.people.messages.total + 4)
  expect(people.messages.newest).toMatchObject({ visitor: { name: 'Cal Ler' } })
  expect(people.calls.map(({ name }) => name)).toEqual(['Cal Ler'])
  const invited = await getAllUsersForAdmin(admin, { state: 'invited' })
  expect(invited.users.map(({ email }) => email)).toContain(`invited@${domain}`)
  expect(invited.total).toBe(people.invitations.total)
  expect((await getAllUsersForAdmin(admin, { state: 'erasures' })).total).toBe(people.erasures.total)
  await expect(getToday(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('failed e-mail is listed once it has failed for a while, until it is delivered or dismissed', async ({
  portal,
  admin,
  domain,
}) => {
  await allNotified(portal)
  portal.mailbox.refusing = true
  const userId = await inviteUser(admin, { email: `unreachable@${domain}` })
  const failures = async () => (await portal.owner.query('select * from mail_failures')).rows
  await eventually('a recorded failure', async () => (await failures()).length > 0)
  const [failure] = await failures()
  expect(failure).toMatchObject({ recipient: `unreachable@${domain}`, dismissed_at: null })
  await portal.owner.query("update mail_failures set first_failed_at = now() - interval '1 hour', refused = false")
  const { failures: listed, total } = await getMailFailures(admin)
  expect({
    total,
    pending: (await getPendingWork(admin)).failedMail,
    today: (await getToday(admin)).documents.mail,
  }).toEqual({
    total: 1,
    pending: 1,
    today: { total: 1, refused: 0 },
  })
  expect(listed[0]).toMatchObject({ recipient: `unreachable@${domain}`, isRetried: true, attempts: expect.any(Number) })
  portal.mailbox.refusing = false
  await runPendingJobs(portal, 'send-mail')
  await portal.mailbox.to(`unreachable@${domain}`)
  await allSent(portal)
  expect(await failures()).toEqual([])

  await portal.owner.query(
    `insert into mail_failures (id, person_id, recipient, reason, refused)
    values (gen_random_uuid(), $1, 'a@example.com', 'No such mailbox', true), (gen_random_uuid(), null, 'b@example.com', 'No', true)`,
    [userId],
  )
  const [first] = (await getMailFailures(admin)).failures
  // A command without an id doesn't clear the list.
  await expect(dismissMailFailure(admin, '')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await getMailFailures(admin)).total).toBe(2)
  await dismissMailFailure(admin, first?.id ?? '')
  expect((await getMailFailures(admin)).total).toBe(1)
  await dismissMailFailures(admin)
  expect(await getMailFailures(admin)).toEqual({ failures: [], total: 0 })
})

test('failed e-mail can be sent again, and arrives once', async ({ portal, admin, domain }) => {
  await allNotified(portal)
  await portal.owner.query('delete from mail_failures')
  const { mailbox, owner } = portal
  const to = `again@${domain}`
  mailbox.refusing = true
  await inviteUser(admin, { email: to })
  const only = async () => (await owner.query('select * from mail_failures')).rows[0]
  await eventually('a recorded failure', async () => (await only())?.attempts > 0)
  // The queue's own next attempt is later than this test.
  await owner.query(
    "update jobs.job set start_after = now() + interval '1 hour' where name = 'send-mail' and state = 'retry'",
  )
  await owner.query("update mail_failures set first_failed_at = now() - interval '1 hour'")
  const { id, attempts } = await only()
  expect((await getMailFailures(admin)).failures).toMatchObject([{ id, canSendAgain: true, isSending: false }])
  await sendFailedMailAgain(admin, id)
  await eventually('another failure', async () => (await only()).attempts > attempts)
  expect((await getMailFailures(admin)).failures).toMatchObject([{ id, canSendAgain: true, isSending: false }])

  mailbox.refusing = false
  await sendFailedMailAgain(admin, id)
  await sendFailedMailAgain(admin, id).catch(() => {})
  await mailbox.to(to)
  await eventually('the delivery', async () => (await only()).delivered_at !== null)
  expect(await getMailFailures(admin)).toEqual({ failures: [], total: 0 })
  await expect(sendFailedMailAgain(admin, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await owner.query("update jobs.job set start_after = now() where name = 'send-mail' and state = 'retry'")
  await allSent(portal)
  expect(mailbox.count(to)).toBe(1)
})

test('codes that could not be delivered are nobody’s work', async ({ portal, investor }) => {
  await portal.owner.query('delete from mail_failures')
  portal.mailbox.refusing = true
  await expect(sendMailNow(proofCodeMail(investor.email, '123456'), Date.now() + 60_000)).rejects.toThrow()
  expect((await portal.owner.query('select from mail_failures')).rowCount).toBe(0)
  portal.mailbox.refusing = false
  await allSent(portal)
})

test('administrators’ pages hear of guests, messages and calls', async ({ portal, admin, domain }) => {
  const stream = await portal.fetch('/events?user=all', { cookie: await portal.sessionOf(admin) })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const listening = (async () => {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) heard += piece.value
  })()
  const hearsOf = async (act: () => Promise<unknown>) => {
    heard = ''
    await act()
    await eventually('the event', () => heard.includes('event: office'))
  }
  await hearsOf(() => portal.newPerson(`guest@${domain}`, { guest: true }))
  await hearsOf(() => visitorMessages.insert(portal.owner, {}))
  await hearsOf(() => portal.owner.query("update messages set state = 'answered'"))
  await reader?.cancel()
  await listening
})

test('the page about the system tells administrators where files are, how many and what runs', async ({
  portal,
  investor,
  admin,
}) => {
  await expect(getSystemState(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const before = await getSystemState(admin)
  expect(before).toMatchObject({
    backups: { isNightly: false, lastGood: undefined, next: undefined },
    files: { place: `${portal.dataDir}/files`, isReachable: true, free: expect.any(Number) },
    versions: {
      site: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      database: expect.stringMatching(/^1\d(\.|beta)/),
      migration: expect.stringMatching(/^0\d{3}_.*\.sql$/),
    },
  })
  const { content } = await givenDocument(portal, investor)
  // pg-boss counts jobs once a minute: this is what it would find.
  await portal.owner.query(`
    insert into jobs.job (name, start_after) select 'check-file', now() + interval '1 hour' from generate_series(1, 2);
    update jobs.queue set deferred_count = 2 where name = 'check-file'`)
  const after = await getSystemState(admin)
  expect(after.files.files).toBe(before.files.files + 1)
  expect(after.files.bytes).toBe(before.files.bytes + content.length)
  expect(after.queues).toContainEqual({ name: 'check-file', ready: 0, deferred: 2, active: 0, failed: 0 })
})

test('the page about the system names what goes to another machine unencrypted', async ({ portal, admin }) => {
  openSystem({ ...portal.config, auditSink: 'syslog://log.example.com:514' })
  try {
    const { plainConnections } = await getSystemState(admin)
    expect(plainConnections).toMatchObject([{ setting: 'AUDIT_SINK', host: 'log.example.com' }])
  } finally {
    openSystem(portal.config)
  }
})
