import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { getRuns } from '../../server/runs/runs-list.ts'
import { test } from '../helpers/shared-portal.ts'
import { month } from '../helpers/statements.ts'

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
  const started = { createdBy: expect.stringMatching(/./), released: 0, hasProblem: false }
  expect(runs.slice(0, 4)).toMatchObject([
    { ...started, id: batch, kind: 'bulk', title: 'Tax form, 1971', documents: 0 },
    { ...started, id: delivery, kind: 'delivery', title: 'A letter', state: 'Being sent', documents: 1 },
    { ...started, id: forms, kind: 'tax', title: 'Forms 1099-INT of 1971', state: 'Draft', documents: 0 },
    { id: statements, kind: 'statements', hasProblem: true, createdBy: null, state: 'Being prepared' },
  ])
  expect(runs[3]?.title).toMatch(/^Monthly statements to /)
  expect(await getRuns(admin, 1000)).toEqual({ runs: [], total: 0 })
  await expect(getRuns(investor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await owner.query("update document_deliveries set state = 'sent', sent_at = now() where id = $1", [delivery])
  expect((await getRuns(admin)).runs[1]).toMatchObject({ id: delivery, state: 'Sent', released: 1 })
})
