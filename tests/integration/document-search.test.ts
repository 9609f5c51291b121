import { expect } from 'vitest'
import { type DocumentQuery, readDocumentQuery } from '../../rules/document-query.ts'
import { countDocuments, findDocuments } from '../../server/documents/document-search.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { test } from '../helpers/shared-portal.ts'

/** The query of an address such as `?q=note&sort=name`. */
const queryOf = (address: string): DocumentQuery => readDocumentQuery(new URLSearchParams(address))

test('documents are found by words in their name, by kind and by state, with counts', async ({
  portal,
  investor,
  second,
}) => {
  const { owner } = portal
  for (const filename of ['Note 10.pdf', 'note 9.pdf', 'Übersicht 100%.txt', 'Zusage.txt', 'photo of note.jpg']) {
    await givenDocument(portal, investor, { filename })
  }
  await givenDocument(portal, second, { filename: 'Note of another.pdf' })
  await owner.query(`update documents set view_count = 3 where filename = 'note 9.pdf'`)
  await owner.query(`update documents set created_at = now() - interval '1 day' where filename = 'Zusage.txt'`)
  await owner.query(
    `update documents set delete_request_status = 'pending', delete_requested_by = user_id, delete_requested_at = now()
    where filename = 'Note 10.pdf'`,
  )
  const find = async (address: string, limit?: number) => {
    const { rows, ...counts } = await findDocuments(investor, investor.id, queryOf(address), limit)
    return { documents: rows, ...counts }
  }
  const names = async (address: string) => (await find(address)).documents.map(({ filename }) => filename)

  expect(await names('q=NOTE&sort=name')).toEqual(['note 9.pdf', 'Note 10.pdf', 'photo of note.jpg'])
  expect(await names('q=of+note')).toEqual(['photo of note.jpg'])
  expect(await names('q=100%25')).toEqual(['Übersicht 100%.txt'])
  expect(await names('q=_')).toEqual([])
  expect(await names('type=text&sort=name')).toEqual(['Übersicht 100%.txt', 'Zusage.txt'])
  expect(await names('state=requested')).toEqual(['Note 10.pdf'])
  expect(await names('state=viewed')).toEqual(['note 9.pdf'])
  expect(await names('sort=views')).toContain('note 9.pdf')
  expect((await names('sort=views'))[0]).toBe('note 9.pdf')
  expect((await names('sort=oldest'))[0]).toBe('Zusage.txt')
  expect((await names('sort=nonsense&type=nonsense&state=nonsense')).at(-1)).toBe('Zusage.txt')

  const { documents, ...counts } = await find('q=note&state=unviewed', 1)
  expect(documents).toHaveLength(1)
  expect(counts).toEqual({ total: 5, matching: 2 })
  expect(await countDocuments(investor, investor.id, queryOf('q=note&state=unviewed'))).toEqual({
    kinds: { pdf: 1, text: 0, picture: 1 },
    states: { requested: 1, viewed: 1, unviewed: 2 },
  })
})

test('only an administrator finds another person’s documents', async ({ portal, investor, second, admin }) => {
  await givenDocument(portal, investor, { filename: 'Mine.pdf' })
  await expect(findDocuments(second, investor.id, queryOf(''))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await findDocuments(admin, investor.id, queryOf('q=mine'))).matching).toBe(1)
  expect((await findDocuments(second, second.id, queryOf(''))).total).toBe(0)
})
