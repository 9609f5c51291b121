import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { memberRow } from '../../../server/sample/holders.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { storage } from '../../../server/storage/storage.ts'
import { expectRecomputed, registerFile } from '../../../tests/helpers/accountant.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { givenAccreditation, givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { checkPdf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { forgetRuns, givenMonthlyNote, month, untilPrepared } from '../../../tests/helpers/statements.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestTransfer } from '../../notes/server/transfer.ts'
import { correctStatement } from '../server/correct-statement.ts'
import { recipientsOf } from '../server/plan-run.ts'
import { prepareRun } from '../server/prepare-run.ts'
import { requestRelease } from '../server/release-run.ts'
import { prepareAgain, requestRun, requestRunFor, startDueRuns } from '../server/start-runs.ts'
import { getOwnStatements, getStatementRun, getStatementRuns } from '../server/statements-list.ts'
import type { StatementPeriod } from '../statement-periods.ts'
import { statementName } from '../statements.ts'

const slow = slowOf(test)

/** @returns the three months of a quarter */
function monthsOf({ start }: StatementPeriod): [StatementPeriod, StatementPeriod, StatementPeriod] {
  const month = (n: number) => ({ start: addMonths(start, n), end: addDays(addMonths(start, n + 1), -1) })
  return [month(0), month(1), month(2)]
}

const runOf = (actor: Actor, run: string) => getStatementRun(actor, run)

/** @returns the text of a PDF document, as laid out */
async function pdfText({ owner }: SharedPortal, documentId: string): Promise<string> {
  const { rows } = await owner.query('select file_path, sha256 from documents where id = $1', [documentId])
  const stored = await storage().read(rows[0].file_path)
  const chunks: Uint8Array[] = []
  for await (const chunk of stored ?? []) chunks.push(Buffer.from(chunk))
  const bytes = Buffer.concat(chunks)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(rows[0].sha256)
  if (!bytes.subarray(0, 4).equals(Buffer.from('%PDF'))) return bytes.toString('utf8')
  checkPdf(bytes)
  return textOfPdf(bytes)
}

test('statements are prepared, seen by nobody, released by two people, and then seen, told and closed', async ({
  portal,
  people,
  second,
}) => {
  await forgetRuns(portal)
  const { admin, colleague, investor } = people
  const { holder, note } = await givenMonthlyNote(portal, people)
  const run = await requestRun(admin, { run: 'statement monthly' })
  await expect(requestRun(colleague, { run: 'statement monthly' })).rejects.toMatchObject({
    code: 'STATEMENT_RUN_EXISTS',
  })
  const { entries } = await untilPrepared(admin, run)
  const [entry] = entries.filter(({ holderId }) => holderId === holder.id)
  expect(entry).toMatchObject({ isReleased: false })
  const text = await pdfText(portal, entry?.documentId ?? '')
  expect(text).toContain('200,000.00')
  expect(text).toContain('1,833.33')
  expect(text).toContain(note.number)
  const csv = await pdfText(portal, entry?.csvDocumentId ?? '')
  expect(csv).toContain(`"${note.number}"`)

  expect(await getOwnStatements(investor)).toEqual([])
  const seen = (actor: Actor) =>
    actAs(actor, tx =>
      tx
        .selectFrom('documents')
        .select('id')
        .where('id', '=', entry?.documentId ?? '')
        .execute(),
    )
  expect(await seen(investor)).toEqual([])

  const approval = await requestRelease(admin, run)
  await expect(decideApproval(admin, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await decideApproval(colleague, approval, 'approved')
  expect(await seen(investor)).toHaveLength(1)
  expect(await seen(second)).toEqual([])
  expect(await getOwnStatements(investor)).toMatchObject([
    { number: entry?.number, start: month.start, end: month.end },
  ])
  expect(await getOwnStatements(second)).toEqual([])
  const { rows } = await portal.owner.query(
    "select user_id, filename from notices where kind = 'document-added' and user_id = $1",
    [investor.id],
  )
  expect(rows).toEqual([{ user_id: investor.id, filename: `${statementName({ kind: 'statement', ...month })}.pdf` }])
  // Events of the closed period are booked today, and include their true day.
  await givenPayment(people, note.id, { day: month.end, amount: 1_833_33n })
  const late = await portal.owner.query(
    "select booked_on, relates_to from ledger_entries where note_id = $1 and kind = 'payment'",
    [note.id],
  )
  expect(late.rows).toEqual([{ booked_on: fundDay(), relates_to: month.end }])
  await expect(prepareAgain(admin, run)).rejects.toMatchObject({ code: 'STATEMENT_RUN_STATE' })
})

test('a note that came by a transfer in a released period has no principal in the register of a day before it was booked', async ({
  portal,
  people,
  second,
}) => {
  await forgetRuns(portal)
  const { admin, colleague } = people
  const { holder, note } = await givenMonthlyNote(portal, people)
  const run = await requestRun(admin, { run: 'statement monthly' })
  await untilPrepared(admin, run)
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')
  const to = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = { holder: to.id, reason: 'death', day: addDays(month.end, -3), paper: 'Letters testamentary' }
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  const file = async (day: string) => {
    await expectRecomputed(admin, day)
    return (await registerFile(admin, day)).filter(row =>
      [holder.number, to.number].includes(row['Holder number'] ?? ''),
    )
  }
  const issued = (rows: Record<string, string>[]) =>
    rows.map(row => [row['Holder number'], row['Original principal'], row.Principal])
  const before = addDays(fundDay(), -1)
  expect(issued(await file(before))).toEqual([
    [holder.number, '200000', '200000'],
    [to.number, '0', '0'],
  ])
  expect(issued(await file(fundDay())).at(-1)).toEqual([to.number, '200000', '200000'])
})

test('only what somebody gets can be prepared, and once', async ({ portal, people }) => {
  await forgetRuns(portal)
  const { admin } = people
  await givenMonthlyNote(portal, people)
  await portal.owner.query("update holders set statement_rhythm = 'monthly' where statement_rhythm = 'annual'")
  const offered = async () => (await getStatementRuns(admin)).toBegin.map(({ kind, rhythm }) => `${kind} ${rhythm}`)
  expect(await offered()).toContain('statement monthly')
  expect(await offered()).not.toContain('statement annual')
  await expect(requestRun(admin, { run: 'statement annual' })).rejects.toMatchObject({ code: 'STATEMENT_NOBODY' })
  const run = await requestRun(admin, { run: 'statement monthly' })
  expect(await offered()).not.toContain('statement monthly')
  await untilPrepared(admin, run)
})

test('what the ledger has had since must be prepared again before anything is released', async ({ portal, people }) => {
  await forgetRuns(portal)
  const { admin, colleague } = people
  const { holder, note } = await givenMonthlyNote(portal, people)
  const run = await requestRun(admin, { run: 'statement monthly' })
  const before = (await untilPrepared(admin, run)).entries.find(({ holderId }) => holderId === holder.id)
  const approval = await requestRelease(admin, run)
  await givenPayment(people, note.id, { day: month.end, amount: 1_833_33n, reference: 'WIRE 7' })
  expect((await runOf(admin, run)).run.isStale).toBe(true)
  await expect(decideApproval(colleague, approval, 'approved')).rejects.toMatchObject({ code: 'STATEMENT_STALE' })
  await prepareAgain(admin, run)
  await expect(decideApproval(colleague, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  const after = (await untilPrepared(admin, run)).entries.find(({ holderId }) => holderId === holder.id)
  expect(after).toMatchObject({ number: before?.number })
  expect(after?.documentId).not.toBe(before?.documentId)
  expect(await pdfText(portal, after?.documentId ?? '')).toContain('WIRE 7')
  const { rowCount } = await portal.owner.query('select from documents where id = $1', [before?.documentId])
  expect(rowCount).toBe(0)
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')
})

slow('a statement whose second preparation is interrupted leaves no file behind', async ({ portal, people }) => {
  await forgetRuns(portal)
  const { admin } = people
  const { holder } = await givenMonthlyNote(portal, people)
  const run = await requestRun(admin, { run: 'statement monthly' })
  const { entries } = await untilPrepared(admin, run)
  const { documentId } = entries.find(({ holderId }) => holderId === holder.id) ?? {}
  const { rows } = await portal.owner.query('select user_id from documents where id = $1', [documentId])
  const owner = rows[0].user_id
  const files = async () => {
    const stored = await storage().list({ prefix: `${owner}/` })
    return stored.map(({ key }) => key).toSorted()
  }
  const filed = async () => {
    const kept = await portal.owner.query('select file_path from documents where user_id = $1', [owner])
    return kept.rows.map(({ file_path }) => file_path).toSorted()
  }
  // After the PDF has been stored, and before any of it is committed.
  await portal.owner.query(`create function stop_csv() returns trigger language plpgsql as $$ begin raise exception 'stop'; end $$;
    create trigger stop_csv before insert on documents for each row
      when (new.file_type = 'csv' and new.user_id = '${owner}') execute function stop_csv()`)
  try {
    await prepareAgain(admin, run)
    await expect.poll(async () => (await files()).length).toBeGreaterThan(2)
  } finally {
    await portal.owner.query('drop function stop_csv cascade')
  }
  await prepareRun({ run })
  await untilPrepared(admin, run)
  await eventually('the files of the statements alone', async () => isDeepStrictEqual(await files(), await filed()))
})

test('a correction names the old statement, which stays, and includes what was recorded later', async ({
  portal,
  people,
}) => {
  await forgetRuns(portal)
  const { admin, colleague, investor } = people
  const { holder, note } = await givenMonthlyNote(portal, people)
  const run = await requestRun(admin, { run: 'statement monthly' })
  const entry = (await untilPrepared(admin, run)).entries.find(({ holderId }) => holderId === holder.id)
  const id = entry?.id ?? ''
  await expect(correctStatement(admin, id, { reason: 'x' })).rejects.toMatchObject({ code: 'STATEMENT_NOT_RELEASED' })
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')
  await givenPayment(people, note.id, { day: month.end, amount: 1_833_33n, reference: 'LATE 1' })
  await expect(correctStatement(admin, id, { reason: ' ' })).rejects.toMatchObject({ code: 'STATEMENT_REASON' })
  const correction = await correctStatement(admin, id, { reason: 'A payment was missing.' })
  await expect(correctStatement(admin, id, { reason: 'Again.' })).rejects.toMatchObject({ code: 'STATEMENT_CORRECTED' })
  const [corrected] = (await untilPrepared(admin, correction)).entries
  const text = await pdfText(portal, corrected?.documentId ?? '')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`This corrects and replaces ${entry?.number}. A payment was missing.`)
  expect(text).toContain('LATE 1')
  expect(text).toContain('−1,833.33')
  await decideApproval(colleague, await requestRelease(admin, correction), 'approved')
  const own = await getOwnStatements(investor)
  expect(own.map(({ number, corrects }) => ({ number, corrects }))).toEqual([
    { number: corrected?.number, corrects: entry?.number },
    { number: entry?.number, corrects: null },
  ])
})

slow(
  'a run that was interrupted goes on, and running it twice at once makes each statement once',
  async ({ portal, people }) => {
    await forgetRuns(portal)
    const { admin } = people
    const one = await givenMonthlyNote(portal, people)
    const two = await givenMonthlyNote(portal, people)
    const { rows } = await portal.owner.query(
      `insert into statement_runs (kind, rhythm, period_start, period_end) values ('statement', 'monthly', $1, $2) returning id`,
      [month.start, month.end],
    )
    const run = rows[0].id
    await Promise.all([prepareRun({ run }), prepareRun({ run })])
    await prepareRun({ run })
    const { entries } = await untilPrepared(admin, run)
    expect(new Set(entries.map(({ holderId }) => holderId)).size).toBe(entries.length)
    const documents = await portal.owner.query(
      `select count(*)::int as count from documents d where d.unreleased and d.category = 'Statements' and d.id not in
    (select unnest(array[document_id, csv_document_id]) from statements) and d.holder_id = any ($1)`,
      [[one.holder.id, two.holder.id]],
    )
    expect(documents.rows[0].count).toBe(0)
  },
)

test('the clock begins what is due on the first business day, once, and letters for custodians', async ({
  portal,
  people,
}) => {
  await forgetRuns(portal)
  const { admin } = people
  await givenMonthlyNote(portal, people, 'sdira')
  const { rows } = await portal.owner.query('select now() as now')
  const year = new Date(rows[0].now).getUTCFullYear()
  // The year isn't over; this simulates it.
  await startDueRuns(`${year + 1}-01-01`)
  expect((await portal.owner.query('select from statement_runs')).rowCount).toBe(0)
  await startDueRuns(`${year + 1}-01-05`)
  await startDueRuns(`${year + 1}-01-05`)
  const runs = await portal.owner.query('select id, kind, rhythm, period_end from statement_runs order by kind, rhythm')
  expect(runs.rows.map(({ kind, rhythm }) => `${kind} ${rhythm}`)).toContain('custodian_letter annual')
  const letter = runs.rows.find(({ kind }) => kind === 'custodian_letter')
  const { entries } = await untilPrepared(admin, letter.id)
  const text = await pdfText(portal, entries[0]?.documentId ?? '')
  expect(text).toContain('Lone Star Trust Company')
  expect(text).toContain('Fair value')
})

test('the tables refuse what nobody may do', async ({ portal, people }) => {
  const { owner } = portal
  await forgetRuns(portal)
  const { admin, colleague } = people
  await givenMonthlyNote(portal, people)
  const run = await requestRun(admin, { run: 'statement monthly' })
  await untilPrepared(admin, run)
  const set = (actor: Actor) =>
    actAs(actor, tx => tx.updateTable('statement_runs').set({ state: 'released' }).where('id', '=', run).execute())
  await expect(set(admin)).rejects.toThrow()
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')
  await expect(owner.query('update statements set released_at = null where run_id = $1', [run])).rejects.toThrow(
    'does not take this step',
  )
  await expect(owner.query('delete from statements')).rejects.toThrow()
  await expect(owner.query("update statement_runs set state = 'prepared' where id = $1", [run])).rejects.toThrow()
})

test('a holder whom nobody acts for holds up only itself, and gets the period’s statement alone once somebody does', async ({
  portal,
  people,
}) => {
  const { owner } = portal
  await forgetRuns(portal)
  const { admin, colleague, investor } = people
  const { holder: other } = await givenMonthlyNote(portal, people)
  const { holder } = await givenMonthlyNote(portal, people)
  const acted = (ended: string) =>
    owner.query(`update holder_members set ended_at = ${ended} where holder_id = $1`, [holder.id])
  await acted('now()')
  const run = await requestRun(admin, { run: 'statement monthly' })
  const { run: found, entries } = await untilPrepared(admin, run)
  expect(found.leftOut).toBe(`${holder.number}: no authorized person.`)
  expect(entries.map(({ holderId }) => holderId)).toContain(other.id)
  await expect(requestRunFor(admin, run, { holder: holder.number })).rejects.toMatchObject({
    code: 'STATEMENT_RUN_OPEN',
  })
  // A run covers everyone, so a member of one of its holders may approve it; a run of one holder is that holder's.
  const acts = (id: string) => insertOf('holder_members', memberRow(id, { ...colleague, right: 'viewer' }))
  await owner.query(acts(other.id))
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')

  await expect(requestRunFor(admin, run, { holder: holder.number })).rejects.toMatchObject({
    code: 'STATEMENT_NO_MEMBER',
  })
  await acted('null')
  for (const number of [other.number, (await givenHolder(admin, investor)).number])
    await expect(requestRunFor(admin, run, { holder: number })).rejects.toMatchObject({ code: 'STATEMENT_NOT_ITS' })
  const alone = await requestRunFor(admin, run, { holder: holder.number.toLowerCase() })
  await expect(requestRunFor(admin, run, { holder: holder.number })).rejects.toMatchObject({
    code: 'STATEMENT_RUN_EXISTS',
  })
  const { run: its, entries: one } = await untilPrepared(admin, alone)
  expect(its.title).toMatch(new RegExp(`^Statement of ${holder.number} to `))
  expect(one).toMatchObject([{ holderId: holder.id, closing: String(200_000_00 + 2 * 1_833_33) }])
  const release = await requestRelease(admin, alone)
  await owner.query(acts(holder.id))
  await expect(decideApproval(colleague, release, 'approved')).rejects.toMatchObject({ code: 'APPROVE_CONCERNED' })
  await owner.query('update holder_members set ended_at = now() where user_id = $1', [colleague.id])
  await decideApproval(colleague, release, 'approved')
  const periods = 'select from statement_periods where holder_id = $1 and period_end = $2'
  expect((await owner.query(periods, [holder.id, month.end])).rowCount).toBe(1)
  const own = await getOwnStatements(investor)
  expect(own.filter(({ end }) => end === month.end)).toHaveLength(2)
})

test('a statement begins where the last one ended, however the rhythm has changed since', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { owner } = portal
  await forgetRuns(portal)
  const { holder, issued } = await givenMonthlyNote(portal, people)
  const planned = async (rhythm: string, start: string, end: string) => {
    await owner.query('update holders set statement_rhythm = $2 where id = $1', [holder.id, rhythm])
    const run = { kind: 'statement' as const, rhythm: rhythm as never, period_start: start, period_end: end }
    const all = await actAs(admin, tx => recipientsOf(tx, { ...run, holder_id: null, corrects: null }))
    return all.find(({ holder: id }) => id === holder.id)?.start
  }
  const stated = (start: string, end: string) =>
    owner.query(
      `with run as (insert into statement_runs (kind, rhythm, period_start, period_end) values ('statement', 'monthly', $2, $3)
        returning id)
      insert into statements (run_id, kind, holder_id, period_start, period_end, user_id, file_stamp)
        select id, 'statement', $1, $2, $3, $4, 1000000000000000 from run`,
      [holder.id, start, end, people.investor.id],
    )
  // Like a quarter, on any day: from the note's first month to the last complete one.
  const quarter = { start: issued, end: month.end }
  const [first, second, third] = monthsOf(quarter)
  // The quarter's first month has a statement; the quarterly one covers the rest.
  await stated(first.start, first.end)
  expect(await planned('quarterly', quarter.start, quarter.end)).toBe(second.start)
  // So does that of the last month, with a holder on quarterly statements in the month before.
  expect(await planned('monthly', third.start, third.end)).toBe(second.start)
  expect(await planned('monthly', second.start, second.end)).toBe(second.start)
  // Stated months aren't repeated.
  await stated(second.start, third.end)
  expect(await planned('quarterly', quarter.start, quarter.end)).toBeUndefined()
})

test('a custodian’s letter has principal, what is due and what has accrued at the year’s end, and so has its correction', async ({
  portal,
  people,
}) => {
  await forgetRuns(portal)
  const { admin, colleague } = people
  const custodian = { custodianName: 'Lone Star Trust Company' }
  const holder = await givenHolder(admin, people.investor, { kind: 'sdira', ...custodian })
  await givenAccreditation(portal, holder.id, people.investor)
  const note = await givenNote(portal, people, '2025-10-15', { holderId: holder.id })
  await givenPayment(people, note.id, { day: '2025-11-17', amount: 1_833_33n })
  await startDueRuns('2026-01-06')
  const letters = "select id from statement_runs where kind = 'custodian_letter' and corrects is null"
  const run: string = (await portal.owner.query(letters)).rows[0].id
  await prepareRun({ run }, '2026-01-06')
  const { entries } = await untilPrepared(admin, run)
  const [letter] = entries
  // December's interest is due and unpaid; sixteen days of a month of 30 have accrued since: 200,000 × 11% × 16 ÷ 360.
  expect(await pdfText(portal, letter?.documentId ?? '')).toMatch(/200,000\.00\s+2,811\.11\s+202,811\.11/)
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')

  await givenPayment(people, note.id, { day: '2025-12-16', amount: 1_833_33n, reference: 'LATE 1' })
  const correction = await correctStatement(admin, letter?.id ?? '', { reason: 'A payment was missing.' })
  await prepareRun({ run: correction })
  const [corrected] = (await untilPrepared(admin, correction)).entries
  const text = await pdfText(portal, corrected?.documentId ?? '')
  expect(text).toMatch(/200,000\.00\s+977\.78\s+200,977\.78/)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`This corrects and replaces ${letter?.number}. A payment was missing.`)
})

slow('a retirement account that came after the letters of a year gets its letter alone', async ({ portal, people }) => {
  const { owner } = portal
  await forgetRuns(portal)
  const { admin, colleague, investor } = people
  const custodian = { custodianName: 'Lone Star Trust Company' }
  const sdira = () => givenHolder(admin, investor, { kind: 'sdira', ...custodian })
  const first = await sdira()
  await givenAccreditation(portal, first.id, investor)
  await givenNote(portal, people, '2025-10-15', { holderId: first.id })
  await startDueRuns('2026-01-06')
  const letters = "select id from statement_runs where kind = 'custodian_letter'"
  const run: string = (await owner.query(letters)).rows[0].id
  await prepareRun({ run }, '2026-01-06')
  await untilPrepared(admin, run)
  await decideApproval(colleague, await requestRelease(admin, run), 'approved')

  // Recorded afterward, like an import or funds of the year before.
  const late = await sdira()
  await givenAccreditation(portal, late.id, investor)
  await givenNote(portal, people, '2025-11-15', { holderId: late.id })
  const alone = await requestRunFor(admin, run, { holder: late.number })
  const { run: its, entries } = await untilPrepared(admin, alone)
  expect(its.title).toBe(`Custodian letter of ${late.number} to Dec 31, 2025`)
  expect(await pdfText(portal, entries[0]?.documentId ?? '')).toMatch(/200,000\.00\s+2,811\.11\s+202,811\.11/)
})
