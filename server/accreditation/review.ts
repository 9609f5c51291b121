import { sql, type Transaction } from 'kysely'
import { accreditation as switches } from '../../content/accreditation.ts'
import { checklistFor } from '../../rules/accreditation/checklist.ts'
import { destroyedOn } from '../../rules/accreditation/evidence.ts'
import { isAging } from '../../rules/accreditation/evidence-kinds.ts'
import {
  approveAccreditationCommand,
  rejectAccreditationCommand,
  returnAccreditationCommand,
} from '../../rules/accreditation/review.commands.ts'
import { lastDayOf } from '../../rules/accreditation/validity.ts'
import { accreditationSteps, canTake } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { performFreely } from '../access/perform.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { voidApprovals } from '../approvals/ask-for-approval.ts'
import { decideApproval } from '../approvals/decide-approval.ts'
import type { Database } from '../database/types.ts'
import { findHolderFacts, type HolderFacts } from '../holders/holder-facts.ts'
import { hasFreshProof } from '../identity/fresh-proof.ts'
import { requireProofToReach } from '../identity/reach-proof.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type Accreditation, lockAccreditation, saleOf } from './accreditation.ts'
import { mailMembers } from './accreditation-mail.ts'
import { approveKind, askForSecond } from './second-reviewer.ts'

/**
 * Approves a verification as a reviewer, who has ticked the whole checklist. Most take two: the first one asks the second
 * (`askForApproval`), whose approval is this operation too, or under Approvals. Once that request is rejected or
 * withdrawn, either of them can be the first again. One by an earlier verification takes one.
 * @returns what is said where it is approved now, rather than waiting for a second reviewer
 * @throws PortalError PROOF_NEEDED for the second, and for the only one
 */
export const approveAccreditation = performFreely(
  approveAccreditationCommand,
  async ({ actor, refuse }, accreditationId, { ticks }) => {
    const id = assertId(accreditationId)
    requireAdministrator(actor)
    const isProved = await hasFreshProof(actor)
    const { waiting, isApproved, all } = await asAdministrator(actor, async tx => {
      const { row, holder } = await lockForReview(tx, actor, id)
      const all = checklistFor(saleOf(row, holder), row.method).map(({ code }) => code)
      if (!all.every(code => ticks.includes(code))) throw refuse('REVIEW_TICKS')
      const open = await findOpenApproval(tx, id)
      if (open) {
        if (open.asked_by === actor.id) throw refuse('REVIEWED_ALREADY')
        return { waiting: open.id, isApproved: true, all }
      }
      // Where no one else looks, either, a desk that was left must not be enough.
      if (row.reviewers_needed === 1 && !isProved) throw new PortalError('PROOF_NEEDED')
      await insertReview(tx, actor, row, 'approved', all)
      if (row.reviewers_needed > 1) await askForSecond(tx, actor, row, holder)
      else await approve(tx, actor, row, holder)
      return { waiting: undefined, isApproved: row.reviewers_needed === 1, all }
    })
    // What the second one ticked is theirs; approved under Approvals, it is on what the first one checked.
    if (waiting)
      await decideApproval(actor, waiting, 'approved', '', async tx => {
        const { row } = await lockForReview(tx, actor, id)
        await insertReview(tx, actor, row, 'approved', all)
      })
    return isApproved ? { notice: 'Approved' } : undefined
  },
)

/** Sends a verification back, because something more is needed. What waits for a second reviewer is void. */
export const returnAccreditation = performFreely(returnAccreditationCommand, ({ actor }, id, { reason }) =>
  decline(actor, assertId(id), 'returned', reason),
)

/** The same for one that is rejected. */
export const rejectAccreditation = performFreely(rejectAccreditationCommand, ({ actor }, id, { reason }) =>
  decline(actor, assertId(id), 'rejected', reason),
)

async function decline(actor: Actor, id: string, decision: 'returned' | 'rejected', reason: string): Promise<void> {
  await requireProofToReach(actor, { owners: [id], texts: [reason] })
  await asAdministrator(actor, async tx => {
    const { row, holder } = await lockForReview(tx, actor, id)
    await voidApprovals(tx, approveKind, id)
    await insertReview(tx, actor, row, decision, [])
    await tx
      .updateTable('accreditations')
      .set({ state: decision, reason, ...(decision === 'rejected' && { decided_at: sql<Date>`now()` }) })
      .where('id', '=', id)
      .execute()
    if (decision === 'rejected') await dateDestruction(tx, id)
    await audit(tx, actor, `accreditation.${decision}`, id, { holder_id: row.holder_id })
    await mailMembers(tx, holder, decision === 'returned' ? 'more-needed' : 'rejected')
  })
}

async function lockForReview(
  tx: Transaction<Database>,
  actor: Actor,
  id: string,
): Promise<{ row: Accreditation; holder: HolderFacts }> {
  const row = await lockAccreditation(tx, id)
  if (!canTake(accreditationSteps.approve, row.state)) throw new PortalError('ACCREDITATION_MOVED')
  const holder = await findHolderFacts(tx, row.holder_id)
  if (holder.members.some(({ userId }) => userId === actor.id)) throw new PortalError('REVIEW_OWN')
  return { row, holder }
}

/**
 * Two people review a verification, not one and someone who trusts them. The database asks the same
 * (`app.has_what_it_needs`).
 * @throws PortalError REVIEW_UNOPENED unless the second reviewer has opened each of its documents
 */
export async function requireOpened(tx: Transaction<Database>, id: string): Promise<void> {
  const { rows } = await sql<{ opened: boolean }>`select app.has_opened_evidence(${id}) as opened`.execute(tx)
  if (!rows[0]?.opened) throw new PortalError('REVIEW_UNOPENED')
}

/** Who reviews once more in this round, because a request was rejected or they changed their mind, has a review already; the log has both. */
export async function insertReview(
  tx: Transaction<Database>,
  actor: Actor,
  { id, holder_id, round }: Pick<Accreditation, 'id' | 'holder_id' | 'round'>,
  decision: 'approved' | 'returned' | 'rejected',
  ticks: string[],
): Promise<void> {
  const added = await tx
    .insertInto('accreditation_reviews')
    .values({ accreditation_id: id, holder_id, round, reviewer_id: actor.id, decision, ticks })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  if (decision === 'approved' && added.length > 0)
    await audit(tx, actor, 'accreditation.reviewed', id, { holder_id, round, ticks })
}

/**
 * Approves a verification that as many have reviewed as it takes, from today until its last day.
 * @param tx a transaction that has locked it, of the last reviewer
 */
export async function approve(
  tx: Transaction<Database>,
  actor: Actor,
  row: Accreditation,
  holder: HolderFacts,
): Promise<void> {
  await requireBasis(tx, row)
  const today = fundDay()
  const sent = await tx
    .selectFrom('evidence')
    .select(['kind', 'dated_on'])
    .where('accreditation_id', '=', row.id)
    .execute()
  const evidenceDays = sent.flatMap(({ kind, dated_on }) => (isAging(kind) && dated_on ? [dated_on] : []))
  const verified = { method: row.method, approvedOn: today, evidenceDays, verifiedOn: row.verified_on ?? undefined }
  const validThrough = lastDayOf(verified, switches)
  // A letter may have aged while it waited.
  if (validThrough < today) throw new PortalError('EVIDENCE_OLD')
  await tx
    .updateTable('accreditations')
    .set({ state: 'approved', decided_at: sql<Date>`now()`, valid_from: today, valid_through: validThrough })
    .where('id', '=', row.id)
    .execute()
  await dateDestruction(tx, row.id)
  await audit(tx, actor, 'accreditation.approved', row.id, { holder_id: row.holder_id, valid_through: validThrough })
  await mailMembers(tx, holder, 'approved')
}

/** @throws PortalError EARLIER_REVOKED where what it rests on was revoked meanwhile */
async function requireBasis(tx: Transaction<Database>, { earlier_id }: Accreditation): Promise<void> {
  if (!earlier_id) return
  const earlier = await tx.selectFrom('accreditations').select('state').where('id', '=', earlier_id).executeTakeFirst()
  if (earlier?.state === 'revoked') throw new PortalError('EARLIER_REVOKED')
}

/** Sets the day on which sensitive evidence is destroyed. */
async function dateDestruction(tx: Transaction<Database>, id: string): Promise<void> {
  const today = fundDay()
  const kept = await tx
    .selectFrom('evidence')
    .select(['id', 'kind', 'sent_anyway_at', 'shows_tax_form'])
    .where('accreditation_id', '=', id)
    .execute()
  for (const { id: evidenceId, kind, sent_anyway_at, shows_tax_form } of kept) {
    const day = destroyedOn(kind, sent_anyway_at !== null || shows_tax_form, today, switches)
    if (day) await tx.updateTable('evidence').set({ destroy_on: day }).where('id', '=', evidenceId).execute()
  }
}

function findOpenApproval(tx: Transaction<Database>, id: string) {
  return tx
    .selectFrom('approvals')
    .select(['id', 'asked_by'])
    .where('kind', '=', approveKind)
    .where('subject_id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst()
}
