import { type Bench, type BenchOptions, openBench } from './harness.ts'
import { investorWithDocuments } from './investor-documents.ts'
import { type LoadFigures, load } from './load.ts'
import { type Finding, figure, type Goal, type Outcome } from './outcome.ts'
import { ratioOf, spreadOf } from './statistics.ts'
import { inTurns } from './turns.ts'

const atOnce = 24
const seconds = 3
const workers = 3
const goal = { atLeast: 1.3 }

/** Measures the list of an investor with 1,000 documents on a site of three processes, and on one of a single process. */
export async function processes(_: Bench, { turns }: BenchOptions): Promise<Outcome> {
  await using one = await openBench()
  await using several = await openBench({ WORKERS: String(workers) })
  const [alone, shared] = [await listsOf(one), await listsOf(several)]
  const taken = await inTurns(
    {
      oneData: () => loaded(alone.data),
      severalData: () => loaded(shared.data),
      onePage: () => loaded(alone.page),
      severalPage: () => loaded(shared.page),
    },
    turns,
  )
  return {
    findings: [
      finding('50 of 1,000 documents as a page', taken.severalPage, taken.onePage, goal),
      // The database uses more of a request for data than the site, so one process and its database use two cores.
      finding('50 of 1,000 documents as data', taken.severalData, taken.oneData, goal),
    ],
  }
}

interface Requested {
  url: string
  cookie: string
}

async function listsOf(bench: Bench): Promise<Record<'data' | 'page', Requested>> {
  const { cookie } = await investorWithDocuments(bench, 'many@example.com', 1000)
  const { url } = bench.server
  return { data: { url: `${url}/profile.data`, cookie }, page: { url: `${url}/profile`, cookie } }
}

function loaded({ url, cookie }: Requested): Promise<LoadFigures> {
  return load(url, { connections: atOnce, seconds, headers: { cookie } })
}

function finding(work: string, several: LoadFigures[], one: LoadFigures[], goal?: Goal): Finding {
  const rate = ({ perSecond }: LoadFigures) => perSecond
  const text = (taken: LoadFigures[]) => {
    const of = (pick: (figures: LoadFigures) => number) => figure(spreadOf(taken.map(pick)).median)
    return `${of(rate)}/s, p50 ${of(({ p50 }) => p50)} ms, p99 ${of(({ p99 }) => p99)} ms`
  }
  return {
    work: `${work}, ${atOnce} connections: requests per second of ${workers} processes, against one`,
    value: ratioOf(several, one, rate),
    unit: '×',
    goal,
    behind: `${text(several)}; one ${text(one)}`,
  }
}
