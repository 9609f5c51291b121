import { useState } from 'react'
import { useLocation } from 'react-router'
import { calculator as words } from '../../../content/calculator.ts'
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
  /** The query string the page was drawn with on the server; empty where it was drawn ahead of any question. */
  renderedSearch: string
}

/** The returns calculator (specification sections 2, 4, 5 and 9). One for each address: give it the location's key. */
export function Calculator({ renderedSearch }: Props) {
  const { search } = useLocation()
  const hydrated = useHydrated()
  const [asked, setAsked] = useState<Inputs>()
  // The first picture in the browser must be the server's, even if that was drawn before anyone asked.
  const inputs = asked ?? readInputs(hydrated ? search : renderedSearch)
  const { tier, years, payout } = inputs
  const amount = inputs.amount ?? tier.from
  const returns = returnsOf({ amount, years, payout, tier })
  const [payment] = returns.schedule

  const ask = (change: Partial<Inputs>) => {
    const next = { ...inputs, ...change }
    setAsked(next)
    // The address follows without a step of history, and past the router: no page changes, so nothing need load.
    history.replaceState(history.state, '', `${location.pathname}${toSearch(next)}${location.hash}`)
  }

  return (
    <section className={style.calculator} aria-label={words.label} id={anchor}>
      <Controls inputs={inputs} ask={ask} action={`#${anchor}`} />
      <div className={style.results}>
        <Results returns={returns} years={years} />
        <div className={style.picture}>
          <PaymentChart schedule={returns.schedule} months={years * 12} rate={returns.rate.value} payout={payout} />
          <p className={style.sentence} role="status">
            {words.sentence({
              amount: fromCents(amount * 100),
              years,
              rate: `${returns.rate.value}%`,
              payment: fromCents(payment?.interestCents ?? 0),
              each: words.payout.each[payout],
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

/** Where a copied link and the form without scripts lead: to the calculator, not to the top of its page. */
const anchor = 'calculator'
