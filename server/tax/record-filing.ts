import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay, isDay } from '../../rules/notes/days.ts'
import { receiptLength } from '../../rules/tax/returns.ts'
import { oneLine } from '../../rules/text.ts'
import { canTake, taxRunSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { titleOf } from './furnish-forms.ts'
import { fileKind, lockRun, type TaxRun } from './tax-runs.ts'

interface FilingContent extends Record<string, unknown> {
  title: string
  /** 'YYYY-MM-DD' */
  day: string
  receipt: string
}

/**
 * Asks a second person to record that a run's forms were filed with the IRS.
 * @param typed the day on which the IRS took them, and what it gave as a receipt
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; TAX_FILED where they were filed already,
 *   TAX_RUN_STATE before they are furnished; TAX_FILED_DAY, TAX_RECEIPT; as `askForApproval`
 */
export async function requestFiling(
  actor: Actor,
  runId: string,
  typed: { day: string; receipt: string },
): Promise<string> {
  const id = assertId(runId)
  const [day, receipt] = [typed.day.trim(), oneLine(typed.receipt)]
  return asAdministrator(actor, async tx => {
    const run = await lockFurnished(tx, id)
    if (!isDay(day) || day > fundDay() || day <= `${run.year}-12-31`) throw new PortalError('TAX_FILED_DAY')
    if (!receipt || receipt.length > receiptLength) throw new PortalError('TAX_RECEIPT')
    const content: FilingContent = { title: await titleOf(tx, run), day, receipt }
    const summary = `${content.title}: filed ${formatDay(day)}`
    return askForApproval(tx, actor, { kind: fileKind, subjectId: id, holderId: run.holder_id, content, summary })
  })
}

/** What needs two people about filing. */
export const filingApprovals: ApprovalKinds<FilingContent> = {
  [fileKind]: {
    title: 'Forms 1099-INT filed with the IRS',
    describe: ({ title, day, receipt }) => [
      `${title} were filed with the IRS on ${formatDay(day)}. Its receipt: ${receipt}.`,
      'A year is filed once. What is filed later corrects a form.',
    ],
    apply: record,
    link: ({ subjectId }) => href('/profile/admin/tax/forms/:id', { id: subjectId }),
  },
}

async function record(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content: { day, receipt } }: AskedApproval<FilingContent>,
): Promise<void> {
  const { year } = await lockFurnished(tx, subjectId)
  await tx
    .updateTable('tax_runs')
    .set({ state: 'filed', filed_by: actor.id, filed_on: day, receipt, file_approval_id: id })
    .where('id', '=', subjectId)
    .execute()
  await audit(tx, actor, 'tax.run_filed', subjectId, { year, day, receipt, approval_id: id })
}

async function lockFurnished(tx: Transaction<Database>, id: string): Promise<TaxRun> {
  const run = await lockRun(tx, id)
  if (run.state === 'filed') throw new PortalError('TAX_FILED')
  if (!canTake(taxRunSteps.file, run.state)) throw new PortalError('TAX_RUN_STATE')
  return run
}
