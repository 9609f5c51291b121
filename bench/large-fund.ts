import type { Agent } from 'node:http'
import { ask } from './ask.ts'
import { fillFund } from './fill-fund.ts'
import { type Bench, type BenchOptions, openBench } from './harness.ts'
import { figuresOf, type LoadFigures } from './load.ts'
import { requestRepeatedly } from './measure.ts'
import { residentMegabytes } from './memory.ts'
import { type Finding, figure, type Outcome } from './outcome.ts'
import { ratioOf, spreadOf } from './statistics.ts'
import { inTurns } from './turns.ts'

/** Documents of each fund. One person in a hundred documents, so 10,000 people with a million. */
const sizes = [1000, 10_000, 100_000, 1_000_000]
const documentsPerPerson = 100
/** The reading investor's. */
const ownDocuments = 100

/**
 * Measures the lists, searches and histories of four funds, each with its own site and database, ten times as large as
 * the one before. One request at a time, so that the time is the server's and not a queue's.
 */
export async function largeFund(_: Bench, { turns }: BenchOptions): Promise<Outcome> {
  await using opened = new AsyncDisposableStack()
  const subjects: Record<string, () => Promise<LoadFigures>> = {}
  const memory: (() => [documents: number, megabytes: number | undefined])[] = []
  for (const documents of sizes) {
    const bench = opened.use(await openBench())
    memory.push(() => [documents, residentMegabytes(bench.server.child.pid ?? 0)])
    for (const [name, { path, cookie }] of Object.entries(await openFund(bench, documents))) {
      const url = bench.server.url + path
      const once = (agent: Agent) => ask(url, { agent, headers: { cookie }, status: 200 })
      // Not wrk, which ignores a request that takes longer than the turn.
      const turn = { connections: 1, seconds: 1 }
      subjects[key(name, documents)] = async () => figuresOf(await requestRepeatedly(once, turn))
    }
  }
  const taken = await inTurns(subjects, turns)
  return outcomeOf(
    taken,
    memory.map(of => of()),
  )
}

const key = (name: string, documents: number) => `${name} ${documents}`

interface Requested {
  path: string
  cookie: string
}

const names = {
  own: 'an investor’s list',
  all: 'list of all documents',
  people: 'list of people',
  rare: 'search for one document',
  common: 'search for a word in most names',
  views: 'views of a document',
  log: 'log of all actions',
}

/** Fills a site. @returns its requests */
async function openFund(bench: Bench, documents: number): Promise<Record<keyof typeof names, Requested>> {
  const { owner } = bench
  const investor = await bench.investor('ines.many@example.com')
  const office = await bench.investor('ada.admin@example.com')
  await owner.query("update user_profiles set full_name = 'Ines Many', is_admin = id = $1", [office.id])
  const people = documents / documentsPerPerson
  await fillFund(owner, { people, documents, investor: { id: investor.id, documents: ownDocuments } })
  const { rows } = await owner.query(
    'select id from documents where user_id = $1 order by view_count desc, created_at limit 1',
    [investor.id],
  )
  const admin = (path: string) => ({ path: `/profile/admin/${path}`, cookie: office.cookie })
  const own = (path: string) => ({ path: `/profile${path}`, cookie: investor.cookie })
  return {
    own: own('.data'),
    all: admin('documents.data'),
    people: admin('people.data'),
    rare: admin('documents.data?name=4711'),
    common: admin('documents.data?name=statement'),
    views: own(`/documents/${rows[0].id}/views`),
    log: admin('audit.data'),
  }
}

function outcomeOf(taken: Record<string, LoadFigures[]>, memory: [number, number | undefined][]): Outcome {
  const p99 = ({ p99 }: LoadFigures) => p99
  const p50 = ({ p50 }: LoadFigures) => p50
  const of = (name: string, documents = 0) => taken[key(name, documents)] ?? []
  const middle = (name: string, documents?: number, which = p99) => spreadOf(of(name, documents).map(which)).median
  const [smallest, largest] = [sizes[0], sizes.at(-1)]
  const findings = Object.entries(names).map(
    ([name, text]): Finding => ({
      work: `1,000,000 documents, 10,000 people: p99 of ${text}, against 1,000 documents`,
      value: ratioOf(of(name, largest), of(name, smallest), p99),
      unit: '×',
      goal: { atMost: 1.3 },
      behind: `${figure(middle(name, largest))} ms, p50 ${figure(middle(name, largest, p50))} ms; with 1,000 ${figure(middle(name, smallest))} ms, p50 ${figure(middle(name, smallest, p50))} ms`,
    }),
  )
  const plot = {
    name: 'large-fund',
    title: 'Lists, searches and histories as a fund grows',
    x: { label: 'documents', isLogarithmic: true },
    y: { label: 'p99, ms' },
    series: Object.entries(names).map(([name, text]) => ({
      name: text,
      points: sizes.map((documents): [number, number] => [documents, middle(name, documents)]),
    })),
  }
  const known = memory.flatMap(([documents, megabytes]): [number, number][] =>
    megabytes === undefined ? [] : [[documents, megabytes]],
  )
  const memoryPlot = {
    name: 'large-fund-memory',
    title: 'The server’s memory as a fund grows, after the same requests',
    x: plot.x,
    y: { label: 'MB' },
    series: [{ name: 'resident', points: known }],
  }
  return { findings, plots: known.length > 0 ? [plot, memoryPlot] : [plot] }
}
