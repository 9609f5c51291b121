import { expect, test } from 'vitest'
import { getAllDocumentsForAdmin } from '../../server/documents/all-documents.ts'
import { getAllUsersForAdmin } from '../../server/people/people-list.ts'
import { givenDocument } from '../helpers/documents.ts'
import { type TestPortal, testPortal } from '../helpers/portal.ts'

const names = async (portal: TestPortal, filter: Parameters<typeof getAllDocumentsForAdmin>[1]) =>
  (await getAllDocumentsForAdmin(portal.admin, filter)).documents.map(({ filename }) => filename)

test('administrators see all documents with their owners, newest first, page by page', async () => {
  await using portal = await testPortal()
  await givenDocument(portal, portal.investor, { filename: 'First.pdf' })
  await givenDocument(portal, portal.second, { filename: 'Second.pdf' })
  await givenDocument(portal, portal.investor, { filename: 'Third.pdf' })
  const page = await getAllDocumentsForAdmin(portal.admin, { size: 2 })
  expect(page).toMatchObject({
    total: 3,
    documents: [
      { filename: 'Third.pdf', owner_email: 'investor@example.com', owner_name: 'Iris Vestor' },
      { filename: 'Second.pdf', owner_email: 'second@example.com', owner_name: 'Second Person' },
    ],
  })
  expect(page.documents[0]).not.toHaveProperty('file_path')
  expect(await names(portal, { size: 2, page: 1 })).toEqual(['First.pdf'])
  expect(await names(portal, { size: 2, page: 2 })).toEqual([])
  await expect(getAllDocumentsForAdmin(portal.investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('they narrow the list by name, owner, type and state, and sort it', async () => {
  await using portal = await testPortal()
  const note = await givenDocument(portal, portal.investor, { filename: 'Promissory note, April.pdf', content: 'abc' })
  await givenDocument(portal, portal.investor, { filename: 'letter.txt', content: 'a longer letter' })
  await givenDocument(portal, portal.second, { filename: 'Statement 100%_done.pdf', content: 'abcd' })
  await portal.owner.query(
    `update documents set delete_request_status = 'pending', delete_requested_by = user_id, delete_requested_at = now()
    where id = $1`,
    [note.id],
  )
  expect(await names(portal, { search: 'NOTE april' })).toEqual(['Promissory note, April.pdf'])
  // What `like` takes for a sign is a letter here.
  expect(await names(portal, { search: '100%_d' })).toEqual(['Statement 100%_done.pdf'])
  expect(await names(portal, { search: '%' })).toEqual(['Statement 100%_done.pdf'])
  expect(await names(portal, { search: "o'; drop table documents --" })).toEqual([])
  expect(await names(portal, { owner: 'iris vestor' })).toEqual(['letter.txt', 'Promissory note, April.pdf'])
  expect(await names(portal, { owner: 'SECOND@example' })).toEqual(['Statement 100%_done.pdf'])
  expect(await names(portal, { owner: 'nobody' })).toEqual([])
  expect(await names(portal, { kind: 'text' })).toEqual(['letter.txt'])
  expect(await names(portal, { state: 'requested' })).toEqual(['Promissory note, April.pdf'])
  expect(await names(portal, { state: 'unrequested' })).toEqual(['Statement 100%_done.pdf', 'letter.txt'])
  expect(await names(portal, { sort: 'name' })).toEqual([
    'letter.txt',
    'Promissory note, April.pdf',
    'Statement 100%_done.pdf',
  ])
  expect(await names(portal, { sort: 'oldest' })).toEqual([
    'Promissory note, April.pdf',
    'letter.txt',
    'Statement 100%_done.pdf',
  ])
  expect(await names(portal, { sort: 'size' })).toEqual([
    'letter.txt',
    'Statement 100%_done.pdf',
    'Promissory note, April.pdf',
  ])
  expect(await names(portal, { sort: 'owner', owner: 'e', kind: 'pdf' })).toEqual([
    'Promissory note, April.pdf',
    'Statement 100%_done.pdf',
  ])
})

test('thousands are found the same way: what is rare, what is everywhere, and in each order', async () => {
  await using portal = await testPortal()
  await portal.owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_path, file_size, mime_type, sha256, file_type, created_at)
    select p.id, p.id, 'Statement ' || n || '.pdf', p.id || '/' || (1700000000000 + n) || '.pdf', n, 'application/pdf',
      repeat('0', 64), 'pdf', now() - n * interval '1 hour'
    from user_profiles p, generate_series(1, 4000) n where email in ('investor@example.com', 'second@example.com')`,
  )
  expect(await getAllDocumentsForAdmin(portal.admin, { size: 1 })).toMatchObject({ total: 8000 })
  expect(await getAllDocumentsForAdmin(portal.admin, { search: 'statement', size: 1 })).toMatchObject({ total: 8000 })
  expect(await getAllDocumentsForAdmin(portal.admin, { search: '3999' })).toMatchObject({ total: 2 })
  expect(await names(portal, { search: 'statement', owner: 'second', sort: 'oldest', size: 2 })).toEqual([
    'Statement 4000.pdf',
    'Statement 3999.pdf',
  ])
  expect(await names(portal, { search: 'statement', sort: 'size', size: 3 })).toEqual([
    'Statement 4000.pdf',
    'Statement 4000.pdf',
    'Statement 3999.pdf',
  ])
  const byOwner = await getAllDocumentsForAdmin(portal.admin, { search: 'statement', sort: 'owner', page: 79 })
  expect(byOwner.documents.map(({ owner_name, filename }) => `${owner_name}: ${filename}`).slice(-1)).toEqual([
    'Iris Vestor: Statement 4000.pdf',
  ])
})

test('people are searched by name, e-mail address and organization, in whatever case', async () => {
  await using portal = await testPortal()
  await portal.owner.query("update user_profiles set organization = 'Märsh Family Trust' where email = $1", [
    'second@example.com',
  ])
  const found = async (search: string) =>
    (await getAllUsersForAdmin(portal.admin, { search })).users.map(({ email }) => email)
  expect(await found('IRIS')).toEqual(['investor@example.com'])
  expect(await found('märsh second')).toEqual(['second@example.com'])
  expect(await found('MÄRSH')).toEqual(['second@example.com'])
  expect(await found('example.com')).toEqual(['admin@example.com', 'second@example.com', 'investor@example.com'])
  expect(await found('iris märsh')).toEqual([])
  expect(await found('_%\\')).toEqual([])
  expect(await found('  ')).toHaveLength(3)
  expect(await found('x'.repeat(10_000))).toEqual([])
})
