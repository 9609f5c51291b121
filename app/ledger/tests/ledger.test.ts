import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fund } from '../../../content/fund.ts'
import { elections } from '../../../server/sample/notes.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import {
  givenAccreditedHolder,
  givenNote,
  givenPayment,
  givenSignedNote,
  plainTerms,
  withFreshProof,
} from '../../../tests/helpers/notes.ts'
import { endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { queryAs, transactionAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { signAuditHead } from '../../audit/server/send-audit.ts'
import { findHeads, isSignatureValid } from '../../audit/server/signed-head.ts'
import { addBankList, getBankWork } from '../../bank/server/bank-lines.ts'
import { confirmBankLines } from '../../bank/server/confirm-bank-lines.ts'
import { advanceNotes } from '../../notes/server/advance-notes.ts'
import { createNote } from '../../notes/server/drafts.ts'
import { electAtMaturity, getMaturityWindow, requestLateElection } from '../../notes/server/elections.ts'
import { requestFunding } from '../../notes/server/funding.ts'
import { requestPayment } from '../../notes/server/payments.ts'
import { requestRenewal } from '../../notes/server/renewal.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { getLedger } from '../server/get-ledger.ts'
import { verifyLedger } from '../server/verify-ledger.ts'

/** A day, 'YYYY-MM-DD', some days and months from today. */
function dayFromToday({ days = 0, months = 0 }): string {
  const day = new Date(Date.now() - 6 * 3600 * 1000)
  day.setUTCMonth(day.getUTCMonth() + months)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

const denied = { code: '42501' }

test('an approval and a release of statements that commit at the same moment don’t wait for each other', async ({
  portal,
  people,
}) => {
  const { owner } = portal
  const { admin, colleague } = people
  const note = await givenNote(portal, people, dayFromToday({ months: -2 }))
  const today = dayFromToday({})
  const payment = { day: today, confirmedDay: today, amount: 1_833_33n, reference: 'At once' }
  const approval = await requestPayment(admin, note.id, payment)
  // Like a release: the ledger's chain first, the log's at the commit.
  const chain = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
  await owner.query('begin')
  await owner.query(chain, ['ledger chain'])
  const decided = decideApproval(colleague, approval, 'approved')
  await eventually('the approval to wait', async () => {
    const { rows } = await owner.query(
      `select exists (select from pg_locks where locktype = 'advisory' and not granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())) as waits`,
    )
    return rows[0].waits
  })
  await owner.query(chain, ['audit chain'])
  await owner.query('commit')
  await decided
  expect((await getLedger(admin, note.id)).filter(({ kind }) => kind === 'payment')).toHaveLength(1)
})

test('a payment takes two people: who recorded it can’t approve it, neither by the operation nor in the database', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenNote(portal, people, dayFromToday({ months: -2 }))
  const today = dayFromToday({})
  const payment = { day: today, confirmedDay: today, amount: 1_833_33n, reference: 'Two people' }
  const requested = await requestPayment(admin, note.id, payment)
  const entries = async () => (await getLedger(admin, note.id)).filter(({ kind }) => kind === 'payment')
  await expect(decideApproval(admin, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  const alone = "update approvals set decision = 'approved', decided_by = $1, decided_at = now() where id = $2"
  await expect(queryAs(portal, admin.id, alone, [admin.id, requested])).rejects.toMatchObject(denied)
  expect(await entries()).toEqual([])
  await decideApproval(colleague, requested, 'approved')
  expect(await entries()).toHaveLength(1)
})

test('nobody changes the books: not the office, not the jobs, not the application’s own owner', async ({
  portal,
  people,
}) => {
  const { owner } = portal
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-01-15')
  const [entry] = await getLedger(admin, note.id)
  const attempts = [
    "update ledger_entries set reference = 'x' where id = $1",
    'delete from ledger_entries where id = $1',
    'update ledger_lines set debit_cents = 1 where entry_id = $1',
    'delete from ledger_lines where entry_id = $1',
    "update ledger_chain set hash = '' where entry_id = $1",
    'delete from ledger_chain where entry_id = $1',
    'update schedule_lines set interest_cents = 1 where note_id in (select note_id from ledger_entries where id = $1)',
    'delete from notes where id in (select note_id from ledger_entries where id = $1)',
  ]
  for (const attempt of attempts) {
    await expect(owner.query(attempt, [entry?.id]), attempt).rejects.toMatchObject(denied)
    await expect(queryAs(portal, admin.id, attempt, [entry?.id]), attempt).rejects.toMatchObject(denied)
    await expect(
      transactionAs(portal, 'app_jobs', '', client => client.query(attempt, [entry?.id])),
      attempt,
    ).rejects.toMatchObject(denied)
  }
  for (const table of ['ledger_entries', 'ledger_lines', 'ledger_chain', 'schedule_lines', 'notes'])
    await expect(owner.query(`truncate ${table} cascade`)).rejects.toMatchObject(denied)
  // A line added to yesterday's entry.
  const line =
    'insert into ledger_lines (entry_id, n, account, debit_cents, note_id, holder_id) values ($1, 9, 1010, 1, $2, $3)'
  await expect(owner.query(line, [entry?.id, note.id, note.holderId])).rejects.toMatchObject(denied)
  // An entry added directly by a person, without an approval or with a used one.
  const { rows } = await owner.query("select id from approvals where decision = 'approved' limit 1")
  for (const approval of [null, rows[0].id]) {
    const adding = queryAs(
      portal,
      colleague.id,
      `insert into ledger_entries (kind, note_id, holder_id, booked_on, relates_to, idempotency_key, approval_id)
      values ('principal', $1, $2, '2026-02-01', '2026-02-01', $3, $4)`,
      [note.id, note.holderId, randomUUID(), approval],
    )
    await expect(adding).rejects.toMatchObject(denied)
  }
  await expect(
    queryAs(portal, admin.id, "update notes set state = 'paid' where id = $1", [note.id]),
  ).rejects.toMatchObject(denied)
  await expect(
    queryAs(portal, admin.id, 'update notes set rate_bp = 1200 where id = $1', [note.id]),
  ).rejects.toMatchObject({ constraint: 'note_terms_are_frozen' })
  // One person alone can't replace a schedule, suspend interest, or close a period.
  for (const change of ['version = version + 1', 'next_due_on = null'])
    await expect(
      queryAs(portal, admin.id, `update notes set ${change} where id = $1`, [note.id]),
      change,
    ).rejects.toMatchObject(denied)
  await expect(
    transactionAs(portal, 'app_jobs', '', client =>
      client.query("insert into statement_periods (holder_id, period_end) values (null, '2026-01-31')"),
    ),
  ).rejects.toMatchObject(denied)
})

test('an entry that doesn’t balance, mirror, or follow the schedule is refused when its transaction commits', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2026-01-15')
  const [entry] = await getLedger(people.admin, note.id)
  const write = async (
    kind: string,
    lines: [number, number, number][],
    more: { reverses?: string; n?: number; holderId?: string; lineHolderId?: string; lineNoteId?: string } = {},
  ) => {
    const { owner } = portal
    const id = randomUUID()
    await owner.query('begin')
    try {
      await owner.query(
        `insert into ledger_entries (id, kind, note_id, holder_id, booked_on, relates_to, idempotency_key, reverses,
          schedule_version, line_n)
        values ($1::uuid, $2, $3, $4, '2026-02-15', '2026-02-15', $1::uuid::text, $5, case when $6::int is not null then 1 end, $6)`,
        [id, kind, note.id, more.holderId ?? note.holderId, more.reverses ?? null, more.n ?? null],
      )
      for (const [i, [account, debit, credit]] of lines.entries())
        await owner.query(
          `insert into ledger_lines (entry_id, n, account, debit_cents, credit_cents, note_id, holder_id)
          values ($1, $2, $3, $4, $5, $6, $7)`,
          [id, i + 1, account, debit, credit, more.lineNoteId ?? note.id, more.lineHolderId ?? note.holderId],
        )
      await owner.query('commit')
    } finally {
      await owner.query('rollback')
    }
  }
  await expect(write('principal', [])).rejects.toMatchObject({ constraint: 'ledger_balances' })
  // The subject of an entry and its lines is only the note and its holder.
  await expect(
    write(
      'principal',
      [
        [2010, 1, 0],
        [1010, 0, 1],
      ],
      { holderId: randomUUID() },
    ),
  ).rejects.toMatchObject(denied)
  await expect(
    write(
      'principal',
      [
        [2010, 1, 0],
        [1010, 0, 1],
      ],
      { lineHolderId: randomUUID() },
    ),
  ).rejects.toMatchObject(denied)
  await expect(
    write(
      'principal',
      [
        [2010, 1, 0],
        [1010, 0, 1],
      ],
      { lineNoteId: randomUUID() },
    ),
  ).rejects.toMatchObject(denied)
  await expect(
    write('principal', [
      [2010, 100, 0],
      [1010, 0, 99],
    ]),
  ).rejects.toMatchObject({ constraint: 'ledger_balances' })
  await expect(
    write(
      'reversal',
      [
        [2010, 100, 0],
        [1010, 0, 100],
      ],
      { reverses: entry?.id ?? '' },
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_reversal_mirrors' })
  await expect(
    write(
      'interest_due',
      [
        [5010, 183_333, 0],
        [2020, 0, 183_333],
      ],
      { n: 1 },
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_follows_schedule' })
  await expect(
    write(
      'payment',
      [
        [2020, 183_334, 0],
        [1010, 0, 183_334],
      ],
      { n: 1 },
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_pays_once' })
  await expect(
    write('principal', [
      [2010, 20_000_001, 0],
      [1010, 0, 20_000_001],
    ]),
  ).rejects.toMatchObject({ constraint: 'ledger_pays_once' })
})

test('the check of the log covers the ledger, and names what was changed behind its back', async ({
  portal,
  people,
}) => {
  const { owner } = portal
  const note = await givenNote(portal, people, '2026-01-15')
  expect(await verifyLedger(owner)).toMatchObject({ findings: [] })
  const { rows } = await owner.query('select count(*)::int as chained from ledger_chain')
  expect((await verifyLedger(owner)).entries).toBe(rows[0].chained)
  const behind = async (table: string, statement: string) => {
    await owner.query(`alter table ${table} disable trigger all`)
    await owner.query(statement, [note.id])
    await owner.query(`alter table ${table} enable trigger all`)
  }
  await behind(
    'ledger_lines',
    'update ledger_lines set debit_cents = debit_cents + 1 where note_id = $1 and account = 1010',
  )
  expect((await verifyLedger(owner)).findings).toEqual([
    expect.stringMatching(/^Ledger entry .* was changed$/),
    expect.stringMatching(/^The approval .* was given for \$200,000, and \$200,000\.01 was booked for it$/),
  ])
  await behind(
    'ledger_lines',
    'update ledger_lines set debit_cents = debit_cents - 1 where note_id = $1 and account = 1010',
  )
  expect(await verifyLedger(owner)).toMatchObject({ findings: [] })
  await behind('notes', 'update notes set rate_bp = 1200 where id = $1')
  expect((await verifyLedger(owner)).findings).toEqual([`The terms of the note ${note.number} were changed`])
  await behind('notes', 'update notes set rate_bp = 1100 where id = $1')
})

test('an entry that two people haven’t agreed on is named, although its hash is right', async ({ portal, people }) => {
  const { owner } = portal
  const note = await givenNote(portal, people, '2026-01-15')
  const tables = ['ledger_chain', 'ledger_lines', 'ledger_entries', 'approvals']
  const always = `select tgrelid::regclass as name, tgname as trigger from pg_trigger
    where tgrelid = any ($1::regclass[]) and tgenabled = 'A' and not tgisinternal`
  const guards = (await owner.query(always, [tables])).rows
  const off = tables.map(name => `alter table ${name} disable trigger all`).join('; ')
  const on = guards.map(({ name, trigger }) => `alter table ${name} enable always trigger ${trigger}`).join('; ')
  const internal = tables.map(name => `alter table ${name} enable trigger all`).join('; ')
  const add = (id: string, approval: string) => `
    insert into ledger_entries (id, kind, note_id, holder_id, booked_on, relates_to, idempotency_key, approval_id,
      recorded_by, created_at)
    select '${id}', 'principal', n.id, n.holder_id, app.fund_day(), app.fund_day(), '${id}', ${approval}
    from notes n join ledger_entries f on f.note_id = n.id and f.kind = 'funds' where n.id = '${note.id}';
    insert into ledger_lines (entry_id, n, account, debit_cents, credit_cents, note_id, holder_id)
    select '${id}', side.n, side.account, side.debit, side.credit, n.id, n.holder_id from notes n
      cross join (values (1, 2010, 5000000, 0), (2, 1010, 0, 5000000)) side (n, account, debit, credit)
    where n.id = '${note.id}'`
  /** The check's findings about an entry added by the database's owner with these statements, then removed again. */
  const findingsOn = async (statements: (id: string) => string): Promise<string[]> => {
    const id = randomUUID()
    await owner.query(`begin; ${statements(id)}; commit`)
    const { findings } = await verifyLedger(owner)
    await owner.query(`begin; ${off};
      delete from ledger_chain where entry_id = '${id}'; delete from ledger_lines where entry_id = '${id}';
      delete from ledger_entries where id = '${id}'; delete from approvals where summary = 'Forged';
      ${internal}; ${on}; commit`)
    return findings.map(finding => finding.replace(/^Ledger entry \S+ \(link \d+\) /, ''))
  }
  const unequal = (given: string, booked: string) =>
    expect.stringMatching(new RegExp(`^The approval \\S+ was given for \\${given}, and \\${booked} was booked for it$`))
  expect(await findingsOn(id => add(id, 'null, null, now()'))).toEqual(['has no approval'])
  // An approval of something else.
  expect(await findingsOn(id => add(id, 'f.approval_id, f.recorded_by, now()'))).toEqual([
    'has no approval by two people',
    unequal('$200,000', '$150,000'),
  ])
  const forged = `insert into approvals (kind, subject_id, content, content_sha256, summary, asked_by, decided_by,
      decided_at, decision)
    values ('note.repay', '${note.id}', '{"cents": "5000000"}', sha256('{"cents": "5000000"}'), 'Forged', '${people.admin.id}', '${people.colleague.id}', now(),
      'approved')`
  const own = "(select id from approvals where summary = 'Forged')"
  expect(
    await findingsOn(
      id => `alter table approvals disable trigger guard; ${forged}; alter table approvals enable always trigger guard;
      ${add(id, `${own}, '${people.colleague.id}', now()`)}`,
    ),
  ).toEqual(['has an approval that isn’t in the audit log'])
  // With the time and the approval of an earlier entry, and its link in the chain.
  const backdated =
    (as = 'f.approval_id, f.recorded_by, f.created_at') =>
    (id: string) =>
      `${off}; ${add(id, as)};
    insert into ledger_chain select c.position + 1, e.id, c.hash,
      sha256(c.hash || convert_to(app.ledger_text(c.position + 1, e, l.lines), 'UTF8'))
    from (select * from ledger_chain order by position desc limit 1) c, ledger_entries e, lateral (
      select jsonb_agg(jsonb_build_array(l.n, l.account, l.debit_cents, l.credit_cents, l.note_id) order by l.n) as lines
      from ledger_lines l where l.entry_id = e.id) l
    where e.id = '${id}'; ${internal}; ${on}`
  expect(await findingsOn(backdated())).toEqual(['has an approval of something else', unequal('$200,000', '$150,000')])
  await givenPayment(people, note.id, { day: '2026-02-17', amount: 1_833_33n })
  const ofPayment = `(select p.approval_id from ledger_entries p where p.note_id = n.id and p.kind = 'payment'),
    (select p.recorded_by from ledger_entries p where p.note_id = n.id and p.kind = 'payment'),
    (select p.created_at from ledger_entries p where p.note_id = n.id and p.kind = 'payment')`
  expect(await findingsOn(backdated(ofPayment))).toEqual([unequal('$1,833.33', '$51,833.33')])
  // After others have been booked.
  await givenNote(portal, people, '2026-02-15')
  const later = await findingsOn(backdated(ofPayment))
  expect(later[0]).toBe('was added to an approval after it had been carried out')
  await owner.query(`begin; ${off}; update approvals set content = content || '{"x": 1}' where decided_by is not null and id =
    (select approval_id from ledger_entries where note_id = '${note.id}' and kind = 'funds'); ${internal}; ${on}; commit`)
  expect((await verifyLedger(owner)).findings).toEqual([
    expect.stringMatching(/^The content of the approval .* was changed$/),
  ])
  await owner.query(
    `begin; ${off}; update approvals set content = content - 'x' where content ? 'x'; ${internal}; ${on}; commit`,
  )
  expect((await verifyLedger(owner)).findings).toEqual([])
})

test('the head that is signed each day shows that the ledger was cut at its end, or rewritten', async ({
  portal,
  people,
}) => {
  const { owner, mailbox } = portal
  await givenNote(portal, people, '2026-01-15')
  await owner.query("delete from audit.deliveries where sink = 'signed head'")
  const before = mailbox.count(fund.emails.office)
  await signAuditHead()
  const mail = await mailbox.to(fund.emails.office, before)
  const heads = findHeads(mail.text ?? '')
  const [{ at = '', ledger_position: position = 0, ledger_hash: hash = '' } = {}] = heads
  expect(heads.map(isSignatureValid)).toEqual([true])
  expect(heads.map(head => isSignatureValid({ ...head, ledger_position: position - 1 }))).toEqual([false])
  expect((await verifyLedger(owner, [{ at, position, hash }])).findings).toEqual([])
  expect((await verifyLedger(owner, [{ at, position, hash: '00'.repeat(32) }])).findings).toEqual([
    expect.stringContaining('or one before, was rewritten'),
  ])
  // As the database's owner could: the last entry, its lines and its link.
  const tables = ['ledger_chain', 'ledger_lines', 'ledger_entries']
  const behind = (statements: string[]) =>
    owner.query(`begin; ${tables.map(name => `alter table ${name} disable trigger all`).join('; ')};
      ${statements.join('; ')}; ${tables.map(name => `alter table ${name} enable trigger all`).join('; ')}; commit`)
  const cut = `select entry_id from ledger_chain where position = ${position}`
  await behind([
    `create temp table cut_entries as select * from ledger_entries where id = (${cut})`,
    `create temp table cut_lines as select * from ledger_lines where entry_id = (${cut})`,
    `create temp table cut_links as select * from ledger_chain where position = ${position}`,
    'delete from ledger_chain where entry_id in (select id from cut_entries)',
    'delete from ledger_lines where entry_id in (select id from cut_entries)',
    'delete from ledger_entries where id in (select id from cut_entries)',
  ])
  expect((await verifyLedger(owner)).findings).toEqual([])
  expect((await verifyLedger(owner, [{ at, position, hash }])).findings).toEqual([
    `The head signed on ${at} names link ${position} of the ledger, which was removed`,
  ])
  await behind([
    'insert into ledger_entries overriding system value select * from cut_entries',
    'insert into ledger_lines select * from cut_lines',
    'insert into ledger_chain select * from cut_links',
  ])
  expect((await verifyLedger(owner, [{ at, position, hash }])).findings).toEqual([])
})

test('bad input is refused with its reason', async ({ portal, people }) => {
  const { admin } = people
  const holderId = await givenAccreditedHolder(portal, people)
  const bad = (terms: object, code: string) =>
    expect(createNote(admin, { ...plainTerms, holderId, ...terms }), code).rejects.toMatchObject({ code })
  await bad({ principalCents: 199_999_99n }, 'TERMS_PRINCIPAL_LOW')
  await bad({ rateBp: 1300 }, 'TERMS_RATE_OUTSIDE_TIER')
  await bad({ termMonths: 18 }, 'TERMS_TERM_INVALID')
  await bad({ issueDate: '2026-12-15', firstPaymentDate: '2026-12-15' }, 'TERMS_FIRST_PAYMENT_EARLY')
  await bad(
    { issueDate: '2026-12-15', payout: 'annually', firstPaymentDate: '2027-12-16' },
    'TERMS_FIRST_PAYMENT_OVER_YEAR',
  )
  await bad({ issueDate: '2099-01-01' }, 'TERMS_ISSUE_DATE_FAR')
  await bad({ holderId: randomUUID() }, 'NOTE_HOLDER_REQUIRED')
  await expect(
    createNote(admin, { ...plainTerms, holderId, issueDate: '2026-12-15', firstPaymentDate: '2026-12-17' }),
  ).rejects.toThrow(/Jan 17, 2027/)

  const note = await givenNote(portal, people, '2026-06-15')
  const pay = (payment: object, code: string) =>
    expect(
      requestPayment(admin, note.id, { day: '2026-07-15', amount: 1_833_33n, reference: 'ACH', ...payment }),
    ).rejects.toMatchObject({ code })
  await pay({ amount: 0n }, 'NOTE_AMOUNT_INVALID')
  await pay({ amount: 1_833_34n }, 'PAYMENT_OVER')
  await pay({ day: '2026-07-14', amount: 1_833_34n }, 'PAYMENT_OVER')
  await pay({ day: '2026-06-14' }, 'PAYMENT_BEFORE_ISSUE')
  await pay({ day: dayFromToday({ days: 2 }) }, 'NOTE_DAY_AHEAD')
  await pay({ day: '2026-02-30' }, 'NOTE_DAY_INVALID')
  await pay({ reference: ' ' }, 'NOTE_REFERENCE')
  await givenPayment(people, note.id, { day: '2026-08-17', amount: 1_833_33n, reference: 'ACH 1' })
  await pay({ day: '2026-08-17', reference: 'ach 1' }, 'PAYMENT_TWICE')
  const unaccredited = await givenHolder(admin, people.investor)
  await expect(givenSignedNote(portal, people, { holderId: unaccredited.id })).rejects.toMatchObject({
    code: 'NOT_ACCREDITED',
  })
})

test('an approver funds, pays and reverses, and sees nothing of it afterwards', async ({
  portal,
  people,
  approver,
}) => {
  givenToday('2026-11-20')
  const { admin } = people
  const signed = await givenSignedNote(portal, people)
  const arrived = { day: '2026-06-15', confirmedDay: '2026-06-15' }
  const funds = { ...arrived, amount: 200_000_00n, reference: 'WIRE', originator: 'Someone Else' }
  await expect(requestFunding(admin, signed.id, funds)).rejects.toMatchObject({ code: 'NOTE_ORIGINATOR_DIFFERS' })
  await expect(
    requestFunding(admin, signed.id, { ...funds, originator: 'Iris Vestor', reference: 'Loan 7' }),
  ).rejects.toMatchObject({ code: 'NOTE_LOAN_MEMO' })
  const found = { ...funds, finding: 'Her maiden name; the bank confirmed it.' }
  await decideApproval(approver, await requestFunding(admin, signed.id, found), 'approved')
  const payment = { day: '2026-07-15', amount: 1_833_33n, reference: 'ACH' }
  await decideApproval(approver, await requestPayment(admin, signed.id, payment), 'approved')
  const paid = (await getLedger(admin, signed.id)).find(({ kind }) => kind === 'payment')
  const reversal = await requestReversal(admin, paid?.id ?? '', { why: 'mistake', day: '2026-07-16' })
  await decideApproval(approver, reversal, 'approved')
  expect((await getLedger(admin, signed.id)).map(({ kind }) => kind).toSorted()).toEqual([
    ...['funds', ...Array(5).fill('interest_due'), 'payment', 'reversal'],
  ])
  expect(await getLedger(approver, signed.id)).toEqual([])
  for (const table of ['notes', 'schedule_lines', 'ledger_entries', 'ledger_lines', 'elections', 'ledger_chain'])
    expect((await queryAs(portal, approver.id, `select count(*)::int as rows from ${table}`)).rows).toEqual([
      { rows: 0 },
    ])
})

test('in a closed period nothing is booked; what belongs there is booked today', async ({ portal, people }) => {
  const note = await givenNote(portal, people, '2026-06-15')
  await portal.owner.query("insert into statement_periods (holder_id, period_end) values ($1, '2026-09-30')", [
    note.holderId,
  ])
  await givenPayment(people, note.id, { day: '2026-07-15', amount: 1_833_33n })
  const paid = (await getLedger(people.admin, note.id)).find(({ kind }) => kind === 'payment')
  expect(paid).toMatchObject({ bookedOn: dayFromToday({}), relatesTo: '2026-07-15' })
})

test('a member elects in the window with fresh proof; a later choice replaces it; mail names no amount', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague } = people
  const investor = await withFreshProof(portal, people.investor)
  // Matures in 40 days: notice and no reminder yet.
  const issued = dayFromToday({ months: -12, days: 40 })
  const note = await givenNote(portal, people, issued, { principalCents: 500_000_00n, rateBp: 1300 })
  await expect(electAtMaturity(admin, note.id, { choice: 'withdraw' })).rejects.toMatchObject({
    code: 'ELECTION_NOT_YOURS',
  })
  const stranger = await withFreshProof(portal, second)
  await expect(electAtMaturity(stranger, note.id, { choice: 'withdraw' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(electAtMaturity(people.investor, note.id, { choice: 'withdraw' })).rejects.toMatchObject({
    code: 'PROOF_NEEDED',
  })
  const elect = (choice: Parameters<typeof electAtMaturity>[2]) => electAtMaturity(investor, note.id, choice)
  await expect(elect({ choice: 'renew_part', amount: '100,000' })).rejects.toMatchObject({
    code: 'ELECTION_AMOUNT',
  })
  await expect(elect({ choice: 'other_term', term: '12' })).rejects.toMatchObject({ code: 'ELECTION_TERM' })
  expect(await elect({ choice: 'renew_part', amount: '200,000' })).toEqual({ isLate: false })
  expect(await elect({ choice: 'other_term', term: '24' })).toEqual({ isLate: false })
  expect(await getMaturityWindow(investor, note.id)).toMatchObject({
    isOpen: true,
    election: { choice: 'other_term', newTermMonths: 24 },
  })
  await advanceNotes()
  await advanceNotes()
  await endNotificationDelay(portal)
  const mail = await portal.mailbox.to(investor.email)
  expect(mail.text).toContain('A note of yours matures soon.')
  expect(mail.text).toContain('We’ve received your choice')
  expect(`${mail.subject} ${mail.text}`.replace(/\(512\) 555-0142|https?:\S+/g, '')).not.toMatch(/\d|\$/)
  expect(portal.mailbox.count(investor.email)).toBe(1)

  // Matures in 5 days: the election has closed.
  const late = await givenNote(portal, people, dayFromToday({ months: -12, days: 5 }))
  // Nor can a choice be made as if it had not.
  const inTime = `insert into elections (id, note_id, holder_id, choice, is_late)
    values (gen_random_uuid(), $1, $2, 'withdraw', false) returning is_late`
  const chosen = await queryAs(portal, investor.id, inTime, [late.id, late.holderId])
  expect(chosen.rows).toEqual([{ is_late: true }])
  expect(await electAtMaturity(investor, late.id, { choice: 'renew' })).toEqual({ isLate: true })
  const before = await getMaturityWindow(investor, late.id)
  expect(before).toMatchObject({ isOpen: false, election: undefined, late: { choice: 'renew' } })
  await decideApproval(colleague, await requestLateElection(admin, before.late?.id ?? ''), 'approved')
  expect(await getMaturityWindow(admin, late.id)).toMatchObject({ election: { choice: 'renew' }, late: undefined })
})

test('a matured note is renewed as elected: part of it, at the tier of its amount, once the rest is paid', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const { owner } = portal
  const note = await givenNote(portal, people, '2024-12-16', { principalCents: 500_000_00n, rateBp: 1300 })
  await expect(requestRenewal(admin, note.id)).rejects.toMatchObject({ code: 'RENEWAL_NOT_ELECTED' })
  const part = { choice: 'renew_part', renew_cents: 200_000_00n, made_by: people.investor.id } as const
  await elections.insert(owner, { note_id: note.id, holder_id: note.holderId, ...part })
  await expect(requestRenewal(admin, note.id)).rejects.toMatchObject({ code: 'RENEWAL_REST_UNPAID' })
  await givenPayment(people, note.id, { day: '2025-12-16', amount: 365_000_00n })
  await decideApproval(colleague, await requestRenewal(admin, note.id), 'approved')
  const { rows } = await owner.query('select * from notes where id = $1 or predecessor_id = $1 order by created_at', [
    note.id,
  ])
  expect(rows).toMatchObject([
    { state: 'renewed', closed_on: '2025-12-16' },
    { state: 'current', principal_cents: 20_000_000, rate_bp: 1100, issue_date: '2025-12-16' },
  ])
  expect(await verifyLedger(owner)).toMatchObject({ findings: [] })
})

test('a bank’s list proposes matches, which a person confirms', async ({ portal, people }) => {
  const note = await givenNote(portal, people, '2026-06-15')
  const { admin, colleague } = people
  const holderId = await givenAccreditedHolder(portal, people, 'Quill Timber, LLC')
  const timber = await givenSignedNote(portal, people, { holderId })
  const arrived = { day: '2026-06-15', confirmedDay: '2026-06-15' }
  const funds = { ...arrived, amount: 200_000_00n, reference: 'WIRE', originator: 'QUILL TIMBER LLC' }
  await decideApproval(colleague, await requestFunding(admin, timber.id, funds), 'approved')
  const csv = [
    'Posting Date,Amount,Description,Reference',
    `7/15/2026,"-1,833.33",INTEREST ${note.number},T1`,
    '7/15/2026,-77.00,SOFTWARE,T2',
    '7/17/2026,"-1,833.33",ACH TIMBER QUILL,T6',
    '7/16/2026,500.00,DEPOSIT,T3',
    'someday,-1.00,BROKEN,T4',
  ].join('\n')
  const { open, list } = await getBankWork(admin, await addBankList(admin, bankFile('bank.csv', csv)))
  expect(list).toMatchObject({ unread: [6], firstDay: '2026-07-15', lastDay: '2026-07-17' })
  expect(open.map(({ reference, matches, isNamed }) => [reference, matches.length, isNamed])).toEqual([
    ['T1', 1, true],
    ['T2', 0, false],
    ['T3', 0, false],
    ['T6', 1, true],
  ])
  const [line] = open
  const choice = { lineId: line?.id ?? '', pay: line?.matches[0]?.parts ?? [] }
  expect(await confirmBankLines(admin, { choice: [choice] })).toEqual({ requested: 1, reconciled: 0, refused: [] })
  expect(await confirmBankLines(admin, { choice: [choice] })).toMatchObject({
    requested: 0,
    refused: [{ line: `Jul 15, 2026, −$1,833.33, INTEREST ${note.number}`, why: expect.stringMatching(/already/) }],
  })
  for (const [content, code] of [
    ['a,b\n1,2', 'BANK_LIST_UNREADABLE'],
    ['date,amount,memo\nsomeday,-1.00,x', 'BANK_LIST_EMPTY'],
  ] as const)
    await expect(addBankList(admin, bankFile('x.csv', content))).rejects.toMatchObject({ code })
})

test('a member of one holder sees nothing of another’s', async ({ portal, people, second }) => {
  const note = await givenNote(portal, people, '2026-06-15')
  expect((await getLedger(people.investor, note.id)).length).toBeGreaterThan(0)
  expect(await getLedger(second, note.id)).toEqual([])
  await expect(getMaturityWindow(second, note.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const table of ['notes', 'schedule_lines', 'ledger_entries', 'ledger_lines', 'elections', 'note_signers'])
    expect(await rowsOf(portal, second.id, table)).toBe(0)
  // A draft is visible only to administrators.
  const draft = await createNote(people.admin, { ...plainTerms, holderId: note.holderId })
  const { rows } = await queryAs(portal, people.investor.id, 'select id from notes where id = $1', [draft.id])
  expect(rows).toEqual([])
})

async function rowsOf(portal: SharedPortal, personId: string, table: string): Promise<number> {
  return (await queryAs(portal, personId, `select count(*)::int as rows from ${table}`)).rows[0].rows
}
