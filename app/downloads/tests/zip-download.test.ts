import { existsSync } from 'node:fs'
import { readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { Output } from '../../../server/platform/output.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { sha256 } from '../../../tests/helpers/uploads.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { createDocuSignDocument } from '../../documents/server/signing-links.ts'

/** Requests an archive like a form. */
function askZip(portal: SharedPortal, cookie: string, ids: string[], headers: Record<string, string> = {}) {
  const body = new URLSearchParams(ids.map(id => ['ids', id]))
  return portal.fetch('/files/zip', { method: 'POST', cookie, body, headers })
}

async function filesOf(answer: Response) {
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

test('several documents are downloaded as one archive; files with the same name get distinct names', async ({
  portal,
  investor,
}) => {
  const note = await givenDocument(portal, investor, { filename: 'Note.pdf', content: '%PDF-1.4 first' })
  const other = await givenDocument(portal, investor, { filename: 'Note.pdf', content: '%PDF-1.4 second' })
  const large = await givenDocument(portal, investor, {
    filename: 'Zoë: 1/2?.stl'.replace('/', '-'),
    content: Buffer.alloc(3_000_000, 7),
  })
  const cookie = await portal.sessionOf(investor)
  const answer = await askZip(portal, cookie, [note.id, large.id, other.id, note.id])
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="Documents \d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  const files = await filesOf(answer)
  expect(files.map(({ name }) => name)).toEqual(['Zoë_ 1-2_.stl', 'Note.pdf', 'Note (2).pdf'])
  expect(files.map(({ content }) => sha256(content))).toEqual(
    [large, other, note].map(({ content }) => sha256(content)),
  )
})

test('an administrator gets several people’s documents with one folder per person', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const one = await givenDocument(portal, investor, { filename: 'Note.pdf' })
  const two = await givenDocument(portal, second, { filename: 'Note.pdf' })
  const files = await filesOf(await askZip(portal, await portal.sessionOf(admin), [one.id, two.id]))
  expect(files.map(({ name }) => name)).toEqual(['Iris Vestor/Note.pdf', 'Second Person/Note.pdf'])
})

test('documents that are missing or someone else’s are left out; an empty archive is refused', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const own = await givenDocument(portal, second)
  const foreign = await givenDocument(portal, investor)
  const cookie = await portal.sessionOf(second)
  const files = await filesOf(await askZip(portal, cookie, [own.id, foreign.id, crypto.randomUUID(), 'x']))
  expect(files.map(({ name }) => name)).toEqual(['Promissory note.pdf'])
  const link = await createDocuSignDocument(admin, { userId: second.id, name: 'Sign', url: 'https://sign.example/1' })
  const many = Array.from({ length: 5001 }, () => crypto.randomUUID())
  for (const [ids, status, code] of [
    [[foreign.id], 404, 'DOCUMENTS_GONE'],
    [['../../etc/passwd', "' or true --"], 404, 'DOCUMENTS_GONE'],
    [[link.id], 404, 'NO_FILES'],
    [[], 400, 'NOTHING_CHOSEN'],
    [many, 400, 'TOO_MANY_CHOSEN'],
  ] as const) {
    const answer = await askZip(portal, cookie, [...ids])
    expect([answer.status, (await answer.json()).code]).toEqual([status, code])
    // A form targeting the whole window is answered with a page.
    const page = await askZip(portal, cookie, [...ids], { 'sec-fetch-dest': 'document' })
    expect([page.status, page.headers.get('location')]).toEqual([303, `/profile/documents?refused=${code}`])
    // Our page shows it in a frame, and must be able to read the reason of a refusal.
    const framed = await askZip(portal, cookie, [...ids], { 'sec-fetch-dest': 'iframe', accept: 'text/html' })
    expect([framed.status, (await framed.json()).code]).toEqual([status, code])
    expect(framed.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(framed.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'self'")
  }
  const noForm = await portal.fetch('/files/zip', { method: 'POST', cookie, body: '{"ids":[]}' })
  expect([noForm.status, (await noForm.json()).code]).toEqual([400, 'NOTHING_CHOSEN'])
  expect((await askZip(portal, '', [own.id])).status).toBe(401)
  expect((await portal.fetch('/files/zip', { cookie })).status).toBe(404)
})

test('signing links, and a document deleted while the archive is read, are listed in a text file at its end', async ({
  portal,
  investor,
  admin,
}) => {
  const deleted = await givenDocument(portal, investor, { filename: 'Deleted.pdf' })
  const large = await givenDocument(portal, investor, { filename: 'Large.stl', content: Buffer.alloc(30_000_000, 7) })
  const link = await createDocuSignDocument(admin, { userId: investor.id, name: 'Sign', url: 'https://sign.example/1' })
  const { rows } = await portal.owner.query('select file_path from documents where id = $1', [deleted.id])
  const answer = await askZip(portal, await portal.sessionOf(investor), [deleted.id, large.id, link.id])
  const reader = answer.body?.getReader()
  const chunks = [(await reader?.read())?.value]
  await deleteDocument(admin, deleted.id)
  await eventually('the file to go', () => !existsSync(join(portal.dataDir, 'files', rows[0].file_path)))
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) chunks.push(next.value)
  const files = unzip(Buffer.concat(chunks as Uint8Array[]))
  expect(files.map(({ name }) => name)).toEqual(['Large.stl', 'Not in this archive.txt'])
  expect(files[1]?.content.toString().split('\r\n')).toEqual([
    'These documents are not in this archive:',
    '',
    '- Sign: a signing link, https://sign.example/1',
    '- Deleted.pdf: deleted before it could be added',
    '',
  ])
})

test('a reader who leaves in the middle of an archive leaves no file open', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor, { filename: 'a.stl', content: Buffer.alloc(40_000_000, 7) })
  const cookie = await portal.sessionOf(investor)
  for (let n = 0; n < 5; n++) {
    const reader = (await askZip(portal, cookie, [id])).body?.getReader()
    await reader?.read()
    await reader?.cancel()
  }
  await eventually('all files closed', async () => {
    if (!existsSync('/proc/self/fd')) return true
    const open = await readdir('/proc/self/fd')
    const targets = await Promise.all(open.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    return !targets.some(target => target.startsWith(join(portal.dataDir, 'files')))
  })
})

test('a filename is never logged, whatever happens to the download', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Divorce settlement.pdf' })
  const cookie = await portal.sessionOf(investor)
  const lines: string[] = []
  const written = vi.spyOn(Output.prototype, 'add').mockImplementation(text => void lines.push(text))
  try {
    await (await askZip(portal, cookie, [id])).arrayBuffer()
    await (await portal.fetch(`/files/${id}`, { cookie })).arrayBuffer()
    await rm(join(portal.dataDir, 'files', investor.id), { recursive: true })
    await (await askZip(portal, cookie, [id])).arrayBuffer()
    await portal.fetch(`/files/${id}?download=1`, { cookie })
    await eventually('the log', () => lines.join('').split('"message":"request"').length > 4)
  } finally {
    written.mockRestore()
  }
  const log = lines.join('')
  expect(log).toContain('a stored file is missing')
  expect(log).toContain(id)
  for (const secret of ['Divorce', 'settlement', investor.email, cookie]) expect(log).not.toContain(secret)
})
