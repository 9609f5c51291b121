import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { test } from '../helpers/shared-portal.ts'

test('a file of another version is served from the database, compressed as its reader allows', async ({ portal }) => {
  const script = 'export const answer = 42\n'.repeat(100)
  await portal.owner.query(
    `insert into app.browser_files (path, content)
      values ('/assets/older-1.js', $1), ('/assets/older-1.js.gz', $2), ('/assets/older.worker.min-1.mjs', $1)`,
    [Buffer.from(script), gzipSync(script)],
  )
  const plain = await portal.fetch('/assets/older-1.js', { headers: { 'Accept-Encoding': 'identity' } })
  expect([plain.status, plain.headers.get('content-encoding'), await plain.text()]).toEqual([200, null, script])
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('content-security-policy')).toContain("script-src 'self';")
  const compressed = await portal.fetch('/assets/older-1.js', { headers: { 'Accept-Encoding': 'br, gzip' } })
  expect([compressed.headers.get('content-encoding'), compressed.headers.get('vary')]).toEqual([
    'gzip',
    'Accept-Encoding',
  ])
  expect(await compressed.text()).toBe(script)
  const worker = await portal.fetch('/assets/older.worker.min-1.mjs')
  expect(worker.headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'")
  expect((await portal.fetch('/assets/none-1.js')).status).toBe(404)
})
