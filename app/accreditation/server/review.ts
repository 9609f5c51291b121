import { sql, type Transaction } from 'kysely'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely, type Work } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { findHolderFacts, type HolderFacts } from '../../holders/server/holder-facts.ts'
import { hasFreshProof } from '../../identity/server/fresh-proof.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { checklistFor } from '../checklist.ts'
import { destroyedOn } from '../evidence.ts'
import { isAging } from '../evidence-kinds.ts'
import {
  approveAccreditationCommand,
  rejectAccreditationCommand,
  returnAccreditationCommand,
} from '../review.commands.ts'
import { lastDayOf } from '../validity.ts'
import { type Accreditation, lockAccreditation, saleOf } from './accreditation.ts'
import { mailMembers } from './accreditation-mail.ts'
import { approveKind, askForSecond } from './second-reviewer.ts'

/**
 * Approves a verification as a reviewer, who has ticked the whole checklist. Most need two: the first one requests the
 * approval of the second (`askForApproval`), who gives it by this operation, or under Approvals. Once that request is
 * rejected or withdrawn, either of them can be the first again. One by an earlier verification needs one. @returns what
 * is said where it is approved now, rather than waiting for a second reviewer
 */
export const approveAccreditation = performFreely(
  approveAccreditationCommand,
  async ({ actor, refuse, transact }, accreditationId, { ticks }) => {
    const id = assertId(accreditationId)
    const isProved = await hasFreshProof(actor)
    const { waiting, isApproved, all } = await transact(async ({ tx }) => {
      const { row, holder } = await lockForReview(tx, actor, id)
      const all = checklistFor(saleOf(row, holder), row.method).map(({ code }) => code)
      if (!all.every(code => ticks.includes(code))) throw refuse('REVIEW_TICKS')
      const open = await findOpenApproval(tx, id)
      if (open) {
        if (open.asked_by === actor.id) throw refuse('REVIEWED_ALREADY')
        return { waiting: open.id, isApproved: true, all }
      }
      // Where one reviewer is enough, an unattended desk must not be.
      if (row.reviewersNeeded === 1 && !isProved) throw refuse('PROOF_NEEDED')
      await insertReview(tx, actor, row, 'approved', all)
      if (row.reviewersNeeded > 1) await askForSecond(tx, actor, row, holder)
      else await approve(tx, actor, row, holder)
      return { waiting: undefined, isApproved: row.reviewersNeeded === 1, all }
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

/** Sends a verification back, because something more is needed. A request for a second reviewer becomes void. */
export const returnAccreditation = perform(
  returnAccreditationCommand,
  async (work, id, { reason }) => {
    const { row, holder } = await decline(work, id, 'returned', reason)
    await work.audit('accreditation.returned', row.id, { holder_id: row.holderId })
    await mailMembers(work.tx, holder, 'more-needed')
  },
  { before: requireProofForReason },
)

/** The same for one that is rejected. */
export const rejectAccreditation = perform(
  rejectAccreditationCommand,
  async (work, id, { reason }) => {
    const { row, holder } = await decline(work, id, 'rejected', reason)
    await dateDestruction(work.tx, row.id)
    await work.audit('accreditation.rejected', row.id, { holder_id: row.holderId })
    await mailMembers(work.tx, holder, 'rejected')
  },
  { before: requireProofForReason },
)

function requireProofForReason(actor: Actor, id: string, { reason }: { reason: string }): Promise<void> {
  return requireProofToReach(actor, { owners: [id], texts: [reason] })
}

async function decline(
  { tx, actor }: Pick<Work, 'tx' | 'actor'>,
  accreditationId: string,
  state: 'returned' | 'rejected',
  reason: string,
): Promise<{ row: Accreditation; holder: HolderFacts }> {
  const id = assertId(accreditationId)
  const { row, holder } = await lockForReview(tx, actor, id)
  await voidApprovals(tx, approveKind, id)
  await insertReview(tx, actor, row, state, [])
  await tx
    .updateTable('accreditations')
    .set({ state, reason, ...(state === 'rejected' && { decided_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .execute()
  return { row, holder }
}

async function lockForReview(
  tx: Transaction<Database>,
  actor: Actor,
  id: string,
): Promise<{ row: Accreditation; holder: HolderFacts }> {
  const row = await lockAccreditation(tx, id)
  if (!canTake(accreditationSteps.approve, row.state)) throw new PortalError('ACCREDITATION_MOVED')
  const holder = await findHolderFacts(tx, row.holderId)
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
  { id, holderId, round }: Pick<Accreditation, 'id' | 'holderId' | 'round'>,
  decision: 'approved' | 'returned' | 'rejected',
  ticks: string[],
): Promise<void> {
  const added = await tx
    .insertInto('accreditation_reviews')
    .values({ accreditation_id: id, holder_id: holderId, round, reviewer_id: actor.id, decision, ticks })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .execute()
  if (decision === 'approved' && added.length > 0)
    await audit(tx, actor, 'accreditation.reviewed', id, { holder_id: holderId, round, ticks })
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
  const verified = { method: row.method, approvedOn: today, evidenceDays, verifiedOn: row.verifiedOn ?? undefined }
  const validThrough = lastDayOf(verified, switches)
  // A letter may have aged while it waited.
  if (validThrough < today) throw new PortalError('EVIDENCE_OLD')
  await tx
    .updateTable('accreditations')
    .set({ state: 'approved', decided_at: sql<Date>`now()`, valid_from: today, valid_through: validThrough })
    .where('id', '=', row.id)
    .execute()
  await dateDestruction(tx, row.id)
  await audit(tx, actor, 'accreditation.approved', row.id, { holder_id: row.holderId, valid_through: validThrough })
  await mailMembers(tx, holder, 'approved')
}

/** @throws PortalError EARLIER_REVOKED where what it rests on was revoked meanwhile */
async function requireBasis(tx: Transaction<Database>, { earlierId }: Accreditation): Promise<void> {
  if (!earlierId) return
  const earlier = await tx.selectFrom('accreditations').select('state').where('id', '=', earlierId).executeTakeFirst()
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
