import { type SqlBool, sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { findReliance } from '../../accreditation/server/reliance.ts'
import { requireCurrentRegister } from '../../covered-persons/server/offering-problems.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { type AgreedNote, addAgreedNote } from '../../notes/server/drafts.ts'
import { type GivenSignature, signAgreedNote } from '../../notes/server/sign-note.ts'
import type { EnvelopeKind } from '../../signing/server/envelope-kinds.ts'
import { openWire } from '../../wire-instructions/server/wire-openings.ts'
import { subscriptionSteps } from '../subscription-steps.ts'
import { papersOf } from './holder-papers.ts'
import { assertJoined, countUnread, lockSubscription, type SubscriptionRow } from './subscription-row.ts'

/**
 * The envelope of a subscription's agreement. Signatures and ends move the subscription in the database
 * (app.follow_agreement); the fund's signature sells the note, here.
 */
export const agreementKind: EnvelopeKind = {
  kind: 'agreement',

  /** No one signs with an unread supplement. A custodian signs for the account: its owner has read it. */
  async beforeSigning(tx, subscriptionId, { role, user_id }) {
    if (role !== 'holder' || !user_id) return
    const { rows } = await sql<{ offeringId: string }>`
      select offering_id as "offeringId" from subscriptions where id = ${subscriptionId}`.execute(tx)
    const [row] = rows
    if (row && (await countUnread(tx, row.offeringId, user_id)) > 0) throw new PortalError('SUPPLEMENT_UNREAD')
  },

  /** The accreditation, the holder's documents and the register of covered persons are checked again. */
  async countersigned(tx, subscriptionId, actor) {
    const row = await lockSubscription(tx, subscriptionId, subscriptionSteps.countersign.from)
    await assertSellable(tx, row)
    const note = await addAgreedNote(tx, actor, row.agreed as unknown as AgreedNote)
    await signAgreedNote(tx, actor, note.id, await signaturesOf(tx, row.id))
    await tx
      .updateTable('subscriptions')
      .set({ state: subscriptionSteps.countersign.to, note_id: note.id })
      .where('id', '=', row.id)
      .execute()
    await openWire(tx, { holderId: row.holderId ?? '', subjectId: note.id, reference: note.number })
    await auditSale(tx, actor, row, note)
  },
}

function auditSale(
  tx: Transaction<Database>,
  actor: Actor,
  row: SubscriptionRow,
  note: { id: string; number: string },
) {
  const facts = { holder_id: row.holderId, note_id: note.id, number: note.number }
  return audit(tx, actor, 'subscription.countersigned', row.id, facts)
}

/** @throws PortalError NOT_ACCREDITED, SUBSCRIPTION_PAPERS, SUBSCRIPTION_RENEWAL, COVERED_NOT_CURRENT */
async function assertSellable(
  tx: Transaction<Database>,
  { holderId, amountCents, renewsId }: SubscriptionRow,
): Promise<void> {
  if (!holderId || amountCents === null) throw new PortalError('SUBSCRIPTION_STATE')
  const { kind } = await findHolderFacts(tx, holderId)
  await findReliance(tx, { holderId, principalCents: amountCents, day: fundDay() })
  const papers = await papersOf(tx, holderId, kind)
  if (papers.some(({ isHere }) => !isHere)) throw new PortalError('SUBSCRIPTION_PAPERS')
  await assertJoined(tx, renewsId)
  await requireCurrentRegister(tx)
}

/** The holder's signatures on the agreement, with their days in the fund's zone. */
async function signaturesOf(tx: Transaction<Database>, subscriptionId: string): Promise<GivenSignature[]> {
  const rows = await tx
    .selectFrom('envelope_signers as s')
    .innerJoin('envelopes as e', 'e.id', 's.envelope_id')
    .select(['s.user_id as userId', 's.signed_on as signedOn'])
    .where('e.subject_id', '=', subscriptionId)
    .where('e.kind', '=', 'agreement')
    .where(sql<SqlBool>`e.state in ('sent', 'signed')`)
    .where('s.role', '=', 'holder')
    .execute()
  return rows.map(({ userId, signedOn }) => ({ userId: userId ?? '', signedOn: signedOn ?? '' }))
}
