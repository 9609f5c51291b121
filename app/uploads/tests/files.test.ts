import { existsSync } from 'node:fs'
import { readdir, readlink, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import { signingLinkRow } from '../../../server/sample/documents.ts'
import { insertRow } from '../../../server/sample/rows.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { fixture, sha256, uploader } from '../../../tests/helpers/uploads.ts'
import { removeStoredFile } from '../server/remove-file.ts'

async function part(answer: Response) {
  return [answer.status, answer.headers.get('content-range'), await answer.text()]
}

test('the owner and an administrator can read a file; for anyone else it does not exist', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id, content } = await givenDocument(portal, investor)
  for (const actor of [investor, admin]) {
    const answer = await portal.fetch(`/files/${id}`, { cookie: await portal.signIn(actor.email) })
    expect([answer.status, await answer.text()]).toEqual([200, content.toString()])
  }
  const others = await portal.sessionOf(second)
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const path of [`/files/${id}`, `/files/${unknown}`, '/files/x', `/files/${id}%27`]) {
    const answer = await portal.fetch(path, { cookie: others })
    expect([answer.status, (await answer.json()).code], path).toEqual([404, 'NOT_FOUND'])
  }
  expect((await portal.fetch(`/files/${id}`)).status).toBe(401)
})

test('after sign-out a file is not served, and the browser keeps no copy', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor)
  const cookie = await portal.sessionOf(investor)
  const answer = await portal.fetch(`/files/${id}`, { cookie })
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
  expect((await portal.fetch(`/files/${id}`, { cookie, headers })).status).toBe(304)
  await portal.fetch('/api/sign-out', { method: 'POST', cookie })
  expect((await portal.fetch(`/files/${id}`, { cookie, headers })).status).toBe(401)
})

test('range requests follow RFC 9110', async ({ portal, investor }) => {
  const content = '%PDF-0123456789'
  const { id } = await givenDocument(portal, investor, { content })
  const cookie = await portal.sessionOf(investor)
  const ask = (headers: Record<string, string>, method = 'GET') =>
    portal.fetch(`/files/${id}`, { cookie, headers, method })
  const whole = [200, null, content]

  expect(await part(await ask({ range: 'bytes=0-3' }))).toEqual([206, 'bytes 0-3/15', '%PDF'])
  expect(await part(await ask({ range: 'bytes=5-' }))).toEqual([206, 'bytes 5-14/15', '0123456789'])
  expect(await part(await ask({ range: 'bytes=-4' }))).toEqual([206, 'bytes 11-14/15', '6789'])
  expect(await part(await ask({ range: 'bytes=-400' }))).toEqual([206, 'bytes 0-14/15', content])
  expect(await part(await ask({ range: 'bytes=14-999' }))).toEqual([206, 'bytes 14-14/15', '9'])
  for (const range of ['bytes=15-', 'bytes=99-100', 'bytes=-0']) {
    expect(await part(await ask({ range })), range).toEqual([416, 'bytes */15', ''])
  }
  for (const range of ['bytes=0-1,4-5', 'bytes=9-2', 'bytes=a-b', 'pages=1-2', 'bytes=-', 'bytes=']) {
    expect(await part(await ask({ range })), range).toEqual(whole)
  }

  const first = await ask({}, 'HEAD')
  expect([first.headers.get('content-length'), first.headers.get('accept-ranges'), await first.text()]).toEqual([
    '15',
    'bytes',
    '',
  ])
  const etag = first.headers.get('etag') ?? ''
  const modified = first.headers.get('last-modified') ?? ''
  expect(etag).toBe(`"${sha256(content)}"`)
  const range = 'bytes=0-0'
  expect((await ask({ range, 'if-range': etag })).status).toBe(206)
  expect((await ask({ range, 'if-range': modified })).status).toBe(206)
  for (const old of ['"another"', `W/${etag}`, 'Thu, 01 Jan 2026 00:00:00 GMT', 'yesterday']) {
    expect(await part(await ask({ range, 'if-range': old })), old).toEqual(whole)
  }
  for (const tags of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
    expect(await part(await ask({ 'if-none-match': tags })), tags).toEqual([304, null, ''])
  }
  expect((await ask({ 'if-modified-since': modified })).status).toBe(304)
  expect((await ask({ 'if-modified-since': modified, 'if-none-match': '"x"' })).status).toBe(200)
  expect((await ask({ 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' })).status).toBe(200)
  expect((await ask({ 'if-match': '"x"' })).status).toBe(412)
  expect((await ask({ 'if-match': etag, range })).status).toBe(206)
})

test('filenames reach the browser complete, with a fallback for old browsers', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const names: [filename: string, header: string][] = [
    ['Note.pdf', 'inline; filename=Note.pdf'],
    ['Zoë "Z" 李.pdf', `inline; filename="Zo? \\"Z\\" ?.pdf"; filename*=UTF-8''Zo%C3%AB%20%22Z%22%20%E6%9D%8E.pdf`],
    ['100%25.pdf', "inline; filename=100%25.pdf; filename*=UTF-8''100%2525.pdf"],
    [`it's 50% (a*).pdf`, `inline; filename="it's 50% (a*).pdf"`],
  ]
  for (const [filename, header] of names) {
    const { id } = await givenDocument(portal, investor, { filename })
    expect((await portal.fetch(`/files/${id}`, { cookie })).headers.get('content-disposition')).toBe(header)
    const saved = await portal.fetch(`/files/${id}?download=1`, { cookie })
    expect(saved.headers.get('content-disposition')).toBe(header.replace('inline', 'attachment'))
  }
})

test('no uploaded file can run as a page', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const page = '<!doctype html><script>document.title = "ran"</script>'
  const sent: [filename: string, content: Buffer | string, type: string, how: string][] = [
    ['page.txt', page, 'text/plain; charset=utf-8', 'inline'],
    ['drawing.txt', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'text/plain; charset=utf-8', 'inline'],
    ['bracket.stl', await fixture('bracket.stl'), 'model/stl', 'attachment'],
    ['chart.png', await fixture('chart.png'), 'image/png', 'inline'],
    ['agreement.doc', await fixture('subscription-agreement.doc'), 'application/msword', 'attachment'],
    ['statement.pdf', await fixture('statement.pdf'), 'application/pdf', 'inline'],
  ]
  for (const [filename, content, type, how] of sent) {
    const uploaded = await uploader(portal, cookie).upload({ filename, content })
    const { headers } = await portal.fetch(`/files/${uploaded.headers.get('upload-document-id')}`, { cookie })
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${how};`))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'"]))
    // Not every browser’s PDF viewer works in a sandbox.
    expect(policy?.includes('sandbox')).toBe(filename !== 'statement.pdf')
  }
})

test('a signing link has no file, and a missing file is logged without waiting', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const link = await insertRow(portal.owner, 'documents', signingLinkRow({ user_id: investor.id }))
  expect((await portal.fetch(`/files/${link}`, { cookie })).status).toBe(404)
  const { id } = await givenDocument(portal, investor)
  await rm(join(portal.dataDir, 'files', investor.id), { recursive: true })
  for (const method of ['GET', 'HEAD']) {
    expect((await portal.fetch(`/files/${id}`, { method, cookie })).status).toBe(404)
  }
})

test('readers who disconnect before or during the response leave no file open', async ({ portal, investor }) => {
  const cookie = await portal.sessionOf(investor)
  const { id } = await givenDocument(portal, investor, { content: Buffer.alloc(20_000_000, '%PDF-') })
  const url = `${portal.url}/files/${id}`
  await Promise.all(
    Array.from(
      { length: 20 },
      (_, index) =>
        new Promise<void>((resolve, reject) => {
          const asking = get(url, { headers: { cookie } }, response => {
            response.once('data', () => {
              asking.destroy()
              resolve()
            })
            response.on('error', () => {})
          })
          asking.on('error', error => (index % 2 ? resolve() : reject(error)))
          if (index % 2) setTimeout(() => asking.destroy(), index)
        }),
    ),
  )
  await eventually('all files closed', async () => (await openStoredFiles(portal)).length === 0)
  expect((await (await portal.fetch(`/files/${id}`, { cookie })).arrayBuffer()).byteLength).toBe(20_000_000)
})

/** The files in a portal’s data folder that this process has open; empty on systems that can't tell. */
async function openStoredFiles(portal: SharedPortal): Promise<string[]> {
  if (!existsSync('/proc/self/fd')) return []
  const open = await readdir('/proc/self/fd')
  const targets = await Promise.all(open.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter(target => target.startsWith(join(portal.dataDir, 'files')))
}

test('a stored file is removed once nothing refers to it, and not before', async ({ portal, investor }) => {
  const { id } = await givenDocument(portal, investor)
  const { rows } = await portal.owner.query('select file_path from documents where id = $1', [id])
  const stored = join(portal.dataDir, 'files', rows[0].file_path)
  await removeStoredFile(rows[0])
  expect(existsSync(stored)).toBe(true)
  await portal.owner.query('delete from documents where id = $1', [id])
  await removeStoredFile(rows[0])
  expect(existsSync(stored)).toBe(false)
  await removeStoredFile(rows[0])
})
