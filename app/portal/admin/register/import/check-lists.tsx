import { holderKinds } from '../../../../../rules/holders.ts'
import { grouped } from '../../../../../rules/number.ts'
import type { ImportCheck } from '../../../../../server/register/import/register-import.ts'
import type { Column } from '../../../../ui/ledger.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import style from '../register.module.css'

type Problem = ImportCheck['problems'][number]
type NewHolder = ImportCheck['holders'][number]
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
  { key: 'line', header: 'Line', role: 'title', cell: ({ line }) => `Line ${line}` },
  { key: 'note', header: 'Note', cell: ({ note }) => <span className={style.number}>{note}</span> },
  { key: 'column', header: 'Column', cell: ({ column }) => column },
  { key: 'problem', header: 'Problem', cell: ({ problem }) => <span className={style.words}>{problem}</span> },
]

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
        rowKey={({ name, kind }) => `${name} ${kind}`}
      />
    </>
  )
}

const holderColumns: Column<NewHolder>[] = [
  {
    key: 'name',
    header: 'Legal name',
    role: 'title',
    cell: ({ name, alsoWritten }) => (
      <>
        {name}
        {alsoWritten.length > 0 && <span className={style.fact}>Also written {alsoWritten.join(', ')}</span>}
      </>
    ),
  },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => holderKinds[kind] },
  { key: 'state', header: 'State', cell: ({ state }) => state },
  { key: 'member', header: 'Authorized person', cell: ({ memberEmail }) => memberEmail },
  { key: 'notes', header: 'Notes', figures: true, cell: ({ notes }) => grouped(notes) },
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
  { key: 'note', header: 'Note', role: 'title', cell: ({ note }) => note },
  { key: 'line', header: 'Line', figures: true, cell: ({ line }) => grouped(line) },
  { key: 'words', header: 'Difference', cell: ({ words }) => <span className={style.words}>{words}</span> },
]
