import { request } from 'node:http'
import * as tus from 'tus-js-client'
import { expect, vi } from 'vitest'
import { messages } from '../../../rules/messages.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import type { SharedPortal } from '../../../tests/helpers/shared-portal.ts'
import {
  emptyState,
  fixture,
  sha256,
  storedState,
  uploadTest as test,
  uploader,
} from '../../../tests/helpers/uploads.ts'

/** A file of `size` bytes with the signature of a PDF, different for each seed. */
function pdfOf(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size, `%PDF-1.7 the ${seed}th of many\n`)
  bytes.writeUInt32LE(seed, size - 4)
  return bytes
}

async function download(portal: SharedPortal, cookie: string, id: string): Promise<Buffer> {
  const answer = await portal.fetch(`/files/${id}`, { cookie })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('files of every accepted type are stored byte for byte and recorded', async ({
  portal,
  investor,
  cookie,
  person,
}) => {
  const types: Record<string, string> = {
    'statement.pdf': 'application/pdf',
    'subscription-agreement.pdf': 'application/pdf',
    'subscription-agreement.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'subscription-agreement.doc': 'application/msword',
    'photo.jpg': 'image/jpeg',
    'chart.png': 'image/png',
    'bracket.stl': 'model/stl',
    'wire-instructions.txt': 'text/plain; charset=utf-8',
  }
  for (const [filename, type] of Object.entries(types)) {
    const content = await fixture(filename)
    const answer = await person.upload({ filename, content })
    expect(answer.status, filename).toBe(204)
    const id = answer.headers.get('upload-document-id') ?? ''
    const { rows } = await portal.owner.query('select * from documents where id = $1', [id])
    expect(rows[0]).toMatchObject({
      user_id: investor.id,
      uploaded_by: investor.id,
      filename,
      file_size: content.length,
      mime_type: type,
      sha256: sha256(content),
      fund_name: 'General',
      category: 'Investment Documents',
      is_external_link: false,
      file_type: filename.split('.').at(-1),
    })
    expect(rows[0].file_path).toMatch(new RegExp(`^${investor.id}/\\d{13}\\.${rows[0].file_type}$`))
    expect((await download(portal, cookie, id)).equals(content), filename).toBe(true)
    const log = await portal.owner.query("select * from audit_log where subject_id = $1 and action like 'document.%'", [
      id,
    ])
    expect(log.rows).toMatchObject([{ action: 'document.uploaded', actor_id: investor.id }])
    expect(log.rows[0].details).toMatchObject({ filename, file_size: content.length, sha256: sha256(content) })
  }
  expect((await storedState(portal)).partial).toEqual([])
})

test('ten files of 5 MB sent at once by the browser’s own client are all stored unchanged', async ({
  portal,
  cookie,
}) => {
  const files = Array.from({ length: 10 }, (_, index) => pdfOf(5 * 1024 * 1024, index + 1))
  const progress: number[] = []
  await Promise.all(
    files.map(
      (content, index) =>
        new Promise<void>((resolve, reject) => {
          const upload = new tus.Upload(content as never, {
            endpoint: `${portal.url}/uploads`,
            headers: { cookie, origin: portal.config.origin },
            metadata: { filename: `Statement ${index}.pdf`, fundName: '  Fund II ' },
            onProgress: sent => progress.push(sent),
            onError: reject,
            onSuccess: () => resolve(),
          })
          upload.start()
        }),
    ),
  )
  const { documents, stored, partial } = await storedState(portal)
  expect([documents.length, stored.length, partial.length]).toEqual([10, 10, 0])
  expect(Math.max(...progress)).toBe(5 * 1024 * 1024)
  for (const { id, filename, sha256: noted, fund_name } of documents) {
    const content = files[Number(/\d/.exec(filename)?.[0])] ?? Buffer.of()
    expect(noted).toBe(sha256(content))
    expect(fund_name).toBe('Fund II')
    expect((await download(portal, cookie, id)).equals(content)).toBe(true)
  }
})

test('files that finish in the same millisecond get separate paths', async ({ portal, person }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  try {
    const content = Array.from({ length: 4 }, (_, index) => pdfOf(1000, index))
    const answers = await Promise.all(content.map(bytes => person.upload({ filename: 'Same.pdf', content: bytes })))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    const { documents } = await storedState(portal)
    expect(new Set(documents.map(({ file_path }) => file_path)).size).toBe(4)
    expect(new Set(documents.map(({ sha256 }) => sha256))).toEqual(new Set(content.map(sha256)))
  } finally {
    vi.useRealTimers()
  }
})

test('an upload whose connection broke resumes where it stopped', async ({ portal, cookie, person }) => {
  const content = pdfOf(3_000_000)
  const location = (await person.announce({ filename: 'Long.pdf', content })).headers.get('location') ?? ''
  expect(location).toMatch(/^\/uploads\/[A-Za-z0-9_-]{32}$/)
  const headers = {
    cookie,
    Origin: portal.config.origin,
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': content.length,
  }
  const broken = request(portal.url + location, { method: 'PATCH', headers })
  broken.on('error', () => {})
  broken.write(content.subarray(0, 1_000_000))
  await eventually('the first part', async () => {
    const { size } = await import('node:fs').then(fs => fs.promises.stat(`${portal.dataDir}${location}`))
    return size === 1_000_000
  })
  broken.destroy()
  const found = await person.look(location)
  expect(found.headers.get('upload-offset')).toBe('1000000')
  expect(found.headers.get('upload-length')).toBe('3000000')
  expect((await person.send(location, content.subarray(0, 10), 10)).status).toBe(409)
  const rest = await person.send(location, content.subarray(1_000_000), 1_000_000)
  expect(rest.status).toBe(204)
  const stored = await download(portal, cookie, rest.headers.get('upload-document-id') ?? '')
  expect(stored.equals(content)).toBe(true)
})

test('more bytes than announced are rejected, with or without a Content-Length', async ({ portal, cookie, person }) => {
  const content = pdfOf(100_000)
  const location =
    (await person.announce({ filename: 'More.pdf', content, announced: 50_000 })).headers.get('location') ?? ''
  expect((await person.send(location, content)).status).toBe(413)
  const chunked = await portal.fetch(location, {
    method: 'PATCH',
    cookie,
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: new Blob([new Uint8Array(content)]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(chunked.status).toBe(413)
  expect(Number((await person.look(location)).headers.get('upload-offset'))).toBeLessThanOrEqual(50_000)
  expect((await storedState(portal)).documents).toEqual([])
  const later = await portal.fetch('/uploads', {
    method: 'POST',
    cookie,
    headers: { 'Tus-Resumable': '1.0.0', 'Upload-Defer-Length': '1' },
  })
  expect(later.status).toBe(400)
})

test('only its sender can see an upload; for anyone else it does not exist', async ({
  portal,
  investor,
  second,
  admin,
  person,
}) => {
  const content = pdfOf(2000)
  const location = (await person.announce({ filename: 'Mine.pdf', content })).headers.get('location') ?? ''
  const unknown = location.replace(/.{10}$/, 'AAAAAAAAAA')
  for (const other of [second, admin]) {
    const stranger = uploader(portal, await portal.sessionOf(other))
    for (const ask of [stranger.look, stranger.cancel, (path: string) => stranger.send(path, content)]) {
      const [theirs, none] = [await ask(location), await ask(unknown)]
      expect([theirs.status, await theirs.text()]).toEqual([404, await none.text()])
      expect(none.status).toBe(404)
    }
  }
  expect((await portal.fetch(location, { method: 'HEAD' })).status).toBe(401)
  expect((await person.send(location, content)).status).toBe(204)
  expect((await storedState(portal)).documents).toMatchObject([{ user_id: investor.id }])
})

test('an investor can upload only for themselves; an administrator for anyone, until the role is revoked', async ({
  portal,
  second,
  admin,
  person,
}) => {
  const sent = { filename: 'For you.pdf', content: pdfOf(2000), metadata: { userId: second.id } }
  const refused = await person.announce(sent)
  expect([refused.status, await refused.json()]).toEqual([403, { code: 'FORBIDDEN', message: messages.FORBIDDEN }])

  const desk = uploader(portal, await portal.sessionOf(admin))
  expect((await desk.upload(sent)).status).toBe(204)
  expect((await storedState(portal)).documents).toMatchObject([{ user_id: second.id, uploaded_by: admin.id }])
  const nobody = { ...sent, metadata: { userId: '00000000-0000-4000-8000-000000000000' } }
  expect((await desk.announce(nobody)).status).toBe(404)
  expect((await desk.announce({ ...sent, metadata: { userId: 'nobody' } })).status).toBe(404)
  expect((await desk.announce({ ...sent, metadata: { category: 'Spam' } })).status).toBe(400)

  const location = (await desk.announce(sent)).headers.get('location') ?? ''
  await portal.owner.query('update user_profiles set is_admin = false where id = $1', [admin.id])
  expect((await desk.send(location, sent.content)).status).toBe(403)
  const left = await storedState(portal)
  expect([left.documents.length, left.stored.length, left.partial.length]).toEqual([1, 1, 0])
})

test('canceling removes what arrived; a finished upload can’t be canceled', async ({ portal, person }) => {
  const content = pdfOf(2000)
  const location = (await person.announce({ filename: 'Stop.pdf', content })).headers.get('location') ?? ''
  await person.send(location, content.subarray(0, 1000))
  expect((await person.cancel(location)).status).toBe(204)
  expect(await storedState(portal)).toEqual(emptyState)
  expect((await person.look(location)).status).toBe(404)

  const finished = (await person.announce({ filename: 'Done.pdf', content })).headers.get('location') ?? ''
  await person.send(finished, content)
  expect((await person.cancel(finished)).status).toBe(400)
  expect((await storedState(portal)).documents).toHaveLength(1)
})

test('a person can have at most a hundred uploads in progress', async ({ portal, person }) => {
  const answers = await Promise.all(
    Array.from({ length: 105 }, () => person.announce({ filename: 'One of many.pdf', content: 'x' })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100)
  const refused = answers.find(({ status }) => status === 429)
  expect(await refused?.json()).toEqual({ code: 'UPLOADS_AT_ONCE', message: messages.UPLOADS_AT_ONCE })
  expect(refused?.headers.get('retry-after')).toBe('60')
  const left = await storedState(portal)
  expect([left.uploads.length, left.partial.length]).toEqual([100, 100])
})

test('the server states its capabilities, and never returns an upload’s bytes', async ({ portal, cookie, person }) => {
  const options = await portal.fetch('/uploads', { method: 'OPTIONS', cookie })
  expect(options.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration')
  expect(options.headers.get('tus-max-size')).toBe('52428800')
  const content = pdfOf(2000)
  const location = (await person.announce({ filename: 'Mine.pdf', content })).headers.get('location') ?? ''
  await person.send(location, content.subarray(0, 1000))
  for (const path of [location, '/uploads']) expect((await portal.fetch(path, { cookie })).status).toBe(405)
})
