import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { countersignBatchCommand, countersignCommand } from '../envelope.commands.ts'
import { countersignedAtOnce, nextSigner } from '../envelopes.ts'
import { kindOf } from './envelope-kinds.ts'
import { lockEnvelope, readSigners, requireOpen, signingCodes } from './envelope-rows.ts'
import { requireLetters } from './letters.ts'
import { afterSignature, writeSignature } from './sign-envelope.ts'

const codes = {
  ...signingCodes,
  envelope_turn: 'ENVELOPE_TURN_FUND',
  envelope_signers_person: 'ENVELOPE_OWN_SEAT',
} as const

/** Signs an envelope for the fund, once everyone else has. */
export const countersign = perform(
  countersignCommand,
  async ({ tx, actor, audit }, envelopeId, { typedName }) => {
    const signed = await signForFund(tx, actor, envelopeId, typedName)
    await audit('envelope.countersigned', signed.id, signed.details)
  },
  { before: requireFreshProof, codes },
)

/** Signs several for the fund, all or none. The control number is typed from the signer's own list. */
export const countersignBatch = perform(
  countersignBatchCommand,
  async ({ tx, actor, refuse, audit }, _about, { id: chosen, control, typedName }) => {
    const ids = [...new Set(chosen.map(assertId))].sort()
    if (ids.length === 0 || ids.length > countersignedAtOnce) throw refuse('ENVELOPE_CHOSEN')
    if (control !== String(ids.length)) throw refuse('ENVELOPE_CONTROL')
    const batch = randomUUID()
    for (const id of ids) {
      const signed = await signForFund(tx, actor, id, typedName, batch)
      await audit('envelope.countersigned', id, { ...signed.details, together: batch })
    }
    await audit('envelope.countersigned_together', batch, { number: ids.length, envelopes: ids })
    return ids.length
  },
  { before: requireFreshProof, codes },
)

async function signForFund(tx: Transaction<Database>, actor: Actor, id: string, typedName: string, batch?: string) {
  requireLetters(typedName)
  const envelope = await lockEnvelope(tx, id)
  await requireOpen(tx, envelope)
  const signers = await readSigners(tx, envelope.id)
  const seat = nextSigner(signers)
  if (seat?.role !== 'fund') throw new PortalError('ENVELOPE_TURN_FUND')
  if (signers.some(({ user_id }) => user_id === actor.id)) throw new PortalError('ENVELOPE_OWN_SEAT')
  const kind = kindOf(envelope)
  await writeSignature(tx, actor, seat, {
    ...{ typed_name: typedName, user_id: actor.id },
    ...(batch && { batch_id: batch }),
  })
  await kind?.countersigned?.(tx, kind.subjectId, actor)
  await afterSignature(tx, envelope.id)
  return { id: envelope.id, details: { holder_id: envelope.holder_id, sha256: envelope.original_sha256 } }
}
