import { type Selectable, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Database, EnvelopeSignersTable, EnvelopesTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { EnvelopeField, PageSize, ReadBackLine } from '../envelopes.ts'
import { hashOf } from './original.ts'

export type EnvelopeRow = Omit<Selectable<EnvelopesTable>, 'fields' | 'read_back' | 'pages'> & {
  fields: EnvelopeField[]
  read_back: ReadBackLine[]
  pages: PageSize[]
}
export type SignerRow = Selectable<EnvelopeSignersTable>

/** Constraints of what a signer does, as the database refuses it. */
export const signingCodes = {
  envelope_closed: 'ENVELOPE_CLOSED',
  envelope_expired: 'ENVELOPE_EXPIRED',
  envelope_turn: 'ENVELOPE_TURN',
  envelope_unread: 'ENVELOPE_UNREAD',
} as const

/** @returns an envelope as the transaction sees it @throws PortalError NOT_FOUND */
export async function readEnvelope(tx: Transaction<Database>, envelopeId: string): Promise<EnvelopeRow> {
  const id = assertId(envelopeId)
  const row = await tx.selectFrom('envelopes').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  return row as unknown as EnvelopeRow
}

/** The same, locked for an administrator. */
export async function lockEnvelope(tx: Transaction<Database>, envelopeId: string): Promise<EnvelopeRow> {
  const id = assertId(envelopeId)
  const row = await tx.selectFrom('envelopes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new PortalError('NOT_FOUND')
  return row as unknown as EnvelopeRow
}

/** @returns an envelope's signers in their order */
export function readSigners(tx: Transaction<Database>, envelopeId: string): Promise<SignerRow[]> {
  return tx.selectFrom('envelope_signers').selectAll().where('envelope_id', '=', envelopeId).orderBy('turn').execute()
}

/** @returns whether its last day has passed, by the database's clock */
export async function isPastItsDay(tx: Transaction<Database>, { expires_on }: EnvelopeRow): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`select ${expires_on}::date < app.fund_day() as past`.execute(tx)
  return rows[0]?.past ?? false
}

/** The fingerprint of what signers are shown: the document and what is written into it, its title and its lines. */
export function shownHash({ kind, title, original_sha256, fields, read_back }: EnvelopeRow): string {
  return hashOf(JSON.stringify([kind, title, original_sha256, fields, read_back]))
}

/**
 * Locks the actor's own seat for what they are about to do. An administrator never has an investor's.
 * @throws PortalError NOT_FOUND without one; ENVELOPE_SIGNED, ENVELOPE_CLOSED, ENVELOPE_EXPIRED
 */
export async function lockOwnSeat(tx: Transaction<Database>, actor: Actor, envelopeId: string) {
  const id = assertId(envelopeId)
  const seat = await tx
    .selectFrom('envelope_signers')
    .selectAll()
    .where('envelope_id', '=', id)
    .where('user_id', '=', actor.id)
    .where('role', '<>', 'fund')
    .forUpdate()
    .executeTakeFirst()
  if (!seat) throw new PortalError('NOT_FOUND')
  const envelope = await readEnvelope(tx, id)
  if (seat.state === 'signed') throw new PortalError('ENVELOPE_SIGNED')
  await requireOpen(tx, envelope)
  return { envelope, seat }
}

/** @throws PortalError ENVELOPE_CLOSED, ENVELOPE_EXPIRED */
export async function requireOpen(tx: Transaction<Database>, envelope: EnvelopeRow): Promise<void> {
  if (envelope.state !== 'sent') throw new PortalError('ENVELOPE_CLOSED')
  if (await isPastItsDay(tx, envelope)) throw new PortalError('ENVELOPE_EXPIRED')
}
