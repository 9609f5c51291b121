import { expect } from 'vitest'
import { csvLine } from '../../../rules/csv.ts'
import { linesOf } from '../../../tests/helpers/csv.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { documentColumns } from '../../documents/office/export.ts'
import { getAllDocumentsForAdmin } from '../../documents/server/all-documents.ts'
import { exportDocuments } from '../../documents/server/document-export.ts'
import { markFilesSeen } from '../../documents/server/new-files.ts'
import { conversationColumns } from '../../messages/office/export.ts'
import { closeConversation } from '../../messages/server/close-conversation.ts'
import { exportInbox } from '../../messages/server/inbox-export.ts'
import { startConversation } from '../../messages/server/write-message.ts'
import { peopleColumns } from '../../people/office/export.ts'
import { exportPeople } from '../../people/server/people-export.ts'
import { getPeopleFigures } from '../../people/server/people-figures.ts'
import { editPerson } from '../../people/server/profiles.ts'
import { chooseListColumns, getListColumns } from '../server/list-columns.ts'

const peopleFile = async (rows: ReturnType<typeof exportPeople>) => linesOf(peopleColumns, await rows)
const documentsFile = async (rows: ReturnType<typeof exportDocuments>) => linesOf(documentColumns, await rows)
const inboxFile = async (rows: ReturnType<typeof exportInbox>) => linesOf(conversationColumns, await rows)

test('a spreadsheet runs nothing of a CSV file', () => {
  expect(csvLine(['=1+1', '+1', '-1', '@a', '\tb', 'a=b', 'say "hi"', 3, null, new Date(0)])).toBe(
    `"'=1+1","'+1","'-1","'@a","'\tb","a=b","say ""hi""",3,"","1970-01-01T00:00:00.000Z"\r\n`,
  )
})

test('people are exported as the list shows them, and it is recorded', async ({ portal, admin, investor, domain }) => {
  await editPerson(admin, investor.id, { full_name: '=cmd|"/c calc"', organization: 'Hill, Partners' })
  await givenDocument(portal, investor)
  await portal.newPerson(`guest@${domain}`, { guest: true })
  const [heading, ...lines] = await peopleFile(exportPeople(admin, { search: domain }))
  expect(heading).toContain('"Name","E-mail","Organization","State"')
  // Guests first, as in the list.
  expect(lines[0]).toContain(`"guest@${domain}","","guest"`)
  const line = lines.find(one => one.includes(investor.email))
  expect(line).toContain(`"'=cmd|""/c calc""","${investor.email}","Hill, Partners","investor"`)
  expect(line).toMatch(/,1,"","?0.00"?,0,"",""$|,1,"?0.00"?,0,"","",""$/)
  expect(await peopleFile(exportPeople(admin, { search: domain, state: 'guests' }))).toHaveLength(2)
  const { rows } = await portal.owner.query(
    "select details from audit_log where action = 'people.exported' and actor_id = $1 order by id",
    [admin.id],
  )
  expect(rows.map(({ details }) => details)).toMatchObject([{ people: lines.length }, { state: 'guests', people: 1 }])
})

test('documents are exported by the list’s filters and order, only after fresh proof', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  for (const filename of ['b.pdf', 'a.pdf', '@c.pdf']) await givenDocument(portal, investor, { filename })
  const query = { search: '', owner: domain, sort: 'name' } as const
  const lines = await documentsFile(exportDocuments(admin, query))
  expect(lines.slice(1).map(line => line.split(',')[0])).toEqual(['"\'@c.pdf"', '"a.pdf"', '"b.pdf"'])
  expect((await documentsFile(exportDocuments(admin, { ...query, state: 'new' }))).length).toBe(4)
  expect((await getAllDocumentsForAdmin(admin, { owner: domain, state: 'new' })).total).toBe(3)
  await markFilesSeen(admin)
  expect(await documentsFile(exportDocuments(admin, { ...query, state: 'new' }))).toHaveLength(1)
  const stale = { ...admin, sessionId: undefined }
  await expect(exportDocuments(stale, query)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(exportPeople(stale)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(exportPeople(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('conversations are exported as the inbox’s filters find them, without what was written', async ({
  portal,
  admin,
  investor,
}) => {
  await portal.owner.query('delete from conversations')
  const about = { personId: investor.id, subject: '=Payment', body: 'A secret.' }
  await closeConversation(admin, await startConversation(investor, { ...about, subject: 'Old' }))
  await startConversation(investor, about)
  const [heading, ...lines] = await inboxFile(exportInbox(admin))
  expect(heading).toContain('"With","E-mail","Kind","Subject"')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(`"${investor.email}","investor","'=Payment","","unanswered"`)
  expect(lines.join()).not.toContain('secret')
  expect(await inboxFile(exportInbox(admin, { filter: 'done' }))).toHaveLength(2)
  expect(await inboxFile(exportInbox(admin, { kind: 'calls' }))).toHaveLength(1)
  await expect(exportInbox({ ...admin, sessionId: undefined })).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  await expect(exportInbox(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('each administrator’s columns are remembered, and names that a list doesn’t have are ignored', async ({
  portal,
  admin,
  domain,
}) => {
  const other = await portal.newPerson(`other@${domain}`, { isAdmin: true })
  expect(await getListColumns(admin, 'people')).toEqual(['email', 'organization', 'joined', 'holds', 'next'])
  await chooseListColumns(admin, 'people', { columns: ['documents', 'email', 'password'] })
  expect(await getListColumns(admin, 'people')).toEqual(['email', 'documents'])
  await chooseListColumns(admin, 'people', { columns: [] })
  expect(await getListColumns(admin, 'people')).toEqual([])
  expect(await getListColumns(other, 'people')).toEqual(['email', 'organization', 'joined', 'holds', 'next'])
  expect(await getListColumns(admin, 'documents')).toEqual(['owner', 'kind', 'added'])
})

test('figures about people are read for those of one page', async ({ portal, admin, investor, second }) => {
  await givenDocument(portal, investor)
  await portal.sessionOf(second)
  expect(await getPeopleFigures(admin, [investor.id, second.id])).toEqual({
    [investor.id]: { lastSeen: null, documents: 1 },
    [second.id]: { lastSeen: expect.any(Date), documents: 0 },
  })
  expect(await getPeopleFigures(admin, [])).toEqual({})
})
