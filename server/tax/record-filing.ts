import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay, isDay } from '../../rules/notes/days.ts'
import { countOf, grouped } from '../../rules/number.ts'
import { mismatchWords } from '../../rules/tax/mismatch.ts'
import { filingReasonLength, receiptLength } from '../../rules/tax/returns.ts'
import { oneLine } from '../../rules/text.ts'
import { canTake, taxRunSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ApprovalKinds, AskedApproval } from '../approvals/approval-kind.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import type { Database } from '../database/types.ts'
import { holdLedger } from '../ledger/holders-with-notes.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { findMismatches, type ListedMismatch } from './form-mismatches.ts'
import { titleOf } from './furnish-forms.ts'
import { fileKind, lockRun, type TaxRun } from './tax-runs.ts'

interface FilingContent extends Record<string, unknown> {
  title: string
  /** 'YYYY-MM-DD' */
  day: string
  receipt: string
  /** Of how many payees the form and the ledger differ, and the first of them in sentences. */
  mismatches: number
  differing: string[]
  /** SHA-256 of all of them, so that what is recorded is what was read. */
  digest: string
  /** Why they are filed although some differ; null where none does. */
  why: string | null
}

/** How many payees whose forms differ are named to the person who decides. */
const named = 20

/**
 * Asks a second person to record that a run's forms were filed with the IRS.
 * @param typed the day on which the IRS took them, what it gave as a receipt, and where a form and the ledger differ, why they
 *   were filed all the same
 * @returns the approval's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; TAX_FILED where they were filed already,
 *   TAX_RUN_STATE before they are furnished; TAX_FILED_DAY, TAX_RECEIPT; TAX_FORMS_DIFFER where a form and the ledger differ
 *   and nothing says why, TAX_FILING_REASON; as `askForApproval`
 */
export async function requestFiling(
  actor: Actor,
  runId: string,
  typed: { day: string; receipt: string; why?: string },
): Promise<string> {
  const id = assertId(runId)
  const [day, receipt, why] = [typed.day.trim(), oneLine(typed.receipt), oneLine(typed.why ?? '')]
  return asAdministrator(actor, async tx => {
    const run = await lockFurnished(tx, id)
    if (!isDay(day) || day > fundDay() || day <= `${run.year}-12-31`) throw new PortalError('TAX_FILED_DAY')
    if (!receipt || receipt.length > receiptLength) throw new PortalError('TAX_RECEIPT')
    const differing = await findMismatches(tx, run)
    if (differing.length > 0 && !why) throw new PortalError('TAX_FORMS_DIFFER')
    if (why.length > filingReasonLength) throw new PortalError('TAX_FILING_REASON')
    const content: FilingContent = {
      title: await titleOf(tx, run),
      day,
      receipt,
      mismatches: differing.length,
      differing: differing.slice(0, named).map(inWords),
      digest: digestOf(differing),
      why: differing.length > 0 ? why : null,
    }
    const summary = `${content.title}: filed ${formatDay(day)}`
    return askForApproval(tx, actor, { kind: fileKind, subjectId: id, holderId: run.holder_id, content, summary })
  })
}

/** What needs two people about filing. */
export const filingApprovals: ApprovalKinds<FilingContent> = {
  [fileKind]: {
    title: 'Forms 1099-INT filed with the IRS',
    // Those that were asked for by the version before say nothing of what differs.
    describe: ({ title, day, receipt, mismatches = 0, differing = [], why }) => [
      `${title} were filed with the IRS on ${formatDay(day)}. Its receipt: ${receipt}.`,
      ...(mismatches > 0
        ? [`The form and the ledger differ for ${countOf(mismatches, 'payee')}:`, ...differing]
        : ['Each payee’s form, corrections included, says what the ledger does.']),
      ...(mismatches > differing.length ? [`And ${grouped(mismatches - differing.length)} more.`] : []),
      ...(why ? [`Why they were filed all the same: ${why}`] : []),
      'A year is filed once. What is filed later corrects a form.',
    ],
    apply: record,
    link: ({ subjectId }) => href('/profile/admin/tax/forms/:id', { id: subjectId }),
  },
}

async function record(
  tx: Transaction<Database>,
  actor: Actor,
  { id, subjectId, content: { day, receipt, digest = digestOf([]), why = null } }: AskedApproval<FilingContent>,
): Promise<void> {
  // Entries that are being written either are in the ledger by the time this goes on, or come after.
  await holdLedger(tx)
  const run = await lockFurnished(tx, subjectId)
  const { year } = run
  const differing = await findMismatches(tx, run)
  if (digestOf(differing) !== digest) throw new PortalError('TAX_FORMS_DIFFER')
  await tx
    .updateTable('tax_runs')
    .set({ state: 'filed', filed_by: actor.id, filed_on: day, receipt, file_approval_id: id, differs_because: why })
    .where('id', '=', subjectId)
    .execute()
  await audit(tx, actor, 'tax.run_filed', subjectId, {
    year,
    day,
    receipt,
    ...(why && { mismatches: differing.length, why }),
    approval_id: id,
  })
}

function inWords(mismatch: ListedMismatch): string {
  return `${mismatch.holderNumber}, ${mismatch.name}: ${mismatchWords(mismatch)}`
}

function digestOf(mismatches: readonly ListedMismatch[]): string {
  return createHash('sha256').update(mismatches.map(inWords).join('\n')).digest('hex')
}

async function lockFurnished(tx: Transaction<Database>, id: string): Promise<TaxRun> {
  const run = await lockRun(tx, id)
  if (run.state === 'filed') throw new PortalError('TAX_FILED')
  if (!canTake(taxRunSteps.file, run.state)) throw new PortalError('TAX_RUN_STATE')
  return run
}
