import { closeReasonLength, referenceLength } from '../../../../../rules/note-records.ts'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { decimalCents, formatCents, parseCents } from '../../../../../rules/notes/money.ts'
import type { Deposit } from '../../../../../server/tax/withholding-year.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import type { ActionAnswer } from '../../../../actions/define-actions.ts'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, SelectField } from '../../../../ui/field.tsx'
import style from '../../register/register.module.css'

/** The answer to a form about deposits, with what was typed, for a browser without scripts. */
export interface DepositAnswer extends ActionAnswer {
  typed?: Record<string, string>
}

type Props = {
  answered: DepositAnswer | undefined
  onDone: (notice: string) => void
}

/** @returns the form's answer, or that to the same form sent without scripts */
function useDepositForm(intent: string, { answered, onDone }: Props) {
  const action = useAction<DepositAnswer>(({ notice }) => notice && onDone(notice))
  const form = useFocusOnError(action.answer)
  const before = answered?.typed?.intent === intent ? answered : undefined
  return { ...action, form, shown: action.answer ?? before, typed: before?.typed }
}

/** A deposit that was made with the IRS. */
export function DepositForm({
  year,
  today,
  proposed,
  ...props
}: Props & {
  year: number
  today: string
  /** What has to be deposited next, in cents. */
  proposed: bigint
}) {
  const { Form, form, shown, typed, busy } = useDepositForm('deposit', props)
  const cents = parseCents(shown?.typed?.amount ?? '')
  const first = `${year}-01-01`
  const last = `${year + 1}-12-31`
  return (
    <Form ref={form} method="post" className={style.form}>
      <ActionFields intent="deposit" />
      <input type="hidden" name="year" value={year} />
      <div className={style.pair}>
        <Field
          label="Deposited on"
          type="date"
          name="day"
          min={first}
          max={last < today ? last : today}
          defaultValue={typed?.day ?? (last < today ? '' : today)}
          required
        />
        <Field
          label="Amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed?.amount ?? (proposed > 0n ? decimalCents(proposed) : '')}
          required
        />
      </div>
      {shown?.error?.code === 'TAX_DEPOSIT_OVER' && cents !== undefined && (
        <label className={style.check}>
          <input type="checkbox" name="confirmedAmount" value={String(cents)} />
          <span>{formatCents(cents, true)} is what was deposited. The approver sees that it’s too much.</span>
        </label>
      )}
      <Field
        label="EFT number"
        hint="The number that EFTPS gives the payment."
        name="reference"
        maxLength={referenceLength}
        autoComplete="off"
        defaultValue={typed?.reference}
        required
      />
      <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
      <div className={style.buttons}>
        <Button type="submit" variant="primary" busy={busy} busyLabel="Submitting…">
          Submit deposit for approval
        </Button>
      </div>
    </Form>
  )
}

/** A deposit that was recorded by mistake. */
export function ReverseDeposit({ deposits, ...props }: Props & { deposits: readonly Deposit[] }) {
  const { Form, form, shown, typed, busy } = useDepositForm('reverse', props)
  return (
    <Form ref={form} method="post" className={style.form}>
      <ActionFields intent="reverse" />
      <SelectField label="Deposit" name="entry" defaultValue={typed?.entry}>
        {deposits.map(({ entryId, day, cents, reference }) => (
          <option key={entryId} value={entryId}>
            {formatCents(cents, true)} on {formatDay(day)} ({reference})
          </option>
        ))}
      </SelectField>
      <Field
        label="Reason"
        name="reason"
        maxLength={closeReasonLength}
        autoComplete="off"
        defaultValue={typed?.reason}
        required
      />
      <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
      <div className={style.buttons}>
        <Button type="submit" variant="danger" busy={busy} busyLabel="Submitting…">
          Submit reversal for approval
        </Button>
      </div>
    </Form>
  )
}
