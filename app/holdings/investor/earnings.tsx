import { formatCents } from '../../../rules/money.ts'
import type { Holdings } from '../server/holdings.ts'
import style from './earnings.module.css'

export function Earnings({ holdings }: { holdings: Holdings }) {
  const { investedCents, interestPaidThisYearCents, interestPaidCents, principalRepaidCents } = holdings
  const { accruedCents, lateInterestCents } = holdings
  const figures: [string, bigint][] = [
    ['Invested', investedCents],
    [`Interest paid in ${holdings.today.slice(0, 4)}`, interestPaidThisYearCents],
    ['Interest paid to date', interestPaidCents],
    ['Accrued today', accruedCents],
  ]
  if (lateInterestCents > 0n) figures.push(['Interest on late principal', lateInterestCents])
  if (principalRepaidCents > 0n) figures.splice(3, 0, ['Principal paid back', principalRepaidCents])
  return (
    <dl className={`stack ${style.list}`}>
      {figures.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
