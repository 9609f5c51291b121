import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, apiFor } from '../helpers/api.ts'
import { newSignedInPerson, type Person } from '../helpers/api-person.ts'
import type { Cluster } from './start-cluster.ts'

/** A file that the site said it has stored. */
export interface Stored {
  id: string
  sha256: string
}

/** People who use a cluster until they are told to stop. */
export interface Load {
  person: Person
  stored: Stored[]
  /** A sentence for each answer that no one should get. */
  failures: string[]
  /** How often each kind of work was done. */
  counts: { pages: number; files: number; views: number }
  /** Stops, once everyone has finished what they had begun. */
  stop(): Promise<void>
}

/** Starts two people who read pages with everything these load, one who counts views, and two who upload files. */
export async function startLoad(cluster: Cluster): Promise<Load> {
  const person = await newSignedInPerson(cluster)
  const { api } = person
  const stopped = new AbortController()
  const failures: string[] = []
  const counts = { pages: 0, files: 0, views: 0 }
  const stored: Stored[] = []
  const repeat = async (work: () => Promise<unknown>) => {
    while (!stopped.signal.aborted) {
      await work().catch(error => failures.push(`${error.message} ${error.cause ?? ''}`))
      await pause(5)
    }
  }
  const upload = async () => {
    stored.push(await uploadFile(api))
  }
  await upload()
  const read = async () => {
    for (const path of ['/', '/login', '/contact', '/profile', '/profile/settings']) {
      counts.files += await readPage(cluster.url + path, cluster.url, api)
      counts.pages++
    }
  }
  const view = async () => {
    await api.view(stored[0]?.id ?? '')
    counts.views++
  }
  const working = [read, read, view, upload, upload].map(repeat)
  return {
    person,
    stored,
    failures,
    counts,
    async stop() {
      stopped.abort()
      await Promise.all(working)
    },
  }
}

/** Uploads a random file in several requests. */
export async function uploadFile(api: Api, size = 400_000): Promise<Stored> {
  const content = randomBytes(size / 2).toString('hex')
  const id = await api.upload({ filename: 'numbers.txt', content: Buffer.from(content), chunkSize: size / 4 })
  return { id, sha256: createHash('sha256').update(content).digest('hex') }
}

/**
 * Reads a page and everything it names in `/assets`.
 * @param files origin of the process, or of the cluster, that is asked for those
 * @returns how many files
 * @throws Error where one of them can't be read
 */
export async function readPage(address: string, files: string, { cookie }: Pick<Api, 'cookie'>): Promise<number> {
  const page = await fetch(address, { headers: { cookie }, redirect: 'manual' })
  const html = await page.text()
  if (page.status >= 400) throw new Error(`${address}: ${page.status}`)
  const named = new Set(html.match(/\/assets\/[\w./-]+\.(?:js|mjs|css|woff2|svg)/g))
  for (const file of named) {
    const answer = await fetch(files + file)
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${address} names ${file}, which is answered with ${answer.status}`)
  }
  return named.size
}

/** @returns a sentence for each file that isn't as it was stored, read from each process */
export async function checkStored(
  cluster: Cluster,
  { person, stored }: Pick<Load, 'person' | 'stored'>,
): Promise<string[]> {
  const problems: string[] = []
  for (const { url } of cluster.processes) {
    const api = apiFor(url, { cookie: person.api.cookie })
    for (const { id, sha256 } of stored) {
      const bytes = await api.download(id).catch(error => Buffer.from(String(error)))
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        problems.push(`${id} from ${url}: ${bytes.subarray(0, 80)}`)
    }
  }
  return problems
}
