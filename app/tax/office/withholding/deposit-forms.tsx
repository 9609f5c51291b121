import { formatDay } from '../../../../rules/days.ts'
import { decimalCents, formatCents, parseCents } from '../../../../rules/money.ts'
import style from '../../../register/office/register.module.css'
import { useRefused } from '../../../shell/commands/command-field.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { recordDepositCommand, reverseDepositCommand } from '../../deposit.commands.ts'
import type { Deposit } from '../../server/withholding-year.ts'

type Props = { onDone: (notice: string) => void }

/** A deposit that was made with the IRS. */
export function DepositForm({
  year,
  today,
  proposed,
  onDone,
}: Props & {
  year: number
  today: string
  /** What has to be deposited next, in cents. */
  proposed: bigint
}) {
  const last = `${year + 1}-12-31`
  return (
    <CommandForm
      command={recordDepositCommand}
      variant="primary"
      pairs={[['day', 'amount']]}
      fields={{
        year: String(year),
        day: {
          min: `${year}-01-01`,
          max: last < today ? last : today,
          defaultValue: last < today ? '' : today,
        },
        amount: proposed > 0n ? decimalCents(proposed) : '',
        confirmedAmount: <ConfirmedAmount />,
      }}
      onDone={onDone}
    />
  )
}

/** Once the form was refused because more was deposited than is owed: the box that confirms that amount, and no other. */
function ConfirmedAmount() {
  const { code, typed } = useRefused()
  const cents = parseCents(typed.amount ?? '')
  if (code !== 'TAX_DEPOSIT_OVER' || cents === undefined) return null
  return (
    <label className={`row gap-3 leading-4 align-start ${style.check}`}>
      <input type="checkbox" name="confirmedAmount" value={String(cents)} />
      <span>{formatCents(cents, true)} is what was deposited. The approver sees that it’s too much.</span>
    </label>
  )
}

/** A deposit that was recorded by mistake. */
export function ReverseDeposit({ deposits, onDone }: Props & { deposits: readonly Deposit[] }) {
  return (
    <CommandForm
      command={reverseDepositCommand}
      variant="danger"
      fields={{
        entry: {
          children: deposits.map(({ entryId, day, cents, reference }) => (
            <option key={entryId} value={entryId}>
              {formatCents(cents, true)} on {formatDay(day)} ({reference})
            </option>
          )),
        },
      }}
      onDone={onDone}
    />
  )
}
