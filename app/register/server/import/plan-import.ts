import { noteSettings } from '../../../../content/notes.ts'
import { folded } from '../../../../rules/folded.ts'
import { firstDayOf } from '../../../notes/due.ts'
import { checkTerms, termsProblemInWords } from '../../../notes/terms.ts'
import { type ComparedNote, compareHistory, type HistoryDifference } from './compare-history.ts'
import type { ImportedHolder, ImportedNote, ImportProblem, NoteFile } from './read-notes.ts'

/** What a file is compared with: what the register has already. */
export interface RegisterFacts {
  /** 'YYYY-MM-DD'. */
  today: string
  /** The first day of issue of a note that isn't history: it could have been written, verified and signed here. */
  newFrom: string
  defaultOffering: string
  /** Numbers of notes in the register, of those in the file. */
  takenNumbers: ReadonlySet<string>
  /** Holders by number, of those that the file names. */
  holders: ReadonlyMap<string, { id: string; name: string; state: string | null }>
  /** Numbers of holders in the register by name, as `folded` has it. */
  numbersByName: ReadonlyMap<string, string>
  /** Ids of accepted people, by e-mail address. */
  members: ReadonlyMap<string, string>
}

/** A file of notes, compared with its own schedules and with the register. Nothing has been written. */
export interface ImportPlan {
  notes: ComparedNote[]
  /** Those among them that are no history, but sales that nothing here has verified. */
  newNotes: ImportedNote[]
  /** New ones, by the key of `holderKey`. */
  newHolders: Map<string, NewHolder>
  /** Rows that can't be imported. */
  problems: ImportProblem[]
  /** Payments that differ from the schedule. */
  differences: HistoryDifference[]
}

/** A holder who isn't in the register yet. */
export interface NewHolder extends ImportedHolder {
  /** The numbers of their notes in the file. */
  notes: string[]
  /** Their name as other rows write it: with other capitals, spaces or accents. */
  alsoWritten: string[]
}

/** @returns what distinguishes a file's holders: names without regard to case, accents and spaces */
export function holderKey({ number, name, kind, code = '' }: ImportedHolder): string {
  return number ?? JSON.stringify([folded(name), kind, folded(code)])
}

/** @returns what a file asks the register for */
export function namesIn({ notes }: NoteFile): {
  numbers: string[]
  holders: string[]
  names: string[]
  emails: string[]
} {
  const unique = (values: (string | undefined)[]) => [...new Set(values.filter(value => value !== undefined))]
  return {
    numbers: unique(notes.map(({ number }) => number)),
    holders: unique(notes.map(({ holder }) => holder.number)),
    names: unique(notes.map(({ holder }) => folded(holder.name) || undefined)),
    emails: unique(notes.map(({ holder }) => holder.memberEmail || undefined)),
  }
}

/** Compares a file of notes with their schedules, cent by cent, and with the register. */
export function planImport(file: NoteFile, facts: RegisterFacts): ImportPlan {
  const problems = [...file.problems]
  const newHolders = new Map<string, NewHolder>()
  const notes: ComparedNote[] = []
  for (const note of file.notes) {
    const wrong = [...problemsOfTerms(note, facts), ...problemsOfHolder(note, newHolders, facts)]
    problems.push(...wrong)
    if (wrong.length > 0) continue
    if (!note.holder.number) addHolder(newHolders, note)
    const compared = compareHistory(note, facts.today)
    problems.push(...problemsOfHistory(compared, facts.today))
    notes.push(compared)
  }
  return {
    notes,
    newNotes: notes.map(({ note }) => note).filter(({ terms }) => terms.issueDate >= facts.newFrom),
    newHolders,
    problems: problems.toSorted((one, other) => one.line - other.line),
    differences: notes.flatMap(note => note.differences),
  }
}

function addHolder(newHolders: Map<string, NewHolder>, { number, holder }: ImportedNote): void {
  const known = newHolders.get(holderKey(holder))
  const { notes, alsoWritten, ...first } = known ?? { ...holder, notes: [], alsoWritten: [] }
  const isNew = holder.name !== first.name && !alsoWritten.includes(holder.name)
  const written = isNew ? [...alsoWritten, holder.name] : alsoWritten
  newHolders.set(holderKey(holder), { ...first, notes: [...notes, number], alsoWritten: written })
}

/** What two rows of one holder have to say alike. */
const describing = {
  custodian: ({ custodian = '' }: ImportedHolder) => folded(custodian),
  state: ({ state = '' }: ImportedHolder) => state,
  'authorized person': ({ memberEmail }: ImportedHolder) => memberEmail,
} as const

/** @returns what two rows of one name say differently, in words */
function differencesBetween(one: ImportedHolder, other: ImportedHolder): string[] {
  const differs = ([, read]: [string, (holder: ImportedHolder) => string]) => read(one) !== read(other)
  return Object.entries(describing).flatMap(entry => (differs(entry) ? [entry[0]] : []))
}

function problemsOfTerms(note: ImportedNote, { takenNumbers, today }: RegisterFacts): ImportProblem[] {
  const { line, number, terms } = note
  const problem = (text: string): ImportProblem => ({ line, note: number, problem: text })
  if (!/^[A-Z0-9][A-Z0-9-]{2,29}$/.test(number))
    return [
      problem(
        `A note’s number has 3 to 30 capital letters, digits and hyphens, such as ${noteSettings.numberPrefix}-2025-0001.`,
      ),
    ]
  if (takenNumbers.has(number)) return [problem(`The register has a note ${number} already.`)]
  if (terms.issueDate > today)
    return [problem('The issue date is still to come. Write this note under New note once it is funded.')]
  return checkTerms(terms, [], { today, limits: noteSettings.limits }).map(found => problem(termsProblemInWords(found)))
}

function problemsOfHolder(
  { line, number, holder, saleState }: ImportedNote,
  newHolders: ReadonlyMap<string, NewHolder>,
  { holders, numbersByName, members }: RegisterFacts,
): ImportProblem[] {
  const problem = (text: string): ImportProblem[] => [{ line, note: number, problem: text }]
  if (holder.number) {
    const found = holders.get(holder.number)
    if (!found) return problem(`The register has no holder ${holder.number}.`)
    if (holder.name && folded(holder.name) !== folded(found.name))
      return problem(`${holder.number} is ${found.name}, and this row says ${holder.name}. Correct one of the two.`)
    if (!saleState && !found.state)
      return problem(`A sale needs a state, and ${holder.number} has none. Write it as sale_state.`)
    return []
  }
  const known = numbersByName.get(folded(holder.name))
  if (known && !holder.code)
    return problem(
      `${holder.name} is in the register as ${known}. Give that number if it is the same holder, or a holder_code if it’s another one of that name.`,
    )
  if (!members.has(holder.memberEmail))
    return problem(`No one with the address ${holder.memberEmail} has been accepted. Invite or accept them first.`)
  const sameName = [...newHolders.values()].filter(
    ({ name, kind }) => folded(name) === folded(holder.name) && kind === holder.kind,
  )
  if (sameName.some(({ code }) => !code !== !holder.code))
    return problem(`Some rows of ${holder.name} have a holder_code. Give each row one: the same for one holder.`)
  const before = newHolders.get(holderKey(holder))
  const differs = before ? differencesBetween(before, holder) : []
  return differs.length === 0
    ? []
    : problem(
        `${holder.name} has another ${differs.join(' and ')} in an earlier row. If it’s one holder, write the same in both. If there are two of that name, give each a holder_code.`,
      )
}

/** The books take nothing that isn't owed, or that has yet to happen. */
function problemsOfHistory({ note, schedule, matched, differences }: ComparedNote, today: string): ImportProblem[] {
  const problem = (line: number, text: string): ImportProblem => ({ line, note: note.number, problem: text })
  const last = schedule.at(-1)
  // With the convention 'preceding' principal is paid before it is due.
  const repayable = last ? firstDayOf(last) : ''
  const payments = matched.flatMap(({ payment: { line, paidOn, kind } }) => {
    if (paidOn > today) return [problem(line, 'The payment is still to come. Record it once it has been made.')]
    if (paidOn < note.terms.issueDate) return [problem(line, 'The payment is from before the note was issued.')]
    if (kind === 'principal' && paidOn < repayable)
      return [problem(line, 'Principal was repaid before maturity. The import takes notes that ran their term.')]
    return []
  })
  const tooMuch = differences
    .filter(
      ({ kind, paidCents, expectedCents }) => kind === 'surplus' || (kind === 'amount' && paidCents > expectedCents),
    )
    .map(({ line }) => problem(line, 'More was paid than the schedule owes, and the ledger takes no more than that.'))
  return [...payments, ...tooMuch]
}
