import { href } from 'react-router'
import { formatCents, sumCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import { CommandDialog } from '../../../shell/commands/command-dialog.tsx'
import { focused } from '../../../shell/commands/command-field.tsx'
import { recordDueCommand } from '../../due.commands.ts'
import type { DuePayment } from '../../server/due-list.ts'
import type { RecordedDue } from '../../server/record-due.ts'
import style from '../register.module.css'
import { keyOf } from './due-days.ts'

/** The answer to payments that were submitted together. */
export type RecordAnswer = CommandAnswer & Partial<Pick<RecordedDue, 'refused'>>

type Props = {
  payments: readonly DuePayment[]
  /** What they add up to today, in cents. */
  cents: bigint
  today: string
  onClose: () => void
  onDone: (answer: RecordAnswer) => void
}

/** The common fields of several payments: the day they were made, and the bank's reference. */
export function RecordDue({ payments, cents, today, onClose, onDone }: Props) {
  const [first, ...others] = new Set(payments.map(({ payDate }) => payDate))
  const what = countOf(payments.length, 'payment')
  const withheld = sumCents(payments.map(payment => payment.withheld))
  return (
    <CommandDialog<typeof recordDueCommand, RecordAnswer>
      command={recordDueCommand}
      action={href('/profile/admin/register/due')}
      title={`Record ${what}, ${formatCents(cents, true)}?`}
      button={`Submit ${what} for approval`}
      pairs={[['day', 'reference']]}
      fields={{
        payment: (
          <>
            {payments.map(payment => (
              <input key={keyOf(payment)} type="hidden" name="payment" value={keyOf(payment)} />
            ))}
          </>
        ),
        withholds:
          withheld > 0n
            ? {
                label: `${formatCents(withheld, true)} of tax was withheld from holders that are subject to backup withholding, so ${formatCents(cents - withheld, true)} was paid out. Clear this if all was paid out: the fund is liable then.`,
                defaultChecked: true,
              }
            : null,
        day: { defaultValue: first && others.length === 0 && first < today ? first : today, max: today },
        reference: focused,
      }}
      onClose={onClose}
      onDone={(_, answer) => {
        onDone(answer)
        onClose()
      }}
    >
      <p className={style.about}>
        Each is recorded in full, once a second person approves it. Payments on one note become one.
      </p>
    </CommandDialog>
  )
}
