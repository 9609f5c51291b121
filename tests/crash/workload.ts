import { createHash, randomBytes } from 'node:crypto'
import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { type Api, apiFor, RequestError } from '../helpers/api.ts'
import { eventually } from '../helpers/eventually.ts'
import type { TestServer } from '../helpers/server.ts'
import type { Ledger, Removal, Stored } from './ledger.ts'
import type { Random } from './random.ts'

/** What all tasks of the workload share. */
export interface World {
  server: TestServer
  ledger: Ledger
  round: number
  /** Decides on delete requests. */
  administrator: Api
  /** For what is sent and when, never for what is killed. */
  random: Random
}

let names = 0

/**
 * Simulates several people who use the site at once until the signal; each then finishes what they have begun. Records
 * the site’s answers in the ledger, including any that it must not give.
 */
export async function workUntil(signal: AbortSignal, world: World): Promise<void> {
  const repeat = async (act: (world: World, signal: AbortSignal) => Promise<void>) => {
    while (!signal.aborted) await act(world, signal)
  }
  const uploaders = [1, 2, 3, 4].map(() => repeat(upload))
  await Promise.all([
    ...uploaders,
    repeat(signInNewPerson),
    repeat(signInNewPerson),
    repeat(view),
    repeat(read),
    repeat(remove),
  ])
}

/** Signs in a new person. The signal ends the wait for the mail, which may arrive later. */
export async function signInNewPerson({ server, ledger }: World, signal?: AbortSignal): Promise<void> {
  const number = names++
  const email = `person-${process.pid}-${number}@example.com`
  const ip = `10.8.${number >> 8}.${number & 255}`
  const api = apiFor(server.url, { ip, onExchange: ledger.note })
  await exceptDuringOutage(ledger, `a code for ${email}`, async () => {
    await api.askCode(email)
    ledger.mailed.push(email)
    const arrived = () => server.mailbox.messages.some(({ to }) => to === email)
    await eventually(`mail to ${email}`, () => arrived() || signal?.aborted, 120_000)
    if (!arrived()) return
    const cookie = await api.verify(email, await server.mailbox.code(email))
    ledger.people.push({ email, cookie })
  })
}

export async function upload(world: World): Promise<void> {
  const stored = await send(world)
  if (stored) world.ledger.stored.push(stored)
}

/**
 * Uploads a file, retrying until the site accepts it.
 * @param most the maximum size in bytes, as a power of two
 * @returns what the site acknowledged
 */
async function send({ server, ledger, random, round }: World, most = 23): Promise<Stored | undefined> {
  const owner = random.pick(ledger.people)
  // Sizes from 1 KB to 8 MB, small ones as often as large ones.
  const content = fileOf(random, 2 ** random.between(10, most))
  const filename = `crash-${process.pid}-${names++}.${content.subarray(0, 4).toString() === '%PDF' ? 'pdf' : 'txt'}`
  const chunkSize = random.chance(0.5) ? Math.max(1000, Math.ceil(content.length / 5)) : undefined
  let announced = false
  let acknowledged = 0
  const api = apiFor(server.url, { cookie: owner.cookie, onExchange: ledger.note })
  try {
    const id = await api.upload({
      filename,
      content,
      chunkSize,
      onResponse(request, response) {
        const status = response.getStatus()
        const offset = Number(response.getHeader('Upload-Offset') ?? 0)
        if (request.getMethod() === 'POST' && status === 201) {
          if (announced) ledger.problem(`${filename} had to be announced twice`)
          announced = true
        }
        if (request.getMethod() === 'PATCH' && status === 204) acknowledged = offset
        if (request.getMethod() === 'HEAD' && status === 200) {
          if (offset > 0 && offset < content.length) ledger.resumed++
          if (offset < acknowledged)
            ledger.problem(`${filename}: ${acknowledged} bytes were taken, ${offset} are stored`)
        }
      },
    })
    const sha256 = createHash('sha256').update(content).digest('hex')
    const views = { counted: 0, tried: 0 }
    return { id, filename, size: content.length, sha256, owner, round, views }
  } catch (error) {
    ledger.problem(`${(error as Error).message} although its client kept retrying`)
    return undefined
  }
}

async function view({ server, ledger, random }: World): Promise<void> {
  const { id, owner, views } = random.pick(ledger.stored)
  const api = apiFor(server.url, { cookie: owner.cookie, onExchange: ledger.note })
  await exceptDuringOutage(ledger, `a view of ${id}`, async () => {
    views.tried++
    await api.view(id)
    views.counted++
  })
}

/** Deletes a new document, by a request and its approval or directly. Repeats each step until it is answered. */
async function remove(world: World, signal: AbortSignal): Promise<void> {
  const { server, ledger, random, administrator } = world
  const stored = await send(world, 14)
  if (!stored) return
  const removal: Removal = { id: stored.id, filename: stored.filename, acknowledged: false }
  ledger.removals.push(removal)
  const owner = apiFor(server.url, { cookie: stored.owner.cookie })
  const approve = random.chance(0.5)
  if (approve && !(await repeatUntilAnswered(owner, 'request-delete', []))) return
  removal.acknowledged = await (approve
    ? repeatUntilAnswered(administrator, 'approve', ['REQUEST_APPROVED'])
    : repeatUntilAnswered(administrator, 'delete', ['DOCUMENT_GONE']))

  /** @param done the error codes that mean an earlier attempt succeeded and its answer was lost */
  async function repeatUntilAnswered(api: Api, intent: string, done: string[]): Promise<boolean> {
    for (let lost = false; !signal.aborted; lost = true) {
      const began = performance.now()
      const result = await api.act(intent, stored?.id).catch(() => ({ status: 0, notice: undefined, error: undefined }))
      if (result.notice || (lost && done.includes(result.error?.code ?? ''))) return true
      const unavailable =
        result.status === 0 || result.status >= 500 || (result.error && isServerError(result.error.code))
      // Such a server error arrives in an answer with status 200; an outage must explain it all the same.
      const status = result.status === 0 ? 0 : 500
      if (unavailable) ledger.note({ method: intent, path: stored?.id ?? '', status, began, ended: performance.now() })
      else ledger.problem(`${intent} of ${stored?.filename} was answered with ${result.error?.code ?? result.status}`)
      await pause()
    }
    return false
  }
}

function isServerError(code: MessageCode): boolean {
  return code.endsWith('_FAILED') || new PortalError(code).status >= 500
}

async function read({ server, ledger, random }: World): Promise<void> {
  const { id, owner, sha256 } = random.pick(ledger.stored)
  const api = apiFor(server.url, { cookie: owner.cookie, onExchange: ledger.note })
  await exceptDuringOutage(ledger, `reading ${id}`, async () => {
    await (await api.ask('/healthz')).text()
    const listed = await api.documents()
    if (!listed.some(document => document.id === id)) ledger.problem(`${id} is missing from the list`)
    const content = await api.download(id).catch(noAnswer)
    if (content && createHash('sha256').update(content).digest('hex') !== sha256)
      ledger.problem(`${id} has other content`)
  })
}

/** A download that breaks off counts as no answer; `fetch` reports it as a TypeError. */
function noAnswer(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}

/** Missing answers and server errors are checked later against known outages; anything else is a problem. */
async function exceptDuringOutage(ledger: Ledger, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof RequestError && (error.status === 0 || error.status >= 500)) return pause()
    if (error instanceof TypeError) return pause()
    ledger.problem(`${what}: ${(error as Error).message}`)
  }
}

/** Nobody retries in the same instant, and a loop without a pause would starve the other tasks. */
function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 50))
}

function fileOf(random: Random, most: number): Buffer {
  const size = random.between(Math.ceil(most / 2), most)
  if (random.chance(0.5)) return Buffer.from(randomBytes(Math.ceil((size * 3) / 4)).toString('base64'))
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
}
