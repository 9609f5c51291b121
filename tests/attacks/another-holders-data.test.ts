import { inspect } from 'node:util'
import { expect } from 'vitest'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { deleteDocument, requestDocumentDelete } from '../../app/documents/server/deletion.ts'
import { getDocument, getUserDocuments } from '../../app/documents/server/documents.ts'
import { getFundNames } from '../../app/documents/server/fund-names.ts'
import { getDocumentHistory } from '../../app/documents/server/history.ts'
import { fileDocuments } from '../../app/documents/server/holder-documents.ts'
import { renameDocument } from '../../app/documents/server/rename-and-move.ts'
import { getSigningLink, markSigned } from '../../app/documents/server/signing.ts'
import { getDocumentViewHistory, incrementViewCount } from '../../app/documents/server/views.ts'
import { createHolder } from '../../app/holders/server/holders.ts'
import { getHolder } from '../../app/holders/server/holders-list.ts'
import { requestMemberRemoval } from '../../app/holders/server/member-changes.ts'
import { getHome } from '../../app/home/server/home.ts'
import { startConversation } from '../../app/messages/server/write-message.ts'
import { erasePerson } from '../../app/people/server/erasure.ts'
import type { Actor } from '../../server/access/actor.ts'
import { eventually } from '../helpers/eventually.ts'
import { foundDocuments } from '../helpers/found-documents.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { queryAs } from '../helpers/query-as.ts'
import { type SharedPortal, test as shared } from '../helpers/shared-portal.ts'
import { unzip } from '../helpers/unzip.ts'

/*
 * A couple's holder, with a document in the folder of the one who was there first: both see it, as far as their right
 * goes; a stranger, an approver, a member of another holder, and someone who no longer acts for it see nothing.
 */

const test = shared
  .extend('spouse', ({ portal, domain }) => portal.newPerson(`spouse@${domain}`, { fullName: 'Spouse Vestor' }))
  .extend('delegate', ({ portal, domain }) => portal.newPerson(`looker@${domain}`, { fullName: 'Only Looks' }))
  .extend('approver', ({ portal, domain }) => portal.newPerson(`approver@${domain}`, { isApprover: true }))
  .extend('couple', async ({ portal, admin, investor, spouse, delegate, second }) => {
    const couple = await createHolder(admin, {
      legalName: 'Iris and Spouse Vestor',
      kind: 'joint_jtwros',
      members: [
        { userId: investor.id, right: 'owner' },
        { userId: spouse.id, right: 'owner' },
        { userId: delegate.id, right: 'viewer' },
      ],
    })
    await createHolder(admin, {
      legalName: 'Second LLC',
      kind: 'llc',
      members: [{ userId: second.id, right: 'manager' }],
    })
    const { id } = await givenDocument(portal, investor, { filename: 'Joint note.pdf', uploadedBy: admin })
    await fileDocuments(admin, [id], { category: 'Agreements', holderId: couple.id })
    return { holder: couple.id, document: id }
  })

const names = async (reader: Actor) => {
  const { rows } = await foundDocuments(reader, reader.id, { search: 'joint', sort: 'newest' })
  return rows.map(({ filename, category, user_id }) => ({
    filename,
    category,
    mine: user_id === reader.id,
  }))
}

async function archiveOf(portal: SharedPortal, person: Actor, id: string): Promise<string[] | number> {
  const answer = await portal.fetch('/files/zip', {
    method: 'POST',
    cookie: await portal.sessionOf(person),
    body: new URLSearchParams({ ids: id }),
  })
  if (answer.status !== 200) return answer.status
  return unzip(Buffer.from(await answer.arrayBuffer())).map(({ name }) => name)
}

test('everyone who acts for a holder sees its documents, wherever documents are seen', async ({
  portal,
  investor,
  spouse,
  delegate,
  couple: { document },
}) => {
  for (const member of [investor, spouse, delegate]) {
    expect(await names(member)).toEqual([{ filename: 'Joint note.pdf', category: 'Agreements', mine: true }])
    expect(await getUserDocuments(member, member.id)).toHaveLength(1)
    expect(await getDocument(member, document)).toMatchObject({ id: document, user_id: member.id })
    expect(await getFundNames(member)).toEqual(['General'])
    expect(inspect(await getHome(member), { depth: null })).toContain('Joint note.pdf')
    const cookie = await portal.sessionOf(member)
    expect((await portal.fetch(`/files/${document}`, { cookie })).status).toBe(200)
    expect(await archiveOf(portal, member, document)).toEqual(['Joint note.pdf'])
    const exported = await (await portal.fetch('/files/everything', { cookie })).arrayBuffer()
    expect(Buffer.from(exported).includes('Joint note.pdf')).toBe(true)
  }
  expect(await incrementViewCount(spouse, document)).toBe(1)
  const { rows } = await portal.owner.query('select read_at is not null as read from documents where id = $1', [
    document,
  ])
  expect(rows).toEqual([{ read: true }])
})

test('nobody else does: not by page, address, operation or table', async ({
  portal,
  investor,
  second,
  approver,
  couple: { document, holder },
}) => {
  for (const stranger of [second, approver]) {
    expect(await names(stranger)).toEqual([])
    await expect(foundDocuments(stranger, investor.id, { search: '', sort: 'newest' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    for (const attempt of [
      () => getDocument(stranger, document),
      () => getDocumentHistory(stranger, document),
      () => getDocumentViewHistory(stranger, document),
      () => incrementViewCount(stranger, document),
      () => getSigningLink(stranger, document),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const attempt of [
      () => requestDocumentDelete(stranger, document),
      () => renameDocument(stranger, document, 'Mine.pdf'),
      () => markSigned(stranger, document),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'DOCUMENT_GONE' })
    await expect(getHolder(stranger, holder)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(fileDocuments(stranger, [document], { holderId: '' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const cookie = await portal.sessionOf(stranger)
    expect((await portal.fetch(`/files/${document}`, { cookie })).status).toBe(404)
    expect(await archiveOf(portal, stranger, document)).toBe(404)
    for (const [table, column] of [
      ['documents', 'id'],
      ['document_views', 'document_id'],
    ])
      expect(
        (await queryAs(portal, stranger.id, `select from ${table} where ${column} = $1`, [document])).rowCount,
      ).toBe(0)
    for (const [table, column] of [
      ['holders', 'id'],
      ['holder_members', 'holder_id'],
    ])
      expect((await queryAs(portal, stranger.id, `select from ${table} where ${column} = $1`, [holder])).rowCount).toBe(
        0,
      )
    for (const change of [`holder_id = (app.my_owners())[1]`, 'view_count = view_count + 1', 'holder_id = null'])
      expect(
        (await queryAs(portal, stranger.id, `update documents set ${change} where id = $1`, [document])).rowCount,
      ).toBe(0)
    const asks = 'select app.is_member($1) or app.may_read($1) as sees, app.readers_of($1) as readers'
    expect((await queryAs(portal, stranger.id, asks, [holder])).rows).toEqual([{ sees: false, readers: [] }])
  }
})

test('a former member sees nothing any more, though the file is in their folder', async ({
  portal,
  admin,
  approver,
  investor,
  spouse,
  couple: { document, holder },
}) => {
  const { members } = await getHolder(admin, holder)
  const memberId = members.find(({ userId }) => userId === investor.id)?.id ?? ''
  await decideApproval(
    approver,
    await requestMemberRemoval(admin, holder, { member: memberId, paper: 'Letter' }),
    'approved',
  )
  await incrementViewCount(spouse, document)
  expect(await names(investor)).toEqual([])
  expect(await getUserDocuments(investor, investor.id)).toEqual([])
  await expect(getDocument(investor, document)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const cookie = await portal.sessionOf(investor)
  expect((await portal.fetch(`/files/${document}`, { cookie })).status).toBe(404)
  expect((await queryAs(portal, investor.id, 'select from documents')).rowCount).toBe(0)
  const log = 'select from app.readable_audit where subject_id = $1 and actor_id is distinct from $2'
  expect((await queryAs(portal, investor.id, log, [document, investor.id])).rowCount).toBe(0)
  expect(await names(spouse)).toHaveLength(1)
})

test('a viewer changes nothing, and members change nothing that is the office’s', async ({
  portal,
  investor,
  delegate,
  couple: { document },
}) => {
  await expect(requestDocumentDelete(delegate, document)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const request = `update documents set delete_request_status = 'pending', delete_requested_by = $2,
    delete_requested_at = now() where id = $1`
  await expect(queryAs(portal, delegate.id, request, [document, delegate.id])).rejects.toMatchObject({ code: '42501' })
  for (const change of ['holder_id = null', 'unreleased = true', "retain_until = '2099-01-01'", "category = 'Tax'"])
    await expect(
      queryAs(portal, investor.id, `update documents set ${change} where id = $1`, [document]),
      change,
    ).rejects.toMatchObject({ code: '42501' })
  await requestDocumentDelete(investor, document)
})

test('what is not released is seen by the office only, also as live news', async ({
  portal,
  admin,
  investor,
  spouse,
  second,
  couple: { document },
}) => {
  const listen = async (person: Actor) => {
    const answer = await portal.fetch(`/events?user=${person.id}`, { cookie: await portal.sessionOf(person) })
    const stream = { text: '' }
    void (async () => {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) stream.text += chunk
    })().catch(() => {})
    return stream
  }
  await portal.owner.query('update documents set unreleased = true where id = $1', [document])
  const [spouses, strangers] = [await listen(spouse), await listen(second)]
  // News keeps its order: with that of a later document, none of what happened before is still on its way.
  const later = await givenDocument(portal, spouse, { filename: 'Later.pdf' })
  await eventually('news of a later document', () => spouses.text.includes(later.id))
  spouses.text = ''
  expect(await names(investor)).toEqual([])
  expect(await names(spouse)).toEqual([])
  await expect(getDocument(spouse, document)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await portal.fetch(`/files/${document}`, { cookie: await portal.sessionOf(spouse) })).status).toBe(404)
  expect(await getDocument(admin, document)).toMatchObject({ id: document })
  await portal.owner.query("update documents set fund_name = 'Hidden' where id = $1", [document])
  await portal.owner.query('update documents set unreleased = false where id = $1', [document])
  await eventually('the news', () => spouses.text.includes(document))
  expect(spouses.text.split(document)).toHaveLength(2)
  expect(strangers.text).not.toContain(document)
  expect(await names(spouse)).toHaveLength(1)
})

test('what must be kept is not deleted before its day, and a holder’s documents outlast a member’s account', async ({
  portal,
  admin,
  investor,
  couple: { document },
}) => {
  await portal.owner.query("update documents set retain_until = '2099-12-31' where id = $1", [document])
  await expect(deleteDocument(admin, document)).rejects.toMatchObject({ code: 'DOCUMENT_RETAINED' })
  await expect(queryAs(portal, admin.id, 'delete from documents where id = $1', [document])).rejects.toMatchObject({
    constraint: 'document_is_retained',
  })
  await portal.owner.query("update user_profiles set disabled_at = now(), disabled_reason = 'x' where id = $1", [
    investor.id,
  ])
  await erasePerson(admin, investor.id, { openNote: true, confirmation: investor.email })
  expect((await portal.owner.query('select from documents where id = $1', [document])).rowCount).toBe(1)
  const left = await portal.owner.query('select from holder_members where user_id = $1 and ended_at is null', [
    investor.id,
  ])
  expect(left.rowCount).toBe(0)
})

test('members write about the document and attach it; others can’t, even in the database', async ({
  portal,
  admin,
  spouse,
  second,
  couple: { document },
}) => {
  const about = (documentId?: string) => ({
    subject: 'Our note',
    body: 'When is it paid?',
    attachments: [document],
    documentId,
  })
  await startConversation(spouse, { ...about(document), personId: spouse.id })
  await startConversation(admin, { ...about(document), personId: spouse.id })
  await expect(startConversation(second, { ...about(document), personId: second.id })).rejects.toMatchObject({
    code: 'ATTACHMENT_GONE',
  })
  await expect(startConversation(second, { ...about(), personId: second.id })).rejects.toMatchObject({
    code: 'ATTACHMENT_GONE',
  })
  await expect(startConversation(admin, { ...about(document), personId: second.id })).rejects.toMatchObject({
    code: 'ATTACHMENT_GONE',
  })
  const insert =
    "insert into conversations (id, person_id, document_id, subject) values (gen_random_uuid(), $1, $2, 'x')"
  await expect(queryAs(portal, second.id, insert, [second.id, document])).rejects.toMatchObject({ code: '42501' })
  await expect(queryAs(portal, admin.id, insert, [second.id, document])).rejects.toMatchObject({ code: '42501' })
})
