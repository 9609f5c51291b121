import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { calculator as texts } from '../../../content/calculator.ts'
import { callPath } from '../../../content/calls-offered.ts'
import { copiedStays } from '../../../rules/limits.ts'
import { fromCents } from '../../../rules/number.ts'
import { returnsOf } from '../../../rules/returns.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { Button } from '../../shell/ui/button.tsx'
import { ArrowLabel } from '../arrow-label.tsx'
import style from './calculator.module.css'
import { PaymentChart } from './chart.tsx'
import { Controls } from './controls.tsx'
import { type Inputs, payoutIn, readInputs, toFullSearch, toSearch } from './inputs.ts'
import { noteInWords } from './note-in-words.ts'
import { Results } from './results.tsx'
import { ScheduleTable } from './schedule-table.tsx'

type Props = {
  /** The query string of the server's rendering; empty if the page was prerendered. */
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
  // Hydration must match the server's output, even if that was prerendered without inputs.
  const inputs = chosen ?? readInputs(hydrated ? search : renderedSearch)
  const { years, payout } = inputs
  const returns = returnsOf(inputs)
  const words = noteInWords(inputs)
  const isReset = inputs.change?.other !== undefined

  const onChange = (change: Partial<Inputs>) => {
    const changed = { ...inputs, ...change }
    const next = { ...changed, payout: payoutIn(changed, changed.payout) }
    setChosen(next)
    // Updates the address without a history entry, and without the router, which would load the page's data again.
    history.replaceState(history.state, '', `${location.pathname}${toSearch(next)}${location.hash}`)
  }

  return (
    <section className={`tabular double ${style.calculator}`} aria-label={texts.label} id={anchor}>
      <div className={style.inputs}>
        {/* Screen readers hear the whole sentence below when it changes. */}
        <p className={`cluster baseline any-width line-below pad-2 ${style.answer}`} aria-hidden="true">
          <b className="figures">{words.payment}</b> {words.each}
          <span>
            {words.rate} · {fromCents(returns.totalValue)} {texts.inAll}
          </span>
        </p>
        <Controls inputs={inputs} onChange={onChange} action={`#${anchor}`} />
      </div>
      <div className={`shrink line-above ${style.results}`}>
        <Results returns={returns} years={years} />
        <div className={style.picture}>
          <PaymentChart schedule={returns.schedule} months={years * 12} rate={returns.rate.value} payout={payout} />
          <p className={`size-h4 display leading-4 above-5 ${style.sentence}`} role="status">
            {texts.sentence(words)}
          </p>
        </div>
        <div className={`cluster center apart below-4 ${style.call}`}>
          {/* Brass is for one button: the way back to the typed amount, if there is one. */}
          <Button variant={isReset ? 'quiet' : 'primary'} to={callPath + toFullSearch(inputs)}>
            <ArrowLabel>{texts.call.action}</ArrowLabel>
          </Button>
          <CopyLink
            address={() => new URL(`${location.pathname}${toSearch(inputs)}#${anchor}`, location.origin).href}
          />
        </div>
        <ScheduleTable schedule={returns.schedule} />
      </div>
    </section>
  )
}

/** The id of the calculator: copied links and the form without scripts lead there, not to the top of the page. */
const anchor = 'calculator'

/** Copies an address and reports success or failure for `copiedStays`. */
function CopyLink({ address }: { address: () => string }) {
  const [outcome, setOutcome] = useState<{ done: boolean }>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), copiedStays)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    // A browser may refuse, and on an insecure page there is no `navigator.clipboard`.
    const done = await Promise.resolve(navigator.clipboard?.writeText(address()).then(() => true)).catch(() => false)
    setOutcome({ done: done ?? false })
  }
  return (
    <p className={`row center gap-4 small ${style.copy}`}>
      <Button size="small" onClick={copy}>
        {texts.copy.label}
      </Button>
      <span role="status">{outcome && (outcome.done ? texts.copy.done : texts.copy.failed)}</span>
    </p>
  )
}
