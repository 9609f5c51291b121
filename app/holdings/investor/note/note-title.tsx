import { formatCents, formatRate } from '../../../../rules/money.ts'
import { payoutWords } from '../../../notes/words.ts'
import type { OwnNote } from '../../server/note-facts.ts'
import { termWords } from '../election-words.ts'
import style from './note-title.module.css'

type Props = {
  note: OwnNote
  /** Without its amount, to show it to other people. */
  withoutSums?: boolean
}

export function NoteTitle({ note, withoutSums = false }: Props) {
  const { number, holder, principalCents, rateBp, termMonths, payout } = note
  return (
    <div className={`stack shrink gap-2 lining ${style.title}`}>
      <p className="quiet breakable">
        {number} · {holder.name}
      </p>
      <h2>
        {withoutSums ? (
          <span className={style.veil}>
            <span className="visually-hidden">Amount hidden</span>
          </span>
        ) : (
          formatCents(principalCents)
        )}
      </h2>
      <p className={style.terms}>
        {formatRate(rateBp)} a year for {termWords(termMonths)}, {payoutWords[payout]}
      </p>
    </div>
  )
}
