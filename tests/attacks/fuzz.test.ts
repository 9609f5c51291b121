import { randomInt } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { isEverything, rounds } from '../helpers/lane.ts'
import { testOnPortal } from '../helpers/shared-portal.ts'
import { mark, newWorld, type World } from './doors/world.ts'
import { type FuzzRequest, requests } from './fuzz/requests.ts'
import { type Reply, send } from './fuzz/send.ts'

/**
 * Random requests to every address, as everyone. `npm run test:attack` sends 20,000, `npm run test:all` 4,000; FUZZ_REQUESTS and FUZZ_SEED repeat a
 * run: a failure names its seed and the smallest request that fails.
 */
const full = process.env.FUZZ_REQUESTS !== undefined || isEverything
const count = Number(process.env.FUZZ_REQUESTS ?? rounds(150, 4000))
const givenSeed = process.env.FUZZ_SEED
/** A session is replaced after this many requests, because some of them sign out. */
const requestsPerSession = 20
/** Bytes that the heap may grow by, from a quarter of the requests to their end: pools and caches, but no leak. */
const heapGrowth = 24 * 1024 * 1024

const test = testOnPortal({}, true).extend(
  'world',
  { scope: 'file' },
  async ({ portal }): Promise<World> => newWorld(portal),
)

const seeds = givenSeed ? [Number(givenSeed)] : [randomInt(2 ** 31)]
test.for(seeds)(
  'random requests cause no fault, no hang and no leak (seed %i)',
  { timeout: 3_600_000 },
  async (seed, { world }) => {
    console.info(`fuzzing: ${count} requests with FUZZ_SEED=${seed}`)
    const sender = await newSender(world)
    let done = 0
    let heapBefore = 0
    let slowest = 0
    const faults = new Map<string, string>()
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(requests, async request => {
        if (done++ === Math.floor(count / 4)) heapBefore = heapInUse()
        const reply = await sender(request)
        slowest = Math.max(slowest, reply.milliseconds)
        seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
        try {
          check(request, reply)
        } catch (fault) {
          if (!full) throw fault
          // A long run goes on, and names one request of each kind.
          const kind = `${reply.status} to ${request.method}, ${request.body.framing}: ${String(fault).slice(0, 60)}`
          if (!faults.has(kind))
            faults.set(kind, fc.stringify({ request, reply: reply.text.slice(0, 400) }).slice(0, 3000))
        }
      }),
      { seed, numRuns: count, interruptAfterTimeLimit: 3_000_000, markInterruptAsFailure: true },
    )
    const grown = heapInUse() - heapBefore
    console.info(
      `fuzzing: the heap grew by ${(grown / 2 ** 20).toFixed(1)} MiB, the slowest took ${slowest.toFixed()} ms; ${JSON.stringify(Object.fromEntries(seen))}`,
    )
    expect(Object.fromEntries(faults)).toEqual({})
    expect(grown).toBeLessThan(heapGrowth)
    await expectSiteWorks(world)
  },
)

function check(request: FuzzRequest, { status, text }: Reply): void {
  // A sender who hangs up halfway may get nothing.
  if (request.body.framing !== 'cut-off') expect(status, 'a response').not.toBe(0)
  expect(status, text.slice(0, 600)).toBeLessThan(500)
  // What is the owner's is shown to no one but administrators.
  if (request.as !== 'administrator') expect(withoutEcho(text, request)).not.toContain(mark)
}

/** A page may repeat what was asked. */
function withoutEcho(text: string, { target }: FuzzRequest): string {
  return target.includes(mark) ? '' : text
}

async function newSender(world: World): Promise<(request: FuzzRequest) => Promise<Reply>> {
  const { portal, people } = world
  const port = Number(new URL(portal.url).port)
  const document = await world.newDocument()
  const fill = (text: string) => text.replaceAll('$document', document).replaceAll('$owner', world.owner.id)
  const filled = (request: FuzzRequest): FuzzRequest => ({
    ...request,
    target: fill(request.target.replaceAll('%24document', '$document').replaceAll('%24owner', '$owner')),
    headers: [...request.headers, ['X-Forwarded-For', world.newClient().ip]],
  })
  const cookies: Record<string, string> = { anonymous: '' }
  let sent = 0
  return async request => {
    if (sent++ % requestsPerSession === 0) {
      await portal.owner.query('delete from auth.limits')
      await portal.owner.query('delete from auth.sessions where user_id <> $1', [world.owner.id])
      for (const name of ['guest', 'other', 'administrator'] as const)
        cookies[name] = await portal.sessionOf(people[name])
    }
    return send(port, cookies[request.as] ?? '', filled(request))
  }
}

let collect: (() => void) | undefined

/** @returns bytes of the heap that are in use, after everything else was collected */
function heapInUse(): number {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  for (let i = 0; i < 3; i++) collect()
  return process.memoryUsage().heapUsed
}

async function expectSiteWorks(world: World): Promise<void> {
  const { portal } = world
  for (const path of ['/healthz', '/readyz', '/', '/login', '/contact']) {
    expect((await portal.fetch(path)).status, path).toBe(200)
  }
  const cookie = await portal.sessionOf(world.owner)
  expect((await portal.fetch('/profile', { cookie })).status).toBe(200)
  const file = await portal.fetch(`/files/${await world.newDocument()}`, { cookie })
  expect(await file.text()).toBe(mark)
  await portal.signIn(`someone-new-${randomInt(2 ** 31)}@doors.example`)
}
