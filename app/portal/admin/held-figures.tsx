import { formatCents } from '../../../rules/notes/money.ts'
import type { HeldInShort } from '../../../server/lists/held-in-short.ts'
import { Day } from '../../ui/day.tsx'
import style from './held-figures.module.css'

type Props = HeldInShort & {
  /** What should have been paid, in cents, and the first day of it ('YYYY-MM-DD'). */
  late?: { cents: bigint; since: string } | undefined
  /** Until when the holder is verified ('YYYY-MM-DD'); null where it isn't. Left out where there are several. */
  verified?: string | null
}

/** What is paid next, what is outstanding and what is late: the first that is asked about somebody. */
export function HeldFigures({ held, notes, next, late, verified }: Props) {
  return (
    <dl className={`cluster ${style.figures}`}>
      <div>
        <dt>Next payment</dt>
        <dd>
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
        <dt>Outstanding</dt>
        <dd>
          <strong>{formatCents(held)}</strong> in {notes === 1 ? '1 note' : `${notes} notes`}
        </dd>
      </div>
      {late && (
        <div>
          <dt>Late</dt>
          <dd>
            <strong>{formatCents(late.cents)}</strong> since <Day date={late.since} />
          </dd>
        </div>
      )}
      {verified !== undefined && (
        <div>
          <dt>Verified for any sale</dt>
          <dd>
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
