import { createHash } from 'node:crypto'
import { Ledger } from '../crash/ledger.ts'
import { type Random, randomFrom } from '../crash/random.ts'
import { openStoredSite } from '../crash/stored-site.ts'
import { upload } from '../crash/uploads.ts'
import { signInNewPerson, workUntil } from '../crash/workload.ts'
import type { World } from '../crash/world.ts'
import { apiFor } from '../helpers/api.ts'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { asOwner } from '../helpers/owner.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

/** The real site, with people who sign in, upload, read and delete until they are stopped. */
export interface UsedSite {
  server: TestServer
  startWork(random: Random): void
  /** @returns a line that says what they did */
  stopWork(): Promise<string>
  /**
   * Starts the site on restored data, and reads as the people who were signed in what was acknowledged before a moment.
   * @returns a sentence for each thing that isn't there
   */
  tryRestored(dataDir: string, before: Date): Promise<string[]>
  /** @returns every upload that was acknowledged, with when (ms since 1970, a tenth of a second later at most) */
  acknowledged(): { id: string; at: number }[]
  /** @returns the documents that were to go, whether or not that was acknowledged */
  removed(): Set<string>
  dispose(): Promise<void>
}

/**
 * @param problems gets a sentence for each request that fails while a backup is made
 * @param env additional environment variables of the site
 * @param fill fills the site before there are people
 */
export async function openUsedSite(
  seed: number,
  problems: string[],
  env: Record<string, string> = {},
  fill: (server: TestServer) => Promise<void> = async () => {},
): Promise<UsedSite> {
  const server = await startServer(env)
  await fill(server)
  const ledger = new Ledger()
  const acknowledged = new Map<string, number>()
  const stopped = new AbortController()
  let working: Promise<void> | undefined
  let watching: NodeJS.Timeout | undefined
  let renewing: NodeJS.Timeout | undefined
  await asOwner(
    server,
    'drop policy if exists starts_as_guest on user_profiles; alter table user_profiles alter accepted_at set default now()',
  )
  const { api: administrator } = await newSignedInPerson(server, { isAdmin: true })
  const { api: colleague } = await newSignedInPerson(server, { isAdmin: true })
  const stored = await openStoredSite('folder')
  const world: World = { server, ledger, round: 1, random: randomFrom(seed), administrator, colleague, stored }
  await Promise.all([1, 2, 3].map(() => signInNewPerson(world)))
  await upload(world)
  return {
    server,
    startWork(random) {
      world.random = random
      watching = setInterval(() => {
        for (const { id } of ledger.stored) if (!acknowledged.has(id)) acknowledged.set(id, Date.now())
      }, 100)
      // Everyone's proof stays fresh for longer than a backup of everything takes.
      const renew = () => void asOwner(server, 'update auth.sessions set created_at = now()').catch(() => {})
      renew()
      renewing = setInterval(renew, 60_000)
      working = workUntil(stopped.signal, world)
    },
    async stopWork() {
      stopped.abort()
      await working
      clearInterval(watching)
      clearInterval(renewing)
      ledger.checkExchanges()
      problems.push(...ledger.problems)
      return `meanwhile ${ledger.stored.length} uploads, ${ledger.removals.length} deletions, ${ledger.people.length} sign-ins`
    },
    async tryRestored(dataDir, before) {
      const missing: string[] = []
      const restored = await startServer({}, { dataDir })
      try {
        const early = ledger.stored.filter(({ id }) => (acknowledged.get(id) ?? Number.POSITIVE_INFINITY) < +before)
        if (early.length === 0) missing.push('nothing was acknowledged before the backup')
        for (const { id, owner, sha256, filename } of early.slice(-50)) {
          const api = apiFor(restored.url, { cookie: owner.cookie })
          const content = await api.download(id).catch(() => undefined)
          const hash = content && createHash('sha256').update(content).digest('hex')
          if (hash !== sha256) missing.push(`${filename} is ${content ? 'other than' : 'not'} what was uploaded`)
        }
      } finally {
        await restored.dispose()
      }
      return missing
    },
    acknowledged: () => [...acknowledged].map(([id, at]) => ({ id, at })),
    removed: () => new Set([...ledger.removals.map(({ id }) => id), ...ledger.discarded]),
    dispose: () => server.dispose(),
  }
}
