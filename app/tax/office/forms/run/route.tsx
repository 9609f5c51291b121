import { href, redirect } from 'react-router'
import { formatDay } from '../../../../../rules/days.ts'
import { formatCents } from '../../../../../rules/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { canTake, taxRunSteps } from '../../../../../rules/workflows.ts'
import register from '../../../../register/office/register.module.css'
import { RunState } from '../../../../runs/office/run-state.tsx'
import { commandActions } from '../../../../shell/commands/command-actions.ts'
import { CommandButton } from '../../../../shell/commands/command-button.tsx'
import { AdminList, Filters, Rows } from '../../../../shell/office/admin-list.tsx'
import { ChoiceField } from '../../../../shell/office/search-form.tsx'
import type { Shown } from '../../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../../shell/portal/one-page.tsx'
import { todayOfFund } from '../../../../shell/today-of-fund.ts'
import { Link } from '../../../../shell/ui/link.tsx'
import { type ReturnView, returnsPerPage, returnViews, taxRunStates } from '../../../form-1099-int.ts'
import {
  correctFormCommand,
  furnishCommand,
  prepareAgainCommand,
  recordFilingCommand,
  reviewRunCommand,
  sendPrintedCopyCommand,
} from '../../../run.commands.ts'
import type { ShownTaxRun } from '../../../server/tax-runs-list.ts'
import style from '../../tax.module.css'
import { AboutRun } from './about-run.tsx'
import { AfterFurnishing } from './after-furnishing.tsx'
import { Mismatches } from './mismatches.tsx'
import { payeeColumns } from './payee-columns.tsx'

/**
 * Loads a year's forms with a page of its payees; the query has which of them to `show`, `page`, from 1, and the number
 * of a holder to `correct`.
 */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const requested = query.get('show') ?? ''
  const view: ReturnView = Object.hasOwn(returnViews, requested) ? (requested as ReturnView) : 'forms'
  const page = pageNumber(query)
  const correcting = query.get('correct') ?? undefined
  const loaded = await operations.getTaxRun(actor, id, { view, page: page - 1 })
  return { view, page, correcting, today: todayOfFund(), ...loaded }
})

const pageOf = (id: string) => href('/profile/admin/tax/forms/:id', { id })

/** POST: the steps of a year's forms. */
export const action = commandActions(
  [
    prepareAgainCommand,
    reviewRunCommand,
    furnishCommand,
    recordFilingCommand,
    correctFormCommand,
    sendPrintedCopyCommand,
  ],
  {
    about: { run: 'id' },
    redirectTo: ({ param }) => pageOf(param('id')),
    after: { [correctFormCommand.name]: (id: string) => redirect(pageOf(id)) },
  },
)

export default showOne<typeof loader>(TaxRunPage)

/** A year's forms: each payee's amounts, beside the year before, and the steps up to the IRS. */
function TaxRunPage({ run, payees, total, view, page, correcting, today }: Shown<typeof loader>) {
  const { id, title, year, state, isPrepared, due, forms, leftOut, interest, withheld } = run
  const isFurnished = state === 'furnished' || state === 'filed'
  const isPreparing = state === 'draft' && !isPrepared
  const differing = new Set(run.mismatches.map(({ holderId }) => holderId))
  return (
    <AdminList
      title={title}
      count={countOf(forms, 'form')}
      at={href('/profile/admin/tax/forms/:id', { id })}
      query={{ show: view }}
      up={{ to: href('/profile/admin/tax/forms'), label: 'All years' }}
    >
      <RunState
        state={isPreparing ? 'Being prepared' : taxRunStates[state]}
        isWorking={isPreparing && !run.problem}
        facts={{
          'Box 1, interest': formatCents(interest, true),
          'Box 4, withheld': formatCents(withheld, true),
          'To payees by': formatDay(due.furnish),
          'To the IRS by': formatDay(due.file),
        }}
        problem={isPrepared && run.problem}
        stale={
          run.stale.length > 0 &&
          `Changed since these were prepared: ${run.stale.join(', ')}. Prepare them again and review the differences.`
        }
        requested={run.pending?.kind === 'furnish'}
        steps={<RunSteps run={run} />}
        folds={<Mismatches run={run} />}
      >
        <AboutRun run={run} />
      </RunState>
      <Filters className={register.search} data-print="no">
        <ChoiceField label="Show" name="show" options={options(forms, leftOut)} />
      </Filters>
      <Rows
        className={style.rows}
        caption={`${title}: ${returnViews[view].toLowerCase()}`}
        columns={payeeColumns({ year, isFurnished, differing })}
        rows={payees}
        pages={{ label: 'payees', page, total, size: returnsPerPage }}
        empty={{
          title: view === 'flagged' ? 'Nothing needs review' : 'No payees',
          text: isPrepared
            ? 'No payee is in this part of the list.'
            : 'Payees appear here while their forms are prepared.',
        }}
      />
      {isFurnished && <AfterFurnishing run={run} correcting={correcting} today={today} />}
      <p className="quiet column-44 breakable">
        Made from{' '}
        <Link to={withQuery(href('/profile/admin/register/interest'), { year: String(year) })}>
          interest paid in {year}
        </Link>
        , which counts by the day of payment.
      </p>
    </AdminList>
  )
}

const options = (forms: number, leftOut: number) => ({
  forms: `${returnViews.forms} (${forms})`,
  flagged: returnViews.flagged,
  left_out: `${returnViews.left_out} (${leftOut})`,
})

/** The steps up to furnishing. */
function RunSteps({ run }: { run: ShownTaxRun }) {
  const { state, isPrepared, problem, stale, forms, pending } = run
  const isDraft = canTake(taxRunSteps.review, state)
  const isReviewed = canTake(taxRunSteps.furnish, state)
  if (!isDraft && !isReviewed) return null
  const isWhole = isPrepared && !problem && stale.length === 0
  return (
    <>
      {isDraft && isWhole && <CommandButton command={reviewRunCommand} variant="primary" />}
      {isReviewed && isWhole && !pending && forms > 0 && <CommandButton command={furnishCommand} variant="primary" />}
      {(isPrepared || problem) && <CommandButton command={prepareAgainCommand} />}
    </>
  )
}
