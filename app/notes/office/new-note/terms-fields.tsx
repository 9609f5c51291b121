import { fund } from '../../../../content/fund.ts'
import { noteSettings } from '../../../../content/notes.ts'
import style from '../../../register/office/register.module.css'
import { CommandField } from '../../../shell/commands/command-field.tsx'
import { Pair } from '../../../shell/commands/pair.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import { type TermsProblem, termsProblemInWords } from '../../terms.ts'
import { conventionWords, payoutNames } from '../../words.ts'
import { StateField } from './holder-fields.tsx'
import own from './new-note.module.css'
import { type TypedTerms, tierRate } from './typed-terms.ts'

type Props = { typed: TypedTerms & Record<string, string>; problems: TermsProblem[]; saleState: string }

/** @returns what the fund offers, and what a draft has already */
function payoutsBeside(kept: string): Record<string, string> {
  const offered: readonly string[] = [...fund.payouts, kept]
  return Object.fromEntries(Object.entries(payoutNames).filter(([payout]) => offered.includes(payout)))
}

/** The terms of a note. The tier's rate and the usual terms are prefilled. */
export function TermsFields({ typed, problems, saleState }: Props) {
  const problemOf = (field: TermsProblem['field']) => {
    const found = problems.find(problem => problem.field === field)
    return found && termsProblemInWords(found)
  }
  return (
    <>
      <Pair>
        <CommandField
          name="principal"
          defaultValue={typed.principal}
          error={problemOf('principalCents')}
          data-autofocus
        />
        <CommandField
          name="rate"
          hint={tierRate(typed) ? `The tier pays ${tierRate(typed)}%.` : 'Leave blank for the tier rate.'}
          placeholder={tierRate(typed)}
          defaultValue={typed.rate}
          error={problemOf('rateBp')}
        />
      </Pair>
      <Pair>
        <CommandField name="term_months" defaultValue={typed.term_months}>
          <option value="12">12 months</option>
          <option value="24">24 months</option>
        </CommandField>
        <CommandField name="payout" defaultValue={typed.payout}>
          <Options of={payoutsBeside(typed.payout)} />
        </CommandField>
      </Pair>
      <Pair>
        <CommandField name="issue_date" defaultValue={typed.issue_date} error={problemOf('issueDate')} />
        <StateField name="sale_state" value={typed.sale_state || typed.state || saleState} follows />
      </Pair>
      <MoreTerms typed={typed} problem={problemOf('firstPaymentDate')} />
    </>
  )
}

function MoreTerms({ typed, problem }: { typed: Props['typed']; problem: string | undefined }) {
  return (
    <details className={own.more} open={problem !== undefined || undefined}>
      <summary>More terms</summary>
      <div className={`stack gap-4 ${style.form}`}>
        <Pair>
          <CommandField name="first_payment_date" defaultValue={typed.first_payment_date} error={problem} />
          <CommandField name="day_count" defaultValue={typed.day_count}>
            <option value="30/360">30/360</option>
            <option value="actual/365">Actual/365</option>
          </CommandField>
        </Pair>
        <Pair>
          <CommandField name="convention" defaultValue={typed.convention}>
            <Options of={conventionWords} />
          </CommandField>
          <CommandField name="default_rate" defaultValue={typed.default_rate ?? ''} />
        </Pair>
        <CommandField name="offering" defaultValue={typed.offering ?? noteSettings.offering} />
        <CommandField name="payee" defaultValue={typed.payee ?? ''} />
        <CommandField name="early_redemption" defaultValue={typed.early_redemption ?? noteSettings.earlyRedemption} />
      </div>
    </details>
  )
}
