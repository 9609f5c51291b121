import { expect, vi } from 'vitest'
import { log } from '../../../server/platform/log.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getHome } from '../../home/server/home.ts'
import { checkFigures } from '../server/document-figures.ts'
import { fileDocuments } from '../server/holder-documents.ts'
import { incrementViewCount } from '../server/views.ts'

async function figuresOf({ owner }: SharedPortal, id: string) {
  const { rows } = await owner.query(
    'select listed, unread, stored, stored_bytes from document_figures where owner_id = $1',
    [id],
  )
  return rows[0]
}

test('what is kept about documents is what they are, whatever happens to them', async ({ portal, investor, admin }) => {
  const { owner } = portal
  const wrong = async () => (await owner.query('select app.correct_document_figures()')).rows
  const holder = await givenHolder(admin, investor)
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(() => givenDocument(portal, investor, { uploadedBy: admin, content: 'four' })),
  )
  const ids = [first?.id ?? '', second?.id ?? '', third?.id ?? '']
  expect(await figuresOf(portal, investor.id)).toEqual({ listed: 3, unread: 3, stored: 3, stored_bytes: 12 })

  await incrementViewCount(investor, ids[0] ?? '')
  await fileDocuments(admin, [ids[0] ?? '', ids[1] ?? ''], { holderId: holder.id })
  // Documents filed for a holder use no storage of the person who owns them.
  expect(await figuresOf(portal, investor.id)).toEqual({ listed: 1, unread: 1, stored: 1, stored_bytes: 4 })
  expect(await figuresOf(portal, holder.id)).toEqual({ listed: 2, unread: 1, stored: 0, stored_bytes: 0 })
  expect(await getHome(investor)).toMatchObject({ unread: 2 })

  for (const change of [
    'update documents set unreleased = true where id = $1',
    "update documents set check_state = 'waiting' where id = $1",
    "update documents set check_state = 'infected', checked_at = now(), check_result = 'EICAR' where id = $1",
    'update documents set unreleased = false, holder_id = null where id = $1',
    "update documents set check_state = 'unchecked', checked_at = null, check_result = null where id = $1",
    'delete from documents where id = $1',
  ]) {
    await owner.query(change, [ids[0]])
    expect(await wrong(), change).toEqual([])
  }
  expect(await figuresOf(portal, holder.id)).toMatchObject({ listed: 1 })
})

test('each day figures are compared with the documents, and corrected aloud', async ({ portal, investor }) => {
  await givenDocument(portal, investor)
  await portal.owner.query('update document_figures set listed = 7 where owner_id = $1', [investor.id])
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  try {
    await checkFigures()
    await checkFigures()
    expect(logged.mock.calls).toEqual([['figures of documents were wrong', undefined, { owners: 1 }]])
  } finally {
    logged.mockRestore()
  }
  expect(await figuresOf(portal, investor.id)).toMatchObject({ listed: 1 })
})
