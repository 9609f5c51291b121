import { formatCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { type Progress, progressWords, sentWords } from '../../notes/payment-day.ts'
import type { SentPayment } from '../server/holdings.ts'
import style from './sent.module.css'

/** Payment day: the amount sent, the note's progress, and its columns, the newest animated. */
export function Sent({ sent, today }: { sent: SentPayment; today: string }) {
  const { day, cents, notes, progress } = sent
  return (
    <div className={`stack gap-2 tabular below-4 ${style.sent}`}>
      <p>
        <strong>
          {formatCents(cents)} {sentWords(day, today)}
        </strong>
        {progress ? `. ${progressWords(progress)}` : `, on ${countOf(notes, 'note')}.`}
      </p>
      {progress && <Columns {...progress} />}
    </div>
  )
}

/** A column for each payment, solid up to the newest. */
function Columns({ paid, of }: Progress) {
  const places = Array.from({ length: of }, (_, n) => n * 10 + 0.5)
  return (
    <svg className={style.columns} viewBox={`0 0 ${of * 10} 24`} aria-hidden="true">
      {places.map((x, n) => (
        <rect key={x} x={x} y={0.5} width={7} height={23} className={n < paid - 1 ? style.paid : undefined} />
      ))}
      {paid > 0 && <rect x={places[paid - 1]} y={0.5} width={7} height={23} className={style.newest} />}
    </svg>
  )
}
