import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { csvLine } from '../../../rules/csv.ts'
import type { Day } from '../../../rules/days.ts'
import { decimalCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { askForImport, checkFile } from '../../../tests/helpers/imports.ts'
import { givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import type { LedgerEntry } from '../../ledger/server/get-ledger.ts'
import { getLedger } from '../../ledger/server/get-ledger.ts'
import type { NoteDetails } from '../../notes/server/note-details.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { compareRegister, differencesOf } from '../server/compare-register.ts'
import { differenceInWords } from '../server/import/difference-words.ts'
import type { ImportCheck } from '../server/import/register-import.ts'
import { getNoteStory, type NoteStory } from '../server/note-story.ts'
import { getRegister } from '../server/register-list.ts'

type Payment = { day: Day; amount: bigint }

/** A lived note's payments from the ledger, as the rows of a file. */
function fileOf(story: NoteStory, entries: readonly LedgerEntry[], number: string, member: string): string {
  const columns =
    'record,note,holder_name,holder_kind,holder_state,member_email,principal,rate_percent,term_months,payout,day_count,convention,issue_date,due_date,paid_on,amount,reference'
  const { terms } = story
  const note = [
    ...['note', number, `Jane Doe ${number}`, 'individual', 'TX', member, decimalCents(terms.principalCents)],
    ...[String(terms.rateBp / 100), String(terms.termMonths), terms.payout, terms.dayCount, terms.convention],
    terms.issueDate ?? '',
  ]
  const paid = entries
    .filter(({ kind, reversedBy }) => ['payment', 'principal'].includes(kind) && !reversedBy)
    .map(({ kind, line, relatesTo, lines, reference }) => {
      const due = story.lines.find(({ n }) => n === line?.n)?.due ?? ''
      const amount = decimalCents(lines.reduce((sum, { debit }) => sum + debit, 0n))
      return [kind, number, ...Array(11).fill(''), due, relatesTo, amount, reference ?? '']
    })
  return `${columns}\r\n${[note, ...paid].map(cells => csvLine(cells)).join('')}`
}

/** Imports a file by two people. @returns the preceding check */
async function importFile({ admin, colleague }: NotePeople, content: string): Promise<ImportCheck> {
  const check = await checkFile(admin, content)
  expect(check.problems).toEqual([])
  const sha256 = createHash('sha256').update(content).digest('hex')
  await askForImport(admin, { filename: 'lived.csv', content, sha256 })
  const requested = (await getApprovals(colleague)).waiting.find(({ title }) => title === 'Import of notes')
  await decideApproval(colleague, requested?.id ?? '', 'approved')
  return check
}

/** The register's and ledger's data of a note, without its number, its holder and who recorded it. */
async function bookedOf(admin: Actor, noteId: string) {
  const story = await getNoteStory(admin, noteId)
  const [row] = (await getRegister(admin, { on: fundDay(), show: 'all', search: story.number })).notes
  const inBooks = ({ kind, relatesTo, line, lines }: LedgerEntry) =>
    [
      kind,
      relatesTo,
      line?.n ?? '',
      ...lines.map(({ account, debit, credit }) => `${account} ${debit} ${credit}`),
    ].join()
  return {
    state: story.state,
    closedOn: story.closedOn,
    maturity: story.terms.maturityDate,
    owed: story.owed,
    lines: story.lines.map(({ version: _, isRequested: __, ...line }) => line),
    entries: story.entries.map(inBooks).toSorted(),
    register: row && [row.state, row.principal, row.unpaid, row.accrued, row.total, row.paid, row.maturityDate],
  }
}

/** Lives a history, writes it as a file, imports that, and compares both to the cent. */
async function livedAndImported(
  portal: Parameters<typeof givenNote>[0],
  people: NotePeople,
  history: { issued: Day; terms?: Partial<NoteDetails>; payments: (story: NoteStory) => readonly Payment[] },
) {
  const { admin, investor } = people
  const note = await givenNote(portal, people, history.issued, history.terms)
  for (const [at, payment] of history.payments(await getNoteStory(admin, note.id)).entries())
    await givenPayment(people, note.id, { ...payment, reference: `ACH ${at}` })
  const number = `${note.number}-AGAIN`
  const content = fileOf(await getNoteStory(admin, note.id), await getLedger(admin, note.id), number, investor.email)
  const check = await importFile(people, content)
  const [row] = (await getRegister(admin, { on: fundDay(), show: 'all', search: number })).notes
  const id = row?.id ?? ''
  expect(await bookedOf(admin, id)).toEqual(await bookedOf(admin, note.id))
  expect(differencesOf(await compareRegister())).toEqual([])
  return { id, number, check }
}

const interestOf = ({ lines }: NoteStory) => lines.reduce((sum, { interest }) => sum + interest, 0n)

const large = { principalCents: 600_000_00n, rateBp: 1300 }

test('principal that was paid late comes in with the interest that fell due with it, which the check names', async ({
  portal,
  people,
}) => {
  const { check, id, number } = await livedAndImported(portal, people, {
    issued: '2025-11-03',
    terms: large,
    payments: story => [
      { day: '2026-11-03', amount: interestOf(story) },
      { day: '2026-11-20', amount: 600_000_00n },
    ],
  })
  expect(check.differences.map(differenceInWords)).toContain(
    'Interest after maturity, due Nov 20, 2026: $3,632.88 was to be paid on Nov 20, 2026, and the file has no payment.',
  )
  expect(await getNoteStory(people.admin, id)).toMatchObject({ state: 'matured', owed: 0n, closedOn: null })
  // It continues normally: the interest is paid, and the note is.
  await givenPayment(people, id, { day: '2026-11-23', amount: 3_632_88n })
  expect(await getNoteStory(people.admin, id)).toMatchObject({ state: 'paid', closedOn: '2026-11-23', number })
})

test('nobody is shown a signature on a note that came in by a file, which nobody signed here', async ({
  portal,
  people,
}) => {
  const { id } = await livedAndImported(portal, people, { issued: '2026-06-15', payments: () => [] })
  expect((await getOwnNote(people.investor, id)).agreement).toMatchObject({ signedOn: null, predecessor: null })
  expect(await getNoteStory(people.admin, id)).toMatchObject({ signers: [{ signedOn: null }] })
})

test('late principal that came in by a file and comes back takes its interest back', async ({ portal, people }) => {
  const { admin, colleague } = people
  const { id } = await livedAndImported(portal, people, {
    issued: '2025-11-03',
    terms: large,
    payments: story => [
      { day: '2026-11-03', amount: interestOf(story) },
      { day: '2026-11-20', amount: 600_000_00n },
    ],
  })
  const principal = (await getLedger(admin, id)).find(({ kind }) => kind === 'principal')
  const back = { why: 'returned', day: '2026-11-21' }
  await decideApproval(colleague, await requestReversal(admin, principal?.id ?? '', back), 'approved')
  expect(await getNoteStory(admin, id)).toMatchObject({ state: 'matured', owed: 600_000_00n })
  expect((await getNoteStory(admin, id)).lines).toHaveLength(12)
  expect(differencesOf(await compareRegister())).toEqual([])
})

test.for<[string, { issued: Day; terms?: Partial<NoteDetails>; payments: (story: NoteStory) => Payment[] }]>([
  [
    'all at once, late',
    {
      issued: '2025-11-03',
      terms: large,
      payments: story => [
        { day: '2026-11-03', amount: interestOf(story) },
        { day: '2026-11-20', amount: 603_632_88n },
      ],
    },
  ],
  [
    'in parts, two of them on one day, and the interest of one',
    {
      issued: '2025-10-15',
      payments: story => [
        { day: '2026-10-15', amount: interestOf(story) },
        { day: '2026-11-09', amount: 70_000_01n },
        { day: '2026-11-20', amount: 40_000_00n },
        { day: '2026-11-20', amount: 45_678_90n },
        { day: '2026-11-23', amount: 1_000_00n },
      ],
    },
  ],
  [
    'on time, but for interest that is still owed',
    {
      issued: '2025-11-10',
      payments: story => [
        { day: '2026-10-13', amount: interestOf(story) - (story.lines.at(-1)?.interest ?? 0n) },
        { day: '2026-11-10', amount: story.lines.at(-1)?.interest ?? 0n },
        { day: '2026-11-10', amount: 200_000_00n },
      ],
    },
  ],
  [
    'counted by days, paid quarterly, before the weekend',
    {
      issued: '2025-10-31',
      terms: { dayCount: 'actual/365', payout: 'quarterly', convention: 'preceding', rateBp: 1133 },
      payments: story => [
        { day: '2026-10-30', amount: interestOf(story) },
        { day: '2026-10-31', amount: 10_000_00n },
        { day: '2026-11-02', amount: 90_000_00n },
        { day: '2026-11-05', amount: 100_000_00n },
      ],
    },
  ],
])('a note lived and the same note imported are booked alike: %s', async ([, history], { portal, people }) => {
  await livedAndImported(portal, people, history)
})

test('a note whose principal was paid, but not all of its interest, is not paid', async ({ portal, people }) => {
  const { admin, investor } = people
  const note = await givenNote(portal, people, '2025-11-10')
  const story = await getNoteStory(admin, note.id)
  const number = `${note.number}-SHORT`
  const file = fileOf(story, [], number, investor.email)
  const paid = (kind: string, day: string, amount: string) =>
    `${csvLine([kind, number, ...Array(12).fill(''), day, amount, ''])}`
  const rows = story.lines.map(({ pay, interest }, at) =>
    paid('payment', pay, decimalCents(at === 0 ? interest - 1n : interest)),
  )
  await importFile(people, `${file}${rows.join('')}${paid('principal', '2026-11-10', '200000.00')}`)
  const [row] = (await getRegister(admin, { on: fundDay(), show: 'all', search: number })).notes
  const imported = await getNoteStory(admin, row?.id ?? '')
  expect(imported).toMatchObject({ state: 'matured', closedOn: null, owed: 0n })
  await givenPayment(people, imported.id, { day: fundDay(), amount: 1n })
  expect(await getNoteStory(admin, imported.id)).toMatchObject({ state: 'paid', closedOn: fundDay() })
})
