import { settingsOf } from '../server/database/settings.ts'
import { ask } from './ask.ts'
import type { Bench, BenchOptions } from './harness.ts'
import { investorWithDocuments } from './investor-documents.ts'
import { type LoadFigures, load } from './load.ts'
import { figure, type Outcome } from './outcome.ts'
import { ratioOf, spreadOf } from './statistics.ts'
import { inTurns } from './turns.ts'
import type { BareStatement } from './yardsticks/bare-statement.ts'
import { startYardstick } from './yardsticks/start.ts'

const connections = 16
const seconds = 3
/** What Chromium sends. */
const browser = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

/** The columns of the portal's list, so that both sides read the same. */
const statement = `select id, user_id, filename, file_size, mime_type, uploaded_by, fund_name, category,
  is_external_link, external_url, file_type, view_count, created_at, updated_at, delete_requested_by,
  delete_requested_at, delete_request_status
  from documents where user_id = $1 order by created_at desc, id desc limit 50`

/**
 * Measures the newest 50 documents of an investor with 1,000: `/profile.data`, which the portal requests whenever it
 * reloads the list, and `/profile`, the page itself. For comparison: the same rows of the same database as JSON from a
 * bare Node server, without a session or row-level security.
 */
export async function documentsList(bench: Bench, { turns }: BenchOptions): Promise<Outcome> {
  const { server } = bench
  const { id, cookie } = await investorWithDocuments(bench, 'many@example.com', 1000)
  const bare = await startYardstick('bare-statement.ts', {
    database: settingsOf(server.ownerUrl),
    statement,
    values: [id],
    connections,
  } satisfies BareStatement)
  try {
    const addresses = { data: `${server.url}/profile.data`, page: `${server.url}/profile`, bare: bare.url }
    const headers = { ...browser, cookie }
    const measured = (connections: number) => {
      const of = (url: string) => () => load(url, { connections, seconds, headers })
      return inTurns({ data: of(addresses.data), page: of(addresses.page), bare: of(addresses.bare) }, turns)
    }
    const bytes = async (url: string) => (await ask(url, { headers, status: 200 })).bytes
    const sizes = { data: await bytes(addresses.data), page: await bytes(addresses.page), bare: await bytes(bare.url) }
    return outcomeOf(await measured(connections), await measured(1), sizes)
  } finally {
    await bare.stop()
  }
}

type Each<T> = Record<'data' | 'page' | 'bare', T>

function outcomeOf(many: Each<LoadFigures[]>, one: Each<LoadFigures[]>, sizes: Each<number>): Outcome {
  const rate = ({ perSecond }: LoadFigures) => perSecond
  const p50 = ({ p50 }: LoadFigures) => p50
  const rates = (which: keyof Each<unknown>) => `${figure(spreadOf(many[which].map(rate)).median)}/s`
  const times = (which: keyof Each<unknown>) => `${figure(spreadOf(one[which].map(p50)).median)} ms`
  const size = (which: keyof Each<unknown>) => `${figure(sizes[which] / 1000)} KB`
  const finding = (which: 'data' | 'page', work: string, atLeast: number, atMost?: number): Outcome['findings'] => [
    {
      work: `50 of 1,000 documents as ${work}, ${connections} connections: requests per second, against the bare statement`,
      value: ratioOf(many[which], many.bare, rate),
      unit: '×',
      goal: { atLeast },
      behind: `${rates(which)}, ${size(which)}; bare statement ${rates('bare')}, ${size('bare')}`,
    },
    {
      work: `50 of 1,000 documents as ${work}, one at a time: p50, against the bare statement`,
      value: ratioOf(one[which], one.bare, p50),
      unit: '×',
      ...(atMost && { goal: { atMost } }),
      behind: `${times(which)}; bare statement ${times('bare')}`,
    },
  ]
  return { findings: [...finding('data', 'data', 0.5, 3), ...finding('page', 'a page', 0.2)] }
}
