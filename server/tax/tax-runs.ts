import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { tax } from '../../content/tax.ts'
import { correctionReasonLength } from '../../rules/tax/returns.ts'
import { manyLines } from '../../rules/text.ts'
import { canTake, taxRunSteps } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { voidApprovals } from '../approvals/ask-for-approval.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import type { Database, TaxReturnsTable, TaxRunsTable } from '../database/types.ts'
import { enqueue } from '../jobs/jobs.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'
import { factsHash, readPayees } from './payees.ts'

export type TaxRun = Selectable<TaxRunsTable>

/** The kinds of the approvals by which two people furnish a run's forms, and record that they were filed. */
export const furnishKind = 'tax.furnish'
export const fileKind = 'tax.file'

const codes: ConstraintCodes = {
  tax_runs_once: 'TAX_RUN_EXISTS',
  tax_runs_alone: 'TAX_CORRECTION_OPEN',
  tax_runs_correction: 'TAX_CORRECTED',
}

/**
 * Begins the forms of a year: a job prepares them.
 * @param year such as '2026'
 * @returns the run's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; TAX_YEAR unless it is one; TAX_YEAR_OPEN for a year that
 *   isn't over; TAX_RUN_EXISTS; TAX_NOBODY where nobody was paid interest in it; TAX_PAYER while the fund's EIN isn't known
 */
export async function beginTaxRun(actor: Actor, year: string): Promise<string> {
  const id = randomUUID()
  return asAdministrator(
    actor,
    async tx => {
      if (!/^(19|20|21)\d\d$/.test(year)) throw new PortalError('TAX_YEAR')
      if (year >= fundDay().slice(0, 4)) throw new PortalError('TAX_YEAR_OPEN')
      if (!tax.payer.ein) throw new PortalError('TAX_PAYER')
      const payees = await readPayees(tx, Number(year))
      if (payees.length === 0) throw new PortalError('TAX_NOBODY')
      await tx
        .insertInto('tax_runs')
        .values({ id, year: Number(year) })
        .execute()
      await enqueue(tx, 'prepare-tax-forms', { run: id })
      await audit(tx, actor, 'tax.run_begun', id, { year: Number(year), payees: payees.length })
      return id
    },
    codes,
  )
}

/**
 * Prepares a run's forms again, because the ledger, a holder's details or its tax form have changed. What a second person was
 * asked is void, and it has to be reviewed again.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; TAX_RUN_STATE once it is furnished
 */
export async function prepareTaxRunAgain(actor: Actor, runId: string): Promise<void> {
  const id = assertId(runId)
  await asAdministrator(actor, async tx => {
    const run = await lockRun(tx, id)
    const isReviewed = canTake(taxRunSteps.redraft, run.state)
    if (!isReviewed && !canTake(taxRunSteps.review, run.state)) throw new PortalError('TAX_RUN_STATE')
    await voidApprovals(tx, furnishKind, id)
    await tx
      .updateTable('tax_runs')
      .set({ begun_at: sql<Date>`now()`, ...(isReviewed && { state: 'draft', reviewed_by: null, reviewed_at: null }) })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, 'prepare-tax-forms', { run: id })
    await audit(tx, actor, 'tax.run_prepared_again', id, { year: run.year })
  })
}

/**
 * Records that somebody has looked through a run's forms.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; TAX_RUN_STATE unless it is a draft;
 *   TAX_RUN_PROBLEM where a form can't be made, TAX_RUN_UNPREPARED while they are being prepared; TAX_RUN_STALE
 */
export async function reviewTaxRun(actor: Actor, runId: string): Promise<void> {
  const id = assertId(runId)
  await asAdministrator(actor, async tx => {
    const run = await lockRun(tx, id)
    if (!canTake(taxRunSteps.review, run.state)) throw new PortalError('TAX_RUN_STATE')
    if (run.problem) throw new PortalError('TAX_RUN_PROBLEM')
    if (!run.prepared_at || run.prepared_at < run.begun_at) throw new PortalError('TAX_RUN_UNPREPARED')
    await requireFresh(tx, run)
    await tx
      .updateTable('tax_runs')
      .set({ state: 'reviewed', reviewed_by: actor.id, reviewed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit(tx, actor, 'tax.run_reviewed', id, { year: run.year })
  })
}

/**
 * Begins what comes after a year's forms were furnished, for one holder: the correction of its form, or the form that it
 * turned out to need. It is reviewed and furnished like the year's.
 * @param runId of the year, or of an earlier correction
 * @param typed the holder's number, and why
 * @returns the new run's id
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; TAX_RUN_STATE unless the year's forms are
 *   furnished; HOLDER_GONE; TAX_CORRECTION_REASON; TAX_CORRECTION_OPEN, TAX_CORRECTED
 */
export async function correctTaxForm(
  actor: Actor,
  runId: string,
  typed: { holder: string; reason: string },
): Promise<string> {
  const of = assertId(runId)
  const reason = manyLines(typed.reason)
  const id = randomUUID()
  return asAdministrator(
    actor,
    async tx => {
      const run = await lockRun(tx, of)
      if (!canTake(taxRunSteps.file, run.state) && run.state !== 'filed') throw new PortalError('TAX_RUN_STATE')
      if (!reason || reason.length > correctionReasonLength) throw new PortalError('TAX_CORRECTION_REASON')
      const holder = await tx
        .selectFrom('holders')
        .select(['id', 'number'])
        .where('number', '=', typed.holder.trim().toUpperCase())
        .executeTakeFirst()
      if (!holder) throw new PortalError('HOLDER_GONE')
      const standing = await findStanding(tx, run.year, holder.id)
      const corrects = standing?.id ?? null
      await tx.insertInto('tax_runs').values({ id, year: run.year, holder_id: holder.id, corrects, reason }).execute()
      await enqueue(tx, 'prepare-tax-forms', { run: id })
      await audit(tx, actor, 'tax.correction_begun', id, { year: run.year, holder: holder.number, corrects })
      return id
    },
    codes,
  )
}

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

/** @throws PortalError NOT_FOUND */
export async function lockRun(tx: Transaction<Database>, id: string): Promise<TaxRun> {
  const run = await tx.selectFrom('tax_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!run) throw new PortalError('NOT_FOUND')
  return run
}

/** @throws PortalError TAX_RUN_STALE where a payee's form would say something else today, or somebody was paid since */
export async function requireFresh(tx: Transaction<Database>, run: TaxRun): Promise<void> {
  if ((await findStale(tx, run)).length > 0) throw new PortalError('TAX_RUN_STALE')
}

/** @returns the numbers of the holders whose form would say something else today */
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
