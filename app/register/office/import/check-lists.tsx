import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { grouped } from '../../../../rules/number.ts'
import { holderKinds } from '../../../holders/holders.ts'
import linkStyle from '../../../shell/office/person-link.module.css'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import type { ImportCheck } from '../../server/import/register-import.ts'
import style from '../register.module.css'

type Problem = ImportCheck['problems'][number]
type NewHolder = ImportCheck['holders'][number]
type KnownHolder = ImportCheck['knownHolders'][number]
type NewNote = ImportCheck['newNotes'][number]
type Difference = ImportCheck['differences'][number]

/** Rows that can't be imported. */
export function Problems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null
  return (
    <>
      <h3>To be corrected ({grouped(problems.length)})</h3>
      <StackedLedger
        className={style.list}
        caption="Rows that can’t be imported"
        columns={problemColumns}
        rows={problems}
        rowKey={({ line, column, problem }) => `${line} ${column} ${problem}`}
      />
    </>
  )
}

const problemColumns: Column<Problem>[] = [
  { header: 'Line', role: 'title', cell: ({ line }) => `Line ${line}` },
  { header: 'Note', cell: ({ note }) => <span className={style.number}>{note}</span> },
  { header: 'Column', cell: ({ column }) => column },
  { header: 'Problem', cell: ({ problem }) => <span className={style.words}>{problem}</span> },
]

/** Notes that are no history: what to do instead of importing them. */
export function NewNotes({ notes, from }: { notes: NewNote[]; from: string }) {
  if (notes.length === 0) return null
  return (
    <>
      <h3>New, not verified here ({grouped(notes.length)})</h3>
      <p className={style.about}>
        Issued on or after {formatDay(from)}. Write each under{' '}
        <Link to={href('/profile/admin/register/notes/new')} className={linkStyle.link}>
          New note
        </Link>
        , have its holder verified, record the signatures and the funds. Where it has to be imported, say why above:
        another administrator has to agree.
      </p>
      <StackedLedger
        className={style.list}
        caption="Notes that are new"
        columns={newNoteColumns}
        rows={notes}
        rowKey={({ note }) => note}
      />
    </>
  )
}

const newNoteColumns: Column<NewNote>[] = [
  { header: 'Note', role: 'title', cell: ({ note }) => note },
  { header: 'Line', figures: true, cell: ({ line }) => grouped(line) },
  { header: 'Sale', cell: ({ words }) => <span className={style.words}>{words}</span> },
]

/** Holders of the register that get notes, by name: a number is easily another's. */
export function KnownHolders({ holders }: { holders: KnownHolder[] }) {
  if (holders.length === 0) return null
  return (
    <>
      <h3>In the register ({grouped(holders.length)})</h3>
      <StackedLedger
        className={style.list}
        caption="Holders in the register that get notes"
        columns={knownColumns}
        rows={holders}
        rowKey={({ number }) => number}
      />
    </>
  )
}

const knownColumns: Column<KnownHolder>[] = [
  { header: 'Legal name', role: 'title', cell: ({ name }) => name },
  { header: 'Number', cell: ({ number }) => number },
  { header: 'Notes', cell: ({ notes }) => <NotesOfOne notes={notes} /> },
]

/** A holder's notes by number: two holders of one name would be taken as one. */
function NotesOfOne({ notes }: { notes: string[] }) {
  return (
    <>
      {notes.length > 1 && `${grouped(notes.length)} of one holder`}
      <span className={style.fact}>{notes.join(', ')}</span>
    </>
  )
}

/** Who becomes a holder, by name: what two people are to see before it is in the register. */
export function NewHolders({ holders }: { holders: NewHolder[] }) {
  if (holders.length === 0) return null
  return (
    <>
      <h3>New holders ({grouped(holders.length)})</h3>
      <StackedLedger
        className={style.list}
        caption="Holders that aren’t in the register yet"
        columns={holderColumns}
        rows={holders}
        rowKey={({ notes }) => notes.join()}
      />
    </>
  )
}

const holderColumns: Column<NewHolder>[] = [
  {
    header: 'Legal name',
    role: 'title',
    cell: ({ name, alsoWritten }) => (
      <>
        {name}
        {alsoWritten.length > 0 && <span className={style.fact}>Also written {alsoWritten.join(', ')}</span>}
      </>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => holderKinds[kind] },
  { header: 'State', cell: ({ state }) => state },
  { header: 'Authorized person', cell: ({ memberEmail }) => memberEmail },
  { header: 'Notes', cell: ({ notes }) => <NotesOfOne notes={notes} /> },
]

/** Every payment that isn’t the schedule’s. */
export function Differences({ differences }: { differences: Difference[] }) {
  if (differences.length === 0) return null
  return (
    <>
      <h3>Unlike the schedule ({grouped(differences.length)})</h3>
      <StackedLedger
        className={style.list}
        caption="Differences from the schedule"
        columns={differenceColumns}
        rows={differences}
        rowKey={({ line, note, words }) => `${line} ${note} ${words}`}
      />
    </>
  )
}

const differenceColumns: Column<Difference>[] = [
  { header: 'Note', role: 'title', cell: ({ note }) => note },
  { header: 'Line', figures: true, cell: ({ line }) => grouped(line) },
  { header: 'Difference', cell: ({ words }) => <span className={style.words}>{words}</span> },
]
