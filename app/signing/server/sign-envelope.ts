import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { perform } from '../../../server/access/perform.ts'
import { signedFrom } from '../../../server/access/signed-from.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { openingsCounted } from '../../downloads/server/file-accesses.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { requireFreshProof } from '../../identity/server/fresh-proof.ts'
import { queueSeal } from '../../sealing/server/sealed-files.ts'
import { nextSigner } from '../envelopes.ts'
import { declineEnvelopeCommand, reportDrawnCommand, signEnvelopeCommand } from '../own-envelope.commands.ts'
import { requireConsent } from './consents.ts'
import { kindOf } from './envelope-kinds.ts'
import { mailOfficeOfEnvelope, mailSigners } from './envelope-mail.ts'
import { lockOwnSeat, readEnvelope, readSigners, type SignerRow, shownHash, signingCodes } from './envelope-rows.ts'
import { requireLetters } from './letters.ts'

/** Records the pages that the signer's browser has drawn: a signature takes every page. */
export const reportDrawn = perform(
  reportDrawnCommand,
  async ({ tx, actor }, envelopeId, { page }) => {
    const { envelope, seat } = await lockOwnSeat(tx, actor, envelopeId)
    const isPage = (n: number) => Number.isSafeInteger(n) && n >= 1 && n <= envelope.pages.length
    const drawn = [...new Set([...seat.drawn, ...page.map(Number).filter(isPage)])].sort((one, other) => one - other)
    await tx.updateTable('envelope_signers').set({ state: 'viewed', drawn }).where('id', '=', seat.id).execute()
  },
  { codes: signingCodes },
)

/**
 * Signs an envelope in the actor's own seat, under their consent to electronic records and with fresh proof. The last
 * signature sends it to be sealed.
 */
export const signEnvelope = perform(
  signEnvelopeCommand,
  async ({ tx, actor, refuse, audit }, envelopeId, { shown, confirmed, read, typedName }) => {
    const { envelope, seat } = await lockOwnSeat(tx, actor, envelopeId)
    const signers = await readSigners(tx, envelope.id)
    if (nextSigner(signers)?.id !== seat.id) throw refuse('ENVELOPE_TURN')
    await requireSeat(tx, actor, seat)
    const consent = await requireConsent(tx, actor)
    if (shown !== shownHash(envelope)) throw refuse('ENVELOPE_CHANGED')
    if (envelope.read_back.length > 0 && !confirmed) throw refuse('ENVELOPE_READ_BACK')
    if (seat.drawn.length < envelope.pages.length && !read) throw refuse('ENVELOPE_UNREAD')
    if (typedName.length < 3) throw refuse('ENVELOPE_NAME')
    requireLetters(typedName)
    const kind = kindOf(envelope)
    await kind?.beforeSigning?.(tx, kind.subjectId, seat)
    await writeSignature(tx, actor, seat, { typed_name: typedName, consent_id: consent.id })
    await audit('envelope.signed', envelope.id, {
      ...{ holder_id: envelope.holder_id, sha256: envelope.original_sha256 },
      ...{ capacity: seat.capacity, consent: consent.version },
    })
    await afterSignature(tx, envelope.id)
  },
  {
    before: async actor => {
      await requireFreshProof(actor)
      // What was served a moment ago counts.
      await openingsCounted()
    },
    codes: signingCodes,
  },
)

/** @throws PortalError FORBIDDEN, HOLDER_FROZEN where the person acts for the holder no more; the database asks the same */
async function requireSeat(tx: Transaction<Database>, actor: Actor, { role, holder_id }: SignerRow): Promise<void> {
  if (role === 'custodian') {
    const { rows } = await sql<{ may: boolean }>`select app.signs_as_custodian(${holder_id}) as may`.execute(tx)
    if (!rows[0]?.may) throw new PortalError('FORBIDDEN')
    return
  }
  const { members, isFrozen } = await findHolderFacts(tx, holder_id)
  const own = members.find(({ userId }) => userId === actor.id)
  if (!own || own.right === 'viewer') throw new PortalError('FORBIDDEN')
  if (isFrozen) throw new PortalError('HOLDER_FROZEN')
}

/** Writes a signature; when it was given, on which day and with which proof, the database says. */
export async function writeSignature(
  tx: Transaction<Database>,
  actor: Actor,
  seat: Pick<SignerRow, 'id'>,
  columns: { typed_name: string; consent_id?: string; user_id?: string; batch_id?: string },
): Promise<void> {
  await tx
    .updateTable('envelope_signers')
    .set({ state: 'signed', ...signedFrom(actor), ...columns })
    .where('id', '=', seat.id)
    .executeTakeFirstOrThrow()
}

/** What follows a signature: the next signer's turn, or, after the last one, the seal. */
export async function afterSignature(tx: Transaction<Database>, envelopeId: string): Promise<void> {
  const { id, state, holder_id } = await readEnvelope(tx, envelopeId)
  if (state === 'signed') {
    await queueSeal(tx, { kind: 'envelope', subjectId: id, holderId: holder_id })
    return
  }
  const next = nextSigner(await readSigners(tx, id))
  if (next?.role === 'fund') await mailOfficeOfEnvelope(tx, 'countersign')
  else await mailSigners(tx, [next?.user_id ?? null], 'your-turn')
}

/** Declines to sign: the envelope ends, for everyone. */
export const declineEnvelope = perform(
  declineEnvelopeCommand,
  async ({ tx, actor, audit }, envelopeId, { reason }) => {
    const { envelope, seat } = await lockOwnSeat(tx, actor, envelopeId)
    await requireSeat(tx, actor, seat)
    await tx.updateTable('envelope_signers').set({ state: 'declined', reason }).where('id', '=', seat.id).execute()
    await audit('envelope.declined', envelope.id, { holder_id: envelope.holder_id, reason })
    await mailOfficeOfEnvelope(tx, 'declined')
    const others = (await readSigners(tx, envelope.id)).filter(({ id, state }) => id !== seat.id && state === 'signed')
    await mailSigners(
      tx,
      others.map(({ user_id }) => user_id),
      'ended',
    )
  },
  { codes: signingCodes },
)
