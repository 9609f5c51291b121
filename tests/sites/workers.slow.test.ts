import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { eventually } from '../helpers/eventually.ts'
import { childrenOf, startServer, type TestServer } from '../helpers/server.ts'

const count = 2

test('several processes serve a site, see each other’s changes, are replaced when they die, and end together', async () => {
  const site = await startServer({ WORKERS: String(count) })
  try {
    await eventually('all processes', async () => (await answering(site)).size === count)

    // What happens on one process is seen on a page of another.
    const { id, api } = await newSignedInPerson(site)
    const events = await api.ask('/events', { headers: { connection: 'close' } })
    const reader = (events.body as ReadableStream<Uint8Array>).getReader()
    const upload = await eventually('an upload by the other process', async () => {
      const documentId = await api.upload({ filename: 'note.txt', content: Buffer.from('a note\n') })
      const { headers } = await api.ask(`/files/${documentId}`, { headers: { connection: 'close' } })
      return processOf(headers) !== processOf(events.headers) && documentId
    })
    let seen = ''
    while (!seen.includes(upload)) seen += new TextDecoder().decode((await reader.read()).value)
    expect(seen).toContain(id)
    await reader.cancel()

    // A process that dies is replaced; meanwhile the other one serves.
    const [victim, other] = workersOf(site)
    const before = await answering(site)
    process.kill(victim as number, 'SIGKILL')
    // A connection that the dead process was given is closed, and its client tries again.
    await eventually(
      'an answer',
      async () => (await fetch(`${site.url}/healthz`, { headers: { connection: 'close' } })).ok,
    )
    await eventually('another process', async () => {
      const now = await answering(site)
      return now.size === count && [...now].some(each => !before.has(each))
    })
    expect(workersOf(site)).toHaveLength(count)
    expect(workersOf(site)).toContain(other)

    const last = workersOf(site)
    expect(await site.end('SIGTERM')).toBe(0)
    expect(last.filter(isRunning)).toEqual([])
    expect(site.postmaster()).toBeUndefined()

    // Workers whose primary is gone end, too, and leave the port to the next start.
    await site.start()
    await eventually('all processes', () => workersOf(site).length === count)
    const orphans = workersOf(site)
    await site.end('SIGKILL')
    await eventually('the end of all workers', () => orphans.every(pid => !isRunning(pid)))
    await site.start()
  } finally {
    await site.dispose()
  }
})

/** @returns what tells the processes apart that answer a few requests, each on a connection of its own */
async function answering(site: TestServer): Promise<Set<string>> {
  const requests = Array.from({ length: 2 * count }, () =>
    fetch(`${site.url}/healthz`, { headers: { connection: 'close' } }),
  )
  return new Set((await Promise.all(requests)).map(({ headers }) => processOf(headers)))
}

/** The part of a request's id that all requests to a process have in common. */
const processOf = (headers: Headers) => headers.get('x-request-id')?.slice(0, 8) ?? ''

function workersOf({ child }: TestServer): number[] {
  return childrenOf(child.pid as number).filter(pid => isRunning(pid) && commandOf(pid).includes('main.js'))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Whether a process has neither ended nor become a zombie. */
function isRunning(pid: number): boolean {
  return commandOf(pid) !== ''
}
