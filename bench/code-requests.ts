import { users } from '../server/sample/people.ts'
import { kolmogorovSmirnov } from '../tests/helpers/two-samples.ts'
import type { Bench } from './harness.ts'

const each = 2000
/** Below this probability the two kinds count as distinguishable. */
const significance = 0.01

/**
 * Checks that a request for a code doesn't reveal whether an address has an account: 2,000 for addresses with one and
 * 2,000 for others, one at a time in random order, each from another network. The bodies must be equal except for the
 * address, and a two-sample test (Kolmogorov-Smirnov) must not distinguish the times.
 */
export async function codeRequests({ server, owner }: Bench): Promise<void> {
  await owner.query(users.from({ email: "'known-' || n || '@example.com'" }, 'generate_series(1, $1) n'), [each])
  const times = { known: [] as number[], other: [] as number[] }
  const bodies = new Set<string>()
  const order = (['known', 'other'] as const)
    .flatMap(kind => Array.from({ length: each }, (_, n) => ({ kind, email: `${kind}-${n + 1}@example.com` })))
    .map(request => ({ request, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
  for (const [n, { request }] of order.entries()) {
    const { kind, email } = request
    const began = performance.now()
    const answer = await fetch(`${server.url}/login.data`, {
      method: 'POST',
      headers: { origin: server.url, 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
      body: new URLSearchParams({ intent: 'sign_in.send_code', enhanced: '1', email }),
    })
    const body = await answer.text()
    times[kind].push(performance.now() - began)
    bodies.add(`${answer.status} ${body.replace(email, 'ADDRESS')}`)
  }
  const p = kolmogorovSmirnov(times.known, times.other)
  const median = (sample: number[]) => sample.toSorted((a, b) => a - b)[each / 2]?.toFixed(2)
  console.log(`\nCode requests, ${each} for addresses with an account and ${each} for others`)
  console.log(
    `  medians ${median(times.known)} ms and ${median(times.other)} ms, Kolmogorov-Smirnov p = ${p.toFixed(3)}`,
  )
  console.log(`  ${bodies.size} kind of answer`)
  if (p < significance || bodies.size !== 1) throw new Error('known and unknown addresses can be told apart')
}
