import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { uploadRow } from '../../../server/sample/documents.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { getToday } from '../../today/server/today.ts'
import { removeOrphans, sweepFiles } from '../server/sweep.ts'
import { getSweepReport } from '../server/sweep-record.ts'

const day = 24 * 60 * 60 * 1000

async function pathOf(portal: SharedPortal, id: string): Promise<string> {
  const { rows } = await portal.owner.query('select file_path from documents where id = $1', [id])
  return join(portal.dataDir, 'files', rows[0].file_path)
}

/** Stores a file without a document. @param age in milliseconds */
async function givenOrphan(portal: SharedPortal, person: Actor, age: number): Promise<string> {
  const key = `${person.id}/${1_700_000_000_000 + age}.pdf`
  const path = join(portal.dataDir, 'files', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'nobody’s')
  const stored = new Date(Date.now() - age)
  await utimes(path, stored, stored)
  return key
}

const orphanKeys = async () => (await sweepFiles()).orphans.map(({ key }) => key)

test('a document without its file is reported to administrators until the file is back', async ({
  portal,
  investor,
  admin,
}) => {
  const [gone, cut, whole] = [
    await givenDocument(portal, investor, { filename: 'Gone.pdf' }),
    await givenDocument(portal, investor, { filename: 'Cut.pdf' }),
    await givenDocument(portal, investor, { filename: 'Whole.pdf' }),
  ]
  const path = await pathOf(portal, gone.id)
  await rename(path, `${path}.away`)
  await writeFile(await pathOf(portal, cut.id), 'cut')
  const { missing, documents, files } = await sweepFiles()
  expect(documents).toBeGreaterThanOrEqual(3)
  expect(files).toBeGreaterThanOrEqual(2)
  expect(missing).toEqual(
    expect.arrayContaining([
      { document_id: gone.id, stored_size: null },
      { document_id: cut.id, stored_size: 3 },
    ]),
  )
  expect(missing.map(({ document_id }) => document_id)).not.toContain(whole.id)
  const report = await getSweepReport(admin)
  expect(report.last?.documents).toBe(documents)
  expect(report.missing.total).toBe(missing.length)
  expect(report.missing.documents).toContainEqual(
    expect.objectContaining({ id: gone.id, filename: 'Gone.pdf', owner: 'Iris Vestor', storedSize: null }),
  )
  expect((await getToday(admin)).documents.missingFiles).toBe(missing.length)
  await expect(getSweepReport(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })

  await rename(`${path}.away`, path)
  expect((await sweepFiles()).missing.map(({ document_id }) => document_id)).not.toContain(gone.id)
  // Deleted files aren't missing.
  await deleteDocument(admin, cut.id)
  expect((await getSweepReport(admin)).missing.documents.map(({ id }) => id)).not.toContain(cut.id)
})

test('a file without a document is reported once it is a day old, and deleted only when that is asked for', async ({
  portal,
  investor,
  admin,
}) => {
  const document = await givenDocument(portal, investor)
  const path = await pathOf(portal, document.id)
  const long = new Date(Date.now() - 100 * day)
  await utimes(path, long, long)
  const [old, young] = [
    await givenOrphan(portal, investor, day + 60_000),
    await givenOrphan(portal, investor, day - 60_000),
  ]
  const found = await sweepFiles()
  const keys = found.orphans.map(({ key }) => key)
  expect(keys).toContain(old)
  expect(keys).not.toContain(young)
  expect((await getSweepReport(admin)).last).toMatchObject({ orphans: keys.length })
  expect(await orphanKeys()).toContain(old)

  // Checked again before it is deleted.
  const { key: its } = found.orphans.find(({ key }) => key === old) ?? expect.fail('not found')
  const invented = { key: `${investor.id}/${path.split('/').at(-1)}`, size: 1, modified: long }
  expect(await removeOrphans([invented, ...found.orphans])).toMatchObject({ files: found.orphans.length })
  const left = await readdir(join(portal.dataDir, 'files', investor.id))
  expect(left).not.toContain(its.split('/')[1])
  expect(left).toEqual(expect.arrayContaining([young.split('/')[1], path.split('/').at(-1)]))
})

test('a file whose removal is due, or that an upload has reserved, is not reported', async ({ portal, investor }) => {
  const [removed, reserved] = [
    await givenOrphan(portal, investor, 3 * day),
    await givenOrphan(portal, investor, 4 * day),
  ]
  const { rows } = await portal.owner.query(
    `insert into jobs.job (name, data, start_after) values ('remove-file', $1, now() + interval '1 day') returning id`,
    [JSON.stringify({ file_path: removed })],
  )
  const columns = { id: 'sweep-test-upload', user_id: investor.id, filename: 'a.pdf', file_path: reserved }
  await portal.owner.query(insertOf('uploads', uploadRow({ ...columns, for_delivery: false })))
  const keys = await orphanKeys()
  expect(keys).not.toContain(removed)
  expect(keys).not.toContain(reserved)
  await portal.owner.query('delete from jobs.job where id = $1', [rows[0].id])
  await portal.owner.query("delete from uploads where id = 'sweep-test-upload'")
  expect(await orphanKeys()).toEqual(expect.arrayContaining([removed, reserved]))
})

test('where the storage is away nothing is recorded', async ({ portal, investor, admin }) => {
  await givenDocument(portal, investor)
  await sweepFiles()
  const before = await getSweepReport(admin)
  const files = join(portal.dataDir, 'files')
  await rename(files, `${files}-away`)
  await mkdir(files)
  await expect(sweepFiles()).rejects.toThrow()
  await rm(files, { recursive: true })
  await rename(`${files}-away`, files)
  expect(await getSweepReport(admin)).toEqual(before)
})
