import { href } from 'react-router'
import { tiers } from '../../../content/tiers.ts'
import { formatCents, formatRate } from '../../../rules/money.ts'
import { standingOf } from '../../notes/standing.ts'
import { payoutWords } from '../../notes/words.ts'
import { Link } from '../../shell/ui/link.tsx'
import type { Design } from '../../shell/ui/rosette/designs.ts'
import { tierDesigns } from '../../shell/ui/rosette/page-designs.ts'
import { Rosette } from '../../shell/ui/rosette/rosette.tsx'
import type { OwnNote } from '../server/note-facts.ts'
import { Day, distanceWords } from './days.tsx'
import style from './note-list.module.css'
import { PaymentChart } from './payment-chart.tsx'

/** Notes as rows: the tier's rosette, number and terms, payments as a drawing, and maturity. */
export function NoteList({ notes, today, label }: { notes: readonly OwnNote[]; today: string; label: string }) {
  return (
    <ul className="plain-list double-above" aria-label={label}>
      {notes.map(note => (
        <li key={note.id} className={`stack gap-4 line-below ${style.note}`}>
          <NoteRosette principalCents={note.principalCents} className={style.rosette} />
          <div className={`stack shrink ${style.name}`}>
            <p className={style.amount}>
              <Link to={href('/profile/notes/:id', { id: note.id })}>
                {formatCents(note.principalCents)}
                <span className="visually-hidden">, note {note.number}</span>
              </Link>
            </p>
            <p className="leading-4">
              {formatRate(note.rateBp)} a year, {payoutWords[note.payout]}
            </p>
            <p className={`quiet cluster gap-0-3 breakable ${style.who}`}>
              {note.number}
              <span>{note.holder.name}</span>
            </p>
          </div>
          <div className={style.drawing}>
            {note.payments.length > 0 ? (
              <PaymentChart payments={note.payments} today={today} compact />
            ) : (
              <p className="muted">{standingOf(note, 'holder').label}</p>
            )}
          </div>
          <Maturity note={note} today={today} />
        </li>
      ))}
    </ul>
  )
}

function Maturity({ note, today }: { note: OwnNote; today: string }) {
  const { closedOn, maturityDate, state, late } = note
  const end = closedOn ?? maturityDate
  if (!end) return <p className={`cluster baseline gap-0-3 tabular leading-4 ${style.maturity}`} />
  const isRunning = state === 'current' || state === 'funded'
  return (
    <p className={`cluster baseline gap-0-3 tabular leading-4 ${style.maturity}`}>
      <span className={`quiet ${style.label}`}>
        {isRunning ? 'Matures' : standingOf({ state, late: null }, 'holder').label}
      </span>
      <Day day={end} />
      {!closedOn && <span className={`quiet ${style.distance}`}>{distanceWords(today, end)}</span>}
      {late && <span className="small danger strong">{standingOf(note, 'holder').label}</span>}
    </p>
  )
}

type NoteRosetteProps = { principalCents: bigint; designs?: readonly Design[]; className?: string }

export function NoteRosette({ principalCents, designs = tierDesigns, className }: NoteRosetteProps) {
  const tier = tiers.findLastIndex(({ from }) => BigInt(from) * 100n <= principalCents)
  const design = designs[Math.max(0, tier)]
  return design ? <Rosette design={design} className={className} /> : null
}
