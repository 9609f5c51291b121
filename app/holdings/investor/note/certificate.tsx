import { formatCents } from '../../../../rules/money.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { Letterhead } from '../../../shell/ui/letterhead.tsx'
import { paymentStateWords } from '../../holdings.ts'
import type { OwnPayment } from '../../server/note-facts.ts'
import type { NotePageData } from '../../server/note-page.ts'
import { Day } from '../days.tsx'
import { NoteRosette } from '../note-list.tsx'
import { PaymentChart } from '../payment-chart.tsx'
import { agreedRows } from './agreement.tsx'
import style from './certificate.module.css'
import { NoteTitle } from './note-title.tsx'

type Props = NotePageData & {
  /** Without amounts, like the sheet on the screen. */
  withoutSums: boolean
}

/** A note on one printed sheet, in place of its page. */
export function Certificate({ today, asOf, note, agreement, withoutSums }: Props) {
  const terms = agreedRows({ note, agreement }).filter(([name]) => !withoutSums || name !== 'Principal')
  return (
    <article className={style.certificate}>
      <Letterhead>
        As of <FormattedDate date={asOf} time />
      </Letterhead>
      <header className={style.head}>
        <NoteRosette principalCents={note.principalCents} className={style.rosette} />
        <NoteTitle note={note} withoutSums={withoutSums} />
      </header>
      <dl className={style.terms}>
        {terms.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note.payments.length > 0 && (
        <>
          <PaymentChart payments={note.payments} today={today} withoutSums={withoutSums} />
          <PrintedSchedule payments={note.payments} withoutSums={withoutSums} />
        </>
      )}
      <p className={style.foot}>
        An extract from the fund’s register, not the note itself. A payment is shown as paid once the fund has recorded
        it. {agreement.clauses?.join(' ')}
      </p>
    </article>
  )
}

type PrintedScheduleProps = { payments: readonly OwnPayment[]; withoutSums: boolean }

/** Every payment in print, in two columns: day, amount and state; principal on its own line. */
function PrintedSchedule({ payments, withoutSums }: PrintedScheduleProps) {
  const lines = payments.flatMap(payment => [
    { payment, cents: payment.interestCents, what: '' },
    { payment, cents: payment.principalCents, what: 'Principal: ' },
  ])
  return (
    <ol className={style.schedule}>
      {lines
        .filter(({ cents }) => cents > 0n)
        .map(({ payment, cents, what }) => (
          <li key={`${what}${payment.n}`}>
            <Day day={payment.payDate} />
            <span className={style.cents}>{!withoutSums && formatCents(cents, true)}</span>
            <span>
              {what}
              {stateOf(payment, withoutSums)}
            </span>
          </li>
        ))}
    </ol>
  )
}

function stateOf({ state, settledCents, paidOn, payDate }: OwnPayment, withoutSums: boolean) {
  if (state === 'part' && !withoutSums) return `${paymentStateWords.part}: ${formatCents(settledCents)}`
  return (
    <>
      {paymentStateWords[state]}
      {paidOn && paidOn !== payDate && (
        <>
          {' '}
          <Day day={paidOn} />
        </>
      )}
    </>
  )
}
