import { href } from 'react-router'
import { formatCents } from '../../../rules/money.ts'
import { Link } from '../../shell/ui/link.tsx'
import type { NextPayment as Payment, SentPayment } from '../server/holdings.ts'
import { Day, distanceWords } from './days.tsx'
import style from './next-payment.module.css'
import { Sent } from './sent.tsx'

/** Up to this many notes are named by number; beyond, only counted. */
const named = 3

interface Props {
  next: Payment | undefined
  /** A recent payment, shown above. */
  sent?: SentPayment | undefined
  today: string
}

/** The next payment: the largest figure on the page, with its day and its notes. */
export function NextPayment({ next, sent, today }: Props) {
  const news = sent && <Sent sent={sent} today={today} />
  if (!next)
    return (
      <div className="stack top shrink">
        {news}
        <p className={`quiet medium leading-4 ${style.label}`}>Next payment</p>
        <p className="quiet tabular leading-5 above-2">None is scheduled.</p>
      </div>
    )
  const { payDate, cents, parts } = next
  const to = new Set(parts.map(part => part.to))
  const [only] = to
  return (
    <div className="stack top shrink">
      {news}
      <p className={`quiet medium leading-4 ${style.label}`}>Next payment</p>
      <p className={`breakable display lining ${style.amount}`}>{formatCents(cents)}</p>
      <p className={`cluster gap-0-3 lining size-lead ${style.when}`}>
        <Day day={payDate} weekday />
        <span>{payDate === today ? 'due today' : `scheduled, ${distanceWords(today, payDate)}`}</span>
      </p>
      <p className={`quiet tabular leading-5 above-2 ${style.what}`}>
        {describe(parts)} on{' '}
        {parts.length > named
          ? `${parts.length} notes`
          : parts.map(({ id, number }, index) => (
              <span key={id}>
                {index > 0 && (index === parts.length - 1 ? ' and ' : ', ')}
                <Link to={href('/profile/notes/:id', { id })}>{number}</Link>
              </span>
            ))}
        {to.size === 1 && only && `, to ${only}`}.
      </p>
    </div>
  )
}

function describe(parts: Payment['parts']): string {
  const interest = parts.some(({ interestCents }) => interestCents > 0n)
  const principal = parts.some(({ principalCents }) => principalCents > 0n)
  return interest && principal ? 'Interest and principal' : principal ? 'Principal' : 'Interest'
}
