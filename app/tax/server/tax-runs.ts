import { type Selectable, sql, type Transaction } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { canTake, taxRunSteps } from '../../../rules/workflows.ts'
import { perform } from '../../../server/access/perform.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database, TaxReturnsTable, TaxRunsTable } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { allAgain, lockRun, type PreparedRuns, prepareRunAgain, startRun } from '../../runs/server/start-run.ts'
import { beginRunCommand, correctFormCommand, prepareAgainCommand, reviewRunCommand } from '../run.commands.ts'
import { factsHash, readPayees } from './payees.ts'

export type TaxRun = Selectable<TaxRunsTable>

/** Runs of Forms 1099-INT. */
export const taxRuns = {
  kind: 'tax',
  runs: 'tax_runs',
  items: 'tax_returns',
  steps: { prepareAgain: taxRunSteps.redraft, release: taxRunSteps.furnish },
} as const satisfies PreparedRuns

const codes: ConstraintCodes = {
  tax_runs_once: 'TAX_RUN_EXISTS',
  tax_runs_alone: 'TAX_CORRECTION_OPEN',
  tax_runs_correction: 'TAX_CORRECTED',
}

/** Begins the forms of a year: a job prepares them. @returns the run's id */
export const beginTaxRun = perform(
  beginRunCommand,
  async ({ tx, refuse, audit }, _, { year }) => {
    if (!/^(19|20|21)\d\d$/.test(year)) throw refuse('TAX_YEAR')
    if (year >= fundDay().slice(0, 4)) throw refuse('TAX_YEAR_OPEN')
    if (!tax.payer.ein) throw refuse('TAX_PAYER')
    const payees = await readPayees(tx, Number(year))
    if (payees.length === 0) throw refuse('TAX_NOBODY')
    const id = await startRun(tx, taxRuns, { year: Number(year) })
    await audit('tax.run_begun', id, { year: Number(year), payees: payees.length })
    return id
  },
  { codes },
)

/**
 * Prepares a run's forms again, because the ledger, a holder's details or its tax form have changed. It has to be reviewed
 * again.
 */
export const prepareTaxRunAgain = perform(prepareAgainCommand, async ({ tx, audit }, runId) => {
  const unreviewed = { ...allAgain, reviewed_by: null, reviewed_at: null }
  const { id, year } = await prepareRunAgain(tx, taxRuns, runId, 'TAX_RUN_STATE', unreviewed)
  await audit('tax.run_prepared_again', id, { year })
})

/** Records that an administrator has reviewed a run's forms. */
export const reviewTaxRun = perform(reviewRunCommand, async ({ tx, actor, refuse, audit }, runId) => {
  const run = await lockRun(tx, 'tax_runs', runId, taxRunSteps.review, 'TAX_RUN_STATE')
  if (run.problem) throw refuse('TAX_RUN_PROBLEM')
  if (!run.prepared_at || run.prepared_at < run.begun_at) throw refuse('TAX_RUN_UNPREPARED')
  if ((await findStale(tx, run)).length > 0) throw refuse('TAX_RUN_STALE')
  await tx
    .updateTable('tax_runs')
    .set({ state: 'reviewed', reviewed_by: actor.id, reviewed_at: sql<Date>`now()` })
    .where('id', '=', run.id)
    .execute()
  await audit('tax.run_reviewed', run.id, { year: run.year })
})

/**
 * Begins what comes after a year's forms were furnished, for one holder: the correction of its form, or the form that it
 * turned out to need. It is about the year's run, or that of an earlier correction, and reviewed and furnished like the year's.
 * @returns the new run's id
 */
export const correctTaxForm = perform(
  correctFormCommand,
  async ({ tx, refuse, audit }, runId, { holder: number, reason }) => {
    const run = await lockRun(tx, 'tax_runs', runId)
    if (!canTake(taxRunSteps.file, run.state) && run.state !== 'filed') throw refuse('TAX_RUN_STATE')
    const holder = await tx
      .selectFrom('holders')
      .select(['id', 'number'])
      .where('number', '=', number.toUpperCase())
      .executeTakeFirst()
    if (!holder) throw refuse('HOLDER_GONE')
    const corrects = (await findStanding(tx, run.year, holder.id))?.id ?? null
    const id = await startRun(tx, taxRuns, { year: run.year, holder_id: holder.id, corrects, reason })
    await audit('tax.correction_begun', id, { year: run.year, holder: holder.number, corrects })
    return id
  },
  { codes },
)

/** @returns the form of a holder's year that was furnished, and that no other corrects */
async function findStanding(
  tx: Transaction<Database>,
  year: number,
  holderId: string,
): Promise<Pick<Selectable<TaxReturnsTable>, 'id'> | undefined> {
  return tx
    .selectFrom('tax_returns')
    .select('id')
    .where('year', '=', year)
    .where('holder_id', '=', holderId)
    .where('furnished_at', 'is not', null)
    .where('document_id', 'is not', null)
    .where('corrected_at', 'is', null)
    .executeTakeFirst()
}

/** @returns the numbers of the holders of which a form would say something else today, or who were paid since */
export async function findStale(
  tx: Transaction<Database>,
  { id, year, holder_id }: Pick<TaxRun, 'id' | 'year' | 'holder_id'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('tax_returns')
    .select(['holder_id', 'facts_sha256'])
    .where('run_id', '=', id)
    .execute()
  const prepared = new Map(rows.map(row => [row.holder_id, row.facts_sha256]))
  const payees = await readPayees(tx, year, holder_id)
  return payees
    .filter(facts => prepared.get(facts.holderId) !== factsHash(facts))
    .map(({ holderNumber }) => holderNumber)
}
