import { useState } from 'react'
import { useLocation } from 'react-router'
import { calculator as texts } from '../../../content/calculator.ts'
import { fromCents, returnsOf } from '../../../rules/returns.ts'
import { useHydrated } from '../../hydrated.ts'
import style from './calculator.module.css'
import { PaymentChart } from './chart.tsx'
import { Controls } from './controls.tsx'
import { CopyLink } from './copy-link.tsx'
import { type Inputs, readInputs, toSearch } from './inputs.ts'
import { Results } from './results.tsx'
import { ScheduleTable } from './schedule-table.tsx'

type Props = {
  /** The query string the page was rendered with on the server; empty if it was prerendered. */
  renderedSearch: string
}

/**
 * The returns calculator (specification sections 2, 4, 5 and 9). Use the location's key as its `key`, so that it starts
 * over with each new address.
 */
export function Calculator({ renderedSearch }: Props) {
  const { search } = useLocation()
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState<Inputs>()
  // Hydration must render what the server rendered, even if that was prerendered without inputs.
  const inputs = chosen ?? readInputs(hydrated ? search : renderedSearch)
  const { tier, years, payout } = inputs
  const amount = inputs.amount ?? tier.from
  const returns = returnsOf({ amount, years, payout, tier })
  const [payment] = returns.schedule

  const onChange = (change: Partial<Inputs>) => {
    const next = { ...inputs, ...change }
    setChosen(next)
    // Updates the address without a history entry, and without the router, which would load the page's data again.
    history.replaceState(history.state, '', `${location.pathname}${toSearch(next)}${location.hash}`)
  }

  return (
    <section className={style.calculator} aria-label={texts.label} id={anchor}>
      <Controls inputs={inputs} onChange={onChange} action={`#${anchor}`} />
      <div className={style.results}>
        <Results returns={returns} years={years} />
        <div className={style.picture}>
          <PaymentChart schedule={returns.schedule} months={years * 12} rate={returns.rate.value} payout={payout} />
          <p className={style.sentence} role="status">
            {texts.sentence({
              amount: fromCents(amount * 100),
              years,
              rate: `${returns.rate.value}%`,
              payment: fromCents(payment?.interestCents ?? 0),
              each: texts.payout.each[payout],
            })}
          </p>
        </div>
        <div className={style.foot}>
          <ScheduleTable schedule={returns.schedule} />
          <CopyLink
            address={() => new URL(`${location.pathname}${toSearch(inputs)}#${anchor}`, location.origin).href}
          />
        </div>
      </div>
    </section>
  )
}

/** The id of the calculator: copied links and the form without scripts lead there, not to the top of the page. */
const anchor = 'calculator'
