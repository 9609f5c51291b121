import { expect, test } from 'vitest'
import { noteSettings } from '../../../content/notes.ts'
import { readRows } from '../../../server/tables/read-rows.ts'
import { compareHistory } from '../server/import/compare-history.ts'
import { differenceInWords } from '../server/import/difference-words.ts'
import { importSample, importTemplate } from '../server/import/import-files.ts'
import { planImport, type RegisterFacts } from '../server/import/plan-import.ts'
import { readNoteFile } from '../server/import/read-notes.ts'

const facts: RegisterFacts = {
  today: '2026-11-22',
  newFrom: '2026-08-24',
  defaultOffering: 'Notes',
  takenNumbers: new Set(['LK-2020-0001']),
  holders: new Map([
    ['H-0001', { id: 'h1', name: 'Old Trust', state: 'TX' }],
    ['H-0002', { id: 'h2', name: 'Older Trust', state: null }],
  ]),
  numbersByName: new Map([['old trust', 'H-0001']]),
  members: new Map([
    ['jane@example.com', 'p1'],
    ['john@example.com', 'p2'],
  ]),
}

const head =
  'record,note,holder_number,holder_code,holder_name,holder_kind,holder_state,member_email,principal,rate_percent,term_months,payout,day_count,issue_date,due_date,paid_on,amount,reference'
const note = (over: Partial<Record<string, string>> = {}) => {
  const cells: Record<string, string> = {
    record: 'note',
    note: 'LK-2026-0901',
    holder_name: 'Jane Doe',
    holder_kind: 'Individual',
    holder_state: 'tx',
    member_email: 'Jane@Example.com',
    principal: '"$200,000.00"',
    rate_percent: '11%',
    term_months: '12',
    payout: 'Monthly',
    day_count: '30/360',
    issue_date: '6/15/2026',
    ...over,
  }
  return head
    .split(',')
    .map(column => cells[column] ?? '')
    .join(',')
}
const payment = (cells: Record<string, string>) =>
  note({
    record: 'payment',
    holder_name: '',
    holder_kind: '',
    holder_state: '',
    member_email: '',
    principal: '',
    rate_percent: '',
    term_months: '',
    payout: '',
    day_count: '',
    issue_date: '',
    ...cells,
  })
const plan = (...lines: string[]) => planImport(readNoteFile([head, ...lines].join('\r\n')), facts)

test('a CSV file is read as spreadsheets save it', () => {
  const { rows } = readRows('\uFEFFa;"b ""c""; d\ne"\r\n\r\n\'=1; x \n', ';')
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b "c"; d\ne'] },
    { line: 4, cells: ['=1', 'x'] },
  ])
  expect(readRows('a\t1,5\tc\nb\t2', '\t').rows).toEqual([
    { line: 1, cells: ['a', '1,5', 'c'] },
    { line: 2, cells: ['b', '2'] },
  ])
  expect(readRows('', ',').rows).toEqual([])
})

test('the template has no notes, and the sample two, with the differences that it is there to show', () => {
  expect(readNoteFile(importTemplate()).problems).toMatchObject([{ problem: 'The file has no notes.' }])
  const { problems, differences, notes, newHolders } = planImport(readNoteFile(importSample('jane@example.com')), facts)
  expect(problems).toEqual([])
  expect([notes.length, newHolders.size]).toEqual([2, 2])
  expect(differences.map(difference => `${difference.note} ${differenceInWords(difference)}`)).toEqual([
    expect.stringMatching(
      /^SAMPLE-0001 Interest due Nov 15, 2026: \$.* was to be paid on Nov 16, 2026, and the file has/,
    ),
    expect.stringMatching(/^SAMPLE-0001 Interest due Sep 15, 2026: .* was paid, .* was due \(\$0\.01 short\)\.$/),
    'SAMPLE-0001 Interest due Oct 15, 2026: paid on Oct 16, 2026, to be paid on Oct 15, 2026.',
  ])
})

test('payments settle the line they name, else the next one unpaid, whatever the order of the rows', () => {
  const { notes, differences, problems } = plan(
    note(),
    payment({ due_date: '2026-08-15', paid_on: '2026-08-17', amount: '1833.33' }),
    payment({ paid_on: '2026-09-15', amount: '1833.33' }),
    payment({ paid_on: '7/15/2026', amount: '1833.33' }),
  )
  expect(problems).toEqual([])
  expect(notes[0]?.matched.map(({ line }) => line?.n)).toEqual([1, 2, 3])
  expect(differences.map(({ kind, due }) => [kind, due])).toEqual([
    ['missing', '2026-10-15'],
    ['missing', '2026-11-15'],
  ])
})

test('two payments of one line count together', () => {
  const [compared] = plan(
    note(),
    payment({ due_date: '2026-07-15', paid_on: '2026-07-15', amount: '1000.00' }),
    payment({ due_date: '2026-07-15', paid_on: '2026-07-15', amount: '833.33' }),
  ).notes
  expect(compareHistory(compared?.note as never, '2026-07-20').differences).toEqual([])
})

test('what the ledger would refuse is a problem, with its line', () => {
  const { problems } = plan(
    note(),
    payment({ paid_on: '2026-07-15', amount: '1833.34' }),
    payment({ paid_on: '2027-07-15', amount: '1833.33' }),
    payment({ paid_on: '2026-01-15', due_date: '2026-01-15', amount: '1833.33' }),
    payment({ note: 'LK-9', paid_on: '2026-07-15', amount: '1' }),
  )
  expect(problems.map(({ line, problem }) => [line, problem])).toEqual([
    [3, 'More was paid than the schedule owes, and the ledger takes no more than that.'],
    [4, 'The payment is still to come. Record it once it has been made.'],
    [5, 'The payment is from before the note was issued.'],
    [5, 'More was paid than the schedule owes, and the ledger takes no more than that.'],
    [6, 'The file has no note LK-9 that this payment could belong to.'],
  ])
})

test.each([
  [{ note: 'LK-2020-0001' }, 'The register has a note LK-2020-0001 already.'],
  [
    { note: 'lk 1' },
    `A note’s number has 3 to 30 capital letters, digits and hyphens, such as ${noteSettings.numberPrefix}-2025-0001.`,
  ],
  [{ principal: '200.000' }, '“200.000” isn’t an amount. Write dollars and cents, such as 200000.00.'],
  [{ rate_percent: 'eleven' }, '“eleven” isn’t a rate. Write percent a year with at most two decimals, such as 11.33.'],
  [{ issue_date: '2026-02-30' }, '“2026-02-30” isn’t a day from 2000 to 2100. Write it as 2027-01-31.'],
  [{ issue_date: '2026-12-30' }, 'The issue date is still to come. Write this note under New note once it is funded.'],
  // Another convention, with a different day count.
  [{ day_count: '30E/360' }, '“30E/360” isn’t one of 30/360, actual/365.'],
  [{ day_count: 'actual/360' }, '“actual/360” isn’t one of 30/360, actual/365.'],
  [{ holder_number: 'H-0002', holder_name: '' }, 'A sale needs a state, and H-0002 has none. Write it as sale_state.'],
  [{ payout: 'weekly' }, '“weekly” isn’t one of monthly, quarterly, annually.'],
  [
    { holder_name: 'Old Trust' },
    'Old Trust is in the register as H-0001. Give that number if it is the same holder, or a holder_code if it’s another one of that name.',
  ],
  // A mistyped number may be another holder's.
  [{ holder_number: 'H-0001' }, 'H-0001 is Old Trust, and this row says Jane Doe. Correct one of the two.'],
  [{ holder_number: 'H-0009' }, 'The register has no holder H-0009.'],
  [{ holder_state: 'XX' }, 'There is no state XX.'],
  [{ holder_kind: 'sdira' }, 'The column custodian can’t be empty here.'],
  [
    { member_email: 'x@example.com' },
    'No one with the address x@example.com has been accepted. Invite or accept them first.',
  ],
])('a note that can’t be imported says why: %o', (over, problem) => {
  const { problems, notes } = plan(note(over))
  expect(problems.map(each => each.problem)).toContain(problem)
  expect(notes).toEqual([])
})

test('a file without the columns, or with two notes of one number, is refused as a whole', () => {
  expect(planImport(readNoteFile('a,b\n1,2'), facts).problems[0]?.problem).toMatch(
    /^The first row has to name the columns/,
  )
  expect(plan(note(), note()).problems[0]?.problem).toBe('The file has note LK-2026-0901 twice.')
})

test('a file may have many notes', () => {
  const lines: string[] = []
  for (let n = 0; n < 100; n++) {
    const number = `LK-2024-${String(n).padStart(4, '0')}`
    lines.push(
      note({ note: number, holder_number: 'H-0001', holder_name: '', term_months: '24', issue_date: '2024-06-15' }),
    )
  }
  expect(plan(...lines).notes).toHaveLength(100)
})

test('two holders of one name stay two by their codes, and rows that differ are asked about', () => {
  const holdersOf = (...lines: string[]) =>
    [...plan(...lines).newHolders.values()].map(({ name, notes }) => [name, notes])
  const again = (over: Partial<Record<string, string>> = {}) => note({ note: 'LK-2026-0902', ...over })
  expect(holdersOf(note(), again({ holder_name: 'JANE  DOE' }))).toEqual([
    ['Jane Doe', ['LK-2026-0901', 'LK-2026-0902']],
  ])
  expect(
    holdersOf(note({ holder_code: 'Sr' }), again({ holder_code: 'Jr', member_email: 'john@example.com' })),
  ).toEqual([
    ['Jane Doe', ['LK-2026-0901']],
    ['Jane Doe', ['LK-2026-0902']],
  ])
  // One name of two kinds is two holders.
  expect(holdersOf(note(), again({ holder_kind: 'LLC' }))).toHaveLength(2)
  const problemOf = (...lines: string[]) => plan(...lines).problems[0]?.problem
  expect(problemOf(note(), again({ member_email: 'john@example.com', holder_state: 'OK' }))).toBe(
    'Jane Doe has another state and authorized person in an earlier row. If it’s one holder, write the same in both. If there are two of that name, give each a holder_code.',
  )
  expect(problemOf(note({ holder_code: 'Sr' }), again())).toBe(
    'Some rows of Jane Doe have a holder_code. Give each row one: the same for one holder.',
  )
  // Different from the register's.
  expect(plan(note({ holder_name: 'Old Trust', holder_code: 'new' })).problems).toEqual([])
})

test('what was issued from the day on which notes count as new is no history', () => {
  const { newNotes, problems } = plan(
    note({ issue_date: '2026-08-23' }),
    note({ note: 'LK-2026-0902', issue_date: '2026-08-24' }),
  )
  expect(problems).toEqual([])
  expect(newNotes.map(({ number }) => number)).toEqual(['LK-2026-0902'])
})
