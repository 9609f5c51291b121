import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import { messages } from '../../../rules/messages.ts'
import { storage } from '../../../server/storage/storage.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import type { SharedPortal } from '../../../tests/helpers/shared-portal.ts'
import {
  emptyState,
  program,
  sha256,
  storedState,
  uploadTest as test,
  uploader,
} from '../../../tests/helpers/uploads.ts'
import { cleanUpUploads, recoverUploads } from '../server/clean-up-uploads.ts'
import { closeUploads, openUploads } from '../server/uploads.ts'

const content = Buffer.alloc(200_000, '%PDF-1.7 a note\n')

/** Leaves an upload like a dead process: every byte on disk, the browser without an answer. */
async function givenArrived(portal: SharedPortal, person: ReturnType<typeof uploader>, bytes: Buffer = content) {
  const location = (await person.announce({ filename: 'Note.pdf', content: bytes })).headers.get('location') ?? ''
  await writeFile(join(portal.dataDir, location), bytes)
  return location
}

/** As above, with the file already moved into storage. */
async function givenMoved(portal: SharedPortal, person: ReturnType<typeof uploader>) {
  const location = await givenArrived(portal, person)
  const { rows } = await portal.owner.query(
    `update uploads set file_path = user_id || '/1764000000000.pdf', mime_type = $2, sha256 = $3
    where id = $1 returning file_path`,
    [location.split('/').at(-1), 'application/pdf', sha256(content)],
  )
  await storage().put(rows[0].file_path, { path: join(portal.dataDir, location) })
  return location
}

const crashed = [
  ['with its bytes on the disk', givenArrived],
  ['with its file in storage', givenMoved],
] as const

test.for(crashed)(
  'when the browser asks after a crash %s, the server creates the document before it reports all bytes',
  async ([, given], { portal, person }) => {
    const location = await given(portal, person)
    const found = await person.look(location)
    expect([found.status, found.headers.get('upload-offset')]).toEqual([200, String(content.length)])
    const { documents, stored, partial } = await storedState(portal)
    expect(documents).toMatchObject([{ id: found.headers.get('upload-document-id'), sha256: sha256(content) }])
    expect([stored.length, partial.length]).toEqual([1, 0])
  },
)

test.for(crashed)(
  'after a crash %s, any number of simultaneous requests of any kind create one document',
  async ([, given], { portal, person }) => {
    const location = await given(portal, person)
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => person.look(location)),
      person.send(location, '', content.length),
      recoverUploads(),
    ])
    const ids = answers.map(answer => answer?.headers.get('upload-document-id')).filter(Boolean)
    const { documents, stored } = await storedState(portal)
    expect(new Set(ids)).toEqual(new Set([documents[0].id]))
    expect([documents.length, stored.length]).toEqual([1, 1])
    const again = await person.send(location, '', content.length)
    expect([again.status, again.headers.get('upload-document-id')]).toEqual([204, documents[0].id])
  },
)

test('a restart completes interrupted uploads, rejects invalid ones, and removes leftovers', async ({
  portal,
  person,
}) => {
  await givenMoved(portal, person)
  await givenArrived(portal, person)
  await givenArrived(portal, person, program)
  const half = (await person.announce({ filename: 'Half.pdf', content })).headers.get('location') ?? ''
  await person.send(half, content.subarray(0, 1000))
  await writeFile(join(portal.dataDir, 'uploads', 'nobody_knows_this_one'), 'bytes without a row')
  await recoverUploads()
  const { documents, uploads, stored, partial } = await storedState(portal)
  expect([documents.length, stored.length]).toEqual([2, 2])
  expect(partial).toEqual([join(portal.dataDir, half)])
  expect(uploads).toHaveLength(3)
  expect((await person.send(half, content.subarray(1000), 1000)).status).toBe(204)
})

test('a deleted document does not come back when its upload is queried, or at a restart', async ({
  portal,
  person,
}) => {
  const location = (await person.announce({ filename: 'Gone.pdf', content })).headers.get('location') ?? ''
  await person.send(location, content)
  await portal.owner.query('delete from documents')
  expect((await person.look(location)).status).toBe(200)
  await recoverUploads()
  expect((await storedState(portal)).documents).toEqual([])
})

test('while files cannot be stored the browser is told to retry, and nothing is lost', async ({ portal, person }) => {
  const files = join(portal.dataDir, 'files')
  const location = (await person.announce({ filename: 'Later.pdf', content })).headers.get('location') ?? ''
  // The storage folder disappears, like an unmounted volume.
  await rename(files, `${files}-away`)
  await expect(storage().ping()).rejects.toThrow()
  const answer = await person.send(location, content)
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { code: 'STORAGE_UNAVAILABLE', message: messages.STORAGE_UNAVAILABLE },
  ])
  expect(answer.headers.get('retry-after')).toBe('30')
  expect((await person.look(location)).status).toBe(503)
  await rename(`${files}-away`, files)
  expect((await person.look(location)).headers.get('upload-document-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect((await storedState(portal)).documents).toMatchObject([{ sha256: sha256(content) }])
})

test('an upload not continued for a day is removed: bytes, stored file and row; documents stay', async ({
  portal,
  second,
  person,
}) => {
  await person.upload({ filename: 'Finished.pdf', content })
  const half = (await person.announce({ filename: 'Half.pdf', content })).headers.get('location') ?? ''
  await person.send(half, content.subarray(0, 1000))
  const others = await portal.sessionOf(second)
  const stuck =
    (await uploader(portal, others).announce({ filename: 'Stuck.pdf', content })).headers.get('location') ?? ''
  const path = `${second.id}/1764000000000.pdf`
  await portal.owner.query('update uploads set file_path = $1 where id = $2', [path, stuck.split('/').at(-1)])
  await rename(join(portal.dataDir, stuck), join(portal.dataDir, 'moved'))
  await storage().put(path, { path: join(portal.dataDir, 'moved') })

  await cleanUpUploads()
  expect((await storedState(portal)).uploads).toHaveLength(3)
  await portal.owner.query(`update uploads set expires_at = now() - interval '1 second'`)
  expect((await person.send(half, content.subarray(1000), 1000)).status).toBe(410)
  await cleanUpUploads()
  const left = await storedState(portal)
  expect([left.uploads.length, left.partial.length, left.documents.length, left.stored.length]).toEqual([0, 0, 1, 1])
  expect((await person.look(half)).status).toBe(404)
})

test('an upload whose row or bytes disappear ends with a clear answer', async ({ portal, person }) => {
  const bytesGone = (await person.announce({ filename: 'Bytes.pdf', content })).headers.get('location') ?? ''
  await rm(join(portal.dataDir, bytesGone))
  for (const answer of [await person.look(bytesGone), await person.send(bytesGone, content)]) {
    expect([404, 410]).toContain(answer.status)
  }
  const rowGone = (await person.announce({ filename: 'Row.pdf', content })).headers.get('location') ?? ''
  await portal.owner.query('delete from uploads')
  expect((await person.look(rowGone)).status).toBe(404)
  expect((await person.send(rowGone, content)).status).toBe(404)
  await recoverUploads()
  expect(await storedState(portal)).toEqual(emptyState)
})

/** Starts an upload request; the test then writes as much of the content as it wants. */
function startSending(portal: SharedPortal, cookie: string, location: string) {
  const headers = {
    cookie,
    Origin: portal.config.origin,
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': content.length,
  }
  const sending = request(portal.url + location, { method: 'PATCH', headers })
  const answer = new Promise<{ status: number | undefined; offset: unknown }>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', response => {
      response.resume()
      resolve({ status: response.statusCode, offset: response.headers['upload-offset'] })
    })
  })
  return { sending, answer }
}

test('a server that is shutting down keeps what has arrived, accepts no more, and continues after its restart', async ({
  portal,
  cookie,
  person,
}) => {
  const location = (await person.announce({ filename: 'Restart.pdf', content })).headers.get('location') ?? ''
  const { sending, answer } = startSending(portal, cookie, location)
  sending.write(content.subarray(0, 50_000))
  await eventually('half of it', async () => (await stat(join(portal.dataDir, location))).size === 50_000)
  await closeUploads()
  expect(await answer).toEqual({ status: 204, offset: '50000' })
  sending.destroy()
  expect((await person.look(location)).status).toBe(503)
  expect((await person.announce({ filename: 'New.pdf', content })).status).toBe(503)

  await openUploads(portal.config)
  await recoverUploads()
  expect((await person.look(location)).headers.get('upload-offset')).toBe('50000')
  expect((await person.send(location, content.subarray(50_000), 50_000)).status).toBe(204)
  expect((await storedState(portal)).documents).toMatchObject([{ sha256: sha256(content) }])
})

test('an announcement that finds the disk full leaves nothing behind', async ({ portal, person }) => {
  const uploads = join(portal.dataDir, 'uploads')
  await rm(uploads, { recursive: true })
  expect((await person.announce({ filename: 'Note.pdf', content })).status).toBe(503)
  await mkdir(uploads)
  expect(await storedState(portal)).toEqual(emptyState)
})
