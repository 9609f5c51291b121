import { randomUUID } from 'node:crypto'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { getBatch } from '../../app/bulk-delivery/server/batch.ts'
import { getItemsToOpen } from '../../app/bulk-delivery/server/items-to-open.ts'
import { requestBatchRelease } from '../../app/bulk-delivery/server/request-release.ts'
import { type BatchRequest, startBatch } from '../../app/bulk-delivery/server/start-batch.ts'
import { findsEquals } from '../../app/holders/server/sealed-numbers.ts'
import type { Actor } from '../../server/access/actor.ts'
import { insertHolder } from '../../server/sample/holders.ts'
import { insertPerson } from '../../server/sample/people.ts'
import { stageFile } from './deliveries.ts'
import { eventually } from './eventually.ts'
import type { SharedPortal } from './shared-portal.ts'

/** The VAULT_KEY of portals with tax numbers in their register. */
export const vaultKey = Buffer.alloc(32, 7)
export const withVault = { VAULT_KEY: vaultKey.toString('base64') }

/** A holder of the register, with a member. */
export interface BatchHolder {
  id: string
  number: string
  name: string
  zip: string
  /** Nine digits. */
  tin: string
  person: { id: string; email: string }
}

let holders = 0

/**
 * Adds holders to the register, each with a tax number, an address, and a member.
 * @param given names, and differences from the default
 */
export async function givenBatchHolders(
  portal: SharedPortal,
  given: readonly (string | { name: string; zip?: string; tin?: string })[],
): Promise<BatchHolder[]> {
  const equals = findsEquals(vaultKey, 'tin')
  const made = given.map(each => {
    const { name, zip, tin } = typeof each === 'string' ? { name: each, zip: undefined, tin: undefined } : each
    const n = ++holders
    return {
      ...{ id: randomUUID(), name, zip: zip ?? String(78_000 + n), tin: tin ?? String(400_000_000 + n * 7919) },
      person: { id: randomUUID(), email: `paper-${n}@papers.example` },
    }
  })
  const { owner } = portal
  for (const { id, name, zip, person } of made) {
    await insertPerson(owner, person)
    const address_lines = `1 Oak Lane\nAustin, TX ${zip}`
    await insertHolder(owner, [person], { id, legal_name: name, state: 'TX', address_lines })
  }
  for (const { id, tin } of made)
    await owner.query(
      `insert into vault_numbers (id, holder_id, kind, ciphertext, key_id, hmac, last4)
      values (gen_random_uuid(), $1, 'tin', $2, $3, $4, $5)`,
      [id, Buffer.alloc(40), Buffer.alloc(16), equals(tin), tin.slice(-4)],
    )
  const { rows } = await owner.query('select id, number from holders where id = any ($1)', [made.map(({ id }) => id)])
  const numbers = new Map(rows.map(row => [row.id, row.number]))
  return made.map(holder => ({ ...holder, number: numbers.get(holder.id) ?? '' }))
}

const usual = { split: { mode: 'whole', pages: '1' }, category: 'Tax', word: 'Tax form', period: '2025' } as const

/** Uploads files and waits until they are read. @returns the batch's id */
export async function givenBatch(
  portal: SharedPortal,
  admin: Actor,
  files: readonly { filename: string; content: Uint8Array }[],
  more: Partial<BatchRequest> = {},
): Promise<string> {
  const uploads: string[] = []
  for (const { filename, content } of files)
    uploads.push(await stageFile(portal, admin, { filename, content: Buffer.from(content) }))
  const id = await startBatch(admin, { id: randomUUID(), files: uploads, ...usual, ...more })
  await batchRead(admin, id)
  return id
}

/** Waits until a batch's files are read. */
export function batchRead(admin: Actor, id: string) {
  return eventually('the reading of a batch', async () => {
    const found = await getBatch(admin, id)
    return found.batch.state === 'matching' ? undefined : found
  })
}

/** Opens the drawn sample, like the page. */
export async function openAll(portal: SharedPortal, person: Actor, batchId: string): Promise<void> {
  const cookie = await portal.sessionOf(person)
  const requested = await getItemsToOpen(person, batchId)
  for (const { id } of requested?.items ?? []) {
    const answer = await portal.fetch(`/files/papers/${id}`, { cookie })
    if (answer.status !== 200) throw new Error(`a document could not be opened: ${answer.status}`)
    await answer.arrayBuffer()
  }
}

/** Releases a batch by two people, and waits until its documents are made. */
export async function releaseBatch(
  portal: SharedPortal,
  asker: Actor,
  approver: Actor,
  batchId: string,
): Promise<void> {
  const approval = await requestBatchRelease(asker, batchId)
  await openAll(portal, approver, batchId)
  await decideApproval(approver, approval, 'approved')
  await batchReleased(asker, batchId)
}

/** Waits until a batch's documents are made. */
export function batchReleased(admin: Actor, id: string) {
  return eventually('the release of a batch', async () => {
    const found = await getBatch(admin, id)
    return found.batch.state === 'released' && found
  })
}

/** The lines of a tax form's copy for its payee, as on most of them. */
export function payeeCopy(
  { name, zip, tin, number }: BatchHolder,
  { withTin = false, withNumber = false, withPayer = false, amount = '1,234.56' } = {},
): string[] {
  return [
    withPayer ? 'PAYER Larkstone Private Lending, Austin, TX 78799, TIN 74-1234567' : 'PAYER Larkstone Private Lending',
    withTin
      ? `RECIPIENT TIN ${tin.slice(0, 3)}-${tin.slice(3, 5)}-${tin.slice(5)}`
      : `RECIPIENT TIN ***-**-${tin.slice(-4)}`,
    'RECIPIENT’S name',
    name.toUpperCase(),
    'Street address',
    '1 Oak Lane',
    'City, state, ZIP code',
    `Austin, TX ${zip}`,
    ...(withNumber ? [`Account number ${number}`] : []),
    `1 Interest income $${amount}`,
  ]
}
