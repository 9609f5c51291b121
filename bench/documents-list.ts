import { readFile } from 'node:fs/promises'
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

/** Chromium's header. Without it nothing is compressed, since the yardstick doesn't compress. */
const browser = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }

/** The file named by `--directus`: a Directus with documents of the same kind, and its credentials. */
interface Directus {
  url: string
  user_token: string
  /** The path of its list of 50 documents. */
  list: string
}

/**
 * Measures the newest 50 documents of an investor with 1,000: `/profile.data`, requested by navigation within the site,
 * and `/profile`, the page itself. For comparison: the same rows of the same database as JSON from a bare Node server,
 * without a session or row-level security; and the list of a Directus, if given.
 */
export async function documentsList(bench: Bench, { turns, directus }: BenchOptions): Promise<Outcome> {
  const peer = directus === undefined ? undefined : listOf(JSON.parse(await readFile(directus, 'utf8')))
  const { url, ownerUrl } = bench.server
  const { id, cookie } = await investorWithDocuments(bench, 'many@example.com', 1000)
  const input: BareStatement = { database: settingsOf(ownerUrl), statement, values: [id], connections: atOnce }
  const bare = await startYardstick('bare-statement.ts', input)
  const plain = { url: bare.url, headers: { cookie } }
  const data = { ...plain, url: `${url}/profile.data` }
  const page = { ...plain, url: `${url}/profile` }
  const compressed = { cookie, ...browser }
  try {
    const busy = await measured({ data, page, plain, ...(peer && { peer }) }, atOnce, turns)
    const alone = await measured({ data, page, plain, ...(peer && { peer }) }, 1, turns)
    const packed = await measured(
      { data: { ...data, headers: compressed }, page: { ...page, headers: compressed }, plain },
      atOnce,
      turns,
    )
    const [asData, asPage] = ['50 of 1,000 documents as data', '50 of 1,000 documents as a page']
    const many = `${atOnce} connections`
    const findings = [
      rateFinding(`${asData}, ${many}`, busy.data, ['the bare statement', busy.plain], { atLeast: 0.2 }),
      timeFinding(`${asData}, one at a time`, alone.data, ['the bare statement', alone.plain], { atMost: 3.5 }),
      rateFinding(`${asPage}, ${many}`, busy.page, ['the bare statement', busy.plain], { atLeast: 0.08 }),
      timeFinding(`${asPage}, one at a time`, alone.page, ['the bare statement', alone.plain]),
      rateFinding(`${asData}, compressed, ${many}`, packed.data, ['the bare statement', packed.plain]),
      rateFinding(`${asPage}, compressed, ${many}`, packed.page, ['the bare statement', packed.plain]),
    ]
    if (busy.peer && alone.peer) {
      findings.push(
        rateFinding(`${asData}, ${many}`, busy.data, ['Directus', busy.peer], { atLeast: 1.2 }),
        rateFinding(`${asData}, one at a time`, alone.data, ['Directus', alone.peer], { atLeast: 1 }),
      )
    }
    return { findings, remarks: peer ? [] : ['No Directus is compared with: name one with --directus.'] }
  } finally {
    await bare.stop()
  }
}

interface Requested {
  url: string
  headers: Record<string, string>
}

function listOf({ url, user_token, list }: Directus): Requested {
  return { url: url + list, headers: { authorization: `Bearer ${user_token}` } }
}

interface Measured {
  turns: LoadFigures[]
  /** Of a response. */
  kilobytes: number
}

type Each<T> = Record<'data' | 'page' | 'plain', T> & { peer?: T }

async function measured(requests: Each<Requested>, connections: number, turns: number): Promise<Each<Measured>> {
  const each = Object.entries(requests)
  const loads = each.map(
    ([name, { url, headers }]) => [name, () => load(url, { connections, seconds, headers })] as const,
  )
  const taken = await inTurns(Object.fromEntries(loads), turns)
  const found = each.map(async ([name, { url, headers }]) => {
    const { bytes } = await ask(url, { headers, status: 200 })
    return [name, { turns: taken[name] ?? [], kilobytes: bytes / 1000 }] as const
  })
  return Object.fromEntries(await Promise.all(found)) as unknown as Each<Measured>
}

type Yardstick = [name: 'the bare statement' | 'Directus', measured: Measured]

function rateFinding(work: string, site: Measured, against: Yardstick, goal?: Goal): Finding {
  const rate = ({ perSecond }: LoadFigures) => perSecond
  const text = ({ turns, kilobytes }: Measured) =>
    `${figure(spreadOf(turns.map(rate)).median)}/s of ${figure(kilobytes)} KB`
  return finding(`${work}: requests per second`, site, against, { of: rate, text, goal })
}

function timeFinding(work: string, site: Measured, against: Yardstick, goal?: Goal): Finding {
  const p50 = ({ p50 }: LoadFigures) => p50
  const text = ({ turns }: Measured) => `${figure(spreadOf(turns.map(p50)).median)} ms`
  return finding(`${work}: p50`, site, against, { of: p50, text, goal })
}

interface Figure {
  of: (turn: LoadFigures) => number
  text: (measured: Measured) => string
  goal: Goal | undefined
}

function finding(work: string, site: Measured, [name, yardstick]: Yardstick, { of, text, goal }: Figure): Finding {
  return {
    work: `${work}, against ${name}`,
    value: ratioOf(site.turns, yardstick.turns, of),
    unit: '×',
    ...(goal && { goal }),
    behind: `${text(site)}; ${name.replace('the ', '')} ${text(yardstick)}`,
  }
}
