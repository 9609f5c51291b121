import { fund } from '../../../../../content/fund.ts'
import { noteSettings } from '../../../../../content/notes.ts'
import { type TermsProblem, termsProblemInWords } from '../../../../../rules/notes/terms.ts'
import { conventionWords, payoutNames } from '../../../../../rules/notes/words.ts'
import { Field, SelectField, TextField } from '../../../../ui/field.tsx'
import { Options } from '../../../../ui/options.tsx'
import style from '../register.module.css'
import { StateField } from './holder-fields.tsx'
import own from './new-note.module.css'
import { type TypedTerms, tierRate } from './typed-terms.ts'

type Props = { typed: TypedTerms & Record<string, string>; problems: TermsProblem[]; saleState: string }

/** @returns what the fund offers, and what a draft has already */
function payoutsBeside(kept: string): Record<string, string> {
  const offered: readonly string[] = [...fund.payouts, kept]
  return Object.fromEntries(Object.entries(payoutNames).filter(([payout]) => offered.includes(payout)))
}

/** The terms of a note. The tier's rate, and what is usual, is filled in. */
export function TermsFields({ typed, problems, saleState }: Props) {
  const problemOf = (field: TermsProblem['field']) => {
    const found = problems.find(problem => problem.field === field)
    return found && termsProblemInWords(found)
  }
  return (
    <>
      <div className={style.pair}>
        <Field
          label="Principal"
          name="principal"
          inputMode="decimal"
          placeholder="$200,000"
          autoComplete="off"
          defaultValue={typed.principal}
          error={problemOf('principalCents')}
          required
          data-autofocus
        />
        <Field
          label="Rate, percent a year"
          hint={tierRate(typed) ? `The tier pays ${tierRate(typed)}%.` : 'Leave blank for the tier rate.'}
          name="rate"
          inputMode="decimal"
          placeholder={tierRate(typed)}
          autoComplete="off"
          defaultValue={typed.rate}
          error={problemOf('rateBp')}
        />
      </div>
      <div className={style.pair}>
        <SelectField label="Term" name="term_months" defaultValue={typed.term_months}>
          <option value="12">12 months</option>
          <option value="24">24 months</option>
        </SelectField>
        <SelectField label="Interest is paid" name="payout" defaultValue={typed.payout}>
          <Options of={payoutsBeside(typed.payout)} />
        </SelectField>
      </div>
      <div className={style.pair}>
        <Field
          label="Planned issue date"
          hint="Interest runs from the day the funds arrive."
          type="date"
          name="issue_date"
          defaultValue={typed.issue_date}
          error={problemOf('issueDate')}
        />
        <StateField
          label="State of the sale"
          name="sale_state"
          value={typed.sale_state || typed.state || saleState}
          follows
        />
      </div>
      <MoreTerms typed={typed} problem={problemOf('firstPaymentDate')} />
    </>
  )
}

function MoreTerms({ typed, problem }: { typed: Props['typed']; problem: string | undefined }) {
  return (
    <details className={own.more} open={problem !== undefined || undefined}>
      <summary>More terms</summary>
      <div className={`stack gap-4 ${style.form}`}>
        <div className={style.pair}>
          <Field
            label="First payment"
            hint="Where the first period is shorter or longer."
            type="date"
            name="first_payment_date"
            defaultValue={typed.first_payment_date}
            error={problem}
          />
          <SelectField label="Day count" name="day_count" defaultValue={typed.day_count}>
            <option value="30/360">30/360</option>
            <option value="actual/365">Actual/365</option>
          </SelectField>
        </div>
        <div className={style.pair}>
          <SelectField label="Payments on days without banks" name="convention" defaultValue={typed.convention}>
            <Options of={conventionWords} />
          </SelectField>
          <Field
            label="Rate after default"
            hint="Leave blank for the note’s rate."
            name="default_rate"
            inputMode="decimal"
            defaultValue={typed.default_rate ?? ''}
          />
        </div>
        <Field
          label="Offering"
          name="offering"
          defaultValue={typed.offering ?? noteSettings.offering}
          maxLength={200}
        />
        <Field
          label="Payee"
          hint="How the account that is paid is called, without its number."
          name="payee"
          defaultValue={typed.payee ?? ''}
          maxLength={200}
        />
        <TextField
          label="Early redemption"
          name="early_redemption"
          rows={2}
          defaultValue={typed.early_redemption ?? noteSettings.earlyRedemption}
          maxLength={2000}
        />
      </div>
    </details>
  )
}
