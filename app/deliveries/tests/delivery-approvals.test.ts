import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { storage } from '../../../server/storage/storage.ts'
import { accessesRecorded } from '../../../tests/helpers/accesses.ts'
import { allOf } from '../../../tests/helpers/csv.ts'
import { approveDelivery, deliveryEnd, openDelivery, stageFile } from '../../../tests/helpers/deliveries.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { allNotified, endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { simplePdf } from '../../../tests/helpers/pdf.ts'
import { queryAs, transactionAs } from '../../../tests/helpers/query-as.ts'
import { recallOf } from '../../../tests/helpers/recalls.ts'
import { allSent, runPendingJobs, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval, withdrawApproval } from '../../approvals/server/decide-approval.ts'
import { getUserDocuments } from '../../documents/server/documents.ts'
import { disablePerson } from '../../people/server/account-access.ts'
import { removeAdministrator } from '../../people/server/rights.ts'
import { notifyLateReaders } from '../../runs/server/recall-documents.ts'
import { getRuns } from '../../runs/server/runs-list.ts'
import { deliverFiles, resumeDeliveries } from '../server/deliver-files.ts'
import { getDelivery } from '../server/delivery.ts'
import { exportDeliveryAccesses } from '../server/export-delivery-accesses.ts'
import { getDeliveryToOpen } from '../server/files-to-open.ts'
import { recallDelivery } from '../server/recall-delivery.ts'
import { type DeliveryRequest, sendDelivery } from '../server/send-delivery.ts'

const plain = 'What the fund tells everyone.\n'

async function staged(portal: SharedPortal, actor: Actor, content: string | Buffer = plain, filename = 'Letter.txt') {
  return stageFile(portal, actor, { filename, content: Buffer.from(content) })
}

const request = (upload: string, to: readonly string[], more: Partial<DeliveryRequest> = {}): DeliveryRequest => ({
  id: randomUUID(),
  category: 'Statements',
  files: [{ upload, name: 'Statement' }],
  to,
  ...more,
})

async function manyPeople(portal: SharedPortal, domain: string, count: number): Promise<Actor[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => portal.newPerson(`reader-${n}@${domain}`)))
}

const keysOf = (people: readonly Actor[]) => people.map(({ id }) => `person:${id}`)

async function aged({ owner }: SharedPortal, { sessionId }: Actor, age: string): Promise<void> {
  await owner.query('delete from auth.session_proofs where session_id = $1', [sessionId])
  await owner.query('update auth.sessions set created_at = now() - $2::interval where id = $1', [sessionId, age])
}

const approvalOf = async (person: Actor, delivery: string) =>
  (await getDeliveryToOpen(person, delivery))?.approvalId ?? ''

async function read(portal: SharedPortal, reader: Actor, document: string): Promise<string | number> {
  const answer = await portal.fetch(`/files/${document}`, { cookie: await portal.sessionOf(reader) })
  return answer.status === 200 ? answer.text() : answer.status
}

const pathsOf = async ({ owner }: SharedPortal, id: string): Promise<string[]> =>
  (await owner.query('select file_path from delivery_files where delivery_id = $1', [id])).rows.map(
    ({ file_path }) => file_path,
  )

test('a session that was left open delivers nothing: what reaches more than one, is a notice or is about payments asks for fresh proof', async ({
  portal,
  admin,
  colleague,
  domain,
}) => {
  expect(colleague.isAdmin).toBe(true)
  const holders = keysOf(await manyPeople(portal, domain, 8))
  const [one = '', another = ''] = holders
  const upload = await staged(portal, admin)
  const refused = (more: Partial<DeliveryRequest>, to: readonly string[]) =>
    expect(
      sendDelivery(admin, request(upload, to, { anyway: true, ...more })),
      JSON.stringify(more),
    ).rejects.toMatchObject({
      code: 'PROOF_NEEDED',
    })
  await aged(portal, admin, '6 hours')
  // As in the audit of October.
  await refused({ category: 'Notices', files: [{ upload, name: 'New wire instructions' }] }, holders)
  await refused({}, [one, another])
  await refused({ category: 'Notices' }, [one])
  await refused({ files: [{ upload, name: 'Updated bank details' }] }, [one])
  await refused({ fundName: 'Routing number 021000021' }, [one])
  const words = await staged(portal, admin, 'Please wire to account number 12345678 from now on.')
  await refused({ files: [{ upload: words, name: 'Letter' }] }, [one])
  const pdf = await staged(
    portal,
    admin,
    simplePdf(['Our new bank account:', 'IBAN DE89 3704 0044 0532 0130 00']),
    'a.pdf',
  )
  await refused({ files: [{ upload: pdf, name: 'Letter' }] }, [one])
  await aged(portal, admin, '11 hours')
  await refused({}, [one])
  // A plain document to one investor only requires a sign-in today.
  await aged(portal, admin, '6 hours')
  const id = await sendDelivery(admin, request(upload, [one]))
  expect((await deliveryEnd(admin, id)).delivery.state).toBe('sent')
  expect(
    (await portal.owner.query("select from document_deliveries where sent_by = $1 and state <> 'sent'", [admin.id]))
      .rowCount,
  ).toBe(0)
})

test('what goes to many waits until another person has opened each file and approved it', async ({
  portal,
  admin,
  colleague,
  domain,
}) => {
  const people = await manyPeople(portal, domain, 4)
  const [first, second] = [await staged(portal, admin), await staged(portal, admin, 'Another letter.\n', 'Second.txt')]
  const files = [
    { upload: first, name: 'First' },
    { upload: second, name: 'Second' },
  ]
  const id = await sendDelivery(admin, request(first, keysOf(people), { files }))
  await runPendingJobs(portal, 'deliver')
  await deliverFiles({ delivery: id })
  const { delivery } = await getDelivery(admin, id)
  expect(delivery).toMatchObject({ state: 'requested', requested: { isOwn: true, total: 2, opened: 0 }, sentAt: null })
  expect(await getUserDocuments(people[0] as Actor, (people[0] as Actor).id)).toEqual([])

  // Every approver has an e-mail without details.
  await allSent(portal)
  const mail = portal.mailbox.allTo(colleague.email).find(({ subject }) => subject?.includes('needs your approval'))
  expect(mail?.text).toContain(`/profile/admin/deliveries/${id}/look`)
  expect(mail?.text).not.toMatch(/First|Second|reader-/)
  expect(portal.mailbox.allTo(admin.email)).toEqual([])

  const approvalId = await approvalOf(colleague, id)
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(each => each.id === approvalId)).toMatchObject({
    title: 'Delivery to investors',
    summary: 'First and 1 more: 8 documents for 4 recipients',
    evidence: { label: 'Open the files', to: `/profile/admin/deliveries/${id}/look` },
  })
  await expect(decideApproval(admin, approvalId, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  const unopened = () =>
    expect(decideApproval(colleague, approvalId, 'approved')).rejects.toMatchObject({ code: 'DELIVERY_UNOPENED' })
  await unopened()

  const cookie = await portal.sessionOf(colleague)
  const address = `/files/deliveries/${id}`
  // Neither the headers alone, nor one file of two.
  expect((await portal.fetch(`${address}/1`, { cookie, method: 'HEAD' })).status).toBe(200)
  for (const n of ['0', '3', '1e0', '-1'])
    expect((await portal.fetch(`${address}/${n}`, { cookie })).status, n).toBe(404)
  const answer = await portal.fetch(`${address}/1`, { cookie })
  expect([answer.status, await answer.text()]).toEqual([200, plain])
  await eventually('one is opened', async () => (await getDelivery(colleague, id)).delivery.requested?.opened === 1)
  await unopened()

  await approveDelivery(portal, colleague, id)
  const { delivery: sent, documents } = await deliveryEnd(admin, id)
  expect(sent).toMatchObject({ state: 'sent', approvedBy: 'Cole League', requested: null })
  expect(documents).toHaveLength(8)
  expect(await read(portal, people[0] as Actor, documents[0]?.id ?? '')).toBe(plain)
  // Sent files are no longer available here.
  expect((await portal.fetch(`${address}/1`, { cookie })).status).toBe(404)
  const { rows } = await portal.owner.query(
    "select action, actor_id from audit_log where subject_id = $1 and action like 'delivery.%' and action <> 'delivery.file_opened' order by id",
    [id],
  )
  expect(rows).toEqual([
    { action: 'delivery.requested', actor_id: admin.id },
    { action: 'delivery.approved', actor_id: colleague.id },
    { action: 'delivery.sent', actor_id: admin.id },
  ])
  const opened = await portal.owner.query(
    "select from audit_log where subject_id = $1 and action = 'delivery.file_opened' and actor_id = $2",
    [id, colleague.id],
  )
  expect(opened.rowCount).toBeGreaterThanOrEqual(3)
})

test('a file that is cut off before its last byte doesn’t count as opened', async ({
  portal,
  admin,
  colleague,
  domain,
}) => {
  const people = await manyPeople(portal, domain, 4)
  const large = await staged(portal, admin, 'x'.repeat(8 * 1024 * 1024), 'Large.txt')
  const id = await sendDelivery(admin, request(large, keysOf(people)))
  const gone = new AbortController()
  const headers = { cookie: await portal.sessionOf(colleague) }
  const answer = await fetch(`${portal.url}/files/deliveries/${id}/1`, { headers, signal: gone.signal })
  const reader = answer.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  gone.abort()
  await expect(decideApproval(colleague, await approvalOf(colleague, id), 'approved')).rejects.toMatchObject({
    code: 'DELIVERY_UNOPENED',
  })
  expect((await getDelivery(colleague, id)).delivery.requested).toMatchObject({ opened: 0 })
})

test('an approver sees the files and who would get them while it waits, and nothing of deliveries before or after', async ({
  portal,
  admin,
  approver,
  domain,
  second,
}) => {
  const holder = await givenHolder(admin, second, { legalName: 'Second Family Trust', kind: 'revocable_trust' })
  const people = await manyPeople(portal, domain, 3)
  const before = await sendDelivery(admin, request(await staged(portal, admin, 'Before'), keysOf(people.slice(0, 1))))
  await deliveryEnd(admin, before)
  const to = [...keysOf(people), `holder:${holder.id}`]
  const id = await sendDelivery(admin, request(await staged(portal, admin), to))
  const requested = await getDeliveryToOpen(approver, id)
  expect(requested?.files[0]?.recipients).toContain(`Second Family Trust (${holder.number})`)
  expect(await getDeliveryToOpen(approver, before)).toBeUndefined()
  const seen = async () => {
    const counts: Record<string, number | null> = {}
    // Other stories' deliveries are pending, too.
    for (const [table, column] of [
      ['document_deliveries', 'id'],
      ['delivery_files', 'delivery_id'],
      ['delivery_documents', 'delivery_id'],
    ])
      counts[`${table}`] = (
        await queryAs(portal, approver.id, `select from ${table} where ${column} = any ($1)`, [[id, before]])
      ).rowCount
    for (const table of ['documents', 'holders'])
      counts[table] = (await queryAs(portal, approver.id, `select from ${table}`)).rowCount
    return counts
  }
  const nothing = { document_deliveries: 0, delivery_files: 0, delivery_documents: 0, documents: 0, holders: 0 }
  expect(await seen()).toEqual({ ...nothing, document_deliveries: 1, delivery_files: 1, delivery_documents: 4 })
  const cookie = await portal.sessionOf(approver)
  await approveDelivery(portal, approver, id)
  expect(await seen()).toEqual(nothing)
  expect(await getDeliveryToOpen(approver, id)).toBeUndefined()
  expect((await portal.fetch(`/files/deliveries/${id}/1`, { cookie })).status).toBe(404)
  expect((await deliveryEnd(admin, id)).delivery.state).toBe('sent')
  // Other people see none of it, either.
  for (const { id: person } of [second, people[0] as Actor])
    expect((await queryAs(portal, person, 'select from document_deliveries')).rowCount).toBe(0)
})

test('notices and payment instructions take a second person even for one, and dividing a delivery helps nobody', async ({
  portal,
  admin,
  colleague,
  domain,
}) => {
  expect(colleague.isAdmin).toBe(true)
  const people = await manyPeople(portal, domain, 6)
  const keys = keysOf(people)
  let questioned = 0
  const stateOf = async (
    to: readonly string[],
    more: Partial<DeliveryRequest> = {},
    content: string | Buffer = randomUUID(),
    filename?: string,
  ) => {
    const upload = await staged(portal, admin, content, filename)
    const wanted = request(upload, to, { files: [{ upload, name: 'Letter' }], ...more })
    // What reads like payment instructions is questioned first.
    const id = await sendDelivery(admin, wanted).catch(error => {
      if (error.code !== 'DELIVERY_PAYMENT_WORDS') throw error
      questioned++
      return sendDelivery(admin, { ...wanted, anyway: true })
    })
    return (await deliveryEnd(admin, id)).delivery.state
  }
  expect(await stateOf(keys.slice(0, 1), { category: 'Notices' })).toBe('requested')
  expect(await stateOf(keys.slice(0, 1), {}, 'Wire to the new account')).toBe('requested')
  expect(await stateOf(keys.slice(0, 1), { fundName: 'Wire instructions' })).toBe('requested')
  expect(questioned).toBe(2)
  expect(await stateOf(keys.slice(0, 3), {}, 'The same for everyone')).toBe('sent')
  // The same people once more, and then one more.
  expect(await stateOf(keys.slice(0, 3), {}, 'The same for everyone')).toBe('sent')
  expect(await stateOf(keys.slice(3, 4), {}, 'The same for everyone')).toBe('requested')
  expect(await stateOf(keys.slice(3, 4), {}, 'Something else')).toBe('sent')
  // Also in a Word document with the instructions only inside.
  const letter = readFileSync('tests/fixtures/files/payment-letter.docx')
  expect(await stateOf(keys.slice(0, 2), {}, letter, 'Letter.docx')).toBe('requested')
  const agreement = readFileSync('tests/fixtures/files/subscription-agreement.docx')
  expect(await stateOf(keys.slice(0, 2), {}, agreement, 'Letter.docx')).toBe('sent')
  // Two at once each see the other.
  const uploads = [await staged(portal, admin, 'At once'), await staged(portal, admin, 'At once')]
  const ids = await Promise.all(
    uploads.map((upload, at) =>
      sendDelivery(admin, request(upload, keys.slice(at * 3, at * 3 + 3))).catch(({ code }) => code as string),
    ),
  )
  const states = await Promise.all(
    ids.filter(id => id !== 'DELIVERY_BUSY').map(async id => (await deliveryEnd(admin, id)).delivery.state),
  )
  expect(states.filter(state => state === 'sent').length).toBeLessThanOrEqual(1)
})

test('rejected, withdrawn or void: nobody receives anything, and the files go', async ({
  portal,
  admin,
  colleague,
  domain,
}) => {
  const people = await manyPeople(portal, domain, 4)
  const ask = async (by: Actor) => sendDelivery(by, request(await staged(portal, by, randomUUID()), keysOf(people)))
  const gone = async (id: string, path: string | undefined) => {
    await eventually('the end of the file', async () => path && !(await storage().head(path)))
    await deliverFiles({ delivery: id })
    expect((await getDelivery(colleague, id)).delivery.state).toBe('declined')
    for (const person of people) expect(await getUserDocuments(person, person.id)).toEqual([])
  }
  const rejected = await ask(admin)
  const [ofRejected] = await pathsOf(portal, rejected)
  await openDelivery(portal, colleague, rejected)
  await decideApproval(colleague, await approvalOf(colleague, rejected), 'rejected', 'Wrong account')
  await gone(rejected, ofRejected)
  expect((await getDelivery(admin, rejected)).delivery.problem).toBe("It wasn't approved: Wrong account")

  const withdrawn = await ask(admin)
  const [ofWithdrawn] = await pathsOf(portal, withdrawn)
  await withdrawApproval(admin, await approvalOf(admin, withdrawn))
  await gone(withdrawn, ofWithdrawn)

  // The requester is no longer an administrator.
  const other = await portal.newPerson(`other@${domain}`, { isAdmin: true })
  const voided = await ask(other)
  const [ofVoided] = await pathsOf(portal, voided)
  await removeAdministrator(admin, other.id)
  expect((await getDelivery(admin, voided)).delivery.state).toBe('declined')
  await resumeDeliveries()
  await gone(voided, ofVoided)
  expect((await getRuns(admin, 0, 'delivery')).runs.map(({ id }) => id)).toEqual(
    expect.arrayContaining([rejected, withdrawn, voided]),
  )
})

test('whose right ended between the approval and the sending sends nothing, nor is anything sent to somebody without access', async ({
  portal,
  admin,
  colleague,
  domain,
}) => {
  const people = await manyPeople(portal, domain, 4)
  const sender = await portal.newPerson(`sender@${domain}`, { isAdmin: true })
  await portal.owner.query(
    "create function jobs.hold() returns trigger language plpgsql as $$ begin new.start_after := now() + interval '1 day'; return new; end $$",
  )
  await portal.owner.query(
    "create trigger hold before insert on jobs.job for each row when (new.name = 'deliver') execute function jobs.hold()",
  )
  const id = await sendDelivery(sender, request(await staged(portal, sender), keysOf(people)))
  await approveDelivery(portal, colleague, id)
  await removeAdministrator(admin, sender.id)
  await portal.owner.query('drop trigger hold on jobs.job; drop function jobs.hold()')
  await runPendingJobs(portal, 'deliver')
  expect((await deliveryEnd(admin, id)).delivery).toMatchObject({
    state: 'failed',
    problem: 'The person who sent it was no longer an administrator.',
  })

  const stale = await sendDelivery(admin, request(await staged(portal, admin, 'Another'), keysOf(people)))
  await openDelivery(portal, colleague, stale)
  await disablePerson(admin, (people[0] as Actor).id, { reason: 'A test' })
  await expect(decideApproval(colleague, await approvalOf(colleague, stale), 'approved')).rejects.toMatchObject({
    code: 'DELIVERY_STALE',
  })
})

test('the database refuses what goes around the operation', async ({ portal, admin, colleague, domain }) => {
  const people = await manyPeople(portal, domain, 5)
  const denied = { code: '42501' }
  let stamp = 1_700_000_000_900_000
  /** Adds a delivery and its documents in one transaction, like the site. */
  const named = (to: readonly Actor[], { category = 'Statements', state = 'sending', after = '' } = {}) =>
    transactionAs(portal, 'app_user', admin.id, async client => {
      const id = randomUUID()
      await client.query(
        "insert into document_deliveries (id, title, category, fund_name, state, sent_by) values ($1, 'x', $2, 'General', $3, $4)",
        [id, category, state, admin.id],
      )
      await client.query(
        `insert into delivery_files (delivery_id, n, filename, file_type, file_size, mime_type, sha256)
        values ($1, 1, 'x.txt', 'txt', 1, 'text/plain', repeat('d', 64))`,
        [id],
      )
      for (const { id: person } of to)
        await client.query(
          "insert into delivery_documents (delivery_id, n, user_id, file_path) values ($1, 1, $2::uuid, $2::text || '/' || $3 || '.txt')",
          [id, person, stamp++],
        )
      if (after) await client.query(after, [id])
      await client.query('commit')
      return id
    })
  await expect(named(people)).rejects.toMatchObject(denied)
  await expect(named(people.slice(0, 1), { category: 'Notices' })).rejects.toMatchObject(denied)
  for (const state of ['sent', 'failed', 'declined', 'recalled'])
    await expect(named(people.slice(0, 1), { state }), state).rejects.toThrow()
  const alone = await named(people.slice(0, 2))
  await expect(named(people.slice(2, 4))).rejects.toMatchObject(denied)
  const requested = await named(people, { state: 'requested' })
  // Nothing can be added later, to either.
  for (const id of [alone, requested]) {
    const add = `insert into delivery_documents (delivery_id, n, user_id, file_path)
      values ('${id}', 1, '${colleague.id}', '${colleague.id}/1700000000990000.txt')`
    await expect(queryAs(portal, admin.id, add)).rejects.toMatchObject(denied)
  }
  // No person takes the step alone: neither the requester nor another, with another approval or their own.
  const step = "update document_deliveries set state = 'sending' where id = $1"
  await expect(queryAs(portal, admin.id, step, [requested])).resolves.toMatchObject({ rowCount: 0 })
  await expect(queryAs(portal, colleague.id, step, [requested])).resolves.toMatchObject({ rowCount: 0 })
  await expect(named(people, { state: 'requested', after: step })).resolves.toBeTypeOf('string')
  const { rows } = await portal.owner.query(
    "insert into approvals (kind, subject_id, content, summary, asked_by) values ('delivery.send', $1, '{}', 'x', $2) returning id",
    [requested, admin.id],
  )
  const approve = (opens: boolean, change: string) =>
    transactionAs(portal, 'app_user', colleague.id, async client => {
      if (opens)
        await client.query('insert into delivery_file_looks (delivery_id, n, user_id) values ($1, 1, $2)', [
          requested,
          colleague.id,
        ])
      await client.query("update approvals set decision = 'approved' where id = $1", [rows[0].id])
      return (await client.query(change, [requested, rows[0].id])).rowCount
    })
  const right = "update document_deliveries set state = 'sending', approval_id = $2 where id = $1"
  await expect(approve(false, right)).rejects.toMatchObject(denied)
  await expect(
    approve(
      true,
      "update document_deliveries set state = 'sending', approval_id = null where id = $1 and $2::uuid is not null",
    ),
  ).rejects.toMatchObject(denied)
  await expect(
    approve(true, "update document_deliveries set state = 'sent', sent_at = now(), approval_id = $2 where id = $1"),
  ).rejects.toMatchObject(denied)
  expect(await approve(true, right)).toBe(1)
  // A document under the delivery's name is exactly that document, while it is being sent.
  const { rows: items } = await portal.owner.query(
    'select document_id, user_id, file_path from delivery_documents where delivery_id = $1 order by file_path',
    [alone],
  )
  const [item] = items
  const insert = (change: Record<string, unknown>) => {
    const row = {
      ...{ id: item.document_id, user_id: item.user_id, filename: 'x.txt', file_path: item.file_path, file_size: 1 },
      ...{
        mime_type: 'text/plain',
        sha256: 'd'.repeat(64),
        uploaded_by: admin.id,
        category: 'Statements',
        file_type: 'txt',
      },
      ...change,
    }
    return transactionAs(portal, 'app_user', admin.id, client => client.query(insertOf('documents', row)))
  }
  const other = people[4] as Actor
  for (const change of [
    { category: 'Notices' },
    { sha256: 'e'.repeat(64) },
    { filename: 'New wire instructions.txt' },
    { fund_name: 'Another' },
    { user_id: other.id, file_path: `${other.id}/1700000000990001.txt` },
    { file_path: `${item.user_id}/1700000000990002.txt` },
  ])
    await expect(insert(change), JSON.stringify(change)).rejects.toMatchObject(denied)
  expect((await insert({})).rowCount).toBe(1)
  // A recall needs a reason and its own author; and only sent documents are hidden.
  const recall = "update document_deliveries set state = 'recalled' where id = $1"
  await expect(queryAs(portal, colleague.id, recall, [alone])).rejects.toMatchObject(denied)
  await expect(queryAs(portal, colleague.id, 'select app.hide_run($1, 7)', [requested])).rejects.toMatchObject(denied)
  await expect(
    queryAs(portal, colleague.id, 'select app.hide_documents(array[$1::uuid], 7)', [requested]),
  ).rejects.toMatchObject(denied)
})

test('where nobody else can approve, it says so and what to do, and nothing of it is lost', async ({
  portal,
  admin,
  domain,
}) => {
  const people = await manyPeople(portal, domain, 4)
  const upload = await staged(portal, admin)
  const others =
    'update user_profiles set is_admin = false, is_approver = false where id <> $1 and (is_admin or is_approver) returning id, is_admin'
  const { rows } = await portal.owner.query(
    'select id, is_admin, is_approver from user_profiles where id <> $1 and (is_admin or is_approver)',
    [admin.id],
  )
  await portal.owner.query(others, [admin.id])
  await expect(sendDelivery(admin, request(upload, keysOf(people)))).rejects.toMatchObject({
    code: 'DELIVERY_NOBODY_APPROVES',
  })
  for (const { id, is_admin, is_approver } of rows)
    await portal.owner.query('update user_profiles set is_admin = $2, is_approver = $3 where id = $1', [
      id,
      is_admin,
      is_approver,
    ])
  const id = await sendDelivery(admin, request(upload, keysOf(people.slice(0, 3))))
  expect((await deliveryEnd(admin, id)).delivery.state).toBe('sent')
})

test('other administrators hear of each delivery and of a recall, without names, and can’t turn that off', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  await portal.owner.query(
    'insert into mail_preferences (user_id, document_added, delete_decided, messages, action_needed, file_received, delete_requested, person_joined) values ($1, false, false, false, false, false, false, false)',
    [colleague.id],
  )
  const id = await sendDelivery(admin, request(await staged(portal, admin), [`person:${investor.id}`]))
  await deliveryEnd(admin, id)
  await endNotificationDelay(portal)
  await allNotified(portal)
  const mails = () => portal.mailbox.allTo(colleague.email).map(({ text }) => text ?? '')
  expect(mails()).toEqual([expect.stringContaining('A colleague delivered documents to investors.')])
  await recallDelivery(admin, id, { reason: 'Wrong person' })
  await endNotificationDelay(portal)
  await allNotified(portal)
  expect(mails()).toHaveLength(2)
  expect(mails()[1]).toContain('A colleague recalled a delivery')
  for (const text of mails()) expect(text).not.toMatch(/Statement|Iris|Letter/)
  expect(portal.mailbox.allTo(admin.email)).toEqual([])
})

test('a recall hides the documents everywhere at once, says who had opened them, and tells those who had heard', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const id = await sendDelivery(
    admin,
    request(await staged(portal, admin), [`person:${investor.id}`, `person:${second.id}`]),
  )
  const { documents } = await deliveryEnd(admin, id)
  const ofIris = documents.find(({ recipient }) => recipient === 'Iris Vestor')?.id ?? ''
  const ofSecond = documents.find(({ recipient }) => recipient === 'Second Person')?.id ?? ''
  // One has opened it; the other hasn't been notified yet.
  expect(await read(portal, investor, ofIris)).toBe(plain)
  await accessesRecorded()
  await expect(recallDelivery(colleague, id, { reason: ' ' })).rejects.toMatchObject({ code: 'DELIVERY_REASON' })
  await aged(portal, colleague, '1 hour')
  await expect(recallDelivery(colleague, id, { reason: 'Wrong file' })).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await aged(portal, colleague, '1 minute')
  await recallDelivery(colleague, id, { reason: 'Wrong file' })
  expect(await recallOf(portal, id)).toMatchObject({ documents: 2, readers: 1 })
  await expect(recallDelivery(admin, id, { reason: 'Again' })).rejects.toMatchObject({ code: 'DELIVERY_RECALLED' })

  for (const [person, document] of [
    [investor, ofIris],
    [second, ofSecond],
  ] as const) {
    expect(await getUserDocuments(person, person.id)).toEqual([])
    const cookie = await portal.sessionOf(person)
    for (const address of [`/files/${document}`, `/files/${document}?download=1`])
      expect((await portal.fetch(address, { cookie })).status, address).toBe(404)
    expect((await portal.fetch(`/files/${document}`, { cookie, headers: { range: 'bytes=0-0' } })).status).toBe(404)
    const body = new URLSearchParams({ ids: document })
    expect((await portal.fetch('/files/zip', { method: 'POST', cookie, body })).status).toBe(404)
    const everything = await portal.fetch('/files/everything', { cookie })
    const files = unzip(Buffer.from(await everything.arrayBuffer()))
    expect(files.length).toBeGreaterThan(0)
    for (const { name, content } of files) {
      expect(name).not.toContain('Statement')
      expect(content.includes(plain), name).toBe(false)
    }
    expect((await queryAs(portal, person.id, 'select from documents where id = $1', [document])).rowCount).toBe(0)
    expect(
      (await queryAs(portal, person.id, 'select from document_views where document_id = $1', [document])).rowCount,
    ).toBe(0)
  }
  // Administrators still have them, with who was served which.
  expect(await read(portal, admin, ofIris)).toBe(plain)
  const found = await getDelivery(admin, id)
  expect(found.delivery).toMatchObject({
    state: 'recalled',
    opened: 1,
    recalled: { by: 'Cole League', reason: 'Wrong file' },
  })
  await accessesRecorded()
  const exported = (await allOf(await exportDeliveryAccesses(admin, id))).flat()
  expect(exported.map(({ recipient, person, sent }) => [recipient, person, sent])).toEqual(
    expect.arrayContaining([
      ['Iris Vestor', 'Iris Vestor', plain.length],
      ['Second Person', null, null],
    ]),
  )
  await endNotificationDelay(portal)
  await allNotified(portal)
  const textsTo = ({ email }: Actor) => portal.mailbox.allTo(email).map(({ text }) => text ?? '')
  expect(textsTo(investor).join()).toContain('We’ve withdrawn a document that was in your portal.')
  expect(textsTo(investor).join()).not.toMatch(/was added|Statement/)
  expect(textsTo(second)).toEqual([])
  // Each is notified once.
  await notifyLateReaders()
  const { rowCount } = await portal.owner.query(
    "select from notices where kind = 'document-recalled' and document_id in ($1, $2)",
    [ofIris, ofSecond],
  )
  expect(rowCount).toBe(1)
  const { rows } = await portal.owner.query(
    "select retain_until > now() + interval '6 years' as kept from documents where id = $1",
    [ofIris],
  )
  expect(rows).toEqual([{ kept: true }])
})

test('what is being sent can be recalled: nobody receives anything, and no copy is left', async ({
  portal,
  admin,
  investor,
}) => {
  await portal.owner.query(
    "create function jobs.hold() returns trigger language plpgsql as $$ begin new.start_after := now() + interval '1 day'; return new; end $$",
  )
  await portal.owner.query(
    "create trigger hold before insert on jobs.job for each row when (new.name = 'deliver') execute function jobs.hold()",
  )
  const id = await sendDelivery(admin, request(await staged(portal, admin), [`person:${investor.id}`]))
  await portal.owner.query('drop trigger hold on jobs.job; drop function jobs.hold()')
  const [path = ''] = await pathsOf(portal, id)
  await recallDelivery(admin, id, { reason: 'Wrong file' })
  expect(await recallOf(portal, id)).toMatchObject({ documents: 0, readers: 0 })
  await deliverFiles({ delivery: id })
  expect(await getUserDocuments(investor, investor.id)).toEqual([])
  await eventually('the end of the file', async () => !(await storage().head(path)))
  expect((await getDelivery(admin, id)).delivery.state).toBe('recalled')
})
