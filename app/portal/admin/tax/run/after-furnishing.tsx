import { href } from 'react-router'
import { tax as settings } from '../../../../../content/tax.ts'
import { correctionReasonLength, irisForms, receiptLength } from '../../../../../rules/tax/returns.ts'
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

type Props = { run: ShownTaxRun; today: string; answered: TaxRunAnswer | undefined }

/** What follows once payees have their copies: the files for the IRS, the record that they were filed, and corrections. */
export function AfterFurnishing({ run, today, answered }: Props) {
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
        {canFile && <FiledForm today={today} answered={answered} />}
      </section>
      <CorrectForm run={run} answered={answered} />
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
          the files is written in the log. Compare the column headings with the year’s template before the first upload:
          the template couldn’t be verified here.
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

function FiledForm({ today, answered }: Omit<Props, 'run'>) {
  const { Form, answer, busy } = useAction<TaxRunAnswer>()
  const before = answerTo('filed', answered)
  const shown = answer ?? before
  return (
    <Form method="post" className={style.form}>
      <ActionFields intent="filed" />
      <Field
        type="date"
        label="Day on which the IRS took them"
        name="day"
        max={today}
        defaultValue={before?.typed?.day ?? today}
        error={!busy && shown?.error?.code === 'TAX_FILED_DAY' ? shown.error.message : undefined}
        required
      />
      <Field
        label="The IRS’s receipt"
        name="receipt"
        maxLength={receiptLength}
        defaultValue={before?.typed?.receipt}
        error={!busy && shown?.error?.code === 'TAX_RECEIPT' ? shown.error.message : undefined}
        autoComplete="off"
        required
      />
      <Banner of={shown}>
        {!busy && !['TAX_FILED_DAY', 'TAX_RECEIPT'].includes(shown?.error?.code ?? '') && shown?.error?.message}
      </Banner>
      <Button type="submit" busy={busy} busyLabel="Submitting…">
        Submit filing for approval
      </Button>
    </Form>
  )
}

function CorrectForm({ run: { holderNumber }, answered }: Omit<Props, 'today'>) {
  const { Form, answer, busy } = useAction<TaxRunAnswer>()
  const before = answerTo('correct', answered)
  const shown = answer ?? before
  return (
    <section className={style.section} aria-labelledby="correct" data-print="no">
      <h2 id="correct">Correct a form</h2>
      <p className={style.quiet}>
        Correct the ledger or the holder’s tax form first. The corrected form is marked as such and goes through the
        same steps. For a holder who should have received a form and didn’t, this makes it.
      </p>
      <Form method="post" className={style.form}>
        <ActionFields intent="correct" />
        <Field
          label="Holder’s number"
          name="holder"
          placeholder="H-0007"
          defaultValue={before?.typed?.holder ?? holderNumber ?? undefined}
          autoComplete="off"
          required
        />
        <TextField
          label="What is corrected, and why"
          name="reason"
          rows={3}
          maxLength={correctionReasonLength}
          defaultValue={before?.typed?.reason}
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
