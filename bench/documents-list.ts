import type { Agent } from 'node:http'
import pg from 'pg'
import { settingsOf } from '../server/database/settings.ts'
import { apiFor } from '../tests/helpers/api.ts'
import { ask, type Bench, figure, measure, table } from './harness.ts'

const concurrency = 8

/**
 * Measures the documents of an investor with 1,000, the newest 50 or all: `/profile.data`, which the portal requests
 * whenever it reloads the list, and `/profile`, the page itself. For comparison: the same rows read directly from
 * PostgreSQL, and a trivial response of the site. Then a search among 2,000.
 */
export async function documentsList(bench: Bench): Promise<void> {
  const { server, owner } = bench
  const many = await bench.investor('many@example.com')
  await fill(owner, many.id, 1000)
  const api = apiFor(server.url, { cookie: many.cookie })
  for (const [which, expected] of [['newest', 50] as const, ['all', 1000] as const]) {
    const listed = (await api.documents(which)).length
    if (listed !== expected) throw new Error(`${listed} documents are listed instead of ${expected}`)
  }

  const pool = new pg.Pool({ ...settingsOf(server.ownerUrl), max: concurrency })
  const query = `select id, user_id, filename, file_size, mime_type, uploaded_by, fund_name, category, is_external_link,
    external_url, file_type, view_count, created_at, updated_at, delete_requested_by, delete_requested_at,
    delete_request_status from documents where user_id = $1 order by created_at desc, id desc limit $2`
  const page = (path: string, cookie: string, atLeast: number) => async (agent: Agent) => {
    const { bytes } = await ask(server.url + path, { agent, headers: { cookie }, status: 200 })
    // Every row names its document by an id of 36 characters.
    if (bytes < atLeast * 36) throw new Error(`${path} returned only ${bytes} bytes`)
  }
  const rows = (id: string, count: number) => async () => {
    const { rows } = await pool.query(query, [id, count])
    if (rows.length !== count) throw new Error(`PostgreSQL answered with ${rows.length} rows instead of ${count}`)
  }
  try {
    const subjects = [
      { name: 'baseline: /healthz', once: page('/healthz', '', 0) },
      { name: '50 of 1,000 documents: the rows alone, from PostgreSQL', once: rows(many.id, 50) },
      { name: '50 of 1,000 documents: the list, /profile.data', once: page('/profile.data', many.cookie, 50) },
      { name: '50 of 1,000 documents: the whole page, /profile', once: page('/profile', many.cookie, 50) },
      { name: 'all 1,000 documents: the rows alone, from PostgreSQL', once: rows(many.id, 1000) },
      { name: 'all 1,000 documents: the list', once: page('/profile.data?show=all', many.cookie, 1000) },
      { name: 'all 1,000 documents: the whole page', once: page('/profile?show=all', many.cookie, 1000) },
    ]
    const measured = await measure(subjects, { concurrency, times: 300, seconds: 3, turns: 2 })
    let yardstick = Number.NaN
    table(`An investor's documents, ${concurrency} requests at once`, [
      ['', 'requests/s', 'p50 ms', 'p99 ms', 'against the rows alone'],
      ...measured.map(({ name, perSecond, p50, p99 }) => {
        if (name.includes('the rows alone')) yardstick = perSecond
        const ratio = Number.isNaN(yardstick) ? '' : `${figure(perSecond / yardstick)} ×`
        return [name, figure(perSecond), figure(p50), figure(p99), ratio]
      }),
    ])
  } finally {
    await pool.end()
  }
  await finding(bench)
}

/** Measures searching 2,000 documents, one query after another, as a person types. */
async function finding({ server, owner, investor }: Bench): Promise<void> {
  const most = await investor('most@example.com')
  await fill(owner, most.id, 2000)
  const api = apiFor(server.url, { cookie: most.cookie })
  const ask2000 = (query: string, found: number) => ({
    name: `2,000 documents: /profile.data${query}`,
    once: async (agent: Agent) => {
      const { bytes } = await ask(`${server.url}/profile.data${query}`, {
        agent,
        headers: { cookie: most.cookie },
        status: 200,
      })
      if (bytes < Math.min(found, 50) * 36) throw new Error(`${query} returned only ${bytes} bytes`)
    },
  })
  if ((await api.documents('all')).length !== 2000) throw new Error('not all documents are listed')
  const measured = await measure(
    [
      ask2000('', 2000),
      ask2000('?q=9', 542),
      ask2000('?q=statement+19', 139),
      ask2000('?q=no+such+name', 0),
      ask2000('?sort=name', 2000),
      ask2000('?type=pdf&state=unviewed&sort=size', 285),
    ],
    { concurrency: 1, times: 200, seconds: 5, turns: 2 },
  )
  table('Searching an investor’s 2,000 documents, one request at a time', [
    ['', 'p50 ms', 'p95 ms', 'p99 ms'],
    ...measured.map(({ name, p50, p95, p99 }) => [name, figure(p50), figure(p95), figure(p99)]),
  ])
}

/** Adds documents over several months and in two funds, as an investor would have after some years. */
async function fill(owner: pg.Client, id: string, count: number): Promise<void> {
  await owner.query(
    `insert into documents (user_id, uploaded_by, filename, file_path, file_size, mime_type, sha256, file_type,
      fund_name, view_count, created_at)
    select $1::uuid, $1::uuid, 'Statement ' || n || ' of the note.pdf', $1::text || '/' || (1700000000000 + n) || '.pdf',
      90000 + n, 'application/pdf', repeat('0', 64), 'pdf',
      case n % 2 when 0 then 'General' else 'Larkstone Note Program' end, n % 7, now() - n * interval '1 day'
    from generate_series(1, $2::int) n`,
    [id, count],
  )
  await owner.query('analyze documents')
}
