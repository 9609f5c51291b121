import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { oneLine } from '../../../rules/text.ts'
import { canTake, taxRunSteps } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { holdLedger } from '../../ledger/server/holders-with-notes.ts'
import { lockRun } from '../../runs/server/start-run.ts'
import { mismatchWords } from '../mismatch.ts'
import { recordFilingCommand } from '../run.commands.ts'
import { findMismatches, type ListedMismatch } from './form-mismatches.ts'
import { titleOf } from './furnish-forms.ts'
import type { TaxRun } from './tax-runs.ts'

interface FilingContent extends Record<string, unknown> {
  title: string
  /** 'YYYY-MM-DD' */
  day: string
  receipt: string
  /** Of how many payees the form and the ledger differ, and the first of them in sentences. */
  mismatches: number
  differing: string[]
  /** SHA-256 of all of them, so that what is recorded is what the person read. */
  digest: string
  /** Why they are filed although some differ; null where none does. */
  why: string | null
}

/** At most so many payees with differences are named to the person who decides. */
const named = 20

function inWords(mismatch: ListedMismatch): string {
  return `${mismatch.holderNumber}, ${mismatch.name}: ${mismatchWords(mismatch)}`
}

function digestOf(mismatches: readonly ListedMismatch[]): string {
  return createHash('sha256').update(mismatches.map(inWords).join('\n')).digest('hex')
}

/** @throws PortalError TAX_FILED where they were filed already, TAX_RUN_STATE before they are furnished */
async function lockFurnished(tx: Transaction<Database>, id: string): Promise<TaxRun> {
  const run = await lockRun(tx, 'tax_runs', id)
  if (run.state === 'filed') throw new PortalError('TAX_FILED')
  if (!canTake(taxRunSteps.file, run.state)) throw new PortalError('TAX_RUN_STATE')
  return run
}

/** Records that a run's forms were filed with the IRS; where a form and the ledger differ, why they were filed all the same. */
export const requestFiling = requestCommand(recordFilingCommand, {
  async ask({ tx, refuse }, runId, { day, receipt, ...typed }): Promise<Requested<FilingContent>> {
    const run = await lockFurnished(tx, runId)
    if (day > fundDay() || day <= `${run.year}-12-31`) throw refuse('TAX_FILED_DAY')
    const differing = await findMismatches(tx, run)
    const why = oneLine(typed.why)
    if (differing.length > 0 && !why) throw refuse('TAX_FORMS_DIFFER')
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
    return { subjectId: run.id, holderId: run.holder_id, content, summary }
  },
  title: 'Forms 1099-INT filed with the IRS',
  // Requests of the previous version of the site lack the differences.
  describe: ({ title, day, receipt, mismatches = 0, differing = [], why }) => [
    `${title} were filed with the IRS on ${formatDay(day)}. Its receipt: ${receipt}.`,
    ...(mismatches > 0
      ? [`The form and the ledger differ for ${countOf(mismatches, 'payee')}:`, ...differing]
      : ['Each payee’s form, corrections included, says what the ledger does.']),
    ...(mismatches > differing.length ? [`And ${grouped(mismatches - differing.length)} more.`] : []),
    ...(why ? [`Why they were filed all the same: ${why}`] : []),
    'A year is filed once. What is filed later corrects a form.',
  ],
  async apply({ tx, actor, refuse, audit }, { id, subjectId, content }) {
    const { day, receipt, digest = digestOf([]), why = null } = content
    // Concurrent entries either are in the ledger once this lock is held, or come after it.
    await holdLedger(tx)
    const run = await lockFurnished(tx, subjectId)
    const differing = await findMismatches(tx, run)
    if (digestOf(differing) !== digest) throw refuse('TAX_FORMS_DIFFER')
    await tx
      .updateTable('tax_runs')
      .set({ state: 'filed', filed_by: actor.id, filed_on: day, receipt, file_approval_id: id, differs_because: why })
      .where('id', '=', subjectId)
      .execute()
    const facts = { year: run.year, day, receipt, ...(why && { mismatches: differing.length, why }), approval_id: id }
    await audit('tax.run_filed', subjectId, facts)
  },
  link: ({ subjectId }) => href('/profile/admin/tax/forms/:id', { id: subjectId }),
})
