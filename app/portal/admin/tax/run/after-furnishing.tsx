import { href } from 'react-router'
import { tax as settings } from '../../../../../content/tax.ts'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { complianceDatesOf } from '../../../../../rules/tax/compliance-dates.ts'
import { mismatchWords } from '../../../../../rules/tax/mismatch.ts'
import {
  correctionReasonLength,
  filingReasonLength,
  irisForms,
  receiptLength,
} from '../../../../../rules/tax/returns.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { canTake, taxRunSteps } from '../../../../../rules/workflows.ts'
import type { ShownTaxRun } from '../../../../../server/tax/tax-runs-list.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextField } from '../../../../ui/field.tsx'
import style from '../tax.module.css'
import { answerTo, type TaxRunAnswer } from './run-answer.ts'

type Props = {
  run: ShownTaxRun
  /** The number of the holder whose form is to be corrected. */
  correcting: string | undefined
  today: string
  answered: TaxRunAnswer | undefined
}

/** What follows once payees have their copies: the files for the IRS, the record that they were filed, and corrections. */
export function AfterFurnishing({ run, correcting, today, answered }: Props) {
  const canFile = canTake(taxRunSteps.file, run.state) && run.waits?.kind !== 'file'
  return (
    <>
      <section className={style.section} aria-labelledby="iris" data-print="no">
        <h2 id="iris">For the IRS</h2>
        {run.isCorrection ? (
          <p className={style.quiet}>
            Enter the correction in the IRS’s portal IRIS, at the form that was filed. There is no file of corrections.
          </p>
        ) : (
          <Files run={run} />
        )}
        {canFile && <FiledForm run={run} today={today} answered={answered} />}
      </section>
      <CorrectForm key={correcting} run={run} correcting={correcting} answered={answered} />
    </>
  )
}

function Files({ run: { id, parts } }: Pick<Props, 'run'>) {
  return (
    <>
      <p className={style.quiet}>
        Files for the IRS’s portal IRIS, {irisForms} forms in each. They contain full tax IDs: delete them once they are
        uploaded.
      </p>
      <details className={style.quiet}>
        <summary>Before you upload</summary>
        <p>
          With {settings.electronicFrom} or more information returns of any kind a year, you must e-file. Each number in
          the files is written in the log. IRIS takes them with the fund’s own Transmitter Control Code, for which you
          apply {settings.transmitterCode.businessDays} business days ahead. Compare the column headings with the year’s
          template before the first upload: the template couldn’t be verified here.
        </p>
      </details>
      <div className={style.buttons}>
        {Array.from({ length: parts }, (_, at) => String(at + 1)).map(part => (
          <Button key={part} size="small" href={withQuery(href('/profile/tax/iris/:id', { id }), { part })}>
            {parts === 1 ? 'Download the file' : `Download file ${part} of ${parts}`}
          </Button>
        ))}
      </div>
    </>
  )
}

function FiledForm({ run: { mismatches }, today, answered }: Omit<Props, 'correcting'>) {
  const { Form, answer, busy } = useAction<TaxRunAnswer>()
  const before = answerTo('filed', answered)
  const shown = answer ?? before
  const errorOf = (code: string) => (!busy && shown?.error?.code === code ? shown.error.message : undefined)
  return (
    <Form method="post" className={style.form}>
      <ActionFields intent="filed" />
      <Field
        type="date"
        label="Day on which the IRS took them"
        name="day"
        max={today}
        defaultValue={before?.typed?.day ?? today}
        error={errorOf('TAX_FILED_DAY')}
        required
      />
      <Field
        label="The IRS’s receipt"
        name="receipt"
        maxLength={receiptLength}
        defaultValue={before?.typed?.receipt}
        error={errorOf('TAX_RECEIPT')}
        autoComplete="off"
        required
      />
      {mismatches.length > 0 && (
        <TextField
          label="Why they are filed although forms differ from the ledger"
          hint={`${countOf(mismatches.length, 'payee')}, listed above. The person who approves the filing reads this with both amounts of each.`}
          name="why"
          rows={2}
          maxLength={filingReasonLength}
          defaultValue={before?.typed?.why}
          error={errorOf('TAX_FILING_REASON')}
          required
        />
      )}
      <Banner of={shown}>{!busy && !fieldErrors.includes(shown?.error?.code ?? '') && shown?.error?.message}</Banner>
      <Button type="submit" busy={busy} busyLabel="Submitting…">
        Submit filing for approval
      </Button>
    </Form>
  )
}

/** Errors that are said beside their fields. */
const fieldErrors = ['TAX_FILED_DAY', 'TAX_RECEIPT', 'TAX_FILING_REASON']

function CorrectForm({ run, correcting, answered }: Omit<Props, 'today'>) {
  const { Form, answer, busy } = useAction<TaxRunAnswer>()
  const before = answerTo('correct', answered)
  const shown = answer ?? before
  const { holderNumber, mismatches } = run
  const mismatch = mismatches.find(each => each.holderNumber === correcting)
  return (
    <section className={style.section} aria-labelledby="correct" data-print="no">
      <h2 id="correct">Correct a form</h2>
      <p className={style.quiet}>
        Correct the ledger or the holder’s tax form first. The corrected form is marked as such and goes through the
        same steps. For a holder who should have received a form and didn’t, this makes it.
      </p>
      <CorrectionRules year={run.year} />
      <Form method="post" className={style.form}>
        <ActionFields intent="correct" />
        <Field
          label="Holder’s number"
          name="holder"
          placeholder="H-0007"
          defaultValue={before?.typed?.holder ?? mismatch?.holderNumber ?? holderNumber ?? undefined}
          autoComplete="off"
          required
        />
        <TextField
          label="What is corrected, and why"
          name="reason"
          rows={3}
          maxLength={correctionReasonLength}
          defaultValue={before?.typed?.reason ?? (mismatch && mismatchWords(mismatch))}
          required
        />
        <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
        <Button type="submit" busy={busy} busyLabel="Preparing…">
          Prepare the correction
        </Button>
      </Form>
    </section>
  )
}

/** What needs no correction, and by when the others cost least. */
function CorrectionRules({ year }: { year: number }) {
  const { harbor } = settings.corrections
  const days = Object.fromEntries(
    complianceDatesOf(year, undefined, settings).map(({ key, day }) => [key, formatDay(day)]),
  )
  return (
    <details className={style.quiet}>
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
