import { formatCents } from '../../../rules/money.ts'
import type { HeldSummary } from '../../lists/server/held-summary.ts'
import { Day } from '../ui/day.tsx'
import style from './held-figures.module.css'

type Props = HeldSummary & {
  /** The late amount, in cents, and its first due day ('YYYY-MM-DD'). */
  late?: { cents: bigint; since: string } | undefined
  /** The last day of the holder's verification ('YYYY-MM-DD'); null without one. Omitted for several holders. */
  verified?: string | null
}

/** Next payment, outstanding and late amounts: what people ask first about an investor. */
export function HeldFigures({ held, notes, next, late, verified }: Props) {
  return (
    <dl className={`cluster ${style.figures}`}>
      <div>
        <dt className="quiet">Next payment</dt>
        <dd className="quiet">
          {next ? (
            <>
              <strong>{formatCents(next.cents)}</strong> <Day date={next.day} />
            </>
          ) : (
            'None is scheduled'
          )}
        </dd>
      </div>
      <div>
        <dt className="quiet">Outstanding</dt>
        <dd className="quiet">
          <strong>{formatCents(held)}</strong> in {notes === 1 ? '1 note' : `${notes} notes`}
        </dd>
      </div>
      {late && (
        <div>
          <dt className="quiet">Late</dt>
          <dd className="quiet">
            <strong>{formatCents(late.cents)}</strong> since <Day date={late.since} />
          </dd>
        </div>
      )}
      {verified !== undefined && (
        <div>
          <dt className="quiet">Verified for any sale</dt>
          <dd className="quiet">
            {verified ? (
              <strong>
                <Day date={verified} />
              </strong>
            ) : (
              'No'
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}
