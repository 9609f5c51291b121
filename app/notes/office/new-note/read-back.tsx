import { formatCents, sumCents } from '../../../../rules/money.ts'
import { Day } from '../../../shell/ui/day.tsx'
import { describeTerms } from '../../describe.ts'
import { type NoteTerms, type ScheduleLine, scheduleOf } from '../../schedule.ts'
import style from './new-note.module.css'

type Props = { terms: NoteTerms; holder: string; offering: string; also?: readonly string[] }

/** A note's terms in words, and every payment that follows from them, to be read before they are locked. */
export function ReadBack({ terms, holder, offering, also = [] }: Props) {
  return (
    <div className={`stack gap-3 measure ${style.readBack}`}>
      {describeTerms(terms, { holder, offering, also }).map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Schedule lines={scheduleOf(terms)} />
    </div>
  )
}

/** Every payment, one line each. */
function Schedule({ lines }: { lines: readonly ScheduleLine[] }) {
  return (
    <table className={`full fine tabular ${style.schedule}`}>
      <caption className="visually-hidden">Payments</caption>
      <thead>
        <tr>
          <th scope="col">Paid</th>
          <th scope="col">Days</th>
          <th scope="col">Interest</th>
          <th scope="col">Principal</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ n, pay, days, interestCents, principalCents }) => (
          <tr key={n}>
            <th scope="row">
              <Day date={pay} />
            </th>
            <td>{days}</td>
            <td>{formatCents(interestCents, true)}</td>
            <td>{principalCents > 0n && formatCents(principalCents, true)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">In all</th>
          <td />
          <td>{formatCents(sumCents(lines.map(line => line.interestCents)), true)}</td>
          <td>{formatCents(sumCents(lines.map(line => line.principalCents)), true)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
