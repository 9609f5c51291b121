import { href } from 'react-router'
import { tax as settings } from '../../../../../content/tax.ts'
import { formatDay } from '../../../../../rules/days.ts'
import { formatCents, formatRate } from '../../../../../rules/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { FormattedDate } from '../../../../shell/ui/formatted-date.tsx'
import { Link } from '../../../../shell/ui/link.tsx'
import { withholdingRate } from '../../../form-1099-int.ts'
import type { ShownTaxRun } from '../../../server/tax-runs-list.ts'

type Props = { run: ShownTaxRun }

/** Facts for the next step: problems, changes since, and the tax adviser's decisions. */
export function AboutRun({ run }: Props) {
  const { state, reason, isCorrection, reviewedBy, furnishedAt, filedOn, receipt, differsBecause, pending, threshold } =
    run
  return (
    <>
      {reason && (
        <p className="quiet column-44 breakable">
          {isCorrection
            ? 'It corrects the form that was furnished before, which stays as it is: '
            : 'It was added after the others: '}
          {reason}
        </p>
      )}
      <Withholding run={run} />
      <p className="quiet column-44 breakable">Payees with {formatCents(threshold.cents)} or more get a form.</p>
      <details className="quiet column-44 breakable">
        <summary>About the threshold</summary>
        <p>
          {threshold.source}.
          {!threshold.isVerified && ' Have your tax adviser compare this with its source before the first form.'}
        </p>
      </details>
      {pending?.kind === 'file' && (
        <p className="quiet column-44 breakable">
          The record of the filing is pending under <Link to={href('/profile/admin/approvals')}>Approvals</Link>.
        </p>
      )}
      {state === 'reviewed' && reviewedBy && <p className="quiet column-44 breakable">Reviewed by {reviewedBy}.</p>}
      {furnishedAt && (
        <p className="quiet column-44 breakable">
          Furnished <FormattedDate date={furnishedAt} />. Printed copies are in the{' '}
          <Link to={href('/profile/admin/tax/paper')}>print queue</Link>.
        </p>
      )}
      {filedOn && (
        <p className="quiet column-44 breakable">
          Filed with the IRS on {formatDay(filedOn)}, receipt {receipt}.
          {differsBecause && ` Forms differed from the ledger: ${differsBecause}`}
        </p>
      )}
    </>
  )
}

/** What the ledger has withheld, and the payees subject to withholding: nothing is withheld afterward. */
function Withholding({ run: { flags, withheld, year } }: Props) {
  const subject = (flags.no_number ?? 0) + (flags.second_notice ?? 0)
  if (subject === 0) return null
  const rate = formatRate(withholdingRate(year, settings))
  return (
    <p className="quiet column-44 breakable">
      <strong>
        {countOf(subject, 'payee')} {subject === 1 ? 'was' : 'were'} subject to backup withholding of {rate}.
      </strong>{' '}
      Box 4 has what was withheld in {year}: {formatCents(withheld, true)}. See “Needs review”, and ask your tax adviser
      what the fund owes for payments that went out in full.
    </p>
  )
}
