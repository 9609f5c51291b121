import { href } from 'react-router'
import { tax as settings } from '../../../../../content/tax.ts'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents, formatRate } from '../../../../../rules/notes/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import type { ShownTaxRun } from '../../../../../server/tax/tax-runs-list.ts'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import { Link } from '../../../../ui/link.tsx'
import statements from '../../statements/statements.module.css'

type Props = { run: ShownTaxRun }

/** What has to be known before the next step: what is wrong, what changed since, and what the tax adviser decides. */
export function AboutRun({ run }: Props) {
  const {
    state,
    isPrepared,
    problem,
    stale,
    reason,
    isCorrection,
    reviewedBy,
    furnishedAt,
    filedOn,
    receipt,
    waits,
    threshold,
  } = run
  return (
    <>
      {reason && (
        <p className={statements.about}>
          {isCorrection
            ? 'It corrects the form that was furnished before, which stays as it is: '
            : 'It comes later than the others: '}
          {reason}
        </p>
      )}
      {problem && isPrepared && <p role="alert">{problem}</p>}
      {stale.length > 0 && (
        <p role="alert">
          Changed since these were prepared: {stale.join(', ')}. Prepare them again, and look at the difference.
        </p>
      )}
      <Withholding run={run} />
      <p className={statements.about}>
        Payees get a form from {formatCents(threshold.cents)} on. {threshold.source}.
        {!threshold.isVerified &&
          ' Nobody has compared this with its source yet: your tax adviser does, before the first form.'}
      </p>
      {waits && (
        <p className={statements.about}>
          {waits.kind === 'furnish' ? 'Furnishing them' : 'The record of the filing'} waits for a second person under{' '}
          <Link to={href('/profile/admin/approvals')}>Approvals</Link>.
        </p>
      )}
      {state === 'reviewed' && reviewedBy && <p className={statements.about}>Reviewed by {reviewedBy}.</p>}
      {furnishedAt && (
        <p className={statements.about}>
          Furnished <FormattedDate date={furnishedAt} />. Copies on paper are in the{' '}
          <Link to={href('/profile/admin/tax/paper')}>paper queue</Link>.
        </p>
      )}
      {filedOn && (
        <p className={statements.about}>
          Filed with the IRS on {formatDay(filedOn)}, receipt {receipt}.
        </p>
      )}
    </>
  )
}

/** What the ledger has withheld, and whose payments were subject to it: nothing is withheld afterward. */
function Withholding({ run: { flags, withheld, year } }: Props) {
  const subject = (flags.no_number ?? 0) + (flags.second_notice ?? 0)
  if (subject === 0) return null
  const rate = formatRate(settings.backupWithholding.rateBp)
  return (
    <p className={statements.about}>
      <strong>
        {countOf(subject, 'payee')} {subject === 1 ? 'was' : 'were'} subject to backup withholding of {rate}.
      </strong>{' '}
      The ledger has {formatCents(withheld, true)} withheld of payments of {year}, and that is what box 4 says. Nothing
      is withheld afterward: ask your tax adviser what the fund owes for payments that went out whole. They are listed
      under “To look at”.
    </p>
  )
}
