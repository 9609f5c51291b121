import { settingsOf } from '../server/database/settings.ts'
import { ask } from './ask.ts'
import type { Bench, BenchOptions } from './harness.ts'
import { investorWithDocuments } from './investor-documents.ts'
import { type LoadFigures, load } from './load.ts'
import { type Finding, figure, type Goal, type Outcome } from './outcome.ts'
import { ratioOf, spreadOf } from './statistics.ts'
import { inTurns } from './turns.ts'
import type { BareStatement } from './yardsticks/bare-statement.ts'
import { startYardstick } from './yardsticks/start.ts'

const atOnce = 16
const seconds = 2

/** The columns of the portal's list, so that both sides read the same. */
const statement = `select id, user_id, filename, file_size, mime_type, uploaded_by, fund_name, category,
  is_external_link, external_url, file_type, view_count, created_at, updated_at, delete_requested_by,
  delete_requested_at, delete_request_status
  from documents where user_id = $1 order by created_at desc, id desc limit 50`

/** What Chromium sends. Without it nothing is compressed, as the yardstick compresses nothing. */
const browser = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

/**
 * Measures the newest 50 documents of an investor with 1,000: `/profile.data`, which the portal requests whenever it
 * reloads the list, and `/profile`, the page itself. For comparison: the same rows of the same database as JSON from a
 * bare Node server, without a session or row-level security.
 */
export async function documentsList(bench: Bench, { turns }: BenchOptions): Promise<Outcome> {
  const { url, ownerUrl } = bench.server
  const { id, cookie } = await investorWithDocuments(bench, 'many@example.com', 1000)
  const input: BareStatement = { database: settingsOf(ownerUrl), statement, values: [id], connections: atOnce }
  const bare = await startYardstick('bare-statement.ts', input)
  const plain = { url: bare.url, headers: { cookie } }
  const data = { ...plain, url: `${url}/profile.data` }
  const page = { ...plain, url: `${url}/profile` }
  const compressed = { cookie, ...browser }
  try {
    const busy = await measured({ data, page, plain }, atOnce, turns)
    const alone = await measured({ data, page, plain }, 1, turns)
    const packed = await measured(
      { data: { ...data, headers: compressed }, page: { ...page, headers: compressed }, plain },
      atOnce,
      turns,
    )
    const many = `${atOnce} connections`
    return {
      findings: [
        rateFinding(`50 of 1,000 documents as data, ${many}`, busy.data, busy.plain, { atLeast: 0.3 }),
        timeFinding('50 of 1,000 documents as data, one at a time', alone.data, alone.plain, { atMost: 4 }),
        rateFinding(`50 of 1,000 documents as a page, ${many}`, busy.page, busy.plain, { atLeast: 0.12 }),
        timeFinding('50 of 1,000 documents as a page, one at a time', alone.page, alone.plain),
        rateFinding(`50 of 1,000 documents as data, compressed, ${many}`, packed.data, packed.plain),
        rateFinding(`50 of 1,000 documents as a page, compressed, ${many}`, packed.page, packed.plain),
      ],
    }
  } finally {
    await bare.stop()
  }
}

interface Requested {
  url: string
  headers: Record<string, string>
}

interface Measured {
  turns: LoadFigures[]
  /** Of a response. */
  kilobytes: number
}

type Each<T> = Record<'data' | 'page' | 'plain', T>

async function measured(requests: Each<Requested>, connections: number, turns: number): Promise<Each<Measured>> {
  const of = ({ url, headers }: Requested) => load(url, { connections, seconds, headers })
  const { data, page, plain } = requests
  const taken = await inTurns({ data: () => of(data), page: () => of(page), plain: () => of(plain) }, turns)
  const kilobytes = async ({ url, headers }: Requested) => (await ask(url, { headers, status: 200 })).bytes / 1000
  return {
    data: { turns: taken.data, kilobytes: await kilobytes(data) },
    page: { turns: taken.page, kilobytes: await kilobytes(page) },
    plain: { turns: taken.plain, kilobytes: await kilobytes(plain) },
  }
}

function rateFinding(work: string, site: Measured, bare: Measured, goal?: Goal): Finding {
  const rate = ({ perSecond }: LoadFigures) => perSecond
  const text = ({ turns, kilobytes }: Measured) =>
    `${figure(spreadOf(turns.map(rate)).median)}/s of ${figure(kilobytes)} KB`
  return {
    work: `${work}: requests per second, against the bare statement`,
    value: ratioOf(site.turns, bare.turns, rate),
    unit: '×',
    goal,
    behind: `${text(site)}; bare statement ${text(bare)}`,
  }
}

function timeFinding(work: string, site: Measured, bare: Measured, goal?: Goal): Finding {
  const p50 = ({ p50 }: LoadFigures) => p50
  const text = ({ turns }: Measured) => `${figure(spreadOf(turns.map(p50)).median)} ms`
  return {
    work: `${work}: p50, against the bare statement`,
    value: ratioOf(site.turns, bare.turns, p50),
    unit: '×',
    goal,
    behind: `${text(site)}; bare statement ${text(bare)}`,
  }
}
