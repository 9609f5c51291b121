import type { FormEvent } from 'react'
import { calculator as texts } from '../../../content/calculator.ts'
import { payoutsOf } from '../../../content/payouts.ts'
import { tiers } from '../../../content/tiers.ts'
import { type Payout, rateOf, type TermYears, termYears } from '../../../rules/returns.ts'
import { Button } from '../../shell/ui/button.tsx'
import { minimumOf, type SettledAmount } from './amount.ts'
import { AmountField } from './amount-field.tsx'
import style from './controls.module.css'
import type { Inputs } from './inputs.ts'

type Props = {
  inputs: Inputs
  onChange: (change: Partial<Inputs>) => void
  /** The form's target without scripts: a place on the same page, which reads the inputs from its address. */
  action: string
}

/** Term, tier, exact amount and payout: a form that also works without scripts, with GET. */
export function Controls({ inputs, onChange, action }: Props) {
  const { tier, amount, change, years, payout } = inputs
  // An earlier change of the amount no longer applies then.
  const setAmount = (settled: SettledAmount) => onChange({ change: undefined, ...settled })
  const onSubmit = (event: FormEvent) => event.preventDefault()
  return (
    // Amounts are corrected rather than refused, here and on the server, so the browser must not validate them.
    <form className={`stack top gap-6 ${style.controls}`} method="get" action={action} onSubmit={onSubmit} noValidate>
      <fieldset className={style.choices}>
        <legend className="visually-hidden">{texts.tier.label}</legend>
        <AmountField settled={{ tier, amount, change }} years={years} onChange={setAmount} />
        {/* Without scripts: a tier picked while the amount is unchanged selects the tier's preset. */}
        <input type="hidden" name="was" value={amount} />
        {tiers.map(option => (
          <label key={option.name} className={`row center gap-3 line-below ${style.tier}`}>
            <input
              type="radio"
              name="tier"
              value={option.from}
              checked={tier.name === option.name}
              onChange={() => setAmount(minimumOf(option))}
            />
            <span>{option.label}</span>
            <span>{rateOf(option, years)}%</span>
          </label>
        ))}
      </fieldset>
      <fieldset className={style.choices}>
        <legend>{texts.term.label}</legend>
        <div className={`cluster line-below ${style.row}`}>
          {termYears.map((option: TermYears) => (
            <label key={option} className={`row center ${style.choice}`}>
              <input
                type="radio"
                name="term"
                value={option}
                checked={years === option}
                onChange={() => onChange({ years: option })}
              />
              <span>{texts.term.options[option]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={style.choices}>
        <legend>{texts.payout.label}</legend>
        <div className={`cluster line-below ${style.row}`}>
          {payoutsOf(tier).map((option: Payout) => (
            <label key={option} className={`row center ${style.choice}`}>
              <input
                type="radio"
                name="paid"
                value={option}
                checked={payout === option}
                onChange={() => onChange({ payout: option })}
              />
              <span>{texts.payout.options[option]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <noscript>
        <Button type="submit">{texts.submit}</Button>
      </noscript>
    </form>
  )
}
