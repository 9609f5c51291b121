import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { settingsOf } from '../../server/database/settings.ts'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { asOwner } from '../helpers/owner.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { checkNews, registerInWords } from './check-register.ts'
import { checkMail, checkPromises, checkRemoved } from './checks.ts'
import { Ledger, type Part } from './ledger.ts'
import { type Random, randomFrom } from './random.ts'
import { lend } from './register.ts'
import { openStoredSite, type StoreKind } from './stored-site.ts'
import { upload } from './uploads.ts'
import { signInNewPerson, workUntil } from './workload.ts'
import type { World } from './world.ts'

const victims = ['node', 'database', 'both', 'store'] as const
type Victim = (typeof victims)[number]

interface Options {
  seed: number
  /** What to kill in each round; random where it is undefined. */
  rounds: (Victim | undefined)[]
  /** Where files are: in the data folder, or in S3. */
  store: StoreKind
  /** The data folder, which is kept afterwards. Without it, a new folder is used and removed. */
  dataDir?: string
  /** Receives one line about each round. */
  say: (line: string) => void
}

/** Lets everyone send as much in a round as they like, and the administrator delete documents however long it takes. */
export const renewing = 'delete from auth.limits; update auth.sessions set created_at = now()'

/**
 * Uses the site, kills it, restarts it and checks its promises, round after round on the same data.
 * @returns a sentence for each broken promise, by round
 */
export async function crash({ seed, rounds, store, dataDir, say }: Options): Promise<string[][]> {
  await using stored = await openStoredSite(store)
  const server = await startServer(stored.env, { dataDir })
  const ledger = new Ledger()
  const broken: string[][] = []
  try {
    // Everyone who signs up is accepted at once: guests could add too little for many rounds.
    await asOwner(
      server,
      'drop policy if exists starts_as_guest on user_profiles; alter table user_profiles alter accepted_at set default now()',
    )
    const { api: administrator } = await newSignedInPerson(server, { isAdmin: true })
    const { api: colleague } = await newSignedInPerson(server, { isAdmin: true })
    const world: World = { server, ledger, round: 0, random: randomFrom(seed), administrator, colleague, stored }
    await Promise.all([1, 2, 3].map(() => signInNewPerson(world)))
    await upload(world)
    while (ledger.lent.length < 3) await lend(world)
    for (const [index, victim] of rounds.entries()) {
      world.round = index + 1
      // What is killed, and when, depends on the seed alone, not on how the work went.
      const plan = randomFrom(seed * 1000 + world.round)
      const possible = victims.filter(each => each !== 'store' || stored.server)
      await asOwner(server, renewing)
      const line = await oneRound(world, plan, victim ?? plan.pick(possible))
      const problems = ledger.problems.splice(0)
      broken.push(problems)
      say(`round ${world.round}  ${line}  ${problems.length ? 'BROKEN' : 'ok'}`)
      for (const problem of problems) say(`         ${problem}`)
    }
    await checkRemoved(world)
    say(`register ${await checkNewsOf(world)}`)
    const twice = await checkMail(world)
    say(
      `mail     ${ledger.mailed.length} promised, all delivered: ${ledger.problems.length === 0}, ${twice} delivered twice`,
    )
    for (const problem of ledger.problems) say(`         ${problem}`)
    broken.push(ledger.problems.splice(0))
    return broken
  } finally {
    await server.dispose()
  }
}

/** @returns what the register holds in the end */
async function checkNewsOf(world: World): Promise<string> {
  const owner = new pg.Client(settingsOf(world.server.ownerUrl))
  await owner.connect()
  try {
    await checkNews(owner, world)
    return await registerInWords(owner)
  } finally {
    await owner.end()
  }
}

async function oneRound(world: World, plan: Random, victim: Victim): Promise<string> {
  const { ledger } = world
  const before = {
    stored: ledger.stored.length,
    removals: ledger.removals.length,
    people: ledger.people.length,
    resumed: ledger.resumed,
    written: ledger.written.length,
  }
  const stopped = new AbortController()
  const working = workUntil(stopped.signal, world)
  const moment = plan.between(100, 1500)
  // This waits for nothing: the seed decides the moment of the crash.
  await pause(moment)
  const again = (victim === 'node' || victim === 'both') && plan.chance(0.3) ? plan.between(50, 2000) : undefined
  const began = performance.now()
  const back = ledger.startOutage(...partsOf(victim))
  if (victim === 'store') await interruptStore(world, plan.between(50, 3000))
  else await killAndRestart(world, victim, again)
  back()
  const downtime = Math.round(performance.now() - began)

  // With everything running again, interrupted work resumes under load.
  await pause(plan.between(100, 500))
  stopped.abort()
  await working
  await checkPromises(world).catch(error => ledger.problem(`the checks could not be made: ${error.message}`))
  const counts = [
    `${ledger.stored.length - before.stored} uploads`,
    `${ledger.resumed - before.resumed} resumed`,
    `${ledger.removals.length - before.removals} deletions`,
    `${ledger.people.length - before.people} sign-ins`,
    `${ledger.written.length - before.written} forms`,
  ]
  const twice = again === undefined ? '' : ` and again after ${again} ms`
  return `${victim} killed after ${moment} ms${twice}, back in ${downtime} ms: ${counts.join(', ')}`
}

function partsOf(victim: Victim): Part[] {
  if (victim === 'store' || victim === 'database') return [victim]
  return ['server']
}

async function killAndRestart(world: World, victim: Victim, again: number | undefined): Promise<void> {
  const { server } = world
  if (victim !== 'database') await server.end('SIGKILL')
  if (victim !== 'node') await server.killDatabase()
  if (victim === 'database') await awaitDatabase(world)
  else await restart(server, again)
}

/** Ends the store's server, and starts it again after a while (ms). */
async function interruptStore({ server, stored }: World, away: number): Promise<void> {
  await stored.server?.stop()
  await pause(away)
  await stored.server?.start()
  await server.ready()
}

/** Waits until the site has its database again. The site must survive the loss of its database. */
async function awaitDatabase({ server, ledger }: World): Promise<void> {
  try {
    await server.ready()
  } catch (error) {
    ledger.problem(`the server ended with its database: ${(error as Error).message}`)
    await server.start()
  }
}

/** Restarts the site; with `killAfter` (milliseconds), kills it once more while it starts. */
export async function restart(server: TestServer, killAfter: number | undefined): Promise<void> {
  if (killAfter !== undefined) {
    const starting = server.start().catch(() => {})
    await pause(killAfter)
    await server.end('SIGKILL')
    await starting
  }
  await server.start()
}
