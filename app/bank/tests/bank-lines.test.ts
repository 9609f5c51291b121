import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { givenAccreditedHolder, givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { approveBatch, getBatchApproval } from '../../approvals/server/approve-batch.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { findStoredFile } from '../../documents/server/stored-files.ts'
import { requestPayment } from '../../notes/server/payments.ts'
import { requestPayoff } from '../../notes/server/payoff.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { requestDuePayments } from '../../register/server/record-due.ts'
import { soundsLike } from '../bank.ts'
import { type BankChoice, readBankChoice } from '../bank-choice.ts'
import { choiceFor } from '../office/open-lines.tsx'
import { addBankList, getBankWork } from '../server/bank-lines.ts'
import { attachBankPage, confirmBankLines, reopenBankLine } from '../server/confirm-bank-lines.ts'
import type { OpenBankLine } from '../server/propose-matches.ts'
import { removeBankList } from '../server/remove-bank-list.ts'

const interest = 1_833_33n

const confirm = (who: Actor, choice: readonly BankChoice[]) => confirmBankLines(who, { choice })
const attach = (who: Actor, list: string, document: string) => attachBankPage(who, list, { document })
const remove = (who: Actor, list: string) => removeBankList(who, list, { confirmed: true })

let lists = 0

/** @returns a list's id and its lines, without other tests' lists */
async function given({ admin }: NotePeople, lines: readonly string[]) {
  const tag = `L${++lists}X`
  const content = ['Date,Amount,Description,Reference', ...lines.map(line => `${line}-${tag}`)].join('\n')
  const add = async () => {
    const list = await addBankList(admin, bankFile(`bank-${tag}.csv`, content))
    return { ...(await work(list)), id: list }
  }
  const mine = <Line extends { reference: string }>(all: readonly Line[]) =>
    all
      .filter(({ reference }) => reference.endsWith(`-${tag}`))
      .map(line => ({ ...line, reference: line.reference.slice(0, -tag.length - 1) }))
  const work = async (list: string) => {
    const found = await getBankWork(admin, list)
    const { open, waiting, reconciled } = found
    return { ...found, open: mine(open), waiting: mine(waiting), reconciled: mine(reconciled) }
  }
  return { ...(await add()), add, work, tag }
}

const first = ({ id, matches }: OpenBankLine) => ({ lineId: id, pay: matches[0]?.parts ?? [] })
const named = (lines: readonly OpenBankLine[], reference: string) =>
  lines.find(line => line.reference === reference) as OpenBankLine

async function notesOf(portal: SharedPortal, people: NotePeople, holder: string, count: number) {
  const holderId = await givenAccreditedHolder(portal, people, holder)
  const notes = []
  for (let n = 0; n < count; n++) notes.push(await givenNote(portal, people, '2026-06-15', { holderId }))
  return notes
}

test('early, late and bundled payments are proposed; approved together they clear their lines, which are skipped from then on', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, colleague } = people
  const [early, late] = [await givenNote(portal, people, '2026-06-15'), await givenNote(portal, people, '2026-06-15')]
  const several = await notesOf(portal, people, 'Bundle Timber LLC', 2)
  const bank = await given(people, [
    // Its July payment is made a week before, and another's long after.
    `2026-07-07,-1833.33,ACH ${early.number},EARLY`,
    `2026-08-12,-1833.33,ACH ${late.number},LATE`,
    '2026-07-15,-3666.66,ACH BUNDLE TIMBER,BOTH',
    '2026-07-31,-15.00,MONTHLY FEE,FEE',
    '2026-07-20,0.37,INTEREST EARNED,EARNED',
  ])
  const { open } = bank
  expect(open.map(({ reference, matches, isNamed }) => [reference, matches.map(m => m.parts.length), isNamed])).toEqual(
    [
      ['EARLY', [1], true],
      ['BOTH', [2], true],
      ['EARNED', [], false],
      ['FEE', [], false],
      ['LATE', [1], true],
    ],
  )
  expect(named(open, 'LATE').matches[0]?.parts[0]).toMatchObject({ number: late.number, due: '2026-07-15' })
  expect(
    named(open, 'BOTH')
      .matches[0]?.parts.map(({ number }) => number)
      .toSorted(),
  ).toEqual(several.map(({ number }) => number).toSorted())
  const payments = ['EARLY', 'BOTH', 'LATE'].map(reference => first(named(open, reference)))
  const fee = { lineId: named(open, 'FEE').id, is: 'fee' }
  expect(await confirm(admin, [...payments, fee])).toEqual({ requested: 4, reconciled: 1, refused: [] })
  const requested = await bank.work(bank.id)
  expect(requested.waiting).toHaveLength(3)
  expect(requested.open.map(({ reference }) => reference)).toEqual(['EARNED'])

  const { rows } = await portal.owner.query(
    "select id from approvals where decision is null and kind = 'payment.record' and content -> 'bank' ->> 'listId' = $1",
    [bank.id],
  )
  const ids = rows.map(({ id }) => id)
  const { requests } = await getBatchApproval(approver, 'payment.record')
  const differences = requests.filter(({ id }) => ids.includes(id)).flatMap(({ differences }) => differences)
  expect(differences).toContain('28 days after its payment date, Jul 15, 2026')
  expect(differences).toContain('8 days before its payment date, Jul 15, 2026')
  await approveBatch(colleague, { kind: 'payment.record', id: ids, total: '7,333.32' })

  const again = await bank.add()
  expect(again.open.map(({ reference }) => reference)).toEqual(['EARNED'])
  expect(again.waiting).toEqual([])
  expect(again.reconciled.map(({ reference, notes, explained }) => [reference, notes ?? explained])).toEqual([
    ['EARLY', early.number],
    [
      'BOTH',
      several
        .map(({ number }) => number)
        .toSorted()
        .join(', '),
    ],
    ['FEE', 'fee'],
    ['LATE', late.number],
  ])
  const twice = 'select count(*)::int as lines from bank_lines where reference like $1'
  expect((await portal.owner.query(twice, [`%-${bank.tag}`])).rows).toEqual([{ lines: 5 }])
})

test('every line of a list is new, known, skipped or not read, by its number; a number that two lines have hides neither', async ({
  portal,
  people: { admin },
}) => {
  const head = 'Date,Description,Amount,Transaction ID'
  const [one, two] = ['2026-11-02,OUTCOME A,-1833.33,BATCH77', '2026-11-02,OUTCOME B,-1868.49,BATCH77']
  const outcomeOf = async (...lines: string[]) => {
    const content = Buffer.from([head, ...lines].join('\r\n'), 'latin1')
    const { list } = await getBankWork(admin, await addBankList(admin, bankFile('outcome.csv', content)))
    const { added, known, skipped, unread } = list?.outcome ?? {}
    return { added, known, skipped: skipped?.map(({ line }) => line), unread: unread?.map(({ line }) => line) }
  }
  expect(await outcomeOf(one, '2026-11-03,OUTCOME CAF\xc9,0.00,', '2026-11-04,OUTCOME C,x,')).toEqual({
    ...{ added: 1, known: [], skipped: [3], unread: [4] },
  })
  // As stored by an earlier version: by the bank's number alone.
  await portal.owner.query("update bank_lines set bank_key = 'id BATCH77' where description = 'OUTCOME A'")
  expect(await outcomeOf(one, two, 'Total,,-3701.82')).toEqual({ added: 1, known: [2], skipped: [4], unread: [] })
  expect(await outcomeOf(one, two, two)).toEqual({ added: 1, known: [2, 3], skipped: [], unread: [] })
  const stored = await portal.owner.query(
    "select description from bank_lines where description like 'OUTCOME%' order by 1",
  )
  expect(stored.rows.map(({ description }) => description)).toEqual(['OUTCOME A', 'OUTCOME B', 'OUTCOME B'])
})

test('the same days as a table and as OFX count once, and what only one of them has is added', async ({
  portal,
  people: { admin },
}) => {
  const outcomeOf = async (filename: string, content: string) => {
    const { list } = await getBankWork(admin, await addBankList(admin, bankFile(filename, Buffer.from(content))))
    return { added: list?.outcome.added, known: list?.outcome.known }
  }
  const table = (...lines: string[]) =>
    outcomeOf('formats.csv', ['Date,Description,Amount,Transaction ID', ...lines].join('\n'))
  const ofx = (...lines: [day: string, amount: string, id: string][]) =>
    outcomeOf(
      'formats.ofx',
      [
        'OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>',
        ...lines.map(
          ([day, amount, id]) =>
            `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>FORMATS</STMTTRN>`,
        ),
        '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
      ].join('\n'),
    )
  const [first, second] = ['2026-11-16,FORMATS ONE,77.01,T1', '2026-11-16,FORMATS TWO,77.01,T2']
  expect(await table(first)).toEqual({ added: 1, known: [] })
  // The bank has booked another of the same amount since.
  const both: Parameters<typeof ofx> = [
    ['20261116', '77.01', 'A'],
    ['20261116', '77.01', 'B'],
    ['20261117', '-5.00', 'C'],
  ]
  expect(await ofx(...both)).toEqual({ added: 2, known: [3] })
  // Each again, in either format.
  expect(await ofx(...both)).toEqual({ added: 0, known: [3, 4, 5] })
  expect(await table(first, second, '2026-11-17,FORMATS FEE,-5.00,T3')).toEqual({ added: 0, known: [2, 3, 4] })
  // In one format, the bank's numbers decide.
  expect(await table(first, second, '2026-11-16,FORMATS THREE,77.01,T4')).toEqual({ added: 1, known: [2, 3] })
  const { rows } = await portal.owner.query(
    "select count(*)::int as n from bank_lines where description like 'FORMATS%'",
  )
  expect(rows).toEqual([{ n: 4 }])
})

test('a list whose days could be two is asked about once; the next ones follow what was said, and say so', async ({
  portal,
  people: { admin },
}) => {
  await portal.owner.query('update bank_lists set day_order = null')
  const days = (note: string) => `Date,Description,Amount\n03/04/26,ORDER ${note},-5.00`
  const read = async (note: string, dayOrder?: 'month' | 'day') => {
    const list = await addBankList(admin, bankFile('order.csv', days(note), dayOrder))
    return (await getBankWork(admin, list)).list
  }
  const requested = { code: 'BANK_LIST_DAYS', message: expect.stringContaining('Mar 4, 2026 or Apr 3, 2026') }
  await expect(read('A')).rejects.toMatchObject(requested)
  expect(await read('A', 'day')).toMatchObject({ firstDay: '2026-04-03', outcome: { remarks: [] } })
  expect(await read('B')).toMatchObject({ firstDay: '2026-04-03', outcome: { remarks: [{ line: 2 }] } })
})

test('principal ahead of its day is shown as that, and not chosen: no payment records it', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, addMonths(addDays(fundDay(), 6), -12))
  const day = addDays(fundDay(), -1)
  const { open } = await given(people, [
    `${day},-200000.00,WIRE ${note.number},PRINCIPAL`,
    `${day},-1833.33,ACH ${note.number},INTEREST`,
  ])
  const found = ({ matches, isNamed }: OpenBankLine) => [matches.map(({ isAhead }) => isAhead), isNamed]
  expect(found(named(open, 'PRINCIPAL'))).toEqual([[true], false])
  expect(found(named(open, 'INTEREST'))).toEqual([[false], true])
})

test('a line that is refused is named, and the others are confirmed', async ({ portal, people }) => {
  const [one, other] = [await givenNote(portal, people, '2026-06-15'), await givenNote(portal, people, '2026-06-15')]
  const { open } = await given(people, [
    `2026-07-15,-1833.33,ACH ${one.number},A`,
    `2026-07-16,-1833.33,ACH ${one.number} AGAIN,B`,
    `2026-07-15,-1833.33,ACH ${other.number},C`,
  ])
  const choices = ['A', 'B', 'C'].map(reference => first(named(open, reference)))
  expect(await confirm(people.admin, choices)).toEqual({
    requested: 2,
    reconciled: 0,
    refused: [
      {
        line: `Jul 16, 2026, −$1,833.33, ACH ${one.number} AGAIN`,
        why: expect.stringMatching(/^A payment of the same interest is pending approval/),
      },
    ],
  })
  // A choice must equal the line's amount.
  const line = { lineId: named(open, 'B').id, pay: [{ noteId: other.id, cents: 1_00n }] }
  expect((await confirm(people.admin, [line])).refused).toMatchObject([{ why: expect.stringMatching(/amount/) }])
})

test('a line whose payment is pending approval says so, however it was requested, and is neither selected nor submitted again', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const [note, other] = [await givenNote(portal, people, '2026-06-15'), await givenNote(portal, people, '2026-06-15')]
  const byHand = { day: '2026-07-15', amount: interest, reference: 'BY HAND' }
  await requestPayment(admin, note.id, byHand)
  const lines = [`2026-07-15,-1833.33,ACH ${note.number},A`, `2026-07-15,-1833.33,ACH ${other.number},B`]
  const { open } = await given(people, lines)
  const pendingOf = (open: readonly OpenBankLine[], reference: string) => {
    const { matches, isNamed } = named(open, reference)
    return [matches.map(({ request }) => request !== null), isNamed]
  }
  expect(pendingOf(open, 'A')).toEqual([[true], false])
  expect(pendingOf(open, 'B')).toEqual([[false], true])
  const refused = { requested: 0, refused: [{ why: expect.stringContaining('pending approval') }] }
  expect(await confirm(admin, [first(named(open, 'A'))])).toMatchObject(refused)
  // Requested from one list, it is pending in another.
  expect(await confirm(admin, [first(named(open, 'B'))])).toMatchObject({ requested: 1 })
  const again = await given(people, [`2026-07-16,-1833.33,ACH ${other.number},C`])
  expect(pendingOf(again.open, 'C')).toEqual([[true], false])
  // It can't be submitted from the due list, either; free ones can.
  const third = await givenNote(portal, people, '2026-06-15')
  const keys = [note, other, third].map(({ id }) => ({ noteId: id, n: 1 }))
  expect(await requestDuePayments(admin, { payment: keys, day: '2026-07-15', reference: 'PAYDAY' })).toEqual({
    notice: '1 payment, $1,833.33, submitted for approval',
    requested: 1,
    cents: interest,
    refused: [note, other].map(({ number }) => ({ note: number, why: expect.stringContaining('pending approval') })),
  })
  const { requests } = await getBatchApproval(colleague, 'payment.record')
  expect(requests.filter(({ note }) => note === third.number)).toMatchObject([{ cents: interest, reference: 'PAYDAY' }])
})

test('payments of one note are recorded together from the earliest on, and none without the one before it', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const request = (lines: number[]) =>
    requestDuePayments(admin, {
      payment: lines.map(n => ({ noteId: note.id, n })),
      day: '2026-07-15',
      reference: `TOGETHER ${lines}`,
    })
  await expect(request([])).rejects.toMatchObject({ code: 'DUE_NOTHING_SELECTED' })
  expect(await request([2])).toMatchObject({
    requested: 0,
    refused: [{ note: note.number, why: expect.stringContaining('earlier payment') }],
  })
  expect(await request([99])).toMatchObject({ requested: 0, refused: [{ why: expect.stringContaining('already') }] })
  expect(await request([1])).toMatchObject({ requested: 1, refused: [] })
  const { requests } = await getBatchApproval(colleague, 'payment.record')
  expect(requests.filter(each => each.note === note.number)).toMatchObject([{ cents: interest }])
})

test('what is recorded already is found by day, amount and reference, or chosen; a mistake that is reversed opens its line', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  // The first list of the reconciliation.
  await given(people, ['2026-06-01,-1.00,BEGIN,BEGIN'])
  const tag = `L${lists + 1}X`
  await givenPayment(people, note.id, { day: '2026-07-15', amount: interest, reference: `SAME-${tag}` })
  await givenPayment(people, note.id, { day: '2026-08-17', amount: interest, reference: 'BY HAND' })
  const bank = await given(people, ['2026-07-15,-1833.33,PAYMENT,SAME', '2026-08-18,-1833.33,CHECK 7,OTHER'])
  expect(bank.reconciled).toMatchObject([{ reference: 'SAME', notes: note.number }])
  const [line] = bank.open
  const recorded = line?.recorded.find(({ noteId }) => noteId === note.id)
  expect(recorded).toMatchObject({ reference: 'BY HAND', cents: -interest })
  expect(bank.uncleared.filter(({ noteId }) => noteId === note.id).map(({ reference }) => reference)).toEqual([
    `WIRE ${note.number}`,
    'BY HAND',
  ])
  const choice = { lineId: line?.id ?? '', clear: recorded?.entryIds ?? [] }
  expect(await confirm(admin, [choice])).toEqual({ requested: 0, reconciled: 1, refused: [] })
  const done = await bank.work(bank.id)
  expect(done.open).toEqual([])
  expect(done.uncleared.filter(({ noteId }) => noteId === note.id)).toHaveLength(1)

  // Undone by hand, and by a reversal.
  await reopenBankLine(admin, choice.lineId)
  expect((await bank.work(bank.id)).open.map(({ reference }) => reference)).toEqual(['OTHER'])
  await confirm(admin, [choice])
  const [entry = ''] = choice.clear
  await decideApproval(
    colleague,
    await requestReversal(admin, entry, { why: 'mistake', day: '2026-08-19' }),
    'approved',
  )
  const after = await bank.work(bank.id)
  expect(after.open.map(({ reference }) => reference)).toEqual(['OTHER'])
  expect(after.uncleared.filter(({ noteId }) => noteId === note.id)).toHaveLength(1)
  // The database clears no more than a line's amount.
  const too = `insert into cleared_entries (entry_id, line_id, cleared_by) select id, $1, $2 from ledger_entries
    where note_id = $3 and kind = 'funds'`
  await expect(portal.owner.query(too, [choice.lineId, admin.id, note.id])).rejects.toMatchObject({
    constraint: 'bank_line_clears_its_amount',
  })
})

test('the bank’s page is the register’s once it is attached: approvers see it, nobody outside the office does, and it stays', async ({
  portal,
  people,
  approver,
  second,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const bank = await given(people, [`2026-07-15,-1833.33,ACH ${note.number},PAGE`])
  const { id: page } = await givenDocument(portal, admin, { filename: 'July.pdf' })
  const { id: others } = await givenDocument(portal, second)
  await expect(attach(admin, bank.id, others)).rejects.toMatchObject({ code: 'BANK_PAGE' })
  await expect(findStoredFile(approver, page)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await bank.work(bank.id)).page.choices).toContainEqual({ id: page, filename: 'July.pdf' })
  // Nor by the database: approvers would read it.
  const set = 'update bank_lists set document_id = $2 where id = $1'
  const { id: early } = await givenDocument(portal, admin, { filename: 'June.pdf' })
  for (const document of [others, early]) {
    await expect(queryAs(portal, admin.id, set, [bank.id, document])).rejects.toMatchObject({
      constraint: 'bank_page_is_own_upload',
    })
  }
  await attach(admin, bank.id, early)
  await attach(admin, bank.id, page)
  await confirm(admin, [first(named(bank.open, 'PAGE'))])
  expect((await getBatchApproval(approver, 'payment.record')).pages).toContainEqual({
    ...{ id: page, filename: 'July.pdf', decidedBefore: 0 },
  })
  expect(await findStoredFile(approver, page)).toMatchObject({ filename: 'July.pdf' })
  expect(await findStoredFile(colleague, page)).toMatchObject({ filename: 'July.pdf' })
  await expect(findStoredFile(second, page)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // Other documents stay hidden, and this one stays.
  await expect(findStoredFile(approver, others)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(
    (await queryAs(portal, approver.id, 'select from documents where id <> $1 and id = $2', [page, others])).rowCount,
  ).toBe(0)
  await expect(queryAs(portal, admin.id, 'delete from documents where id = $1', [page])).rejects.toMatchObject({
    code: expect.stringMatching(/^23/),
  })
  for (const day of ['null', 'current_date']) {
    const sooner = `update documents set retain_until = ${day} where id = $1`
    await expect(queryAs(portal, admin.id, sooner, [page])).rejects.toMatchObject({
      constraint: 'document_is_retained',
    })
  }
  const later = "update documents set retain_until = '2100-01-01' where id = $1"
  expect((await queryAs(portal, admin.id, later, [page])).rowCount).toBe(1)

  const requested = await portal.owner.query(
    "select id from approvals where decision is null and content -> 'bank' ->> 'listId' = $1",
    [bank.id],
  )
  await decideApproval(colleague, requested.rows[0].id, 'approved')
  await expect(attach(admin, bank.id, early)).rejects.toMatchObject({ code: 'BANK_PAGE_DECIDED' })
  for (const document of [early, null]) {
    await expect(queryAs(portal, admin.id, set, [bank.id, document])).rejects.toMatchObject({
      constraint: 'bank_page_decided',
    })
  }
})

test('a page that comes after the first decision says so, in the log and to who decides; after the last, none comes', async ({
  portal,
  people,
  approver,
}) => {
  const { admin } = people
  const notes = [await givenNote(portal, people, '2026-06-15'), await givenNote(portal, people, '2026-06-15')]
  const bank = await given(
    people,
    notes.map(({ number }, n) => `2026-07-15,-1833.33,ACH ${number},LATE${n}`),
  )
  const decide = async (n: number) => {
    const { rows } = await portal.owner.query(
      "select id from approvals where decision is null and content -> 'bank' ->> 'lineId' = $1",
      [named(bank.open, `LATE${n}`).id],
    )
    await decideApproval(approver, rows[0]?.id, 'approved')
  }
  const pageOf = async () => (await bank.work(bank.id)).page
  const upload = async (filename: string) => (await givenDocument(portal, admin, { filename })).id
  const [wrong, page] = [await upload('June late.pdf'), await upload('July late.pdf')]

  // One is paid and approved without a page; the other is confirmed later.
  await confirm(admin, [first(named(bank.open, 'LATE0'))])
  await decide(0)
  expect(await pageOf()).toMatchObject({ decidedBefore: 1, refusal: null })
  await attach(admin, bank.id, wrong)
  await confirm(admin, [first(named(bank.open, 'LATE1'))])
  expect((await getBatchApproval(approver, 'payment.record')).pages).toContainEqual({
    ...{ id: wrong, filename: 'June late.pdf', decidedBefore: 1 },
  })
  // No approval was made with it attached.
  await attach(admin, bank.id, page)
  const log = "select details from audit_log where action = 'bank.page_attached' and subject_id = $1 order by id desc"
  expect((await portal.owner.query(log, [bank.id])).rows.map(({ details }) => details)).toMatchObject([
    { document_id: page, filename: 'July late.pdf', decided_before: 1 },
    { document_id: wrong, decided_before: 1 },
  ])
  await decide(1)
  expect(await pageOf()).toEqual({ decidedBefore: 1, refusal: 'BANK_PAGE_DECIDED', choices: [] })
  await expect(attach(admin, bank.id, wrong)).rejects.toMatchObject({ code: 'BANK_PAGE_DECIDED' })

  const note = await givenNote(portal, people, '2026-06-15')
  const without = await given(people, [`2026-07-15,-1833.33,ACH ${note.number},NONE`, '2026-07-31,-15.00,FEE,FEE'])
  await confirm(admin, [first(named(without.open, 'NONE'))])
  const requested = "select id from approvals where decision is null and content -> 'bank' ->> 'listId' = $1"
  await decideApproval(approver, (await portal.owner.query(requested, [without.id])).rows[0]?.id, 'approved')
  // The fee isn't explained yet: it could be a payment.
  expect((await without.work(without.id)).page.refusal).toBeNull()
  await confirm(admin, [{ lineId: named(without.open, 'FEE').id, is: 'fee' }])
  expect((await without.work(without.id)).page).toEqual({ decidedBefore: 1, refusal: 'BANK_PAGE_LATE', choices: [] })
  await expect(attach(admin, without.id, await upload('Never.pdf'))).rejects.toMatchObject({
    code: 'BANK_PAGE_LATE',
  })
})

test('a wrong list is removed with its matches and requests, and its lines can be added again', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const paid = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, paid.id, { day: '2026-07-15', amount: interest, reference: `ACH ${paid.number}` })
  const note = await givenNote(portal, people, '2026-06-15')
  const bank = await given(people, [
    `2026-07-15,-1833.33,ACH ${note.number},WRONG`,
    `2026-07-16,-1833.33,CHECK ${paid.number},FOUND`,
    '2026-07-31,-15.00,MONTHLY FEE,FEE',
  ])
  const recorded = named(bank.open, 'FOUND').recorded.find(({ noteId }) => noteId === paid.id)
  await confirm(admin, [
    first(named(bank.open, 'WRONG')),
    { lineId: named(bank.open, 'FOUND').id, clear: recorded?.entryIds ?? [] },
    { lineId: named(bank.open, 'FEE').id, is: 'fee' },
  ])
  expect((await bank.work(bank.id)).removal).toEqual({ refusal: null, lines: 3, requests: 1 })
  // Nor by hand: only as a whole, and by administrators.
  for (const table of ['bank_lines where list_id', 'bank_lists where id']) {
    const remove = queryAs(portal, admin.id, `delete from ${table} = $1`, [bank.id])
    await expect(remove).rejects.toMatchObject({ code: '42501' })
  }
  await expect(remove(investor, bank.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const requested = (await bank.work(bank.id)).waiting[0]?.request ?? ''

  expect(await remove(colleague, bank.id)).toBe(1)
  await expect(getBankWork(admin, bank.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  const { rows } = await portal.owner.query(
    "select details from audit_log where action = 'bank.list_removed' and subject_id = $1",
    [bank.id],
  )
  expect(rows).toMatchObject([{ details: { filename: `bank-${bank.tag}.csv`, lines: 3, voided: 1 } }])
  const again = await bank.add()
  expect(again.open.map(({ reference }) => reference).toSorted()).toEqual(['FEE', 'FOUND', 'WRONG'])
  expect(again.uncleared.some(({ noteId }) => noteId === paid.id)).toBe(true)
})

test('a list stays once a payment of it was approved, was decided with its page in sight, or is known to a later list', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const requestOf = async (list: string) => {
    const requested = "select id from approvals where decision is null and content -> 'bank' ->> 'listId' = $1"
    return String((await portal.owner.query(requested, [list])).rows[0]?.id)
  }
  const staysWith = async (list: string, code: string) => {
    expect((await getBankWork(admin, list)).removal.refusal).toBe(code)
    await expect(remove(admin, list)).rejects.toMatchObject({ code })
    const directly = queryAs(portal, admin.id, 'select app.remove_bank_list($1)', [list])
    await expect(directly).rejects.toMatchObject({ constraint: code.toLowerCase() })
  }
  const noteNumbers = [await givenNote(portal, people, '2026-06-15'), await givenNote(portal, people, '2026-06-15')]
  const approved = await given(people, [`2026-07-15,-1833.33,ACH ${noteNumbers[0]?.number},KEPT`])
  await confirm(admin, [first(named(approved.open, 'KEPT'))])
  await decideApproval(colleague, await requestOf(approved.id), 'approved')
  await staysWith(approved.id, 'BANK_LIST_APPROVED')

  const compared = await given(people, [`2026-07-15,-1833.33,ACH ${noteNumbers[1]?.number},SEEN`])
  const { id: page } = await givenDocument(portal, admin, { filename: 'Compared.pdf' })
  await attach(admin, compared.id, page)
  await confirm(admin, [first(named(compared.open, 'SEEN'))])
  await decideApproval(colleague, await requestOf(compared.id), 'rejected')
  await staysWith(compared.id, 'BANK_LIST_COMPARED')

  const earlier = await given(people, ['2025-02-03,-15.00,MONTHLY FEE,FEE'])
  const later = await earlier.add()
  await staysWith(earlier.id, 'BANK_LIST_KNOWN')
  await remove(admin, later.id)
  expect(await remove(admin, earlier.id)).toBe(0)
})

test('a payment that is pending approval isn’t selected for a bank line, which leads to its request', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const requested = await requestPayment(admin, note.id, { day: '2026-07-15', amount: interest, reference: 'By hand' })
  const bank = await given(people, [`2026-07-16,-1833.33,ACH ${note.number},AGAIN`])
  const line = named(bank.open, 'AGAIN')
  expect([line.isNamed, line.matches.map(({ request }) => request)]).toEqual([false, [requested]])
  expect((await confirm(admin, [first(line)])).refused).toMatchObject([
    { why: expect.stringContaining('pending approval') },
  ])
})

test('what pays a note off on its day is offered as that; recorded on the note’s page, its line is found by itself', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  // Since the last due date, 5 days of 30/360 at 11%, besides the interest that fell due.
  const accrued = 305_56n
  const amount = `-${200_000 + 1_833}.33`
  const day = '2026-07-20'
  const bank = await given(people, [
    `${day},-202138.89,WIRE OUT ${note.number},WHOLE`,
    `${day},${amount},WIRE OUT ${note.number},OTHER`,
    `${day},-25.00,OUTGOING WIRE FEE,FEE`,
    `${day},-8000.00,OUTGOING WIRE TO BROKER,BROKER`,
  ])
  expect(200_000_00n + 1_833_33n + accrued).toBe(202_138_89n)
  const proposed = bank.open.map(({ reference, payoff, sounds }) => [reference, payoff?.number, sounds])
  expect(proposed.toSorted()).toEqual([
    ['BROKER', undefined, undefined],
    ['FEE', undefined, 'fee'],
    ['OTHER', undefined, undefined],
    ['WHOLE', note.number, undefined],
  ])
  const reason = 'The holder sold a house'
  const requested = await requestPayoff(admin, note.id, { day, reference: 'WIRE OUT', reason })
  await decideApproval(colleague, requested, 'approved')
  const { open } = await bank.work(bank.id)
  expect(named(open, 'WHOLE')).toMatchObject({
    payoff: undefined,
    likely: { number: note.number, cents: -202_138_89n },
  })
})

test('a payment that is recorded already isn’t proposed again as the next one: its line clears it', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2026-06-15')
  await given(people, ['2026-06-01,-1.00,BEGIN,BEGIN'])
  await givenPayment(people, note.id, { day: '2026-07-15', amount: interest, reference: 'BY HAND' })
  const bank = await given(people, [
    `2026-07-15,-1833.33,ACH ${note.number},PAID`,
    '2026-06-15,200000.00,WIRE IN ORIG IRIS VESTOR,MONEY',
  ])
  expect(named(bank.open, 'PAID')).toMatchObject({ isNamed: false, likely: { reference: 'BY HAND' } })
  const choices = bank.open.map(choiceFor).filter(Boolean).map(readBankChoice)
  const { refused } = await confirm(people.admin, choices)
  expect(refused).toEqual([])
  expect((await bank.work(bank.id)).reconciled.map(({ reference }) => reference)).toContain('PAID')
})

test.each([
  ['MONTHLY SERVICE FEE', -15_00n, 'fee'],
  ['Wire fee', -25_00n, 'fee'],
  ['ACCOUNT ANALYSIS CHARGE', -40_00n, 'fee'],
  ['MANAGEMENT FEE TO LARKSTONE', -5_000_00n, undefined],
  ['SERVICE FEE REVERSAL', 15_00n, undefined],
  ['INTEREST PAYMENT', 412_50n, 'interest'],
  ['INTEREST PAYMENT RETURNED', 1_833_33n, undefined],
  ['INTEREST LK-2026-0101', -1_833_33n, undefined],
])('a line sounds like the bank’s own by its text alone: %s', (text, cents, is) => {
  expect(soundsLike(text, cents)).toBe(is)
})
