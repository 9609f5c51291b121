import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { holdersFrom, insertHolder } from '../../../server/sample/holders.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { linesOf } from '../../../tests/helpers/csv.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { askForImport, checkFile } from '../../../tests/helpers/imports.ts'
import { givenAccreditation, givenSignedNote, plainTerms } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test as shared } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { addBankList, getBankWork } from '../../bank/server/bank-lines.ts'
import { confirmBankLines } from '../../bank/server/confirm-bank-lines.ts'
import { trialBalance } from '../../ledger/server/get-ledger.ts'
import { scheduleOf } from '../../notes/schedule.ts'
import { createNote, updateDraft } from '../../notes/server/drafts.ts'
import { recordSignature, signNote } from '../../notes/server/sign-note.ts'
import { balanceReport } from '../office/balance/route.tsx'
import { registerReport } from '../office/register-columns.tsx'
import { salesReport } from '../office/sales/route.tsx'
import { getRegisterChanges } from '../server/changes.ts'
import { getDuePayments } from '../server/due-list.ts'
import { getImportFile } from '../server/import/import-files.ts'
import { getMaturities } from '../server/maturities.ts'
import { createNoteFor } from '../server/new-note.ts'
import { findNoteCandidates } from '../server/note-candidates.ts'
import { getNoteStory } from '../server/note-story.ts'
import { exportRegister } from '../server/register-export.ts'
import { getRegister, getRegisterGroups } from '../server/register-list.ts'
import { getSales } from '../server/sales.ts'

const test = shared
  // Notes are numbered across tests.
  .extend('prefix', ({ domain }) => domain.replace('story-', 'T').replace('.example', '').toUpperCase())

const head =
  'record,note,holder_name,holder_kind,holder_state,member_email,offering,principal,rate_percent,term_months,payout,day_count,issue_date,paid_on,amount,reference'
const terms = (issueDate: string) => ({
  principalCents: 20_000_000n,
  rateBp: 1100,
  termMonths: 12 as const,
  payout: 'monthly' as const,
  dayCount: '30/360' as const,
  convention: 'following' as const,
  issueDate,
})

/** A file with one note of $200,000 at 11 %, monthly, and its payments. */
function fileOf(number: string, email: string, issueDate: string, payments: readonly (readonly string[])[]): string {
  const note = `note,${number},Jane Doe ${number},individual,TX,${email},Series ${number},200000,11,12,monthly,30/360,${issueDate},,,`
  const paid = payments.map(
    ([day, amount, reference = '']) => `payment,${number},,,,,,,,,,,,${day},${amount},${reference}`,
  )
  return [head, note, ...paid].join('\r\n')
}

/** The first payments of such a note, by its schedule. */
function firstPayments(issueDate: string, count: number): string[][] {
  return scheduleOf(terms(issueDate))
    .slice(0, count)
    .map(({ pay, interestCents }, at) => [pay, (Number(interestCents) / 100).toFixed(2), `ACH ${at + 1}`])
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Asks for the import of a file, and has it approved. */
async function importFile(admin: Parameters<typeof checkFile>[0], colleague: typeof admin, content: string) {
  await askForImport(admin, { filename: 'notes.csv', content, sha256: sha256(content), reason: 'Signed on paper.' })
  const { waiting } = await getApprovals(colleague)
  const approval = waiting.find(({ summary }) => summary.startsWith('Import'))
  await decideApproval(colleague, approval?.id ?? '', 'approved')
}

test('a dry run lists every difference and changes nothing; the import needs a second person and is whole', async ({
  portal,
  admin,
  colleague,
  investor,
  prefix,
}) => {
  const issued = addMonths(fundDay(), -6)
  const number = `${prefix}-IMPORT`
  const payments = firstPayments(issued, 4)
  payments[1] = [payments[1]?.[0] ?? '', '1833.32', 'ACH 2']
  const content = fileOf(number, investor.email, issued, payments)
  const rows = async () =>
    (
      await portal.owner.query(
        'select (select count(*) from notes) n, (select count(*) from holders) h, (select count(*) from import_batches) b',
      )
    ).rows
  const before = await rows()
  const check = await checkFile(admin, content)
  expect(check).toMatchObject({ notes: 1, newHolders: 1, payments: 4, problems: [], principal: 20_000_000n })
  expect(
    check.differences.map(({ kind, expectedCents, paidCents }) => [kind, expectedCents, paidCents]),
  ).toContainEqual(['amount', 183_333n, 183_332n])
  expect(await rows()).toEqual(before)

  await askForImport(admin, { filename: 'notes.csv', content, sha256: check.sha256 })
  const { waiting } = await getApprovals(colleague)
  const requested = waiting.find(({ title }) => title === 'Import of notes')
  expect(requested?.lines.join(' ')).toContain('($0.01 short)')
  // Both people read new holders by name.
  const [holder] = check.holders
  expect(holder).toMatchObject({ name: expect.stringMatching(/\S/), memberEmail: investor.email, notes: [number] })
  expect(requested?.lines.join(' ')).toContain(`New holder: ${holder?.name} (Individual`)
  await expect(decideApproval(admin, requested?.id ?? '', 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  expect((await rows())[0].n).toBe(before[0].n)
  await decideApproval(colleague, requested?.id ?? '', 'approved')

  const { notes, totals } = await getRegister(admin, { on: fundDay(), search: number })
  expect(totals).toMatchObject({ notes: 1, holders: 1, principal: 20_000_000n, rateBp: 1100 })
  const due = scheduleOf(terms(issued)).filter(({ due }) => due <= fundDay()).length
  expect(notes[0]).toMatchObject({ number, state: 'current', issueDate: issued, paid: 183_333n * 3n + 183_332n })
  expect(notes[0]?.unpaid).toBe(183_333n * BigInt(due) - 183_333n * 3n - 183_332n)
  const story = await getNoteStory(admin, notes[0]?.id ?? '')
  expect(story.entries).toHaveLength(1 + due + 4)
  expect(story.lines).toHaveLength(12)
  const balance = await trialBalance(admin, fundDay())
  expect(balance.reduce((sum, { debit, credit }) => sum + debit - credit, 0n)).toBe(0n)
  const saved = await linesOf(balanceReport.csv, await exportRegister(admin, 'balance', { on: fundDay() }))
  const owed = balance.find(({ account }) => account === 2010)
  expect(saved.join('\n').replaceAll('"', '')).toContain(
    `Notes payable,${Number(owed?.debit) / 100},${Number(owed?.credit) / 100},`,
  )

  // The same file again, and a file that changed since it was checked.
  expect((await checkFile(admin, content)).problems[0]?.problem).toContain('already')
  const other = fileOf(`${prefix}-X`, investor.email, issued, [])
  await expect(askForImport(admin, { filename: 'x.csv', content: other, sha256: check.sha256 })).rejects.toMatchObject({
    code: 'IMPORT_CHANGED',
  })
})

test('what changed since an import was asked for refuses it, and nothing of it stays', async ({
  portal,
  admin,
  colleague,
  investor,
  prefix,
}) => {
  const issued = addMonths(fundDay(), -2)
  const content = fileOf(`${prefix}-STALE`, investor.email, issued, [])
  await askForImport(admin, { filename: 'one.csv', content, sha256: sha256(content), reason: 'Signed on paper.' })
  const requested = (await getApprovals(colleague)).waiting.find(({ title }) => title === 'Import of notes')
  await insertHolder(portal.owner, [], { legal_name: `Jane Doe ${prefix}-STALE`, kind: 'llc' })
  await expect(decideApproval(colleague, requested?.id ?? '', 'approved')).rejects.toMatchObject({
    code: 'IMPORT_STALE',
  })
  const { rows } = await portal.owner.query('select count(*)::int from notes where number = $1', [`${prefix}-STALE`])
  expect(rows[0].count).toBe(0)
  await decideApproval(colleague, requested?.id ?? '', 'rejected')
})

test('the register on any day, by holder and offering, with what was paid and accrued by then', async ({
  admin,
  colleague,
  investor,
  prefix,
}) => {
  const issued = addMonths(fundDay(), -6)
  const number = `${prefix}-DAY`
  await importFile(admin, colleague, fileOf(number, investor.email, issued, firstPayments(issued, 5)))
  const on = (day: string) => getRegister(admin, { on: day, search: number })
  expect((await on(addDays(issued, -1))).notes).toEqual([])
  expect((await on(issued)).notes[0]).toMatchObject({ accrued: 0n, paid: 0n, unpaid: 0n })
  const [second] = scheduleOf(terms(issued)).slice(1)
  const later = (await on(second?.pay ?? '')).notes[0]
  expect(later).toMatchObject({ paid: 366_666n, unpaid: 0n })
  const holders = await getRegisterGroups(admin, 'holder', { on: fundDay(), search: number })
  expect(holders).toMatchObject({ total: 1, groups: [{ notes: 1, principal: 20_000_000n, rateBp: 1100 }] })
  const offerings = await getRegisterGroups(admin, 'offering', { on: fundDay(), search: number })
  expect(offerings.groups).toMatchObject([{ name: `Series ${number}`, notes: 1 }])
  expect(offerings.totals.offerings).toContain(`Series ${number}`)
  expect((await getSales(admin)).filter(({ offering }) => offering === `Series ${number}`)).toMatchObject([
    { isAll: true, state: null, firstSale: issued, notes: 1, sold: 20_000_000n },
    { isAll: false, state: 'TX', firstSale: issued, holders: 1 },
  ])
  const soon = { today: fundDay(), days: 300 }
  const { months, notes, total } = await getMaturities(admin, { ...soon, size: 500 })
  const half = Math.ceil(notes.length / 2)
  const [some, rest] = await Promise.all([0, 1].map(page => getMaturities(admin, { ...soon, page, size: half })))
  expect([...(some?.notes ?? []), ...(rest?.notes ?? [])]).toEqual(notes)
  expect([total, rest?.total]).toEqual([notes.length, notes.length])
  expect(months.map(({ month }) => month)).toContain(addMonths(issued, 12).slice(0, 7))
  expect(notes.find(note => note.number === number)).toMatchObject({
    choice: null,
    maturityDate: addMonths(issued, 12),
  })
})

test('a sale needs a state, and all states add up to all sales, also to those from before it was asked for', async ({
  portal,
  people,
  prefix,
}) => {
  const { admin, investor } = people
  const { owner } = portal
  const { id: holderId } = await givenHolder(admin, investor, { state: '' })
  const draft = { ...plainTerms, offering: `States ${prefix}`, holderId }
  await expect(createNote(admin, draft)).rejects.toMatchObject({ code: 'NOTE_SALE_STATE' })
  const note = await createNote(admin, { ...draft, saleState: 'OK' })
  await expect(updateDraft(admin, note.id, draft)).rejects.toMatchObject({ code: 'NOTE_SALE_STATE' })
  // A note from before the rule.
  await owner.query('update notes set sale_state = null where id = $1', [note.id])
  await givenAccreditation(portal, holderId, investor)
  await recordSignature(admin, note.id, { userId: investor.id, signedOn: '2026-06-01' })
  await expect(signNote(admin, note.id)).rejects.toMatchObject({ code: 'NOTE_SALE_STATE' })
  const freeze = "update notes set state = 'signed' where id = $1"
  const refused = { constraint: 'note_sale_has_its_state' }
  await expect(queryAs(portal, admin.id, freeze, [note.id])).rejects.toMatchObject(refused)
  await expect(owner.query(freeze, [note.id])).rejects.toMatchObject(refused)

  const before = await createNote(admin, { ...draft, saleState: 'TX' })
  await owner.query('alter table notes disable trigger user')
  try {
    await owner.query(
      `update notes set sale_state = null, state = 'signed', signed_at = '2025-03-03', terms = '{}', terms_sha256 = sha256('{}')
        where id = $1`,
      [before.id],
    )
  } finally {
    await owner.query('alter table notes enable trigger user')
    for (const trigger of ['guard', 'step', 'refuse_removal'])
      await owner.query(`alter table notes enable always trigger ${trigger}`)
  }
  await givenSignedNote(portal, people, { ...draft, saleState: 'OK', principalCents: 300_000_00n })
  const sales = (await getSales(admin)).filter(({ offering }) => offering === draft.offering)
  // By their first sale, dated by its signature.
  expect(sales.map(({ isAll, state, notes }) => ({ isAll, state, notes }))).toEqual([
    { isAll: true, state: null, notes: 2 },
    { isAll: false, state: 'OK', notes: 1 },
    { isAll: false, state: null, notes: 1 },
  ])
  const [all, ...states] = sales
  expect(states.reduce((sum, { sold }) => sum + sold, 0n)).toBe(all?.sold)
  expect(sales.map(sale => salesReport.csv.State?.(sale))).toEqual(['All', 'OK', 'Not recorded'])
})

test('the sample of an import is taken as it is by the check of the person who downloads it', async ({ admin }) => {
  const check = await checkFile(admin, await getImportFile(admin, 'sample'))
  expect(check).toMatchObject({ notes: 2, newHolders: 2, problems: [] })
})

test('what is due, what is overdue, and what is unlike last month', async ({ admin, colleague, investor, prefix }) => {
  const today = fundDay()
  const issued = addDays(addMonths(today, -4), -10)
  const number = `${prefix}-DUE`
  const payments = firstPayments(issued, 3)
  payments[2] = [payments[2]?.[0] ?? '', '1000.00', 'ACH 3']
  await importFile(admin, colleague, fileOf(number, investor.email, issued, payments))
  const due = (await getDuePayments(admin, { from: today, to: addDays(today, 40), today })).filter(
    ({ note }) => note === number,
  )
  expect(due.map(({ n, state, interest, interestLeft }) => [n, state, interest - interestLeft])).toEqual([
    [3, 'overdue', 100_000n],
    [4, 'overdue', 0n],
    [5, 'upcoming', 0n],
  ])
  const changes = (
    await getRegisterChanges(admin, { from: addMonths(today, -2), to: today, size: 1000 })
  ).changes.filter(({ note }) => note === number)
  expect(changes.map(({ kind, amount }) => [kind, amount])).toContainEqual(['amount', 100_000n])
  expect(changes.map(({ kind }) => kind)).toContain('unpaid')
})

test('a bank’s list proposes what it paid; confirmed and approved, it is recorded', async ({
  admin,
  colleague,
  investor,
  prefix,
}) => {
  const issued = addDays(addMonths(fundDay(), -1), -3)
  const number = `${prefix}-BANK`
  await importFile(admin, colleague, fileOf(number, investor.email, issued, []))
  const [first] = scheduleOf(terms(issued))
  const day = first?.pay ?? ''
  if (day > fundDay()) return
  const csv = `Date,Description,Amount,Reference\r\n${day},"ACH ${number} INTEREST",-1833.33,T-1\r\n${day},Coffee,-4.50,T-2`
  const list = await addBankList(admin, bankFile('bank.csv', csv))
  const { open } = await getBankWork(admin, list)
  expect(open.map(({ matches, isNamed }) => [matches.length, isNamed])).toEqual([
    [1, true],
    [0, false],
  ])
  const [line] = open
  const pay = line?.matches[0]?.parts ?? []
  const noteId = pay[0]?.noteId ?? ''
  const confirmed = await confirmBankLines(admin, { choice: [{ lineId: line?.id ?? '', pay }] })
  expect(confirmed).toEqual({ requested: 1, reconciled: 0, refused: [] })
  const story = await getNoteStory(admin, noteId)
  expect(story.lines[0]?.isRequested).toBe(true)
  const requested = story.approvals.find(({ decision }) => !decision)
  await decideApproval(colleague, requested?.id ?? '', 'approved')
  expect((await getNoteStory(admin, noteId)).lines[0]).toMatchObject({ isRequested: false, paid: 183_333n })
  const { open: left, reconciled } = await getBankWork(admin, await addBankList(admin, bankFile('2.csv', csv)))
  expect(left.map(({ reference }) => reference)).toEqual(['T-2'])
  expect(reconciled).toMatchObject([{ reference: 'T-1', notes: number }])
})

test('a new note from an accepted person, who becomes its holder', async ({ admin, investor, prefix }) => {
  const { candidates: found } = await findNoteCandidates(admin, investor.email)
  expect(found.find(({ personId }) => personId === investor.id)).toMatchObject({ holderId: null })
  const note = { ...terms(fundDay()), offering: `Series ${prefix}`, saleState: 'OK' }
  const holder = { legalName: `New Holder ${prefix}`, kind: 'llc', state: 'OK' }
  await expect(createNoteFor(admin, investor.id, { holder, note: { ...note, rateBp: 9900 } })).rejects.toMatchObject({
    code: expect.stringMatching(/^TERMS_/),
  })
  expect((await findNoteCandidates(admin, `New Holder ${prefix}`)).candidates).toEqual([])
  const id = await createNoteFor(admin, investor.id, { holder, note })
  const story = await getNoteStory(admin, id)
  expect(story).toMatchObject({ state: 'draft', saleState: 'OK', holder: { name: holder.legalName, kind: 'llc' } })
  expect(story.signers).toMatchObject([{ userId: investor.id, signedOn: null }])
  expect((await getRegister(admin, { on: fundDay(), search: story.number })).notes).toEqual([])
  expect((await getRegister(admin, { on: fundDay(), search: story.number, show: 'in-progress' })).notes).toHaveLength(1)
})

test('a search for a note’s holder says where there are more than it lists', async ({ portal, admin, prefix }) => {
  const add = (count: number) =>
    portal.owner.query(holdersFrom({ legal_name: "$1 || ' ' || n" }, 'generate_series(1, $2::int) n'), [
      `Many ${prefix}`,
      count,
    ])
  await add(12)
  const search = () => findNoteCandidates(admin, `Many ${prefix}`)
  expect((await search()).hasMore).toEqual({ holders: false, people: false })
  await add(1)
  const { candidates, hasMore } = await search()
  expect([candidates.length, hasMore]).toEqual([12, { holders: true, people: false }])
})

test('a new note that can’t be written leaves no holder behind', async ({ portal, admin, investor, prefix }) => {
  const note = { ...terms(fundDay()), offering: `Refused ${prefix}`, saleState: 'OK' }
  const holder = { legalName: `No Holder ${prefix}`, kind: 'llc', state: 'OK' }
  const refused = `alter table notes add constraint refused check (offering <> '${note.offering}') not valid`
  await portal.owner.query(refused)
  try {
    await expect(createNoteFor(admin, investor.id, { holder, note })).rejects.toThrow('refused')
  } finally {
    await portal.owner.query('alter table notes drop constraint refused')
  }
  expect((await findNoteCandidates(admin, holder.legalName)).candidates).toEqual([])
})

test('tables are saved as CSV that spreadsheets don’t run', async ({ admin, colleague, investor, prefix }) => {
  const issued = addMonths(fundDay(), -3)
  const content = fileOf(`${prefix}-CSV`, investor.email, issued, firstPayments(issued, 1)).replace(
    'Jane Doe',
    '=HYPERLINK(1) Jane',
  )
  await importFile(admin, colleague, content)
  const query = { on: fundDay(), search: `${prefix}-CSV` }
  const rows = await exportRegister(admin, 'register', { query })
  const [, row, total] = await linesOf(registerReport.csv, rows, ['Principal'])
  expect(row).toContain(`"'=HYPERLINK(1) Jane ${prefix}-CSV"`)
  expect(row).toContain(',200000,11,12,')
  expect(total).toMatch(/^"Total","","","",200000,/)
})
