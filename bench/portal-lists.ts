import type { Agent } from 'node:http'
import pg from 'pg'
import { settingsOf } from '../server/database/settings.ts'
import { filesFrom } from '../server/sample/documents.ts'
import { peopleFrom } from '../server/sample/people.ts'
import { ask } from './ask.ts'
import { type Bench, table } from './harness.ts'
import { twoFunds } from './investor-documents.ts'
import { type Measured, measure, type Subject } from './measure.ts'
import { figure } from './outcome.ts'

const people = 10_000
const ownDocuments = 2000
const allDocuments = 100_000
/** Target for the 95th percentile of each response, in milliseconds. */
const most = 100

/**
 * Measures a large fund's lists: 10,000 users, 100,000 documents, 2,000 of them one investor's. Each request is the
 * portal page's (`/profile.data` and those below it), with session and row-level security. One at a time, so that the
 * time is the server's and not a queue's, then four at once. For comparison: a query of the database's owner, without
 * any policy, for the same rows.
 */
export async function portalLists(bench: Bench): Promise<void> {
  const { server, owner } = bench
  const many = await bench.investor('ines.many@example.com')
  const admin = await bench.investor('ada.admin@example.com')
  await fill(owner, many.id)
  await owner.query('update user_profiles set is_admin = true where id = $1', [admin.id])
  const pool = new pg.Pool({ ...settingsOf(server.ownerUrl), max: 4 })
  const subjects = subjectsOf({ url: server.url, pool, many, admin })
  try {
    for (const [concurrency, times] of [
      [1, 60],
      [4, 120],
    ] as const) {
      show(concurrency, await measure(subjects, { concurrency, times, seconds: 6, turns: 2 }))
    }
  } finally {
    await pool.end()
  }
}

interface Fund {
  url: string
  pool: pg.Pool
  /** The investor with 2,000 documents. */
  many: { cookie: string; id: string }
  admin: { cookie: string }
}

const nothing = 'baseline: /healthz'

function subjectsOf({ url, pool, many, admin }: Fund): Subject[] {
  const page = (name: string, path: string, atLeast: number) =>
    pageOf(name, `${url}/profile${path}`, admin.cookie, atLeast)
  const own = (name: string, path: string, atLeast: number) =>
    pageOf(name, `${url}/profile${path}`, many.cookie, atLeast)
  const rows = (statement: string, values: unknown[], expected: number): Subject => ({
    name: '  the same rows and their number, from PostgreSQL',
    once: async () => {
      const found = await pool.query(statement, values)
      if (found.rows.length !== expected) throw new Error(`PostgreSQL answered with ${found.rows.length} rows`)
    },
  })
  return [
    { name: nothing, once: agent => ask(`${url}/healthz`, { agent, status: 200 }) },
    page('users, newest', '/admin/people.data', 50),
    rows(users('true'), [], 50),
    page('users, page 100', '/admin/people.data?page=100', 50),
    rows(users('true', 4950), [], 50),
    page('users, search of one', '/admin/people.data?q=marsh-7777', 1),
    rows(users(`${searched} like '%marsh-7777%'`), [], 1),
    page('users, search of a thousand', '/admin/people.data?q=elena', 50),
    rows(users(`${searched} like '%elena%'`), [], 50),
    own('the investor’s documents, the newest of 2,000', '.data', 50),
    rows(ownRows, [many.id, 50], 50),
    page('the same for an administrator', `/admin/people/${many.id}.data`, 50),
    own('the investor’s documents, all 2,000', '.data?show=all', ownDocuments),
    rows(ownRows, [many.id, ownDocuments], ownDocuments),
    page('all documents, newest', '/admin/documents.data', 50),
    rows(documents('true', newest), [], 50),
    page('all documents, by name, page 20', '/admin/documents.data?sort=name&page=20', 50),
    page('all documents, by owner', '/admin/documents.data?sort=owner', 50),
    page('all documents, a rare word', '/admin/documents.data?name=4711', 20),
    rows(documents("app.folded(d.filename) like '%4711%'", newest), [], 20),
    page('all documents, a word in each', '/admin/documents.data?name=statement', 50),
    rows(documents("app.folded(d.filename) like '%statement%'", newest), [], 50),
    page('all documents, of owners by name', '/admin/documents.data?owner=elena&sort=name', 50),
  ]
}

function pageOf(name: string, address: string, cookie: string, atLeast: number): Subject {
  return {
    name,
    once: async (agent: Agent) => {
      const { bytes } = await ask(address, { agent, headers: { cookie }, status: 200 })
      // Every row has an id of 36 characters.
      if (bytes < atLeast * 36) throw new Error(`${address} returned only ${bytes} bytes`)
    },
  }
}

const searched = `app.folded(coalesce(full_name, '') || ' ' || email || ' ' || coalesce(organization, ''))`
const newest = 'd.created_at desc, d.id desc'
const ownRows = 'select * from documents where user_id = $1 order by created_at desc, id desc limit $2'

function users(where: string, from = 0): string {
  return `select *, (select count(*) from user_profiles u where ${where}) from user_profiles u where ${where}
    order by created_at desc, id desc limit 50 offset ${from}`
}

function documents(where: string, order: string): string {
  return `select d.*, o.email, o.full_name, (select count(*) from documents d where ${where}) from documents d
    join user_profiles o on o.id = d.user_id where ${where} order by ${order} limit 50`
}

function show(concurrency: number, measured: Measured[]): void {
  let page: number | undefined
  const rows = measured.map(({ name, p50, p95, p99 }) => {
    const figures = [name, figure(p50), figure(p95), figure(p99)]
    if (name === nothing) return [...figures, '', '']
    const alone = name.startsWith(' ')
    const ratio = alone && page ? `${figure(page / p50)} ×` : ''
    page = alone ? undefined : p50
    return [...figures, ratio, alone ? '' : p95 < most ? 'yes' : 'NO']
  })
  const size = `${people.toLocaleString('en-US')} users, ${allDocuments.toLocaleString('en-US')} documents`
  const head = ['', 'p50 ms', 'p95 ms', 'p99 ms', 'against the rows alone', `p95 under ${most} ms`]
  table(`${size}, ${concurrency} at once`, [head, ...rows])
}

/** People with ten first names over a year, with ten documents each, except for the one with 2,000. */
async function fill(owner: pg.Client, many: string): Promise<void> {
  const names = `(select n, 'Marsh-' || n as last,
      (array['Elena','Paul','Ruth','Iris','Ada','Tom','Wei','Omar','Nina','Lars'])[1 + n % 10] as first
    from generate_series(1, $1::int) n) names`
  const profile = {
    email: "lower(first || '.' || last || '@example.com')",
    full_name: "first || ' ' || last",
    organization: "'Family Trust ' || n % 97",
    created_at: "now() - n * interval '1 hour'",
  }
  await owner.query(`${peopleFrom(profile, names)} select`, [people - 2])
  const document = {
    user_id: 'p.id',
    filename: "'Statement ' || n || ' of note ' || row_number() over () || '.pdf'",
    file_path: "p.id::text || '/' || (1600000000000 + n) || '.pdf'",
    file_size: '90000 + n * 17',
    fund_name: twoFunds,
    view_count: 'n % 7',
    created_at: "now() - n * interval '1 day' - random() * interval '1 day'",
  }
  const each = `user_profiles p, generate_series(1, case when p.id = $1::uuid then $2::int else 10 end) n limit $3::int`
  await owner.query(filesFrom(document, each), [many, ownDocuments, allDocuments])
  await owner.query('vacuum analyze')
}
