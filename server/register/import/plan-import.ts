import { noteSettings } from '../../../content/notes.ts'
import { folded } from '../../../rules/folded.ts'
import { firstDayOf } from '../../../rules/notes/due.ts'
import { checkTerms, termsProblemInWords } from '../../../rules/notes/terms.ts'
import { type ComparedNote, compareHistory, type HistoryDifference } from './compare-history.ts'
import type { ImportedHolder, ImportedNote, ImportProblem, NoteFile } from './read-notes.ts'

/** What a file is compared with: what the register has already. */
export interface RegisterFacts {
  /** 'YYYY-MM-DD'. */
  today: string
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
  /** New ones, by the key of `holderKey`. */
  newHolders: Map<string, NewHolder>
  /** Rows that can't be imported. */
  problems: ImportProblem[]
  /** Payments that differ from the schedule. */
  differences: HistoryDifference[]
}

/** A holder who isn't in the register yet. */
export interface NewHolder extends ImportedHolder {
  /** How many of the file's notes are theirs. */
  notes: number
  /** Their name as other rows write it: with other capitals, spaces or accents. */
  alsoWritten: string[]
}

/** @returns what tells a file's holders apart: names without regard to case, accents and spaces */
export function holderKey(holder: ImportedHolder): string {
  return holder.number ?? `${folded(holder.name)} ${holder.kind}`
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
    if (!note.holder.number) addHolder(newHolders, note.holder)
    const compared = compareHistory(note, facts.today)
    problems.push(...problemsOfHistory(compared, facts.today))
    notes.push(compared)
  }
  const differences = notes.flatMap(note => note.differences)
  return { notes, newHolders, problems: problems.toSorted((one, other) => one.line - other.line), differences }
}

function addHolder(newHolders: Map<string, NewHolder>, holder: ImportedHolder): void {
  const known = newHolders.get(holderKey(holder))
  const { notes, alsoWritten, ...first } = known ?? { ...holder, notes: 0, alsoWritten: [] }
  const isNew = holder.name !== first.name && !alsoWritten.includes(holder.name)
  const written = isNew ? [...alsoWritten, holder.name] : alsoWritten
  newHolders.set(holderKey(holder), { ...first, notes: notes + 1, alsoWritten: written })
}

/** @returns what two rows of one holder have to say alike */
function described({ name, kind, custodian = '', state = '', memberEmail }: ImportedHolder): string {
  return JSON.stringify([folded(name), kind, folded(custodian), state, memberEmail])
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
    if (!saleState && !found.state)
      return problem(`A sale needs a state, and ${holder.number} has none. Write it as sale_state.`)
    return []
  }
  const known = numbersByName.get(folded(holder.name))
  if (known) return problem(`${holder.name} is in the register as ${known}. Give that number if it is the same holder.`)
  if (!members.has(holder.memberEmail))
    return problem(`Nobody with the address ${holder.memberEmail} has been accepted. Invite or accept them first.`)
  const before = newHolders.get(holderKey(holder))
  const isSame = !before || described(before) === described(holder)
  return isSame ? [] : problem(`${holder.name} is described otherwise in an earlier row. Write the same in both.`)
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
