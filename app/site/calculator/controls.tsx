import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { calculator as texts } from '../../../content/calculator.ts'
import { tiers } from '../../../content/tiers.ts'
import {
  fromCents,
  type Payout,
  payouts,
  rateOf,
  type TermYears,
  termYears,
  tierOf,
  withinTier,
} from '../../../rules/returns.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import style from './controls.module.css'
import type { Inputs, TierOption } from './inputs.ts'

type Props = {
  inputs: Inputs
  onChange: (change: Partial<Inputs>) => void
  /**
   * Where the form is sent in a browser without scripts: a place on the same page, which reads the inputs from its
   * address.
   */
  action: string
}

/** Term, tier, exact amount and payout: a form that also works without scripts, with GET. */
export function Controls({ inputs, onChange, action }: Props) {
  const { tier, amount, years, payout } = inputs
  const pickTier = (tier: TierOption) => onChange({ tier, amount: tier.from })
  const onSubmit = (event: FormEvent) => event.preventDefault()
  return (
    // Amounts are corrected rather than refused, here and on the server, so the browser must not validate them.
    <form className={style.controls} method="get" action={action} onSubmit={onSubmit} noValidate>
      <fieldset className={style.choices}>
        <legend>{texts.term.label}</legend>
        <div className={style.row}>
          {termYears.map((option: TermYears) => (
            <label key={option} className={style.choice}>
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
        <legend>{texts.tier.label}</legend>
        {tiers.map(option => (
          <label key={option.name} className={style.tier}>
            <input
              type="radio"
              name="tier"
              value={option.from}
              checked={tier.name === option.name}
              onChange={() => pickTier(option)}
              // The default preset is already checked, so picking it fires no change event.
              onClick={() => amount === undefined && tier.name === option.name && pickTier(option)}
            />
            <span>{option.label}</span>
            <span>{rateOf(option, years)}%</span>
          </label>
        ))}
        {amount !== undefined && (
          <ExactAmount key={tier.name} tier={tier} amount={amount} onChange={amount => onChange({ amount })} />
        )}
      </fieldset>
      <fieldset className={style.choices}>
        <legend>{texts.payout.label}</legend>
        <div className={style.row}>
          {payouts.map((option: Payout) => (
            <label key={option} className={style.choice}>
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

type ExactAmountProps = { tier: TierOption; amount: number; onChange: (amount: number) => void }

/**
 * The exact amount in whole dollars (specification section 5). The text is left alone while someone is typing, and
 * counts as soon as it is within the tier; leaving the field or pressing Enter moves it within the tier.
 */
function ExactAmount({ tier, amount, onChange }: ExactAmountProps) {
  const [typed, setTyped] = useState<string>()
  const onType = (text: string) => {
    setTyped(text)
    if (/^\d+$/.test(text) && tierOf(Number(text), [tier])) onChange(Number(text))
  }
  const finish = () => {
    if (typed === undefined) return
    setTyped(undefined)
    onChange(withinTier(typed === '' ? Number.NaN : Number(typed), tier))
  }
  return (
    <Field
      label={texts.amount.label}
      hint={texts.amount.range(fromCents(tier.from * 100), fromCents(tier.to * 100))}
      className={style.amount}
      type="number"
      name="amount"
      inputMode="numeric"
      step={1000}
      min={tier.from}
      max={tier.to}
      placeholder={`Min: ${fromCents(tier.from * 100)}`}
      autoComplete="off"
      value={typed ?? amount}
      onChange={event => onType(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && finish()}
    />
  )
}
