import type { Transaction } from 'kysely'
import { fromCents } from '../../../rules/number.ts'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Database } from '../../../server/database/types.ts'
import { askForApproval } from '../../approvals/server/ask-for-approval.ts'
import type { HolderFacts } from '../../holders/server/holder-facts.ts'
import { checklistFor } from '../checklist.ts'
import { approveAccreditationCommand } from '../review.commands.ts'
import { type Accreditation, saleOf } from './accreditation.ts'

/** What a second person approves. */
export const approveKind = approveAccreditationCommand.name

/** The approval's content: what was reviewed, and what the first reviewer checked. */
export interface ApproveContent {
  holder: string
  method: string
  category: string
  amount: string
  round: number
  /** The checklist, in words. */
  checked: string[]
  /** SHA-256 of each piece of evidence and representation. */
  evidence: string[]
  representations: string[]
}

/** Asks a second person to approve what the actor has approved as the first. */
export async function askForSecond(
  tx: Transaction<Database>,
  actor: Actor,
  row: Accreditation,
  holder: HolderFacts,
): Promise<void> {
  if (canTake(accreditationSteps.review, row.state)) {
    await tx.updateTable('accreditations').set({ state: 'in_review' }).where('id', '=', row.id).execute()
  }
  const named = `${holder.legalName} (${holder.number})`
  const content = await contentOf(tx, row, named, holder)
  const summary = `Accreditation of ${named}`
  const request = { kind: approveKind, subjectId: row.id, holderId: row.holderId, content, summary }
  await askForApproval(tx, actor, request)
}

async function contentOf(
  tx: Transaction<Database>,
  row: Accreditation,
  holder: string,
  facts: HolderFacts,
): Promise<ApproveContent> {
  const signed = await tx
    .selectFrom('representations')
    .select('sha256')
    .where('accreditation_id', '=', row.id)
    .where('superseded_at', 'is', null)
    .orderBy('signed_at')
    .execute()
  const sent = await tx
    .selectFrom('evidence')
    .select('sha256')
    .where('accreditation_id', '=', row.id)
    .orderBy('added_at')
    .execute()
  const checks = checklistFor(saleOf(row, facts), row.method)
  return {
    holder,
    method: row.method,
    category: row.category,
    amount: fromCents(row.amountCents),
    round: row.round,
    checked: checks.map(({ text }) => text),
    evidence: sent.map(({ sha256 }) => sha256 ?? ''),
    representations: signed.map(({ sha256 }) => sha256.toString('hex')),
  }
}
