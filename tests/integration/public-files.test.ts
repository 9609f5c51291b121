import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../helpers/shared-portal.ts'

test('every range of a public file has the ETag of the whole file, for revalidation', async ({ portal }) => {
  await writeFile(join(portal.dataDir, 'film.mp4'), '0123456789')
  const ask = (headers: Record<string, string> = {}, method = 'GET') => portal.fetch('/film.mp4', { headers, method })
  const whole = await ask()
  const tag = whole.headers.get('etag') ?? ''
  expect([whole.status, await whole.text(), tag]).toEqual([200, '0123456789', expect.stringMatching(/^W\/"[\w-]+"$/)])
  expect((await ask({}, 'HEAD')).headers.get('etag')).toBe(tag)
  for (const [range, text] of [
    ['bytes=0-3', '0123'],
    ['bytes=4-', '456789'],
  ] as const) {
    const part = await ask({ range })
    expect([part.status, await part.text(), part.headers.get('etag')]).toEqual([206, text, tag])
  }
  expect((await ask({ 'if-none-match': tag })).status).toBe(304)
  expect((await ask({ 'if-none-match': '"another"' })).status).toBe(200)
  expect((await ask({ range: 'bytes=99-' })).status).toBe(416)
  await writeFile(join(portal.dataDir, 'film.mp4'), 'another one')
  expect((await ask({ 'if-none-match': tag })).status).toBe(200)
})
