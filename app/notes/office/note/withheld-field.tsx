import { tax } from '../../../../content/tax.ts'
import { decimalCents, formatCents, formatRate, parseCents } from '../../../../rules/money.ts'
import style from '../../../register/office/register.module.css'
import { CommandField, useRefused } from '../../../shell/commands/command-field.tsx'
import { withholdingRate } from '../../../tax/form-1099-int.ts'
import { subjectInWords, subjectOn, type WithholdingFacts, withholdingOf } from '../../../tax/withholding.ts'

type Props = {
  withholding: WithholdingFacts
  /** The day on which the payment was made, as far as it is known. */
  day: string
  /** The interest that it settles, in cents. */
  interest: bigint
}

/** @returns what the law asks to be withheld of a payment, in cents */
export function proposedWithheld({ withholding, day, interest }: Props): bigint {
  return subjectOn(withholding, day, tax) ? withholdingOf(interest, day, tax) : 0n
}

/** The tax withheld from a payment to a holder that is subject to backup withholding, and why; nothing for others. */
export function AboutWithholding({ isPayoff = false, ...props }: Props & { isPayoff?: boolean }) {
  const { withholding, day, interest } = props
  const subject = subjectOn(withholding, day, tax)
  if (!subject || interest <= 0n) return null
  const cents = formatCents(proposedWithheld(props), true)
  return (
    <p className={style.about}>
      <strong>{subjectInWords(subject)}</strong> Withhold {formatRate(withholdingRate(Number(day.slice(0, 4)), tax))} of
      the interest, {cents}, and deposit it with the IRS{isPayoff ? ': the rest is paid out' : ''}. The note is credited
      with both. If you pay it out in full, the fund is liable for it.
    </p>
  )
}

/** Tax that was withheld of a payment; once its form was refused because that is unusual, the box that confirms it. */
export function WithheldField(props: Props) {
  const { code, typed } = useRefused()
  const proposed = proposedWithheld(props)
  const cents = parseCents(typed.withheld || '0')
  const isRequested = code === 'TAX_WITHHELD_UNUSUAL' || (code && typed.confirmedWithheld === String(cents))
  return (
    <>
      <CommandField
        hint={proposed > 0n ? undefined : 'Leave this empty where nothing was withheld.'}
        name="withheld"
        defaultValue={proposed > 0n ? decimalCents(proposed) : ''}
      />
      {isRequested && cents !== undefined && (
        <label className={`row gap-3 leading-4 align-start ${style.check}`}>
          <input
            type="checkbox"
            name="confirmedWithheld"
            value={String(cents)}
            defaultChecked={code !== 'TAX_WITHHELD_UNUSUAL'}
          />
          <span>{formatCents(cents, true)} is what was withheld. The approver sees why it’s unusual.</span>
        </label>
      )}
    </>
  )
}
