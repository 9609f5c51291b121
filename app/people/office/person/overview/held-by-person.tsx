import { href } from 'react-router'
import { formatRate, sumCents } from '../../../../../rules/money.ts'
import { countOf } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { OpenVerification } from '../../../../accreditation/server/holder-verifications.ts'
import { stateWords } from '../../../../accreditation/states.ts'
import { holderKinds, memberRights } from '../../../../holders/holders.ts'
import type { HolderRow } from '../../../../holdings/server/holding-statements.ts'
import type { OwnNote } from '../../../../holdings/server/note-facts.ts'
import { closedStates, isIn } from '../../../../notes/note-states.ts'
import { Money } from '../../../../register/office/money.tsx'
import { NoteName, NoteStanding } from '../../../../register/office/register-columns.tsx'
import { HeldFigures } from '../../../../shell/office/held-figures.tsx'
import rows from '../../../../shell/office/rows.module.css'
import { Badge } from '../../../../shell/ui/badge.tsx'
import { Day } from '../../../../shell/ui/day.tsx'
import type { Column } from '../../../../shell/ui/ledger.tsx'
import { Link } from '../../../../shell/ui/link.tsx'
import { StackedLedger } from '../../../../shell/ui/stacked-ledger.tsx'
import type { Overview } from './load-overview.ts'
import style from './overview.module.css'
import { Panel } from './panel.tsx'
import { missingWords } from './verification-words.ts'

/** A person's next payment and holdings, by holder. */
export function HeldByPerson({ holdings, verifications }: Pick<Overview, 'holdings' | 'verifications'>) {
  if (!holdings)
    return (
      <Panel title="Notes" all={<Link to={href('/profile/admin/holders/new')}>New holder</Link>}>
        <p className="quiet">
          They act for no holder. A note is in the name of a holder, and they see it once they act for that one.
        </p>
      </Panel>
    )
  const { next, investedCents, notes, late, holders } = holdings
  const since = late.map(({ payDate }) => payDate).sort()[0]
  return (
    <Panel title="Notes">
      <HeldFigures
        held={investedCents}
        notes={notes.filter(({ state }) => !isIn(closedStates, state)).length}
        next={next ? { day: next.payDate, cents: next.cents } : null}
        late={since === undefined ? undefined : { cents: sumCents(late.map(({ cents }) => cents)), since }}
      />
      {holders.map(holder => (
        <HeldInName
          key={holder.id}
          holder={holder}
          open={verifications[holder.id]?.open ?? null}
          today={holdings.today}
          notes={notes.filter(note => note.holder.id === holder.id)}
        />
      ))}
    </Panel>
  )
}

type InNameProps = { holder: HolderRow; notes: OwnNote[]; today: string; open: OpenVerification | null }

/** A holder's open notes that aren't collapsed: those that mature first. */
const shown = 5

function HeldInName({ holder, notes, today, open }: InNameProps) {
  const { id, name, number, kind, right, isFrozen } = holder
  const isClosed = ({ state }: OwnNote) => isIn(closedStates, state)
  const running = notes.filter(note => !isClosed(note))
  return (
    <section className={`stack shrink gap-2 ${style.holder}`} aria-label={name}>
      <header>
        <h3>
          <Link to={href('/profile/admin/holders/:id', { id })}>{name}</Link>
        </h3>
        {isFrozen && <Badge tone="warning">Frozen</Badge>}
        <p className="quiet">
          {number} · {holderKinds[kind]} · {memberRights[right]} · <Verification of={holder} today={today} />
        </p>
        <Link to={withQuery(href('/profile/admin/register/notes/new'), { for: id })} className="quiet to-end">
          New note
        </Link>
      </header>
      {open && (
        <p className="quiet">
          <Link to={href('/profile/admin/accreditation/:id', { id: open.id })}>
            Verification: {stateWords[open.state].toLowerCase()}
          </Link>
          . {missingWords(open)}
        </p>
      )}
      {notes.length === 0 && <p className="quiet">No notes yet.</p>}
      <Notes caption={`Notes of ${name}`} notes={running.slice(0, shown)} />
      <Folded what="more note" caption={`More notes of ${name}`} notes={running.slice(shown)} />
      <Folded what="past note" caption={`Past notes of ${name}`} notes={notes.filter(isClosed)} />
    </section>
  )
}

type NotesProps = { caption: string; notes: OwnNote[] }

function Notes({ caption, notes }: NotesProps) {
  if (notes.length === 0) return null
  return (
    <StackedLedger className={rows.rows} caption={caption} columns={columns} rows={notes} rowKey={({ id }) => id} />
  )
}

function Folded({ what, ...list }: NotesProps & { what: string }) {
  if (list.notes.length === 0) return null
  return (
    <details className={style.edit}>
      <summary>{countOf(list.notes.length, what)}</summary>
      <Notes {...list} />
    </details>
  )
}

function Verification({ of, today }: { of: HolderRow; today: string }) {
  const { accreditedThrough: through, isAccreditedForSales } = of
  if (through && through >= today)
    return (
      <>
        verified until <Day date={through} />
      </>
    )
  return (
    <Link to={href('/profile/admin/accreditation')}>
      {isAccreditedForSales ? 'verified for single sales' : through ? 'verification has ended' : 'not verified'}
    </Link>
  )
}

const nextOf = ({ payments }: OwnNote) => payments.find(({ state }) => state === 'scheduled' || state === 'due')

const columns: Column<OwnNote>[] = [
  { header: 'Note', role: 'title', cell: ({ id, number }) => <NoteName id={id} number={number} /> },
  {
    header: 'Outstanding',
    figures: true,
    cell: ({ outstandingCents }) => <Money cents={outstandingCents} />,
  },
  { header: 'Rate', figures: true, cell: ({ rateBp }) => formatRate(rateBp) },
  {
    header: 'Next payment',
    cell: note => {
      const next = nextOf(note)
      return next && <Day date={next.payDate} />
    },
  },
  { header: 'Matures', cell: ({ maturityDate }) => maturityDate && <Day date={maturityDate} /> },
  { header: 'State', cell: note => <NoteStanding of={note} /> },
]
