import { useId } from 'react'
import { href } from 'react-router'
import { formatCents, sumCents } from '../../../../../rules/notes/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import type { DuePayment } from '../../../../../server/register/due-list.ts'
import type { RecordedDue } from '../../../../../server/register/record-due.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import type { ActionAnswer } from '../../../../actions/define-actions.ts'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import style from '../register.module.css'
import { keyOf } from './due-days.ts'

/** The answer to payments that were submitted together. */
export interface RecordAnswer extends ActionAnswer {
  refused?: RecordedDue['refused']
}

type Props = {
  payments: readonly DuePayment[]
  /** What they add up to today, in cents. */
  cents: bigint
  today: string
  onClose: () => void
  onDone: (answer: RecordAnswer) => void
}

/** Asks for what several payments have in common: the day they were made, and the bank's reference. */
export function RecordDue({ payments, cents, today, onClose, onDone }: Props) {
  const form = useId()
  const { Form, answer, busy } = useAction<RecordAnswer>(answer => {
    if (answer.error) return
    onDone(answer)
    onClose()
  })
  const [first, ...others] = new Set(payments.map(({ payDate }) => payDate))
  const what = countOf(payments.length, 'payment')
  const withheld = sumCents(payments.map(payment => payment.withheld))
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Record ${what}, ${formatCents(cents, true)}?`}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy} busyLabel="Submitting…">
            Submit {what} for approval
          </Button>
        </>
      }
    >
      <Form id={form} method="post" action={href('/profile/admin/register/due')} className={style.form}>
        <ActionFields intent="record" />
        {payments.map(payment => (
          <input key={keyOf(payment)} type="hidden" name="payment" value={keyOf(payment)} />
        ))}
        <p className={style.about}>
          Each is recorded in full, once a second person approves it. Payments on one note become one.
        </p>
        {withheld > 0n && (
          <label className={style.check}>
            <input type="checkbox" name="withholds" value="1" defaultChecked />
            <span>
              {formatCents(withheld, true)} of tax was withheld from holders that are subject to backup withholding, so{' '}
              {formatCents(cents - withheld, true)} was paid out. Clear this if all was paid out: the fund is liable
              then.
            </span>
          </label>
        )}
        <div className={style.pair}>
          <Field
            label="Paid on"
            type="date"
            name="day"
            defaultValue={first && others.length === 0 && first < today ? first : today}
            max={today}
            required
          />
          <Field label="Bank reference" name="reference" autoComplete="off" maxLength={200} required data-autofocus />
        </div>
        <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      </Form>
    </Dialog>
  )
}
