import { href } from 'react-router'
import { tax as settings } from '../../../../../content/tax.ts'
import { formatDay } from '../../../../../rules/days.ts'
import { formatCents } from '../../../../../rules/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { canTake, taxRunSteps } from '../../../../../rules/workflows.ts'
import { CommandForm } from '../../../../shell/commands/command-form.tsx'
import { Button } from '../../../../shell/ui/button.tsx'
import { complianceDatesOf } from '../../../compliance-dates.ts'
import { irisForms } from '../../../form-1099-int.ts'
import { mismatchWords } from '../../../mismatch.ts'
import { correctFormCommand, recordFilingCommand } from '../../../run.commands.ts'
import type { ShownTaxRun } from '../../../server/tax-runs-list.ts'
import style from '../../tax.module.css'

type Props = {
  run: ShownTaxRun
  /** The number of the holder with the form to correct. */
  correcting: string | undefined
  today: string
}

/** What follows once payees have their copies: the files for the IRS, the record that they were filed, and corrections. */
export function AfterFurnishing({ run, correcting, today }: Props) {
  const canFile = canTake(taxRunSteps.file, run.state) && run.pending?.kind !== 'file'
  return (
    <>
      <section className={style.section} aria-labelledby="iris" data-print="no">
        <h2 id="iris">For the IRS</h2>
        {run.isCorrection ? (
          <p className="quiet measure">
            Enter the correction in the IRS’s portal IRIS, at the form that was filed. There is no file of corrections.
          </p>
        ) : (
          <Files run={run} />
        )}
        {canFile && <FiledForm run={run} today={today} />}
      </section>
      <CorrectForm key={correcting} run={run} correcting={correcting} />
    </>
  )
}

function Files({ run: { id, parts } }: Pick<Props, 'run'>) {
  return (
    <>
      <p className="quiet measure">
        Files for the IRS’s portal IRIS, {irisForms} forms in each. They contain full tax IDs: delete them once they are
        uploaded.
      </p>
      <details className="quiet measure">
        <summary>Before you upload</summary>
        <p>
          With {settings.electronicFrom} or more information returns of any kind a year, you must e-file. Each number in
          the files is written in the log. IRIS takes them with the fund’s own Transmitter Control Code, for which you
          apply {settings.transmitterCode.businessDays} business days ahead. Compare the column headings with the year’s
          template before the first upload: the template couldn’t be verified here.
        </p>
      </details>
      <div className="cluster center gap-3">
        {Array.from({ length: parts }, (_, at) => String(at + 1)).map(part => (
          <Button key={part} size="small" href={withQuery(href('/profile/tax/iris/:id', { id }), { part })}>
            {parts === 1 ? 'Download the file' : `Download file ${part} of ${parts}`}
          </Button>
        ))}
      </div>
    </>
  )
}

function FiledForm({ run: { mismatches }, today }: Omit<Props, 'correcting'>) {
  return (
    <CommandForm
      command={recordFilingCommand}
      fields={{
        day: { max: today, defaultValue: today },
        why:
          mismatches.length > 0
            ? {
                hint: `${countOf(mismatches.length, 'payee')}, listed above. The person who approves the filing reads this with both amounts of each.`,
                required: true,
              }
            : null,
      }}
    />
  )
}

function CorrectForm({ run, correcting }: Omit<Props, 'today'>) {
  const { holderNumber, mismatches } = run
  const mismatch = mismatches.find(each => each.holderNumber === correcting)
  return (
    <section className={style.section} aria-labelledby="correct" data-print="no">
      <h2 id="correct">Correct a form</h2>
      <p className="quiet measure">
        Correct the ledger or the holder’s tax form first. The corrected form is marked as such and goes through the
        same steps. For a holder who should have received a form and didn’t, this makes it.
      </p>
      <CorrectionRules year={run.year} />
      <CommandForm
        command={correctFormCommand}
        fields={{
          holder: { placeholder: 'H-0007', defaultValue: mismatch?.holderNumber ?? holderNumber ?? undefined },
          reason: mismatch && mismatchWords(mismatch),
        }}
      />
    </section>
  )
}

/** Differences that need no correction, and the deadlines with the lowest penalties for the others. */
function CorrectionRules({ year }: { year: number }) {
  const { harbor } = settings.corrections
  const days = Object.fromEntries(
    complianceDatesOf(year, undefined, settings).map(({ key, day }) => [key, formatDay(day)]),
  )
  return (
    <details className="quiet measure">
      <summary>Which errors, and by when</summary>
      <p>
        An amount that is wrong by {formatCents(harbor.interest)} or less, {formatCents(harbor.withheld)} for tax
        withheld, needs no correction unless the payee asks for one (26 USC 6721(c)(3)). That doesn’t cover a form that
        was left out.
      </p>
      <p>
        The penalty for a wrong form is lowest for what is corrected by {days.corrections} with the IRS and by{' '}
        {days.copies} with the payee, higher until {days.last}, and highest after it (26 USC 6721(b), 6722(b)).
      </p>
    </details>
  )
}
