import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { calculator as words } from '../../../content/calculator.ts'
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
  ask: (change: Partial<Inputs>) => void
  /** Where the form goes in a browser that runs no scripts: a place on the page itself, which reads its address. */
  action: string
}

/** Term, tier, exact amount and payout: a form that also works by itself, with GET. */
export function Controls({ inputs, ask, action }: Props) {
  const { tier, amount, years, payout } = inputs
  const pick = (tier: TierOption) => ask({ tier, amount: tier.from })
  const stay = (event: FormEvent) => event.preventDefault()
  return (
    // Amounts are mended rather than refused, here and on the server, so the browser need not check them.
    <form className={style.controls} method="get" action={action} onSubmit={stay} noValidate>
      <fieldset className={style.choices}>
        <legend>{words.term.label}</legend>
        <div className={style.row}>
          {termYears.map((option: TermYears) => (
            <label key={option} className={style.choice}>
              <input
                type="radio"
                name="term"
                value={option}
                checked={years === option}
                onChange={() => ask({ years: option })}
              />
              <span>{words.term.options[option]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={style.choices}>
        <legend>{words.tier.label}</legend>
        {tiers.map(option => (
          <label key={option.name} className={style.tier}>
            <input
              type="radio"
              name="tier"
              value={option.from}
              checked={tier.name === option.name}
              onChange={() => pick(option)}
              // The preset that is chosen at first can be picked too, which changes nothing for the radio.
              onClick={() => amount === undefined && tier.name === option.name && pick(option)}
            />
            <span>{option.label}</span>
            <span>{rateOf(option, years)}%</span>
          </label>
        ))}
        {amount !== undefined && (
          <ExactAmount key={tier.name} tier={tier} amount={amount} settle={amount => ask({ amount })} />
        )}
      </fieldset>
      <fieldset className={style.choices}>
        <legend>{words.payout.label}</legend>
        <div className={style.row}>
          {payouts.map((option: Payout) => (
            <label key={option} className={style.choice}>
              <input
                type="radio"
                name="paid"
                value={option}
                checked={payout === option}
                onChange={() => ask({ payout: option })}
              />
              <span>{words.payout.options[option]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <noscript>
        <Button type="submit">{words.submit}</Button>
      </noscript>
    </form>
  )
}

type ExactAmountProps = { tier: TierOption; amount: number; settle: (amount: number) => void }

/**
 * The amount to the dollar (specification section 5). While it is being typed it is left alone, and counts as soon as
 * it lies within the tier; on leaving the field or pressing Enter it is brought within.
 */
function ExactAmount({ tier, amount, settle }: ExactAmountProps) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    if (/^\d+$/.test(text) && tierOf(Number(text), [tier])) settle(Number(text))
  }
  const finish = () => {
    if (typed === undefined) return
    setTyped(undefined)
    settle(withinTier(typed === '' ? Number.NaN : Number(typed), tier))
  }
  return (
    <Field
      label={words.amount.label}
      hint={words.amount.range(fromCents(tier.from * 100), fromCents(tier.to * 100))}
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
      onChange={event => type(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && finish()}
    />
  )
}
