import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely } from '../../../server/access/perform.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import {
  describeEnvelopeCommand,
  placeFieldCommand,
  prepareEnvelopeCommand,
  removeFieldCommand,
  seatSignersCommand,
} from '../envelope.commands.ts'
import { inch, mostFields, readBackLines } from '../envelopes.ts'
import { isOnPage } from '../places.ts'
import { type EnvelopeRow, lockEnvelope, readSigners } from './envelope-rows.ts'
import { requireLetters } from './letters.ts'
import { addOriginal, asJsonb, bytesOf, type Jsonb, readStored, storeOriginal } from './original.ts'
import { prepareTemplate } from './pdf/template.ts'
import { findCandidates, usualSeats, writeSeats } from './seats.ts'

/**
 * Prepares an envelope of a PDF that is uploaded, or filed with the holder: what can't be signed as it is, is refused now.
 * @returns its id
 */
export const prepareEnvelope = performFreely(
  prepareEnvelopeCommand,
  async ({ actor, refuse, transact }, _about, { holder, title, kind, file, document }) => {
    const holderId = assertId(holder)
    requireLetters(title)
    const facts = await transact(({ tx }) => findHolderFacts(tx, holderId))
    const folder = facts.members.find(({ right }) => right !== 'viewer')?.userId
    if (!folder || facts.isFrozen) throw refuse('ENVELOPE_HOLDER')
    const bytes =
      (await bytesOf(file)) ?? (document ? await transact(({ tx }) => readFiled(tx, holderId, document)) : undefined)
    if (!bytes) throw refuse('ENVELOPE_FILE')
    const template = await prepareTemplate(bytes)
    const stored = await storeOriginal(folder, template.bytes)
    return transact(async ({ tx, audit }) => {
      const id = randomUUID()
      const documentId = await addOriginal(tx, actor, stored, { holderId, name: title })
      await tx
        .insertInto('envelopes')
        .values({
          ...{ id, kind, holder_id: holderId, title, document_id: documentId, original_sha256: stored.sha256 },
          ...{ pages: asJsonb(template.pages), created_by: actor.id },
        })
        .execute()
      await writeSeats(tx, { id, holder_id: holderId }, usualSeats(facts, await findCandidates(tx, facts)))
      const { flattened } = template
      await audit('envelope.prepared', id, { holder_id: holderId, title, sha256: stored.sha256, flattened })
      return id
    })
  },
)

/** @returns the bytes of a PDF that is filed with the holder */
async function readFiled(tx: Transaction<Database>, holderId: string, documentId: string): Promise<Uint8Array> {
  const found = await tx
    .selectFrom('documents')
    .select(['file_path', 'file_size'])
    .where('id', '=', assertId(documentId))
    .where('holder_id', '=', holderId)
    .where('file_type', '=', 'pdf')
    .executeTakeFirst()
  if (!found) throw new PortalError('NOT_FOUND')
  return readStored(found)
}

/** @throws PortalError ENVELOPE_MOVED unless it is a draft */
export async function lockDraft(tx: Transaction<Database>, envelopeId: string): Promise<EnvelopeRow> {
  const envelope = await lockEnvelope(tx, envelopeId)
  if (envelope.state !== 'draft') throw new PortalError('ENVELOPE_MOVED')
  return envelope
}

/** Sets the signers, their order and capacities. Fields of people who are no longer signers are removed. */
export const seatSigners = perform(seatSignersCommand, async ({ tx, refuse, audit }, envelopeId, typed) => {
  const envelope = await lockDraft(tx, envelopeId)
  const candidates = await findCandidates(tx, await findHolderFacts(tx, envelope.holder_id))
  const seats = typed.seat.flatMap((key, at) => {
    const turn = Number(typed.turn[at] || 0)
    const candidate = candidates.find(each => each.key === key)
    if (!turn) return []
    if (!candidate || !Number.isSafeInteger(turn)) throw refuse('ENVELOPE_SEATS')
    return [{ ...candidate, turn, capacity: (typed.capacity[at] ?? '').trim().replaceAll(/\s+/g, ' ') }]
  })
  seats.sort((one, other) => one.turn - other.turn)
  const people = seats.map(({ key }) => key)
  if (new Set(people).size < people.length) throw refuse('ENVELOPE_SAME_PERSON')
  const isInOrder = seats.every(({ turn }, at) => turn === at + 1)
  const fundAt = seats.findIndex(({ role }) => role === 'fund')
  const isLast = fundAt === -1 || fundAt === seats.length - 1
  if (!isInOrder || !isLast || !seats.some(({ role }) => role === 'holder')) throw refuse('ENVELOPE_SEATS')
  if (seats.some(({ capacity }) => !capacity || capacity.length > 300)) throw refuse('ENVELOPE_CAPACITY')
  for (const { capacity } of seats) requireLetters(capacity)
  const before = await readSigners(tx, envelope.id)
  await writeSeats(tx, envelope, seats)
  const turnNow = new Map(
    before.map(({ turn, user_id }) => [turn, seats.find(({ userId }) => userId === user_id)?.turn ?? 0]),
  )
  const fields = envelope.fields
    .map(field => ({ ...field, turn: turnNow.get(field.turn) ?? 0 }))
    .filter(({ turn }) => turn > 0)
  await setDraft(tx, envelope.id, { fields: asJsonb(fields) })
  await audit('envelope.seated', envelope.id, { signers: seats.map(({ userId, capacity }) => ({ userId, capacity })) })
})

export const describeEnvelope = perform(describeEnvelopeCommand, async ({ tx, refuse, audit }, envelopeId, typed) => {
  const { id } = await lockDraft(tx, envelopeId)
  const lines = readBackLines(typed.readBack)
  if (!lines) throw refuse('ENVELOPE_LINES')
  requireLetters(typed.title)
  await setDraft(tx, id, { title: typed.title, read_back: asJsonb(lines) })
  await audit('envelope.described', id, { title: typed.title, read_back: lines })
})

/** Places a field on a page, or changes a placed one. */
export const placeField = perform(placeFieldCommand, async ({ tx, refuse, audit }, envelopeId, typed) => {
  const { id, fields, pages } = await lockDraft(tx, envelopeId)
  const [turn, page] = [Number(typed.turn), Number(typed.page)]
  const [x = 0, y = 0, width = 0, height = 0] = [typed.left, typed.top, typed.width, typed.height].map(each =>
    Math.round(Number(each) * inch),
  )
  const size = pages[page - 1]
  const isSeat = (await readSigners(tx, id)).some(signer => signer.turn === turn)
  const placed = { id: typed.field || randomUUID(), turn, what: typed.what, page, x, y, width, height }
  if (!isSeat) throw refuse('ENVELOPE_MOVED')
  if (!size || !isOnPage(placed, size)) throw refuse('ENVELOPE_PLACE')
  const at = fields.findIndex(field => field.id === placed.id)
  if (typed.field && at === -1) throw refuse('ENVELOPE_MOVED')
  if (at === -1 && fields.length >= mostFields) throw refuse('ENVELOPE_FIELDS')
  await setDraft(tx, id, { fields: asJsonb(at === -1 ? [...fields, placed] : fields.with(at, placed)) })
  await audit('envelope.placed', id, placed)
})

export const removeField = perform(
  removeFieldCommand,
  async ({ tx, refuse, audit }, envelopeId, { field: fieldId }) => {
    const { id, fields } = await lockDraft(tx, envelopeId)
    const field = fields.find(each => each.id === fieldId)
    if (!field) throw refuse('ENVELOPE_MOVED')
    await setDraft(tx, id, { fields: asJsonb(fields.filter(each => each !== field)) })
    await audit('envelope.unplaced', id, { field })
  },
)

async function setDraft(
  tx: Transaction<Database>,
  id: string,
  columns: { title?: string; fields?: Jsonb; read_back?: Jsonb },
): Promise<void> {
  await tx.updateTable('envelopes').set(columns).where('id', '=', id).execute()
}

/** @returns who may sign for the envelope's holder, for its form */
export function getCandidates(actor: Parameters<typeof asAdministrator>[0], holderId: string) {
  return asAdministrator(actor, async tx => findCandidates(tx, await findHolderFacts(tx, assertId(holderId))))
}
