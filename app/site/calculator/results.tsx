import { calculator as words } from '../../../content/calculator.ts'
import { fromCents, type Returns, type TermYears } from '../../../rules/returns.ts'
import { classes } from '../../ui/classes.ts'
import style from './results.module.css'
import { useAnimatedNumber } from './use-animated-number.ts'

/** The calculator's outputs: what comes in a month, in a year, over the term and in all, and the rate behind it. */
export function Results({ returns, years }: { returns: Returns; years: TermYears }) {
  const { monthlyReturn, annualReturn, totalReturn, totalValue, rate } = returns
  const { month, year, total, value } = words.figures
  return (
    <dl className={style.results}>
      <div className={style.rate}>
        <dt>{words.figures.rate}</dt>
        <dd className="figures">{rate.value}%</dd>
        <dd className={style.range}>{words.rateRange(rate)}</dd>
      </div>
      <Figure name={month} cents={monthlyReturn} />
      <Figure name={year} cents={annualReturn} />
      <Figure name={total[years]} cents={totalReturn} />
      <Figure name={value} cents={totalValue} />
    </dl>
  )
}

/** A sum that counts to its new value. What it counts through is for the eye; the ear is given the value itself. */
function Figure({ name, cents }: { name: string; cents: number }) {
  const shown = useAnimatedNumber(cents)
  // While it counts it keeps the form it will end in, so that nothing beside it moves.
  const steady = shown === cents ? cents : cents % 100 === 0 ? Math.round(shown / 100) * 100 : shown
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classes('figures', style.sum)}>{fromCents(steady, cents % 100 !== 0)}</dd>
    </div>
  )
}
