import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { formatCents } from '../../../../rules/money.ts'
import { countOf } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import type { OfferedDocument } from '../../investor/offered-documents.ts'
import style from './person-panel.module.css'
import type { HeldInName, PersonSummary } from './person-summary.ts'

/** Documents that are named; the person's page has all. */
const named = 3

type Props = {
  personId: string
  name: string
  /** Undefined for people who act for no holder. */
  held: PersonSummary | undefined
  /** The person's, newest first. */
  documents: readonly OfferedDocument[]
}

/** The writer's overview in a few lines, beside the conversation; folded on a phone, where it is below. */
export function PersonPanel({ personId, name, held, documents }: Props) {
  const [open, setOpen] = useState(true)
  useEffect(() => {
    if (!matchMedia('(width >= 78rem)').matches) setOpen(false)
  }, [])
  return (
    <details
      className={`small double-above pad-above-4 ${style.panel}`}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Holdings of {name}</summary>
      <dl className={`stack gap-3 tabular above-3 ${style.facts}`}>
        {held?.late && (
          <div className={style.late}>
            <dt>Late</dt>
            <dd>
              {formatCents(held.late.cents)} since <Day date={held.late.since} />
            </dd>
          </div>
        )}
        {held && (
          <div>
            <dt>Next payment</dt>
            <dd>
              {held.next ? (
                <>
                  {formatCents(held.next.cents)} on <Day date={held.next.day} />
                </>
              ) : (
                'None scheduled'
              )}
            </dd>
          </div>
        )}
        {held?.holders.map(holder => (
          <InName key={holder.id} holder={holder} />
        ))}
        <div>
          <dt>Latest documents</dt>
          {documents.length === 0 && <dd>None yet</dd>}
          {documents.slice(0, named).map(({ id, filename }) => (
            <dd key={id}>
              <Link to={withQuery(href('/profile/admin/people/:id', { id: personId }), { document: id })}>
                {filename}
              </Link>
            </dd>
          ))}
        </div>
      </dl>
      {!held && <p>Not authorized for any holder.</p>}
      <p>
        <Link to={href('/profile/admin/people/:id/overview', { id: personId })}>Overview of {name}</Link>
      </p>
    </details>
  )
}

function InName({ holder: { id, name, isFrozen, cents, notes, rates, verifiedThrough } }: { holder: HeldInName }) {
  return (
    <div>
      <dt>
        <Link to={href('/profile/admin/holders/:id', { id })}>{name}</Link>{' '}
        {isFrozen && <Badge tone="warning">Frozen</Badge>}
      </dt>
      <dd>{notes > 0 ? `${formatCents(cents)} in ${countOf(notes, 'note')}, ${rates}` : 'No notes outstanding'}</dd>
      <dd>
        {verifiedThrough ? (
          <>
            Verified until <Day date={verifiedThrough} />
          </>
        ) : (
          'Not verified for new notes'
        )}
        {' · '}
        <Link
          to={withQuery(href('/profile/admin/register/notes/new'), { for: id })}
          aria-label={`New note for ${name}`}
        >
          New note
        </Link>
      </dd>
    </div>
  )
}
