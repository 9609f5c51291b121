import { useEffect, useRef, useState } from 'react'
import { calculator as texts } from '../../../content/calculator.ts'
import { figureAnimation } from '../../../rules/limits.ts'
import { fromCents } from '../../../rules/number.ts'
import type { Returns, TermYears } from '../../../rules/returns.ts'
import { classes } from '../../shell/ui/classes.ts'
import style from './results.module.css'

/** The calculator's results: the rate, and the returns per month, per year, over the term and in total. */
export function Results({ returns, years }: { returns: Returns; years: TermYears }) {
  const { monthlyReturn, annualReturn, totalReturn, totalValue, rate } = returns
  const { month, year, total, value } = texts.figures
  return (
    <dl className={style.results}>
      <div className={style.rate}>
        <dt>{texts.figures.rate}</dt>
        <dd className={classes('figures', rate.value % 1 !== 0 && style.long)}>{rate.value}%</dd>
        <dd className={style.range}>{texts.rateRange(rate)}</dd>
      </div>
      <Figure name={month} cents={monthlyReturn} />
      <Figure name={year} cents={annualReturn} />
      <Figure name={total[years]} cents={totalReturn} />
      <Figure name={value} cents={totalValue} />
    </dl>
  )
}

/** An amount that counts to its new value when it changes. */
function Figure({ name, cents }: { name: string; cents: number }) {
  const shown = useAnimatedNumber(cents)
  // Without cents throughout if the final value has none, so that the width stays steady.
  const rounded = shown === cents ? cents : cents % 100 === 0 ? Math.round(shown / 100) * 100 : shown
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes('figures', style.sum)}>{fromCents(rounded, cents % 100 !== 0)}</dd>
    </div>
  )
}

/**
 * @param target a whole number
 * @returns a whole number that counts to `target` within `figureAnimation` after each change. It equals `target` at
 *   once on the first render, and for readers who prefer reduced motion
 */
function useAnimatedNumber(target: number): number {
  const [shown, setShown] = useState(target)
  const current = useRef(target)

  useEffect(() => {
    const from = current.current
    if (from === target) return
    const show = (value: number) => {
      current.current = value
      setShown(value)
    }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return show(target)
    const started = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(Math.max(now - started, 0) / figureAnimation, 1)
      show(part < 1 ? Math.round(from + (target - from) * ease(part)) : target)
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])

  return shown
}

/** Quick at first, then settling. */
const ease = (part: number) => 1 - (1 - part) ** 3
