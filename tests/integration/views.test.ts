import { expect, test } from 'vitest'
import { getUserDocuments } from '../../server/documents/documents.ts'
import { getDocumentViewHistory, incrementViewCount } from '../../server/documents/views.ts'
import { givenDocument } from '../helpers/documents.ts'
import { testPortal } from '../helpers/portal.ts'

test('opening a document counts one view and records who and when, newest first', async () => {
  await using portal = await testPortal()
  const { id } = await givenDocument(portal, portal.investor)
  const before = Date.now()
  expect(await incrementViewCount(portal.investor, id)).toBe(1)
  expect(await incrementViewCount(portal.admin, id)).toBe(2)
  const history = await getDocumentViewHistory(portal.investor, id)
  expect(history).toMatchObject([
    { user_name: 'Ada Ministrator', user_email: 'admin@example.com' },
    { user_name: 'Iris Vestor', user_email: 'investor@example.com' },
  ])
  for (const { viewed_at } of history) expect(Math.abs(viewed_at.getTime() - before)).toBeLessThan(60_000)
})

test('forty people at once are forty views, in the count and in the history', async () => {
  await using portal = await testPortal()
  const { id } = await givenDocument(portal, portal.investor)
  await Promise.all(Array.from({ length: 40 }, () => incrementViewCount(portal.investor, id)))
  expect(await getUserDocuments(portal.investor, portal.investor.id)).toMatchObject([{ view_count: 40 }])
  expect(await getDocumentViewHistory(portal.investor, id)).toHaveLength(40)
})

test('a document that never was, or whose id is no id, is not found', async () => {
  await using portal = await testPortal()
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', "' or true --"]) {
    await expect(incrementViewCount(portal.investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getDocumentViewHistory(portal.investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})
