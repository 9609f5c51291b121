import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { decimalCents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { elections } from '../../../server/sample/notes.ts'
import { linesOf } from '../../../tests/helpers/csv.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { givenAccreditedHolder, givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { findForOffice } from '../../find/server/find-for-office.ts'
import { getHolders } from '../../holders/server/holders-list.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { ledgerHead } from '../../ledger/server/holder-books.ts'
import { payoffQuote } from '../../notes/payoff.ts'
import { type NoteTerms, scheduleOf } from '../../notes/schedule.ts'
import { advanceNotes, catchUpOnNotes } from '../../notes/server/advance-notes.ts'
import { readNotesHeld } from '../../notes/server/notes-held.ts'
import { requestRenewal } from '../../notes/server/renewal.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { toTerms } from '../../notes/terms-row.ts'
import { getToday } from '../../today/server/today.ts'
import { dueReport } from '../office/due/due-page.tsx'
import { registerReport } from '../office/register-columns.tsx'
import { getDuePayments } from '../server/due-list.ts'
import { getNoteStory } from '../server/note-story.ts'
import { exportRegister } from '../server/register-export.ts'
import { getRegister } from '../server/register-list.ts'

/** The balance of a note is one figure in every list, on every page and in every file. */

const today = fundDay()

interface Kept {
  issueDate: string
  paid: readonly number[]
  /** The last day in the books: the site was down since then, if it is before today. */
  until: string
  state?: 'current' | 'matured'
  terms?: Partial<NoteTerms>
}

/** A note with its own holder in the books, including when its interest falls due next. */
async function givenUnpaidNote(portal: SharedPortal, investor: Actor, { issueDate, until, paid, state, terms }: Kept) {
  const query = (statement: string, values?: unknown[]) => portal.owner.query(statement, values)
  const holder = await insertHolder(query, [{ id: investor.id }], { name: `Owed Once ${Math.random()}` })
  const note = await insertNote(query, holder, { issueDate, until, paid, state, ...terms })
  await query(
    `update notes n set next_due_on = (select min(s.due_date) from schedule_lines s where s.note_id = n.id and s.due_date > $2)
      where n.id = $1`,
    [note.id, until],
  )
  return { ...note, holder }
}

/** The parts of the balance, with their names in the register's file. */
const parts = {
  'Interest due': 'unpaid',
  'Principal due': 'principalDue',
  'Late interest': 'lateInterest',
  'Total due': 'due',
  'Total owed': 'total',
} as const

/** @returns the cells of a file's line, none of which has a comma */
const cellsOf = (line: string) => line.split(',').map(cell => cell.replaceAll('"', ''))

/** The amount now payable on a note, in every place that shows it. */
async function dueOf(admin: Actor, investor: Actor, { id, number }: { id: string; number: string }) {
  const [row] = (await getRegister(admin, { on: today, search: number })).notes
  const requested = { query: { on: today, search: number } }
  const [head = '', line = ''] = await linesOf(registerReport.csv, await exportRegister(admin, 'register', requested))
  const cell = (name: string) => cellsOf(line)[cellsOf(head).indexOf(name)]
  const listed = await getDuePayments(admin, { from: today, to: today, today })
  const due = listed.filter(each => each.noteId === id && each.payDate <= today)
  const sum = (part: 'interestLeft' | 'principalLeft' | 'late') => sumCents(due.map(each => each[part]))
  const { balance, late } = await getNoteStory(admin, id)
  const { note: own } = await getOwnNote(investor, id, today)
  return {
    register: row && { unpaid: row.unpaid, principalDue: row.principalDue, lateInterest: row.lateInterest },
    file: Object.keys(parts).map(cell),
    sums: row && Object.values(parts).map(part => String(Number(decimalCents(row[part])))),
    dueList: { unpaid: sum('interestLeft'), principalDue: sum('principalLeft'), lateInterest: sum('late') },
    note: { unpaid: balance.unpaid, principalDue: balance.principalDue, lateInterest: balance.lateInterest },
    investor: {
      unpaid: own.interestDueCents,
      principalDue: (own.maturityDate ?? '') <= today ? own.outstandingCents : 0n,
      lateInterest: own.lateInterestCents,
    },
    late: [row?.late, late, own.late].map(each => each?.since ?? null),
    lateCents: [late?.cents, own.late?.cents],
  }
}

const ago = (months: number, days = 0) => addDays(addMonths(today, -months), -days)
/** The numbers of a note's payments that were due by a day. */
const dueBy = (issueDate: string, day: string, terms: Partial<NoteTerms> = {}) =>
  scheduleOf({
    ...{ principalCents: 200_000_00n, rateBp: 1100, termMonths: 12, payout: 'monthly', dayCount: '30/360' },
    ...{ convention: 'following', issueDate },
    ...terms,
  })
    .filter(({ due }) => due <= day)
    .map(({ n }) => n)

/** Possible notes on a day, with their state in the books. */
const cases: [name: string, note: Kept][] = [
  ['all paid', { issueDate: ago(5, 12), until: today, paid: dueBy(ago(5, 12), today) }],
  ['a payment late', { issueDate: ago(5, 12), until: today, paid: dueBy(ago(5, 12), today).slice(1) }],
  ['a due date during a stop', { issueDate: ago(5, 12), until: ago(0, 13), paid: dueBy(ago(5, 12), ago(0, 13)) }],
  ['two due dates during a stop', { issueDate: ago(5, 12), until: ago(1, 13), paid: dueBy(ago(5, 12), ago(1, 13)) }],
  [
    'matured and unpaid',
    { issueDate: ago(13, 12), until: today, paid: dueBy(ago(13, 12), ago(1, 13)), state: 'matured' },
  ],
  ['matured during a stop', { issueDate: ago(12, 20), until: ago(0, 21), paid: dueBy(ago(12, 20), ago(0, 21)) }],
  [
    'quarterly, by actual days, nothing paid',
    {
      issueDate: ago(10, 3),
      until: today,
      paid: [],
      terms: { payout: 'quarterly', dayCount: 'actual/365', principalCents: 233_450_00n },
    },
  ],
]

test.for(cases)('what is due is one figure everywhere: %s', async ([, kept], { portal, admin, investor }) => {
  const note = await givenUnpaidNote(portal, investor, kept)
  const figures = await dueOf(admin, investor, note)
  const { dueList } = figures
  expect(figures).toMatchObject({ register: dueList, note: dueList, investor: dueList })
  expect(figures.file).toEqual(figures.sums)
  const [since] = figures.late
  expect(new Set(figures.late).size).toBe(1)
  expect(new Set(figures.lateCents).size).toBe(1)
  // Its late part is the same in Today, in Find, and for its holder.
  const { due } = (await getToday(admin)).money
  expect(due.late.some(({ day }) => day === since)).toBe(since !== null)
  const { found } = await findForOffice(admin, note.number)
  expect(found.find(({ id }) => id === note.id)?.late?.since ?? null).toBe(since)
  const late = (await getHoldings(investor))?.late.filter(({ id }) => id === note.id) ?? []
  expect(sumCents(late.map(({ cents }) => cents))).toBe(figures.lateCents[0] ?? 0n)
  const { holders } = await getHolders(admin, { show: 'late' })
  expect(holders.some(({ id }) => id === note.holder)).toBe(since !== null)
  // After the hourly job, nothing of that changes.
  await advanceNotes(today)
  expect(await dueOf(admin, investor, note)).toEqual(figures)
})

test('a start of the site books what fell due during a stop, without waiting for the hour', async ({
  portal,
  investor,
}) => {
  const note = await givenUnpaidNote(portal, investor, { issueDate: ago(5, 12), until: ago(0, 13), paid: [] })
  const toPost = async () =>
    (await portal.owner.query('select next_due_on::text as day from notes where id = $1', [note.id])).rows[0]?.day
  expect((await toPost()) <= today).toBe(true)
  await catchUpOnNotes()
  await eventually('the interest that fell due', async () => (await toPost()) > today)
})

test('on every day of a year, past and to come, the register, the note, its statement and its payoff agree', async ({
  portal,
  admin,
  investor,
}) => {
  const issueDate = ago(7, 12)
  // Two payments are missing; the site was down for six weeks.
  const until = ago(1, 13)
  const note = await givenUnpaidNote(portal, investor, {
    issueDate,
    until,
    paid: dueBy(issueDate, until).slice(0, -2),
    terms: { principalCents: 233_450_00n },
  })
  const { terms, lines, owed, defaultRateBp } = await getNoteStory(admin, note.id)
  const open = { terms: toTerms(terms, issueDate), lines, owed, defaultRateBp }
  for (let day = addDays(issueDate, 1); day < addMonths(today, 7); day = addDays(day, 5)) {
    const [row] = (await getRegister(admin, { on: day, search: note.number })).notes
    const { note: own } = await getOwnNote(investor, note.id, day)
    const investors = [own.outstandingCents, own.interestDueCents, own.accruedCents, own.lateInterestCents]
    expect([row?.principal, row?.unpaid, row?.accrued, row?.lateInterest], day).toEqual(investors)
    if (day >= today) expect(row?.total, day).toBe(payoffQuote(open, day).total)
    if (day > until) continue
    const [held] = await actAs(admin, async tx => {
      const head = await ledgerHead(tx)
      return readNotesHeld(tx, { holderId: note.holder, day, head, withLater: false, start: issueDate })
    })
    const { principal, unpaid, accrued, lateInterest } = held ?? {}
    expect([principal, unpaid, accrued, lateInterest], day).toEqual(investors)
  }
})

test('the due list’s file adds up to what the register calls due', async ({ portal, admin, investor }) => {
  const kept = { issueDate: ago(13, 12), until: today, paid: [], state: 'matured' as const }
  const note = await givenUnpaidNote(portal, investor, kept)
  const [row] = (await getRegister(admin, { on: today, search: note.number })).notes
  const requested = { from: today, to: today, today, isExact: false }
  const [head = '', ...file] = await linesOf(dueReport.csv, await exportRegister(admin, 'due', requested))
  const at = cellsOf(head).indexOf('Total to pay')
  const own = file.filter(line => line.includes(note.number)).map(line => Math.round(Number(cellsOf(line)[at]) * 100))
  expect(own.reduce((sum, cents) => sum + BigInt(cents), 0n)).toBe(row?.due)
  expect(row?.due).toBeGreaterThan(row?.principal ?? 0n)
})

test('where money came back on a renewed note, each page says renewed, late and by how much, and it can be paid', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const people = { admin, colleague, investor }
  const holderId = await givenAccreditedHolder(portal, people)
  const issued = addMonths(today, -13)
  const { id, number } = await givenNote(portal, people, issued, {
    holderId,
    principalCents: 600_000_00n,
    rateBp: 1300,
  })
  const part = { choice: 'renew_part', renew_cents: 400_000_00n, made_by: investor.id } as const
  await elections.insert(portal.owner, { note_id: id, holder_id: holderId, ...part })
  const { lines } = await getNoteStory(admin, id)
  const interest = lines.reduce((sum, line) => sum + line.interest, 0n)
  const paidOn = lines.at(-1)?.pay ?? ''
  await givenPayment(people, id, { day: paidOn, amount: interest, reference: 'Interest' })
  await givenPayment(people, id, { day: paidOn, amount: 200_000_00n, reference: 'The rest' })
  await decideApproval(colleague, await requestRenewal(admin, id), 'approved')
  const { entries } = await getNoteStory(admin, id)
  const rest = entries.find(({ kind }) => kind === 'principal')
  const back = await requestReversal(admin, rest?.id ?? '', { why: 'returned', day: today })
  await decideApproval(colleague, back, 'approved')

  const story = await getNoteStory(admin, id)
  const [row] = (await getRegister(admin, { on: today, search: number })).notes
  const { note: own } = await getOwnNote(investor, id)
  const states = [story.state, row?.state, own.state]
  expect(states).toEqual(['renewed', 'renewed', 'renewed'])
  expect([story.late?.since, row?.late?.since, own.late?.since]).toEqual([paidOn, paidOn, paidOn])
  expect(row).toMatchObject({ principalDue: 200_000_00n, due: story.balance.due })
  const listed = await getDuePayments(admin, { from: today, to: today, today })
  const due = listed.filter(({ noteId }) => noteId === id)
  const left = sumCents(due.map(({ interestLeft, principalLeft, late }) => interestLeft + principalLeft + late))
  expect([left, story.late?.cents, own.late?.cents]).toEqual([row?.due, row?.due, row?.due])
  await givenPayment(people, id, { day: today, amount: left, reference: 'Paid again' })
  const [paid] = (await getRegister(admin, { on: today, search: number, show: 'all' })).notes
  expect(paid).toMatchObject({ state: 'renewed', late: null, due: 0n, total: 0n })
})
