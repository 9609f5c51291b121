import { calculator as texts } from '../../../content/calculator.ts'
import { fromCents } from '../../../rules/number.ts'
import type { Payment } from '../../../rules/returns.ts'
import style from './schedule-table.module.css'

/** The chart as a table: each payment with its interest and principal, and the totals. */
export function ScheduleTable({ schedule }: { schedule: Payment[] }) {
  const { show, caption, interest, principal, payment, total, note } = texts.table
  const interestCents = schedule.reduce((sum, each) => sum + each.interestCents, 0)
  const principalCents = schedule.reduce((sum, each) => sum + each.principalCents, 0)
  return (
    <details className={style.schedule}>
      <summary>{show}</summary>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.chart.month}</th>
            <th scope="col">{interest}</th>
            <th scope="col">{principal}</th>
            <th scope="col">{payment}</th>
          </tr>
        </thead>
        <tbody>
          {schedule.map(each => (
            <tr key={each.month}>
              <th scope="row">{each.month}</th>
              <Sums interestCents={each.interestCents} principalCents={each.principalCents} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total}</th>
            <Sums interestCents={interestCents} principalCents={principalCents} />
          </tr>
        </tfoot>
      </table>
      <p>{note}</p>
    </details>
  )
}

function Sums({ interestCents, principalCents }: Omit<Payment, 'month'>) {
  return (
    <>
      <td>{fromCents(interestCents, true)}</td>
      <td>{principalCents > 0 ? fromCents(principalCents, true) : '–'}</td>
      <td>{fromCents(interestCents + principalCents, true)}</td>
    </>
  )
}
