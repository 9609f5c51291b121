import { expect } from 'vitest'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getUserDocuments } from '../server/documents.ts'
import { getDocumentViewHistory, incrementViewCount } from '../server/views.ts'

test('opening a document counts one view and records who and when, newest first', async ({
  portal,
  investor,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor)
  expect(await incrementViewCount(investor, id)).toBe(1)
  expect(await incrementViewCount(admin, id)).toBe(2)
  const history = await getDocumentViewHistory(investor, id)
  expect(history).toMatchObject([
    { user_name: 'Ada Ministrator', user_email: admin.email },
    { user_name: 'Iris Vestor', user_email: investor.email },
  ])
  const { rows } = await portal.owner.query('select created_at from documents where id = $1', [id])
  for (const { viewed_at } of history) expect(viewed_at.getTime()).toBeGreaterThan(rows[0].created_at.getTime())
})

test('forty simultaneous views are all in the count and the history', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor)
  await Promise.all(Array.from({ length: 40 }, () => incrementViewCount(investor, id)))
  expect(await getUserDocuments(investor, investor.id)).toMatchObject([{ view_count: 40 }])
  expect(await getDocumentViewHistory(investor, id)).toHaveLength(40)
})

test('a document that does not exist, or whose id is invalid, is not found', async ({ investor }) => {
  for (const id of ['00000000-0000-4000-8000-000000000000', 'x', "' or true --"]) {
    await expect(incrementViewCount(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(getDocumentViewHistory(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})
