import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { month } from '../../../tests/helpers/statements.ts'
import { getRuns, runsToRelease, toRuns } from '../server/runs-list.ts'

test('the list of runs has those of every kind, newest first, with who started each', async ({ portal, people }) => {
  const { admin, investor } = people
  const { owner } = portal
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const [statements, forms, delivery, batch] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await owner.query(
    `insert into statement_runs (id, kind, rhythm, period_start, period_end, created_at, problem)
      values ($1, 'statement', 'monthly', $2, $3, $4, 'A problem')`,
    [statements, month.start, month.end, later(1)],
  )
  await owner.query('insert into tax_runs (id, year, requested_by, created_at) values ($1, 1971, $2, $3)', [
    forms,
    admin.id,
    later(2),
  ])
  await owner.query(
    `insert into document_deliveries (id, title, category, fund_name, sent_by, created_at)
      values ($1, 'A letter', 'Agreements', 'General', $2, $3)`,
    [delivery, admin.id, later(3)],
  )
  await owner.query(
    `insert into delivery_files (delivery_id, n, filename, file_type, file_size, mime_type, sha256)
      values ($1, 1, 'A letter.txt', 'txt', 1, 'text/plain', repeat('a', 64))`,
    [delivery],
  )
  await owner.query('insert into delivery_documents (delivery_id, n, user_id, file_path) values ($1, 1, $2, $3)', [
    delivery,
    investor.id,
    `${investor.id}/${Date.now()}.txt`,
  ])
  await owner.query(
    `insert into paper_batches (id, category, fund_name, word, period, split_mode, split_pages, created_by, created_at)
      values ($1, 'Tax', 'General', 'Tax form', '1971', 'whole', 1, $2, $3)`,
    [batch, admin.id, later(4)],
  )
  const { runs, total } = await getRuns(admin)
  expect(total).toBeGreaterThanOrEqual(4)
  const started = { createdBy: expect.stringMatching(/./), released: 0, tone: 'plain' }
  expect(runs.slice(0, 4)).toMatchObject([
    { ...started, id: batch, kind: 'bulk', title: 'Tax form, 1971', documents: 0 },
    { ...started, id: delivery, kind: 'delivery', title: 'A letter', state: 'Being sent', documents: 1 },
    { ...started, id: forms, kind: 'tax', title: 'Forms 1099-INT of 1971', state: 'Being prepared', documents: 0 },
    { id: statements, kind: 'statements', tone: 'danger', createdBy: null, state: 'Can’t be prepared' },
  ])
  expect(runs[3]?.title).toMatch(/^Monthly statements to /)
  expect(await getRuns(admin, 1000)).toEqual({ runs: [], total: 0 })
  await expect(getRuns(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await owner.query("update document_deliveries set state = 'sent', sent_at = now() where id = $1", [delivery])
  expect((await getRuns(admin)).runs[1]).toMatchObject({ id: delivery, state: 'Sent', released: 1 })
})

test('runs of any kind that can be reviewed and released are on Today until their release is requested', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  const { owner } = portal
  const batch = randomUUID()
  await owner.query(
    `insert into paper_batches (id, category, fund_name, word, period, split_mode, split_pages, created_by)
      values ($1, 'Tax', 'General', 'Tax form', '1972', 'whole', 1, $2)`,
    [batch, admin.id],
  )
  await owner.query(
    `insert into paper_sources (batch_id, n, filename, file_size, sha256, pages)
      values ($1, 1, 'Tax form.pdf', 1, repeat('a', 64), 1)`,
    [batch],
  )
  await owner.query(
    `insert into paper_batch_items (batch_id, n, source_n, first_page, last_page, filename, state, read_state)
      values ($1, 1, 1, 1, 1, 'Tax form.pdf', 'ambiguous', 'ambiguous')`,
    [batch],
  )
  const found = async () => {
    const [rows] = await readAsAdministrator(admin, runsToRelease(1000))
    return toRuns(rows).runs.find(({ id }) => id === batch)
  }
  expect(await found()).toBeUndefined()
  await owner.query(
    "update paper_batches set state = 'review', matched_at = now(), register_sha256 = sha256('before') where id = $1",
    [batch],
  )
  expect(await found()).toMatchObject({ title: 'Tax form, 1972', noun: 'document', documents: 1, released: 0 })
  const { runs } = await getRuns(admin, 0, 'bulk')
  expect(runs.find(({ id }) => id === batch)).toMatchObject({ category: 'Tax', items: 1, matched: 0, open: 1 })
  await owner.query(
    "insert into approvals (kind, subject_id, content, summary, asked_by) values ('papers.release', $1, '{}', 'Release', $2)",
    [batch, admin.id],
  )
  expect(await found()).toBeUndefined()
  await expect(readAsAdministrator(investor, runsToRelease(1))).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
