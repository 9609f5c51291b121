import { mkdtempSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, expect } from 'vitest'
import { openStore } from '../../../server/storage/open-store.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { announce, bytesLeft, noteContent as content, testProcesses } from '../../../tests/helpers/upload-processes.ts'
import { cleanUpUploads } from '../server/clean-up-uploads.ts'
import { isPartKey } from '../server/parts.ts'
import { openStoredBytes } from '../server/stored-bytes.ts'
import { findUpload } from '../server/upload-row.ts'

// A folder replaces S3: uploads only use the storage port.
const folder = mkdtempSync(join(tmpdir(), 'promissory-store-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const test = testProcesses({ STORAGE_URL: folder })

test('what a long request has sent is stored while it goes on', async ({ portal, here, investor }) => {
  const location = await announce(here)
  const id = location.split('/').at(-1) ?? ''
  const upload = await findUpload(investor, id)
  if (!upload) throw new Error('no upload')
  const parts = await openStore({ folder: join(folder, 'uploads') }, isPartKey)
  const bytes = await openStoredBytes(parts, join(portal.dataDir, 'uploads'), 20)
  const sent = new PassThrough()
  const appended = bytes.append(upload, sent, { actor: investor, offset: 0 })
  const stored = async () => (await findUpload(investor, id))?.parts.length ?? 0
  let written = 0
  for (const parts of [1, 2]) {
    await eventually(`part ${parts}`, async () => {
      sent.write(content.subarray(written, written + 100))
      written += 100
      return (await stored()) === parts
    })
  }
  sent.end(content.subarray(written, 60_000))
  expect(await appended).toBe(60_000)
  expect(await stored()).toBeGreaterThan(2)
  expect((await here.look(location)).headers.get('upload-offset')).toBe('60000')
  expect((await here.send(location, content.subarray(60_000), 60_000)).status).toBe(204)
})

test('a part with wrong bytes is found, and nothing is made of it', async ({ portal, here, there, investor }) => {
  const location = await announce(here)
  await here.send(location, content.subarray(0, 1000))
  const [part = ''] = await bytesLeft(portal, location)
  await writeFile(join(folder, 'uploads', part), content.subarray(1, 1001))
  expect((await there.send(location, content.subarray(1000), 1000)).status).toBe(503)
  await writeFile(join(folder, 'uploads', part), content.subarray(0, 1000))
  expect((await there.look(location)).headers.get('upload-document-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect((await portal.owner.query('select from documents where user_id = $1', [investor.id])).rowCount).toBe(1)
})

test('canceled and expired uploads leave no parts, named in their row or not', async ({ portal, here }) => {
  const canceled = await announce(here)
  await here.send(canceled, content.subarray(0, 1000))
  expect((await here.cancel(canceled)).status).toBe(204)
  expect(await bytesLeft(portal, canceled)).toEqual([])

  const expired = await announce(here)
  await here.send(expired, content.subarray(0, 1000))
  const id = expired.split('/').at(-1) ?? ''
  // Left by a process that is killed between storing a part and recording it.
  await writeFile(join(folder, 'uploads', `${id}.1000-2000-${'0'.repeat(64)}`), content.subarray(1000, 2000))
  await writeFile(join(folder, 'uploads', `nobody_knows_this_one.0-1000-${'0'.repeat(64)}`), 'bytes without a row')
  await portal.owner.query("update uploads set expires_at = now() - interval '1 second'")
  await cleanUpUploads()
  expect((await readdir(join(folder, 'uploads'))).filter(name => !name.startsWith('.'))).toEqual([])
})
