import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, apiFor, RequestError } from '../helpers/api.ts'
import { eventually } from '../helpers/eventually.ts'
import { asOwner } from '../helpers/owner.ts'
import type { TestServer } from '../helpers/server.ts'
import type { Ledger, SignedIn } from './ledger.ts'
import type { Random } from './random.ts'
import type { StoredSite } from './stored-site.ts'

/** What all tasks of the workload share. */
export interface World {
  server: TestServer
  ledger: Ledger
  round: number
  /** Decides on delete requests, answers messages, asks for documents, and for what takes two people. */
  administrator: Api
  /** Another administrator, who approves that. */
  colleague: Api
  /** For what is sent and when, never for what is killed. */
  random: Random
  /** What the site keeps besides its database. */
  stored: StoredSite
}

let visitors = 0

/** @returns what a person's browser does, or a new visitor's */
export function apiOf({ server, ledger }: World, person?: SignedIn): Api {
  if (person) return apiFor(server.url, { cookie: person.cookie, onExchange: ledger.note })
  const number = visitors++
  return apiFor(server.url, { ip: `10.9.${number >> 8}.${number & 255}`, onExchange: ledger.note })
}

/** @returns a word that nothing else has */
export function unique(kind: string): string {
  return `${kind}-${randomUUID()}`
}

/** No one retries in the same instant, and a loop without a pause would starve the other tasks. */
export async function pause(): Promise<void> {
  await sleep(50)
}

/** Missing answers and server errors are checked later against known outages; anything else is a problem. */
export async function exceptDuringOutage(ledger: Ledger, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof RequestError && (error.status === 0 || error.status >= 500)) return pause()
    if (error instanceof TypeError) return pause()
    ledger.problem(`${what}: ${(error as Error).message}`)
  }
}

/** @returns a person's id, once the site has answered them: their first request creates the profile */
export async function idOf(world: World, person: SignedIn): Promise<string> {
  // While the database is away the answer is that there is no profile.
  await eventually(`the profile of ${person.email}`, async () => {
    return (await apiOf(world, person).whoAmI()) === person.email
  })
  return await readValue(world, 'select id from auth.users where email = $1', person.email)
}

/** Reads one value as the database's owner, waiting for a database that is away, and until there is one. */
export async function readValue(world: World, query: string, parameter: string): Promise<string> {
  let rows: object[] = []
  for (let tries = 0; tries < 600; tries++) {
    rows = await readRows<object>(world, query, parameter)
    if (rows.length === 1) return String(Object.values(rows[0] as object)[0])
    await sleep(100)
  }
  throw new Error(`${rows.length} rows for ${parameter}`)
}

/** Reads as the database's owner, waiting for a database that is away. */
export async function readRows<Row>({ server }: World, query: string, ...parameters: string[]): Promise<Row[]> {
  for (let tries = 0; ; tries++) {
    try {
      return (await asOwner(server, query, parameters)).rows
    } catch (error) {
      if (tries >= 600) throw error
      await sleep(100)
    }
  }
}
