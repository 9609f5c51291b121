import { tiers } from '../../../content/tiers.ts'
import style from './subscriptions.module.css'

/** The tiers' rates, by amount and term. */
export function TierTable() {
  return (
    <table className={`full tabular double column-36 ${style.rates}`}>
      <caption className="visually-hidden">Rates a year by amount and term</caption>
      <thead>
        <tr>
          <th scope="col">Amount</th>
          <th scope="col">12 months</th>
          <th scope="col">24 months</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ name, label, oneYear, twoYears }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td>{oneYear}%</td>
            <td>{twoYears}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
