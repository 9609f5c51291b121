import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { actAs } from '../../../server/database/act-as.ts'
import { storage } from '../../../server/storage/storage.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { byPdfkit } from '../../../tests/helpers/pdf-makers.ts'
import { runPendingJobs, test } from '../../../tests/helpers/shared-portal.ts'
import { openSealKinds } from '../server/seal-kinds.ts'
import { queueSeal, resumeSeals, sealFile } from '../server/sealed-files.ts'

const files = Number(process.env.SEALED_FILES ?? 1000)

test('of a thousand files, with attempts that die anywhere and jobs that run twice, each has one document', async ({
  portal,
  admin,
  investor,
}) => {
  const holder = await givenHolder(admin, investor)
  const bytes = await byPdfkit([['An agreement']])
  // One attempt in ten dies while it draws, one in ten once its bytes are stored.
  openSealKinds([
    {
      kind: 'test',
      async draw() {
        if (Math.random() < 0.1) throw new Error('Died while drawing.')
        const filed = { holderId: holder.id, folder: investor.id, retainUntil: '2040-01-01' }
        return {
          bytes,
          originalSha256: 'a'.repeat(64),
          name: 'Agreement',
          category: 'Agreements',
          reason: 'x',
          ...filed,
        }
      },
      async sealed() {
        if (Math.random() < 0.1) throw new Error('Died before it was filed.')
      },
    },
  ])
  const queued: string[] = []
  for (let n = 0; n < files; n++)
    queued.push(
      await actAs(investor, tx => queueSeal(tx, { kind: 'test', subjectId: randomUUID(), holderId: holder.id })),
    )
  const twice = queued.map(file => sealFile({ file }).catch(() => {}))
  await Promise.all(twice)
  await eventually(
    'sealed files',
    async () => {
      await resumeSeals()
      await runPendingJobs(portal, 'seal-file')
      const { rows } = await portal.owner.query("select count(*)::int as n from sealed_files where state = 'sealing'")
      return rows[0].n === 0
    },
    30 * 60_000,
  )
  const { rows } = await portal.owner.query(
    `select s.state, count(*)::int as files, count(d.id)::int as documents
    from sealed_files s left join documents d on d.id = s.document_id and d.sha256 = s.sha256 group by 1`,
  )
  // Of a thousand, one fails twelve times in a row once in half a million runs.
  expect(rows).toEqual([{ state: 'sealed', files, documents: files }])
  const { rows: documents } = await portal.owner.query(
    'select count(*)::int as n from documents where holder_id = $1',
    [holder.id],
  )
  expect(documents[0].n).toBe(files)
  let stored = 0
  for (let after: string | undefined; ; ) {
    const some = await storage().list({ prefix: `${investor.id}/`, limit: 500, ...(after && { after }) })
    stored += some.length
    after = some.at(-1)?.key
    if (some.length < 500) break
  }
  expect(stored).toBe(files)
}, 3_600_000)
