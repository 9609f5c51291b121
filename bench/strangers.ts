import { randomUUID } from 'node:crypto'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { attackerAddress, latenciesDuring } from '../tests/helpers/abuse.ts'
import { openBench, table } from './harness.ts'
import { investorWithDocuments } from './investor-documents.ts'
import { MemoryOverLoads } from './memory.ts'
import { figure } from './outcome.ts'

/** Promised to others: milliseconds of their pages, and megabytes of the server's memory. */
const pageTarget = 300
const memoryTarget = 500

const milliseconds = 8000

interface Attack {
  name: string
  connections: number
  method?: string
  path: string
  headers?: OutgoingHttpHeaders
  /** @returns the body of a request */
  body?: () => string
}

/**
 * Measures an investor's page under load from permitted requests: page after page from one network, evidence that the
 * sender may not add, and entries for the append-only log.
 */
export async function strangers(): Promise<void> {
  await using bench = await openBench({ TRUST_PROXY: '0' })
  const { url, child } = bench.server
  const investor = await investorWithDocuments(bench, 'many@example.com', 1000)
  const guest = await investorWithDocuments(bench, 'guest@example.com', 1)
  await bench.owner.query('update user_profiles set accepted_at = null where id = $1', [guest.id])
  const { rows } = await bench.owner.query('select id from documents where user_id = $1', [guest.id])
  const form = { cookie: guest.cookie, origin: url, 'Content-Type': 'application/x-www-form-urlencoded' }
  const posted = { method: 'POST', headers: form }
  const evidence = { intent: 'evidence.add', documentId: rows[0].id, kind: 'assets', datedOn: '2026-01-01' }
  const attacks: Attack[] = [
    { name: 'nothing', connections: 0, path: '' },
    { name: 'page after page', connections: 90, path: '/login?x=1' },
    {
      name: 'evidence for others',
      connections: 60,
      ...posted,
      path: '/profile/accreditation',
      body: () => String(new URLSearchParams({ ...evidence, accreditation: randomUUID() })),
    },
    {
      name: 'a changed name',
      connections: 40,
      ...posted,
      path: '/profile/settings/account',
      body: () => String(new URLSearchParams({ intent: 'profile.save', full_name: randomUUID() })),
    },
  ]
  const titles = ['during', 'requests', 'statuses', 'page p50 ms', 'p99 ms', 'memory MB', 'as promised']
  const found = [titles]
  for (const attack of attacks) {
    let statuses = new Map<number, number>()
    const memory = new MemoryOverLoads(child.pid ?? 0)
    const pages = await latenciesDuring({ url: `${url}/profile`, headers: { cookie: investor.cookie } }, () =>
      memory.during(attack.name, async () => {
        statuses = await attacked(url, attack)
      }),
    )
    const at = (share: number) => pages[Math.floor(pages.length * share)] ?? 0
    const megabytes = memory.highest()
    const kinds = [...statuses].sort().map(([status, times]) => `${status}: ${times}`)
    const total = [...statuses.values()].reduce((sum, times) => sum + times, 0)
    const isKept = at(0.99) <= pageTarget && megabytes <= memoryTarget
    const figures = [figure(at(0.5)), figure(at(0.99)), figure(megabytes), isKept ? 'yes' : 'NO']
    found.push([attack.name, String(total), kinds.join(', '), ...figures])
  }
  table(`an investor’s page while others tire the site (at most ${pageTarget} ms, ${memoryTarget} MB)`, found)
}

/** Sends an attack from one network over persistent connections. @returns the number of answers by status */
async function attacked(url: string, attack: Attack): Promise<Map<number, number>> {
  const { connections, method = 'GET', path, headers, body } = attack
  const end = performance.now() + milliseconds
  const statuses = new Map<number, number>()
  if (connections === 0) await new Promise(resolve => setTimeout(resolve, milliseconds))
  const agent = new Agent({ keepAlive: true, maxSockets: connections || 1, localAddress: attackerAddress(1) })
  const send = () =>
    new Promise<number>(resolve => {
      const sent = request(url + path, { method, headers, agent }, response => {
        response.resume().once('close', () => resolve(response.statusCode ?? 0))
      })
      sent.once('error', () => resolve(0))
      sent.end(body?.())
    })
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const status = await send()
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  agent.destroy()
  return statuses
}
