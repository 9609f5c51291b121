import { expect } from 'vitest'
import { foundDocuments } from '../../../tests/helpers/found-documents.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { insertHolder } from '../../../tests/helpers/insert-notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { findForOffice } from '../../find/server/find-for-office.ts'
import { type DocumentQuery, documentLists, readDocumentQuery } from '../document-query.ts'
import { getAllDocumentsForAdmin } from '../server/all-documents.ts'
import { countDocuments } from '../server/document-search.ts'
import { getUserDocuments } from '../server/documents.ts'

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
    const { rows, ...counts } = await foundDocuments(investor, investor.id, queryOf(address), limit)
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
  expect(await countDocuments(investor, investor.id, queryOf('q=note&state=unviewed'))).toMatchObject({
    kinds: { pdf: 1, text: 0, picture: 1 },
    states: { requested: 1, viewed: 1, unviewed: 2 },
  })
})

test('a list is what the table has: texts, numbers, times and what is missing', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Übersicht "1" \u2028 & <2>.pdf' })
  await portal.owner.query(
    `update documents set read_at = '2026-02-28T23:59:59.999Z', marks = '{scripts,launch}', view_count = 12 where id = $1`,
    [id],
  )
  const { rows, total } = await foundDocuments(investor, investor.id, queryOf(''))
  const listed = await getUserDocuments(investor, investor.id)
  expect(rows.map(({ holder_id: _, just_added: __, csv_id: ___, ...row }) => row)).toEqual(listed)
  expect(rows[0]).toMatchObject({ id, read_at: new Date('2026-02-28T23:59:59.999Z'), just_added: true, csv_id: null })
  expect(total).toBe(1)
  expect(await foundDocuments(investor, investor.id, queryOf('q=nothing'))).toEqual({ rows: [], matching: 0, total: 1 })
})

test('papers are found by what investors call them, and by the year that they are about', async ({
  portal,
  investor,
}) => {
  const given: [filename: string, category: string, added: string][] = [
    ['Statement, Oct–Dec 2024.pdf', 'Statements', '2025-01-02'],
    ['Form 1099-INT 2024.pdf', 'Tax', '2025-01-28'],
    ['Your 1099 for 2025.pdf', 'Investment Documents', '2026-01-20'],
    ['Promissory note, due 2028.pdf', 'Investment Documents', '2026-03-01'],
    ['Note purchase agreement.pdf', 'Investment Documents', '2026-03-02'],
    ['Welcome.pdf', 'Notices', '2026-03-03'],
    ['Taxi receipt.pdf', 'Agreements', '2026-03-04'],
  ]
  for (const [filename, category, added] of given) {
    const { id } = await givenDocument(portal, investor, { filename })
    await portal.owner.query('update documents set category = $2, created_at = $3 where id = $1', [
      id,
      category,
      `${added}T12:00:00Z`,
    ])
  }
  const names = async (address: string) => {
    const { rows, matching } = await foundDocuments(investor, investor.id, queryOf(address))
    expect(matching).toBe(rows.length)
    return rows.map(({ filename }) => filename)
  }
  expect(await names('kind=statements')).toEqual(['Statement, Oct–Dec 2024.pdf'])
  expect(await names('kind=tax')).toEqual(['Your 1099 for 2025.pdf', 'Form 1099-INT 2024.pdf'])
  expect(await names('kind=agreements')).toEqual(['Taxi receipt.pdf', 'Note purchase agreement.pdf'])
  expect(await names('kind=notes')).toEqual(['Note purchase agreement.pdf', 'Promissory note, due 2028.pdf'])
  expect(await names('kind=letters')).toEqual(['Welcome.pdf'])
  // By the year in its name; being added in a later one doesn't count.
  expect(await names('year=2024')).toEqual(['Form 1099-INT 2024.pdf', 'Statement, Oct–Dec 2024.pdf'])
  expect(await names('year=2025')).toEqual(['Your 1099 for 2025.pdf'])
  expect(await names('year=2026&kind=notes')).toEqual(['Note purchase agreement.pdf', 'Promissory note, due 2028.pdf'])
  expect(await names('year=2028')).toEqual([])
  expect(await countDocuments(investor, investor.id, queryOf('year=2026&kind=notes'))).toMatchObject({
    topics: { agreements: 2, notes: 2, letters: 1 },
    years: { 2026: 2 },
  })
  expect(await countDocuments(investor, investor.id, queryOf(''))).toMatchObject({
    topics: { statements: 1, tax: 2, agreements: 2, notes: 2, letters: 1 },
    years: { 2024: 2, 2025: 1, 2026: 4 },
  })
})

test('a search finds kinds, years and holders, too, in a person’s list and in everyone’s', async ({
  portal,
  investor,
  admin,
}) => {
  const query = (text: string, values?: unknown[]) => portal.owner.query(text, values)
  const ira = await insertHolder(query, [investor], {
    name: 'Kestrel Trust FBO Vestor IRA',
    kind: 'sdira',
    custodian: 'Kestrel Trust',
  })
  const given: [filename: string, category: string, added: string, holder: string | null][] = [
    ['Jul-Sep.pdf', 'Statements', '2025-10-02', ira],
    ['Form 1099-INT.pdf', 'Tax', '2026-01-20', null],
    ['W-9 signed.pdf', 'Investment Documents', '2025-03-01', null],
    ['Quarter in short, 2024.pdf', 'Notices', '2025-03-02', null],
  ]
  for (const [filename, category, added, holder] of given) {
    const { id } = await givenDocument(portal, investor, { filename })
    await query('update documents set category = $2, created_at = $3, holder_id = $4 where id = $1', [
      id,
      category,
      `${added}T12:00:00Z`,
      holder,
    ])
  }
  const own = async (search: string) => {
    const { rows, matching } = await foundDocuments(investor, investor.id, { search, sort: 'newest' })
    expect(matching).toBe(rows.length)
    return rows.map(({ filename }) => filename)
  }
  expect(await own('tax')).toEqual(['Form 1099-INT.pdf', 'W-9 signed.pdf'])
  expect(await own('statement')).toEqual(['Jul-Sep.pdf'])
  for (const search of ['1099', '1099int', '1099-int']) expect(await own(search), search).toEqual(['Form 1099-INT.pdf'])
  for (const search of ['W-9', 'w9']) expect(await own(search), search).toEqual(['W-9 signed.pdf'])
  expect(await own('letters')).toEqual(['Quarter in short, 2024.pdf'])
  expect(await own('ira')).toEqual(['Jul-Sep.pdf'])
  expect(await own('statement kestrel 2025')).toEqual(['Jul-Sep.pdf'])
  expect(await own('2025')).toEqual(['Jul-Sep.pdf', 'W-9 signed.pdf'])
  expect(await own('taxi')).toEqual([])
  expect(await own('kestrel tax')).toEqual([])
  expect(await countDocuments(investor, investor.id, { search: 'tax' })).toMatchObject({ topics: { tax: 2 } })

  const all = async (filter: Parameters<typeof getAllDocumentsForAdmin>[1]) =>
    (await getAllDocumentsForAdmin(admin, { owner: investor.email, ...filter })).documents.map(
      ({ filename }) => filename,
    )
  for (const sort of documentLists.everyone.sorts) {
    expect(await all({ search: 'taxes', sort })).toEqual(['Form 1099-INT.pdf'])
    expect(await all({ owner: 'kestrel ira', search: 'statement 2025', sort })).toEqual(['Jul-Sep.pdf'])
  }
  expect(await all({ search: '2025' })).toEqual(['Jul-Sep.pdf', 'W-9 signed.pdf'])
  expect(await all({ search: 'taxi' })).toEqual([])
  const { found } = await findForOffice(admin, 'kestrel statement')
  expect(found.map(({ kind, name }) => [kind, name])).toEqual([['document', 'Jul-Sep.pdf']])
})

test('only an administrator finds another person’s documents', async ({ portal, investor, second, admin }) => {
  await givenDocument(portal, investor, { filename: 'Mine.pdf' })
  await expect(foundDocuments(second, investor.id, queryOf(''))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await foundDocuments(admin, investor.id, queryOf('q=mine'))).matching).toBe(1)
  expect((await foundDocuments(second, second.id, queryOf(''))).total).toBe(0)
})
