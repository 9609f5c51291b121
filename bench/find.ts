import { fundDay } from '../server/platform/fund-day.ts'
import { ask } from './ask.ts'
import { fillFund } from './fill-fund.ts'
import { fillRegister } from './fill-register.ts'
import { type Bench, table } from './harness.ts'
import { measure, type Subject } from './measure.ts'
import { figure } from './outcome.ts'

const size = { people: 400, notes: 900, documents: 6000 }
/** Target for the 95th percentile of an answer, in milliseconds. */
const most = 100

/** Typed searches. */
const searches = [
  'm',
  'ma',
  'marsh',
  'marsh statement',
  'elena.marsh',
  'BENCH-00777',
  '$250,000',
  'statement',
  'nobody',
]

/**
 * Measures the search that Ctrl K opens, on a fund of 400 investors, 900 notes and 6,000 documents: the request for
 * each letter, with session and row-level security, one at a time, so that the time is the server's and not a queue's.
 */
export async function find({ server, investor, owner }: Bench): Promise<void> {
  const { id } = await investor('ines.many@example.com')
  const admin = await investor('ada.admin@example.com')
  await owner.query('update user_profiles set is_admin = true where id = $1', [admin.id])
  await fillFund(owner, { people: size.people, documents: size.documents, investor: { id, documents: 100 } })
  await fillRegister(owner, { notes: size.notes, investor: { id, notes: 4 }, today: fundDay() })
  const subjects: Subject[] = searches.map(search => ({
    name: search,
    once: agent => {
      const query = new URLSearchParams({ q: search, _routes: 'find/office/route' })
      return ask(`${server.url}/profile/admin/find.data?${query}`, {
        agent,
        headers: { cookie: admin.cookie },
        status: 200,
      })
    },
  }))
  const measured = await measure(subjects, { concurrency: 1, times: 60, seconds: 6, turns: 3 })
  table(`${size.people} investors, ${size.notes} notes, ${size.documents} documents`, [
    ['', 'p50 ms', 'p95 ms', 'p99 ms', `p95 at most ${most} ms`],
    ...measured.map(({ name, p50, p95, p99 }) => [
      name,
      figure(p50),
      figure(p95),
      figure(p99),
      p95 <= most ? 'met' : 'NOT MET',
    ]),
  ])
}
