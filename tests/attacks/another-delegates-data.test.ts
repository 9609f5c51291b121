import { expect } from 'vitest'
import { revokeGrant } from '../../app/delegates/server/revoke-grant.ts'
import { getSharedFigures } from '../../app/delegates/server/shared-figures.ts'
import { getShared } from '../../app/delegates/server/shared-with-me.ts'
import { deleteDocuments, requestDocumentsDelete } from '../../app/documents/server/bulk-deletion.ts'
import { deleteDocument, requestDocumentDelete } from '../../app/documents/server/deletion.ts'
import { countDocuments } from '../../app/documents/server/document-search.ts'
import { getDocument, getUserDocuments } from '../../app/documents/server/documents.ts'
import { getFundNames } from '../../app/documents/server/fund-names.ts'
import { getDocumentHistory } from '../../app/documents/server/history.ts'
import { endLapsedStreams } from '../../app/documents/server/live-updates.ts'
import { moveDocuments, renameDocument } from '../../app/documents/server/rename-and-move.ts'
import { getSigningLink, markSigned } from '../../app/documents/server/signing.ts'
import { undoUpload } from '../../app/documents/server/undo-upload.ts'
import { getDocumentViewHistory, incrementViewCount } from '../../app/documents/server/views.ts'
import { findForOffice } from '../../app/find/server/find-for-office.ts'
import { getHoldings } from '../../app/holdings/server/holdings.ts'
import { getHome } from '../../app/home/server/home.ts'
import { startConversation } from '../../app/messages/server/write-message.ts'
import { getOwnStatements } from '../../app/statements/server/statements-list.ts'
import type { Actor } from '../../server/access/actor.ts'
import { sentLinkRow } from '../../server/sample/documents.ts'
import { insertRow } from '../../server/sample/rows.ts'
import { endIn, givenDelegate, givenFiled } from '../helpers/delegates.ts'
import { eventually } from '../helpers/eventually.ts'
import { foundDocuments } from '../helpers/found-documents.ts'
import { givenHolder } from '../helpers/holders.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { queryAs } from '../helpers/query-as.ts'
import { type SharedPortal, testOnPortal } from '../helpers/shared-portal.ts'
import { unzip } from '../helpers/unzip.ts'

/*
 * An accountant is shown the category Tax of one holder. Everything else of it, and of its members, is as a stranger's to
 * them: at page, address, operation, table, archive, search and live stream, in status and in words. So is all of it one
 * second past the end.
 */

const test = testOnPortal({}, true)
  .extend('cpa', ({ portal, domain }) => portal.newPerson(`cpa@${domain}`, { fullName: 'Carla Paula' }))
  .extend('filed', async ({ portal, admin, investor, cpa }) => {
    const { id: holder } = await givenHolder(admin, investor, { legalName: 'Vestor Family Trust' })
    const { id: other } = await givenHolder(admin, investor, { legalName: 'Another of theirs' })
    const file = (category: Parameters<typeof givenFiled>[2], name: string, of = holder) =>
      givenFiled(portal, { holder: of, owner: investor, by: admin }, category, name)
    const grant = await givenDelegate(portal, investor, cpa, holder, { categories: ['Tax'] })
    const unreleased = await file('Tax', 'Unreleased.pdf')
    await portal.owner.query('update documents set unreleased = true where id = $1', [unreleased])
    const waiting = await file('Tax', 'Waiting.pdf')
    await portal.owner.query("update documents set check_state = 'waiting' where id = $1", [waiting])
    const link = sentLinkRow({ user_id: investor.id, holder_id: holder, uploaded_by: admin.id, category: 'Tax' })
    const toSign = await insertRow(portal.owner, 'documents', link)
    const own = await givenDocument(portal, investor, { filename: 'Own tax.pdf' })
    await portal.owner.query("update documents set category = 'Tax' where id = $1", [own.id])
    return {
      holder,
      grant,
      tax: await file('Tax', '1099-INT.pdf'),
      hidden: {
        statement: await file('Statements', 'Statement.pdf'),
        agreement: await file('Agreements', 'Note.pdf'),
        evidence: await file('Accreditation', 'Brokerage.pdf'),
        ofAnother: await file('Tax', 'Other 1099.pdf', other),
        ofMember: own.id,
        signing: toSign,
        unreleased,
        waiting,
      },
    }
  })

/** What an address answers someone, without what every answer has of its own, and says of its reader. */
async function answerOf(portal: SharedPortal, reader: Actor, path: string, options: RequestInit = {}) {
  const answer = await portal.fetch(path, { cookie: await portal.sessionOf(reader), ...options })
  const own = ['date', 'x-request-id', 'content-security-policy', 'content-length', 'etag', 'set-cookie']
  const body = (await answer.text())
    .replaceAll(reader.email, 'an address')
    .replaceAll(reader.fullName ?? '', 'a name')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|10\.1\.\d+\.\d+|\["D",\d+\]|"request_id":"\w+"/g, '…')
  return { status: answer.status, headers: [...answer.headers].filter(([name]) => !own.includes(name)), body }
}

const addresses = (id: string): [path: string, options?: RequestInit][] => [
  [`/files/${id}`],
  [`/files/${id}?download=1`],
  [`/files/${id}`, { headers: { Range: 'bytes=0-10' } }],
  [`/files/${id}`, { method: 'HEAD' }],
  ['/files/zip', { method: 'POST', body: new URLSearchParams({ ids: id }) }],
  [`/profile/documents/${id}/views`],
  [`/profile/documents/${id}/views?downloads`],
  [`/profile/documents/${id}/views`, { method: 'POST' }],
  [`/profile/download/${id}.data`],
  [`/profile/signing/${id}.data`],
  [`/profile/notes/${id}.data`],
  [`/profile/shared/${id}.data`],
  [`/profile/delegates/${id}.data`],
]

/** Every operation on a document, as its code. */
async function outcomesOf(person: Actor, id: string): Promise<string[]> {
  const attempts = [
    () => getDocument(person, id),
    () => getDocumentHistory(person, id),
    () => getDocumentViewHistory(person, id),
    () => incrementViewCount(person, id),
    () => getSigningLink(person, id),
    () => markSigned(person, id),
    () => requestDocumentDelete(person, id),
    () => requestDocumentsDelete(person, { ids: [id] }),
    () => deleteDocument(person, id),
    () => deleteDocuments(person, { ids: [id] }),
    () => renameDocument(person, id, 'Mine.pdf'),
    () => moveDocuments(person, [id], 'Mine'),
    () => undoUpload(person, id),
    () =>
      startConversation(person, {
        subject: 'x',
        body: 'x',
        attachments: [id],
        documentId: id,
        personId: person.id,
      }),
  ]
  const outcomes: string[] = []
  for (const attempt of attempts)
    outcomes.push(
      await attempt().then(
        () => 'done',
        error => error.code,
      ),
    )
  return outcomes
}

test('what isn’t of their category is as a stranger’s to them, at every address and operation', async ({
  portal,
  cpa,
  second,
  filed: { hidden, tax },
}) => {
  for (const [what, id] of Object.entries(hidden)) {
    for (const [path, options] of addresses(id)) {
      const requested = `${options?.method ?? 'GET'} ${path} of ${what}`
      expect(await answerOf(portal, cpa, path, options), requested).toEqual(
        await answerOf(portal, second, path, options),
      )
    }
    expect(await outcomesOf(cpa, id), what).toEqual(await outcomesOf(second, id))
  }
  expect((await getShared(cpa)).holders.flatMap(({ documents }) => documents.map(({ id }) => id))).toEqual([tax])
})

test('of their own category they read, and change nothing', async ({ portal, cpa, investor, filed: { tax } }) => {
  await getDocument(cpa, tax)
  await incrementViewCount(investor, tax)
  // Read, and viewed; nothing else.
  expect(await outcomesOf(cpa, tax)).toEqual([
    'done',
    'FORBIDDEN',
    'FORBIDDEN',
    'done',
    'NOT_FOUND',
    ...Array.from({ length: 6 }, () => expect.stringMatching(/^(DOCUMENT_GONE|DOCUMENTS_GONE|FORBIDDEN)$/)),
    expect.stringMatching(/^(DOCUMENT_GONE|DOCUMENTS_GONE|FORBIDDEN)$/),
    'DOCUMENT_GONE',
    'ATTACHMENT_GONE',
  ])
  for (const change of [
    "filename = 'Mine.pdf'",
    "delete_request_status = 'pending'",
    'view_count = view_count + 1',
    'read_at = now()',
    'holder_id = null',
  ])
    expect(
      (await queryAs(portal, cpa.id, `update documents set ${change} where id = $1`, [tax])).rowCount,
      change,
    ).toBe(0)
  expect((await queryAs(portal, cpa.id, 'select from documents where id = $1 for update', [tax])).rowCount).toBe(0)
  // What the investor has read is none of their business.
  const seen = await getDocument(cpa, tax)
  expect(seen).toMatchObject({ view_count: 0, read_at: null, uploaded_by: null, user_id: cpa.id })
  expect(
    (await queryAs(portal, cpa.id, 'select user_id from document_views where document_id = $1', [tax])).rows,
  ).toEqual([])
  expect(
    (
      await queryAs(portal, cpa.id, 'select from app.readable_audit where subject_id = $1 and actor_id <> $2', [
        tax,
        cpa.id,
      ])
    ).rowCount,
  ).toBe(0)
  await expect(
    queryAs(
      portal,
      cpa.id,
      "insert into document_views (document_id, user_id, user_email) values ($1, $2, 'x@y.example')",
      [tax, cpa.id],
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

test('in the tables they see the documents of their category, and nothing else of the holder', async ({
  portal,
  cpa,
  filed: { tax, holder },
}) => {
  expect((await queryAs(portal, cpa.id, 'select id from documents')).rows).toEqual([{ id: tax }])
  const { rows: tables } = await portal.owner.query(`
    select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'holder_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_column_privilege('app_user', c.oid, a.attnum, 'select')`)
  for (const { name } of tables.filter(({ name }) => !['documents', 'grants', 'delegate_reads'].includes(name)))
    expect((await queryAs(portal, cpa.id, `select from ${name} where holder_id = $1`, [holder])).rowCount, name).toBe(0)
  expect((await queryAs(portal, cpa.id, 'select from holders')).rowCount).toBe(0)
  expect((await queryAs(portal, cpa.id, 'select from user_profiles where id <> $1', [cpa.id])).rowCount).toBe(0)
  const asks = `select app.is_member($1) as member, app.acts_for($1) as acts, app.may_read($1) as reads,
    app.readers_of($1) as readers, app.owners_of($2) as owners`
  expect((await queryAs(portal, cpa.id, asks, [holder, cpa.id])).rows).toEqual([
    { member: false, acts: false, reads: false, readers: [], owners: [cpa.id] },
  ])
})

test('in lists, searches, their home and their own archive nothing of it is theirs', async ({
  portal,
  cpa,
  investor,
  filed: { holder },
}) => {
  expect(await foundDocuments(cpa, cpa.id, { search: '1099', sort: 'newest' })).toMatchObject({ rows: [], total: 0 })
  expect(await countDocuments(cpa, cpa.id, { search: '' })).toMatchObject({ kinds: {} })
  expect(await getUserDocuments(cpa, cpa.id)).toEqual([])
  expect(await getFundNames(cpa)).toEqual([])
  expect(await getHome(cpa)).toMatchObject({ unread: 0, news: [], tax: undefined, shares: 1 })
  expect(await getHoldings(cpa)).toBeUndefined()
  expect(await getOwnStatements(cpa)).toEqual([])
  await expect(getSharedFigures(cpa, holder)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const attempt of [
    () => foundDocuments(cpa, investor.id, { search: '', sort: 'newest' }),
    () => getUserDocuments(cpa, investor.id),
    () => findForOffice(cpa, '1099'),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const cookie = await portal.sessionOf(cpa)
  const everything = Buffer.from(await (await portal.fetch('/files/everything', { cookie })).arrayBuffer())
  expect(unzip(everything).filter(({ name }) => name.startsWith('documents/'))).toEqual([])
})

test('live updates tell of their category until it ends, and end with it', async ({
  portal,
  admin,
  cpa,
  investor,
  filed: { grant, tax, hidden, holder },
}) => {
  const listen = async () => {
    const answer = await portal.fetch(`/events?user=${cpa.id}`, { cookie: await portal.sessionOf(cpa) })
    const stream = { text: '', ended: false }
    void (async () => {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) stream.text += chunk
      stream.ended = true
    })().catch(() => {
      stream.ended = true
    })
    await eventually('its first event', () => stream.text.includes('catch-up'))
    return stream
  }
  const touch = (id: string) => portal.owner.query('update documents set fund_name = fund_name where id = $1', [id])
  const refused = await portal.fetch(`/events?user=${investor.id}`, { cookie: await portal.sessionOf(cpa) })
  expect(refused.status).toBe(403)
  const stream = await listen()
  for (const id of Object.values(hidden)) await touch(id)
  await touch(tax)
  await eventually('news of the tax document', () => stream.text.includes(tax))
  for (const [what, id] of Object.entries(hidden)) expect(stream.text, what).not.toContain(id)

  // One second past its end: nothing more is told, and at the next look the stream ends.
  await endIn(portal, grant, 3600)
  await endLapsedStreams()
  expect(stream.ended).toBe(false)
  await endIn(portal, grant, -1)
  const before = stream.text
  await touch(tax)
  const mine = await givenDocument(portal, cpa, { filename: 'Mine.pdf' })
  await eventually('news of their own', () => stream.text.includes(mine.id))
  expect(stream.text.slice(before.length)).not.toContain(tax)
  await endLapsedStreams()
  await eventually('its end', () => stream.ended)

  const again = await givenDelegate(portal, investor, cpa, holder, { categories: ['Tax'] })
  const second = await listen()
  await revokeGrant(admin, again)
  await eventually('its end at once', () => second.ended)
})

test('one second past its end, all of it is as a stranger’s, in status and in words', async ({
  portal,
  cpa,
  second,
  filed: { grant, tax },
}) => {
  expect((await answerOf(portal, cpa, `/files/${tax}`)).status).toBe(200)
  await endIn(portal, grant, -1)
  for (const [path, options] of addresses(tax))
    expect(await answerOf(portal, cpa, path, options), path).toEqual(await answerOf(portal, second, path, options))
  expect(await outcomesOf(cpa, tax)).toEqual(await outcomesOf(second, tax))
  expect((await queryAs(portal, cpa.id, 'select from documents')).rowCount).toBe(0)
})
