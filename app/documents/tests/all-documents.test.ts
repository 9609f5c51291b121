import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { filesFrom } from '../../../server/sample/documents.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getAllUsersForAdmin } from '../../people/server/people-list.ts'
import { documentLists } from '../document-query.ts'
import { getAllDocumentsForAdmin } from '../server/all-documents.ts'

const namesFor = (admin: Actor) => async (filter: Parameters<typeof getAllDocumentsForAdmin>[1]) =>
  (await getAllDocumentsForAdmin(admin, filter)).documents.map(({ filename }) => filename)

// These tests count everyone’s documents, so each starts with none.
test.beforeEach(({ portal }) => portal.owner.query('delete from documents'))

test('administrators see all documents with their owners, newest first, page by page', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const names = namesFor(admin)
  await givenDocument(portal, investor, { filename: 'First.pdf' })
  await givenDocument(portal, second, { filename: 'Second.pdf' })
  await givenDocument(portal, investor, { filename: 'Third.pdf' })
  const page = await getAllDocumentsForAdmin(admin, { size: 2 })
  expect(page).toMatchObject({
    total: 3,
    documents: [
      { filename: 'Third.pdf', owner_email: investor.email, owner_name: 'Iris Vestor' },
      { filename: 'Second.pdf', owner_email: second.email, owner_name: 'Second Person' },
    ],
  })
  expect(page.documents[0]).not.toHaveProperty('file_path')
  expect(await names({ size: 2, page: 1 })).toEqual(['First.pdf'])
  expect(await names({ size: 2, page: 2 })).toEqual([])
  await expect(getAllDocumentsForAdmin(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('administrators filter the list by name, owner, type and state, and sort it', async ({
  portal,
  investor,
  second,
  admin,
  domain,
}) => {
  const names = namesFor(admin)
  const note = await givenDocument(portal, investor, { filename: 'Promissory note, April.pdf', content: 'abc' })
  await givenDocument(portal, investor, { filename: 'letter.txt', content: 'a longer letter' })
  await givenDocument(portal, second, { filename: 'Statement 100%_done.pdf', content: 'abcd' })
  await portal.owner.query(
    `update documents set delete_request_status = 'pending', delete_requested_by = user_id, delete_requested_at = now()
    where id = $1`,
    [note.id],
  )
  expect(await names({ search: 'NOTE april' })).toEqual(['Promissory note, April.pdf'])
  // The wildcards of `like` match only themselves.
  expect(await names({ search: '100%_d' })).toEqual(['Statement 100%_done.pdf'])
  expect(await names({ search: '%' })).toEqual(['Statement 100%_done.pdf'])
  expect(await names({ search: "o'; drop table documents --" })).toEqual([])
  expect(await names({ owner: `iris vestor @${domain}` })).toEqual(['letter.txt', 'Promissory note, April.pdf'])
  expect(await names({ owner: `SECOND@${domain}` })).toEqual(['Statement 100%_done.pdf'])
  expect(await names({ owner: 'nobody' })).toEqual([])
  expect(await names({ kind: 'text' })).toEqual(['letter.txt'])
  expect(await names({ state: 'requested' })).toEqual(['Promissory note, April.pdf'])
  expect(await names({ state: 'unrequested' })).toEqual(['Statement 100%_done.pdf', 'letter.txt'])
  expect(await names({ sort: 'name' })).toEqual(['letter.txt', 'Promissory note, April.pdf', 'Statement 100%_done.pdf'])
  expect(await names({ sort: 'oldest' })).toEqual([
    'Promissory note, April.pdf',
    'letter.txt',
    'Statement 100%_done.pdf',
  ])
  expect(await names({ sort: 'size' })).toEqual(['letter.txt', 'Statement 100%_done.pdf', 'Promissory note, April.pdf'])
  expect(await names({ sort: 'owner', owner: 'e', kind: 'pdf' })).toEqual([
    'Promissory note, April.pdf',
    'Statement 100%_done.pdf',
  ])
})

test('filters work across more documents than are counted: rare words, common words, every order', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  await portal.owner.query(
    filesFrom(
      { user_id: 'p.id', file_size: 'n', created_at: "now() - n * interval '1 hour'" },
      'user_profiles p, generate_series(1, 700) n where p.id in ($1, $2)',
    ),
    [investor.id, second.id],
  )
  const names = namesFor(admin)
  expect(await getAllDocumentsForAdmin(admin, { size: 1 })).toMatchObject({ total: 1400 })
  expect(await getAllDocumentsForAdmin(admin, { search: 'statement', size: 1 })).toMatchObject({
    total: 1000,
    more: true,
  })
  expect(await getAllDocumentsForAdmin(admin, { search: '699' })).toMatchObject({ total: 2 })
  expect(await names({ search: 'statement', owner: second.email, sort: 'oldest', size: 2 })).toEqual([
    'Statement 700.pdf',
    'Statement 699.pdf',
  ])
  expect(await names({ search: 'statement', sort: 'size', size: 3 })).toEqual([
    'Statement 700.pdf',
    'Statement 700.pdf',
    'Statement 699.pdf',
  ])
  // Rare matches are looked up, and paged the same.
  for (const sort of documentLists.everyone.sorts) {
    const found = await getAllDocumentsForAdmin(admin, { search: '699', sort })
    const [first, last] = found.documents.map(({ id }) => id)
    const page = async (edge: string | undefined, backward: boolean) =>
      (await getAllDocumentsForAdmin(admin, { search: '699', sort, edge, backward })).documents.map(({ id }) => id)
    expect(await page(first, false)).toEqual([last])
    expect(await page(last, true)).toEqual([first])
  }
  const byOwner = await getAllDocumentsForAdmin(admin, { search: 'statement', sort: 'owner', page: 13 })
  expect(byOwner.documents.map(({ owner_name, filename }) => `${owner_name}: ${filename}`).slice(-1)).toEqual([
    'Iris Vestor: Statement 700.pdf',
  ])
})

test('pages follow each other by the document where one ends, in every order, forth and back', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  await portal.owner.query(
    filesFrom(
      { user_id: 'p.id', filename: "'Statement <' || n % 3 || '>.pdf'", file_size: '1 + n % 4' },
      'user_profiles p, generate_series(1, 6) n where p.id in ($1, $2)',
    ),
    [investor.id, second.id],
  )
  const idsOf = async (query: Parameters<typeof getAllDocumentsForAdmin>[1]) =>
    (await getAllDocumentsForAdmin(admin, { size: 5, ...query })).documents.map(({ id }) => id)
  for (const search of ['', 'statement']) {
    for (const sort of documentLists.everyone.sorts) {
      const all = await idsOf({ search, sort, size: 20 })
      expect(new Set(all).size).toBe(12)
      const pages = [all.slice(0, 5), all.slice(5, 10), all.slice(10)]
      expect(await idsOf({ search, sort, edge: all[4] })).toEqual(pages[1])
      expect(await idsOf({ search, sort, edge: all[9] })).toEqual(pages[2])
      expect(await idsOf({ search, sort, edge: all[10], backward: true })).toEqual(pages[1])
      expect(await idsOf({ search, sort, edge: all[5], backward: true })).toEqual(pages[0])
      // If that document is gone, the number counts.
      expect(await idsOf({ search, sort, page: 1, edge: randomUUID() })).toEqual(pages[1])
      expect(await idsOf({ search, sort, page: 1, edge: 'x' })).toEqual(pages[1])
    }
  }
})

test('people are searched by name, e-mail address and organization, ignoring case', async ({
  portal,
  investor,
  second,
  admin,
  domain,
}) => {
  await portal.owner.query("update user_profiles set organization = 'Märsh Family Trust' where email = $1", [
    second.email,
  ])
  // Limited to this test’s people.
  const found = async (search: string) =>
    (await getAllUsersForAdmin(admin, { search: `${search} @${domain}` })).users.map(({ email }) => email)
  expect(await found('IRIS')).toEqual([investor.email])
  expect(await found('märsh second')).toEqual([second.email])
  expect(await found('MÄRSH')).toEqual([second.email])
  expect(await found('')).toHaveLength(3)
  expect(await found('iris märsh')).toEqual([])
  expect(await found('_%\\')).toEqual([])
  expect(await found('  ')).toHaveLength(3)
  expect(await found('x'.repeat(10_000))).toEqual([])
})
