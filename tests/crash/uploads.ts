import { createHash, randomBytes } from 'node:crypto'
import type { Removal, SignedIn, Stored } from './ledger.ts'
import type { Random } from './random.ts'
import { submitUntilAnswered } from './submit.ts'
import { apiOf, type World } from './world.ts'

let names = 0

export async function upload(world: World): Promise<void> {
  const stored = await send(world)
  if (stored) world.ledger.stored.push(stored)
}

interface Sent {
  /** The maximum size in bytes, as a power of two. */
  most?: number
  owner?: SignedIn
  metadata?: Record<string, string>
}

/**
 * Uploads a file, retrying until the site accepts it.
 * @returns what the site acknowledged
 */
export async function send(world: World, { most = 23, owner, metadata }: Sent = {}): Promise<Stored | undefined> {
  const { ledger, random, round } = world
  const person = owner ?? random.pick(ledger.people)
  // Sizes from 1 KB to 8 MB, small ones as often as large ones.
  const content = fileOf(random, 2 ** random.between(10, most))
  const filename = `crash-${process.pid}-${names++}.${content.subarray(0, 4).toString() === '%PDF' ? 'pdf' : 'txt'}`
  const chunkSize = random.chance(0.5) ? Math.max(1000, Math.ceil(content.length / 5)) : undefined
  let announced = false
  let acknowledged = 0
  try {
    const id = await apiOf(world, person).upload({
      filename,
      content,
      chunkSize,
      metadata,
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
    return { id, filename, size: content.length, sha256, owner: person, round, views }
  } catch (error) {
    ledger.problem(`${(error as Error).message} although its client kept retrying`)
    return undefined
  }
}

/** Deletes a new document, by a request and its approval or directly. Repeats each step until it is answered. */
export async function remove(world: World, signal: AbortSignal): Promise<void> {
  const { ledger, random, administrator } = world
  const stored = await send(world, { most: 14 })
  if (!stored) return
  const removal: Removal = { id: stored.id, filename: stored.filename, acknowledged: false }
  ledger.removals.push(removal)
  const path = `/profile/documents/${stored.id}`
  const approve = random.chance(0.5)
  if (approve) {
    const form = { api: apiOf(world, stored.owner), path, fields: { intent: 'document.request_delete' } }
    if (!(await submitUntilAnswered(world, signal, form))) return
  }
  const decision = {
    api: administrator,
    path,
    fields: { intent: approve ? 'document.approve_delete' : 'document.delete' },
  }
  const answer = await submitUntilAnswered(world, signal, decision, approve ? 'REQUEST_APPROVED' : 'DOCUMENT_GONE')
  removal.acknowledged = answer !== undefined
}

function fileOf(random: Random, most: number): Buffer {
  const size = random.between(Math.ceil(most / 2), most)
  if (random.chance(0.5)) return Buffer.from(randomBytes(Math.ceil((size * 3) / 4)).toString('base64'))
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
}
