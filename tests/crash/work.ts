import { createHash, randomBytes } from 'node:crypto'
import type { MessageCode } from '../../rules/messages.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { type Api, apiFor, Unanswered } from '../helpers/api.ts'
import { eventually } from '../helpers/eventually.ts'
import type { TestServer } from '../helpers/server.ts'
import type { Ledger, Removal, Stored } from './ledger.ts'
import type { Random } from './random.ts'

/** What everybody at work shares. */
export interface World {
  server: TestServer
  ledger: Ledger
  round: number
  /** Decides about delete requests. */
  administrator: Api
  /** For what is sent and when, never for what is killed. */
  random: Random
}

let names = 0

/**
 * Has several people use the site at once until the signal; each then brings what they have begun to its end. What
 * the site answers goes into the ledger, and so does every answer that it must not give.
 */
export async function workUntil(signal: AbortSignal, world: World): Promise<void> {
  const repeat = async (act: (world: World, signal: AbortSignal) => Promise<void>) => {
    while (!signal.aborted) await act(world, signal)
  }
  const uploaders = [1, 2, 3, 4].map(() => repeat(upload))
  await Promise.all([...uploaders, repeat(signInAnew), repeat(signInAnew), repeat(view), repeat(read), repeat(remove)])
}

/** Signs in somebody new. The signal ends the wait for the mail, which may come later. */
export async function signInAnew({ server, ledger }: World, signal?: AbortSignal): Promise<void> {
  const number = names++
  const email = `person-${process.pid}-${number}@example.com`
  const ip = `10.8.${number >> 8}.${number & 255}`
  const api = apiFor(server.url, { ip, onExchange: ledger.note })
  await unlessAway(ledger, `a code for ${email}`, async () => {
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
 * Sends a file until it is taken.
 * @param most its size in bytes at most is two to this power
 * @returns what the site has promised by that
 */
async function send({ server, ledger, random, round }: World, most = 23): Promise<Stored | undefined> {
  const owner = random.pick(ledger.people)
  // As many small files as large ones, from 1 KB to 8 MB.
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
          if (offset < acknowledged) ledger.problem(`${filename}: ${acknowledged} bytes were taken, ${offset} are left`)
        }
      },
    })
    const sha256 = createHash('sha256').update(content).digest('hex')
    const views = { counted: 0, tried: 0 }
    return { id, filename, size: content.length, sha256, owner, round, views }
  } catch (error) {
    ledger.problem(`${(error as Error).message} although its client went on trying`)
    return undefined
  }
}

async function view({ server, ledger, random }: World): Promise<void> {
  const { id, owner, views } = random.pick(ledger.stored)
  const api = apiFor(server.url, { cookie: owner.cookie, onExchange: ledger.note })
  await unlessAway(ledger, `a view of ${id}`, async () => {
    views.tried++
    await api.view(id)
    views.counted++
  })
}

/** Has a new document deleted: by a request and its approval, or by force. Each is asked again until it is answered. */
async function remove(world: World, signal: AbortSignal): Promise<void> {
  const { server, ledger, random, administrator } = world
  const stored = await send(world, 14)
  if (!stored) return
  const removal: Removal = { id: stored.id, filename: stored.filename, acknowledged: false }
  ledger.removals.push(removal)
  const owner = apiFor(server.url, { cookie: stored.owner.cookie })
  const approve = random.chance(0.5)
  if (approve && !(await untilAnswered(owner, 'request-delete', []))) return
  removal.acknowledged = await (approve
    ? untilAnswered(administrator, 'approve', ['REQUEST_APPROVED'])
    : untilAnswered(administrator, 'delete', ['DOCUMENT_GONE']))

  /** @param done what is heard where an earlier try did it and its answer was lost */
  async function untilAnswered(api: Api, intent: string, done: string[]): Promise<boolean> {
    for (let lost = false; !signal.aborted; lost = true) {
      const began = performance.now()
      const said = await api.act(intent, stored?.id).catch(() => ({ status: 0, notice: undefined, error: undefined }))
      if (said.notice || (lost && done.includes(said.error?.code ?? ''))) return true
      const away = said.status === 0 || said.status >= 500 || (said.error && isFaultOfOurs(said.error.code))
      // Such a fault is said in an answer of 200; what was away is to explain it all the same.
      const status = said.status === 0 ? 0 : 500
      if (away) ledger.note({ method: intent, path: stored?.id ?? '', status, began, ended: performance.now() })
      else ledger.problem(`${intent} of ${stored?.filename} was answered with ${said.error?.code ?? said.status}`)
      await pause()
    }
    return false
  }
}

function isFaultOfOurs(code: MessageCode): boolean {
  return code.endsWith('_FAILED') || new PortalError(code).status >= 500
}

async function read({ server, ledger, random }: World): Promise<void> {
  const { id, owner, sha256 } = random.pick(ledger.stored)
  const api = apiFor(server.url, { cookie: owner.cookie, onExchange: ledger.note })
  await unlessAway(ledger, `reading ${id}`, async () => {
    await (await api.ask('/healthz')).text()
    const listed = await api.documents()
    if (!listed.some(document => document.id === id)) ledger.problem(`${id} is missing in the list`)
    const content = await api.download(id).catch(whole)
    if (content && createHash('sha256').update(content).digest('hex') !== sha256)
      ledger.problem(`${id} reads otherwise`)
  })
}

/** An answer that breaks off in the middle is none; `fetch` tells by a TypeError. */
function whole(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}

/** No answer and answers from 500 on are judged later, by what was away; all else that goes wrong is a problem. */
async function unlessAway(ledger: Ledger, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Unanswered && (error.status === 0 || error.status >= 500)) return pause()
    if (error instanceof TypeError) return pause()
    ledger.problem(`${what}: ${(error as Error).message}`)
  }
}

/** Nobody asks again in the same instant; and a loop without a pause would leave the others no time. */
function pause(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 50))
}

function fileOf(random: Random, most: number): Buffer {
  const size = random.between(Math.ceil(most / 2), most)
  if (random.chance(0.5)) return Buffer.from(randomBytes(Math.ceil((size * 3) / 4)).toString('base64'))
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
}
