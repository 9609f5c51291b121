import { expect } from 'vitest'
import { withRefusalsRecorded } from '../../../server/access/refusals.ts'
import { closeSecurityEvents, recordSecurityEvent } from '../../../server/access/security-events.ts'
import * as operations from '../../../server/operations.ts'
import { allOf, linesOf } from '../../../tests/helpers/csv.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getDocumentHistory } from '../../documents/server/history.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { getAllUsersForAdmin } from '../../people/server/people-list.ts'
import { readAuditQuery } from '../audit-query.ts'
import { logColumns } from '../office/export.ts'
import { exportAuditLog } from '../server/log-file.ts'
import { getOwnActivity } from '../server/own-activity.ts'
import { getAuditLog, readWholeLog } from '../server/read-log.ts'

/** Log actions by or about a person, oldest first. */
async function actionsOf(portal: SharedPortal, id: string): Promise<string[]> {
  const { rows } = await portal.owner.query(
    'select action from audit_log where actor_id::text = $1 or subject_id = $1 order by id',
    [id],
  )
  return rows.map(({ action }) => action)
}

test('entries about notes, payments, submissions and holders name them, and lead to them', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-07-15', amount: 1_833_33n })
  const { rows } = await portal.owner.query('select number, legal_name from holders where id = $1', [note.holderId])
  const [{ number, legal_name }] = rows
  const found: Record<string, unknown> = {}
  const { entries } = await getAuditLog(admin, { group: 'register' })
  // Oldest first, so that the payment's submission is retained.
  for (const { action, subject, address } of entries.toReversed())
    if (JSON.stringify([subject, address]).includes(note.id) || subject?.includes(number))
      found[action] = { subject, address }
  const noteAddress = `/profile/admin/register/notes/${note.id}`
  const requested = { subject: `Payment of $1,833.33 on ${note.number}, made on Jul 15, 2026`, address: noteAddress }
  expect(found).toMatchObject({
    'note.created': { subject: note.number, address: noteAddress },
    'note.signature_recorded': { subject: note.number, address: noteAddress },
    'approval.asked': requested,
    'approval.approved': requested,
    'payment.recorded': { subject: `The payment of $1,833.33 on ${note.number}`, address: noteAddress },
    'holder.created': { subject: `${legal_name} (${number})`, address: `/profile/admin/holders/${note.holderId}` },
  })
})

const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36'

test('signing in, a wrong code and signing out are in the log, with where from', async ({ portal, investor }) => {
  const cookie = await portal.signIn(investor.email)
  await portal.fetch('/api/sign-out', { method: 'POST', cookie, ip: '10.44.0.1', headers: { 'user-agent': agent } })
  expect(await actionsOf(portal, investor.id)).toEqual([
    'sign_in.code_requested',
    'session.started',
    'session.signed_out',
  ])
  const { rows } = await portal.owner.query(
    `select ip, user_agent, actor_role, session_id is not null as with_session from audit_log
      where action = 'session.signed_out' and actor_id = $1`,
    [investor.id],
  )
  expect(rows).toEqual([{ ip: '10.44.0.1', user_agent: agent, actor_role: 'investor', with_session: true }])
})

test('an administrator’s download of an investor’s file is recorded, and the investor sees it', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  const cookie = await portal.sessionOf(admin)
  const ask = (headers: Record<string, string> = {}) => portal.fetch(`/files/${id}?download=1`, { cookie, headers })
  expect((await ask()).status).toBe(200)
  for (const range of ['bytes=0-3', 'bytes=4-', 'bytes=2-5']) expect((await ask({ range })).status).toBe(206)
  expect((await actionsOf(portal, id)).filter(action => action === 'file.downloaded')).toHaveLength(1)
  expect(await getDocumentHistory(investor, id)).toMatchObject([
    { kind: 'downloaded', user_name: 'Ada Ministrator', user_email: admin.email },
  ])
})

test('opening a file counts as one access with its view, and by itself is listed as opened', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  const own = await portal.sessionOf(investor)
  await incrementViewCount(investor, id)
  for (const range of ['bytes=0-3', 'bytes=4-7'])
    await portal.fetch(`/files/${id}`, { cookie: own, headers: { range } })
  await portal.fetch(`/files/${id}`, { cookie: await portal.sessionOf(admin) })
  expect((await actionsOf(portal, id)).sort()).toEqual(['document.viewed', 'file.opened', 'file.opened'])
  expect(await getDocumentHistory(investor, id)).toMatchObject([
    { kind: 'opened', user_email: admin.email },
    { kind: 'viewed', user_email: investor.email },
  ])
  // Administrators get ids, for the links to people's pages; investors get names only.
  expect((await getDocumentHistory(admin, id)).map(({ user_id }) => user_id)).toEqual([admin.id, investor.id])
  expect((await getDocumentHistory(investor, id)).some(entry => 'user_id' in entry)).toBe(false)
})

test('archives, data exports and searches of people are recorded', async ({ portal, investor, admin, domain }) => {
  const one = await givenDocument(portal, investor)
  const two = await givenDocument(portal, investor)
  const body = new URLSearchParams([one, two].map(({ id }) => ['ids', id]))
  await (
    await portal.fetch('/files/zip', { method: 'POST', cookie: await portal.sessionOf(admin), body })
  ).arrayBuffer()
  for (const { id } of [one, two]) expect(await actionsOf(portal, id)).toEqual(['archive.downloaded'])
  await (await portal.fetch('/files/everything', { cookie: await portal.sessionOf(investor) })).arrayBuffer()
  expect(await actionsOf(portal, investor.id)).toContain('data.exported')
  await getAllUsersForAdmin(admin, { search: domain })
  await getAllUsersForAdmin(admin, { search: domain })
  expect((await actionsOf(portal, admin.id)).filter(action => action === 'people.searched')).toHaveLength(1)
})

test('being refused what is another’s is recorded, at an address and at an operation', async ({
  portal,
  investor,
  second,
}) => {
  const { id } = await givenDocument(portal, investor)
  expect((await portal.fetch(`/files/${id}`, { cookie: await portal.sessionOf(second) })).status).toBe(404)
  const client = { ip: '10.45.0.1', userAgent: agent, cookie: '' }
  const watched = withRefusalsRecorded(operations, { client, actor: second })
  await expect(watched.getDocument(second, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(watched.getAllUsersForAdmin(second)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { rows } = await portal.owner.query(
    `select subject_id, outcome, details ->> 'code' as code from audit_log
      where actor_id = $1 and action = 'access.refused' order by id`,
    [second.id],
  )
  expect(rows).toEqual([
    { subject_id: id, outcome: 'refused', code: 'NOT_FOUND' },
    { subject_id: id, outcome: 'refused', code: 'NOT_FOUND' },
    { subject_id: null, outcome: 'refused', code: 'FORBIDDEN' },
  ])
})

test('a flood of refusals becomes a few entries with a number', async ({ portal, investor }) => {
  const client = { ip: '10.46.0.1', userAgent: agent }
  const flood = { action: 'sign_in.code_failed', client, subjectId: investor.email } as const
  for (let i = 0; i < 500; i++) await recordSecurityEvent(flood)
  // From many networks at once: strangers share one allowance.
  await Promise.all(
    Array.from({ length: 6000 }, (_, i) =>
      recordSecurityEvent({
        ...flood,
        client: { ip: `10.${60 + (i >> 12)}.${(i >> 4) & 255}.${i & 15}`, userAgent: '' },
      }),
    ),
  )
  await closeSecurityEvents()
  const { rows } = await portal.owner.query(
    `select count(*) as entries, sum(1 + coalesce((details ->> 'repeated')::int - 1, 0)) as events from audit_log
      where action = 'sign_in.code_failed' and subject_id = $1`,
    [investor.id],
  )
  expect(rows[0].entries).toBeLessThan(2100)
  expect(rows[0].events).toBe(6500)
  const own = await portal.owner.query(
    "select count(*) as entries, max((details ->> 'repeated')::int) as held from audit_log where ip = '10.46.0.1'",
  )
  expect(own.rows).toEqual([{ entries: 21, held: 480 }])
})

test('of a file that is downloaded again and again, the log says how often', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor)
  const cookie = await portal.sessionOf(investor)
  for (let i = 0; i < 23; i++) expect((await portal.fetch(`/files/${id}?download=1`, { cookie })).status).toBe(200)
  await closeSecurityEvents()
  const { rows } = await portal.owner.query(
    `select details ->> 'repeated' as repeated, count(*)::int as entries from audit_log
      where action = 'file.downloaded' and subject_id = $1 group by 1 order by 1`,
    [id],
  )
  expect(rows).toEqual([
    { repeated: '3', entries: 1 },
    { repeated: null, entries: 20 },
  ])
})

test('administrators read, filter and export the log; nobody else does', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor, { filename: '=Sum.pdf' })
  await incrementViewCount({ ...investor, from: { ip: '10.47.0.1', userAgent: agent } }, id)
  await incrementViewCount(admin, id)
  const read = async (query: string) => (await getAuditLog(admin, readAuditQuery(new URLSearchParams(query)))).entries
  const [entry] = await read('address=10.47.0.1')
  expect(entry).toMatchObject({
    who: 'Iris Vestor',
    role: 'investor',
    what: 'Viewed a document',
    subject: '=Sum.pdf',
    device: 'Chrome on Windows',
  })
  expect((await read(`person=${investor.email}&group=reading`)).map(({ who }) => who)).toEqual(['Iris Vestor'])
  expect(await read(`person=${investor.email}&group=log`)).toEqual([])
  const [today] = new Date().toISOString().split('T')
  expect(await read(`person=${investor.email}&from=2020-01-01&to=2020-01-02`)).toEqual([])
  expect((await read(`address=10.47.0.1&from=2020-01-01&to=${Number(today?.slice(0, 4)) + 1}-01-01`)).length).toBe(1)
  expect((await getAuditLog(admin, {}, String(entry?.id))).entries.every(older => older.id < (entry?.id ?? 0))).toBe(
    true,
  )

  const csv = await linesOf(logColumns, await exportAuditLog(admin, { address: '10.47.0.1' }, 'csv'))
  expect(csv).toHaveLength(2)
  expect(csv[1]).toContain(`"Viewed a document","done","'=Sum.pdf","10.47.0.1","Chrome on Windows`)
  const [json] = await allOf(await exportAuditLog(admin, { address: '10.47.0.1' }, 'json'))
  expect(json?.[0]).toMatchObject({ action: 'document.viewed', ip: '10.47.0.1' })
  expect(await actionsOf(portal, admin.id)).toContain('audit.exported')

  for (const person of [investor, second]) {
    await expect(getAuditLog(person, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(exportAuditLog(person, {}, 'csv')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(readWholeLog(person, {}).next()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await queryAs(portal, person.id, 'select * from audit_log')).rows).toEqual([])
  }
})

test('a person reads entries about themselves and their documents, without where others acted from', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  const from = { ip: '10.48.0.1', userAgent: agent }
  await incrementViewCount({ ...admin, from }, id)
  await incrementViewCount({ ...investor, from }, id)
  const readable = (person: { id: string }) =>
    queryAs(
      portal,
      person.id,
      'select actor_id, ip, user_agent from app.readable_audit where subject_id = $1 order by id',
      [id],
    )
  expect((await readable(investor)).rows).toEqual([
    { actor_id: admin.id, ip: null, user_agent: null },
    { actor_id: investor.id, ip: from.ip, user_agent: agent },
  ])
  // Nor that another investor was refused.
  const client = { ...from, cookie: '' }
  await expect(withRefusalsRecorded(operations, { client, actor: second }).getDocument(second, id)).rejects.toThrow()
  expect((await readable(investor)).rows).toHaveLength(2)
  expect((await readable(second)).rows).toMatchObject([{ actor_id: second.id }])
  expect((await readable(admin)).rows).toHaveLength(3)
  expect((await readable({ id: '' })).rows).toEqual([])
})

test('the settings list sign-ins, attempts and changes of the person’s own account', async ({
  portal,
  investor,
  second,
}) => {
  await portal.signIn(investor.email)
  await recordSecurityEvent({
    action: 'sign_in.code_failed',
    client: { ip: '10.49.0.1', userAgent: agent },
    subjectId: investor.email,
  })
  expect(await getOwnActivity(investor)).toMatchObject([
    { what: 'Entered a wrong code', by: 'someone', ip: '10.49.0.1', device: 'Chrome on Windows' },
    { what: 'Signed in', by: 'you' },
    { what: 'Requested a sign-in code', by: 'someone' },
  ])
  expect(await getOwnActivity(second)).toEqual([])
})
