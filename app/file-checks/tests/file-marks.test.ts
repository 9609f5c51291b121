import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { JobDeferred } from '../../../server/jobs/jobs.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { fixture, uploader } from '../../../tests/helpers/uploads.ts'
import { cleanUpInfected } from '../../documents/server/check-states.ts'
import { getDocument, getUserDocuments } from '../../documents/server/documents.ts'
import { checkFile } from '../server/check-file.ts'

async function upload(portal: SharedPortal, person: Actor, name: string): Promise<string> {
  const send = uploader(portal, await portal.sessionOf(person))
  const filename = name.split('/').at(-1) ?? ''
  const response = await send.upload({ filename, content: await fixture(name) })
  return response.headers.get('upload-document-id') ?? expect.fail(`not uploaded: ${response.status}`)
}

test('without a scanner a file appears at once, unchecked, and what it contains is known', async ({
  portal,
  investor,
}) => {
  for (const name of ['marked/script-packed.pdf', 'marked/macros.docx', 'marked/macros.doc', 'statement.pdf']) {
    await upload(portal, investor, name)
  }
  const documents = await getUserDocuments(investor, investor.id)
  expect(documents.map(({ filename, check_state, marks }) => ({ filename, check_state, marks }))).toEqual([
    { filename: 'statement.pdf', check_state: 'unchecked', marks: [] },
    { filename: 'macros.doc', check_state: 'unchecked', marks: ['macros'] },
    { filename: 'macros.docx', check_state: 'unchecked', marks: ['macros'] },
    { filename: 'script-packed.pdf', check_state: 'unchecked', marks: ['scripts'] },
  ])
})

test('a marked file goes to our viewer, and to another program only once its reader was warned', async ({
  portal,
  investor,
}) => {
  const id = await upload(portal, investor, 'marked/script.pdf')
  const cookie = await portal.sessionOf(investor)
  const get = async (query: string, headers: Record<string, string>) => {
    const response = await portal.fetch(`/files/${id}${query}`, { cookie, headers })
    await response.body?.cancel()
    return response
  }
  expect((await get('', { 'sec-fetch-dest': 'empty' })).status).toBe(200)
  for (const query of ['', '?download=1', '?download=1&confirmed=0']) {
    const requested = await get(query, { 'sec-fetch-dest': 'document' })
    expect(requested.status).toBe(303)
    expect(requested.headers.get('location')).toBe(`/profile?document=${id}`)
    expect((await get(query, { accept: 'text/html' })).status).toBe(303)
    for (const frame of ['iframe', 'embed', 'object']) {
      expect((await get(query, { 'sec-fetch-dest': frame })).status).toBe(409)
    }
  }
  for (const shownIn of ['document', 'iframe']) {
    const confirmed = await get('?confirmed=1&download=1', { 'sec-fetch-dest': shownIn })
    expect(confirmed.status).toBe(200)
    expect(confirmed.headers.get('content-disposition')).toMatch(/^attachment/)
  }
})

test('an archive says which of its files to open with care', async ({ portal, investor }) => {
  const ids = [await upload(portal, investor, 'marked/macros.docx'), await upload(portal, investor, 'statement.pdf')]
  const response = await portal.fetch('/files/zip', {
    method: 'POST',
    cookie: await portal.sessionOf(investor),
    body: new URLSearchParams(ids.map(id => ['ids', id])),
    headers: { origin: portal.url },
  })
  const archive = unzip(Buffer.from(await response.arrayBuffer()))
  expect(archive.map(({ name }) => name)).toEqual(['statement.pdf', 'macros.docx', 'Open with care.txt'])
  expect(archive[2]?.content.toString()).toContain('- macros.docx: contains macros')
})

test('a file that waits for a scanner keeps waiting where the site has none', async ({ portal, investor, second }) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Letter.txt', content: 'A letter' })
  await portal.owner.query("update documents set check_state = 'waiting', uploaded_by = $2 where id = $1", [
    id,
    second.id,
  ])
  await expect(getDocument(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(checkFile({ document_id: id })).rejects.toThrow(JobDeferred)
  await expect(getDocument(investor, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the row of an infected file is removed after a month', async ({ portal, investor }) => {
  const old = await givenDocument(portal, investor)
  const recent = await givenDocument(portal, investor)
  for (const [{ id }, days] of [
    [old, 31],
    [recent, 29],
  ] as const) {
    await portal.owner.query(
      `update documents set check_state = 'infected', check_result = 'Eicar-Test',
        checked_at = now() - make_interval(days => $2) where id = $1`,
      [id, days],
    )
  }
  await cleanUpInfected()
  expect((await getUserDocuments(investor, investor.id)).map(({ id }) => id)).toEqual([recent.id])
})
