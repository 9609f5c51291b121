import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { messages } from '../../../rules/messages.ts'
import { canMount, mountSmallDisk } from '../../../tests/helpers/small-disk.ts'
import { emptyState, sha256, storedState, type uploader, uploadTest } from '../../../tests/helpers/uploads.ts'

// `tests/sites/disk-full-site.slow.test.ts` fills the disk of a whole site, its database included.
const test = uploadTest.skipIf(!canMount)

const content = Buffer.alloc(3_000_000, '%PDF-1.7 a note\n')
const storageUnavailable = { code: 'STORAGE_UNAVAILABLE', message: messages.STORAGE_UNAVAILABLE }

async function announce(person: ReturnType<typeof uploader>): Promise<string> {
  return (await person.announce({ filename: 'Note.pdf', content })).headers.get('location') ?? ''
}

test('a disk that fills up during an upload keeps what arrived, and the upload goes on once there is room', async ({
  portal,
  person,
}) => {
  await using disk = await mountSmallDisk({ size: '1m' }, join(portal.dataDir, 'uploads'))
  const location = await announce(person)
  const refused = await person.send(location, content)
  expect([refused.status, await refused.json()]).toEqual([503, storageUnavailable])
  expect(refused.headers.get('retry-after')).toBe('30')
  const arrived = Number((await person.look(location)).headers.get('upload-offset'))
  expect(arrived).toBeGreaterThan(0)
  expect(arrived).toBeLessThanOrEqual(2 ** 20)

  await disk.resize({ size: '8m' })
  expect((await person.send(location, content.subarray(arrived), arrived)).status).toBe(204)
  const { documents, partial } = await storedState(portal)
  expect(documents).toMatchObject([{ file_size: content.length, sha256: sha256(content) }])
  expect(partial).toEqual([])
})

test('a store that fills up while a file is stored keeps nothing of it, and the upload goes on once there is room', async ({
  portal,
  person,
  investor,
}) => {
  // A disk with room for bytes but for no more files: the error occurs when the file is moved there.
  await using disk = await mountSmallDisk({ size: '8g', files: 2 }, join(portal.dataDir, 'files'))
  await mkdir(join(disk.folder, '.incoming'))
  const location = await announce(person)
  const refused = await person.send(location, content)
  expect([refused.status, await refused.json()]).toEqual([503, storageUnavailable])
  expect((await person.look(location)).status).toBe(503)
  expect(await storedState(portal)).toMatchObject({ documents: [], stored: [] })

  await disk.resize({ size: '8g', files: 100 })
  expect((await person.look(location)).headers.get('upload-document-id')).toMatch(/^[0-9a-f-]{36}$/)
  const { documents, stored, partial } = await storedState(portal)
  expect(documents).toMatchObject([{ user_id: investor.id, sha256: sha256(content) }])
  expect([stored, partial]).toEqual([[join(disk.folder, documents[0].file_path)], []])
  expect(await readdir(join(disk.folder, '.incoming'))).toEqual([])
})

test('an almost full store refuses files before they are sent, and those that are on their way', async ({
  portal,
  person,
}) => {
  await using disk = await mountSmallDisk({ size: '8g' }, join(portal.dataDir, 'files'))
  await mkdir(join(disk.folder, '.incoming'))
  const location = await announce(person)
  await disk.resize({ size: '1g' })
  const storeFull = { code: 'STORE_FULL', message: messages.STORE_FULL }
  for (const refused of [
    await person.announce({ filename: 'New.pdf', content }),
    await person.send(location, content),
  ]) {
    expect([refused.status, await refused.json()]).toEqual([507, storeFull])
  }
  expect((await person.cancel(location)).status).toBe(204)
  expect(await storedState(portal)).toEqual(emptyState)
})
