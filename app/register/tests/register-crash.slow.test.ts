import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { randomFrom } from '../../../tests/crash/random.ts'
import { askForImport } from '../../../tests/helpers/imports.ts'
import { type Round, whileKilled } from '../../../tests/helpers/killed-process.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { requestRelease } from '../../statements/server/release-run.ts'
import { lastPeriod } from '../../statements/statement-periods.ts'

// `npm run test:register-crash` runs ten rounds, at other moments.
const rounds = Number(process.env.CRASH_ROUNDS ?? 2)
const seed = Number(process.env.CRASH_SEED ?? 1)
const notes = 30
test('a process that is killed amid an import, a run of statements or its release leaves nothing half done', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const random = randomFrom(seed)
  const colleague = await portal.newPerson(`colleague@${domain}`, { isAdmin: true })
  for (let round = 1; round <= rounds; round++) {
    await importWhileKilled({ portal, admin, colleague, random }, `R${round}`, investor.email)
    const run = await prepareWhileKilled({ portal, admin, colleague, random }, `R${round}`, round)
    await releaseWhileKilled({ portal, admin, colleague, random }, run, investor)
    expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })
  }
})

/** The register has the whole file, or nothing of it. */
async function importWhileKilled(all: Round, prefix: string, email: string): Promise<void> {
  const { owner } = all.portal
  const content = noteFile(prefix, email)
  const sha256 = createHash('sha256').update(content).digest('hex')
  await askForImport(all.admin, { filename: `${prefix}.csv`, content, sha256 })
  const { rows } = await owner.query('select id from approvals where summary like $1', [`% ${prefix}.csv%`])
  const written = async () => {
    const counted = await owner.query(
      `select count(*)::int as notes, count(distinct n.holder_id)::int as holders,
        (select count(*)::int from schedule_lines s join notes m on m.id = s.note_id where m.number like $1) as lines,
        (select count(*)::int from ledger_entries e join notes m on m.id = e.note_id where m.number like $1) as entries
      from notes n where n.number like $1`,
      [`${prefix}-%`],
    )
    return counted.rows[0]
  }
  const none = { notes: 0, holders: 0, lines: 0, entries: 0 }
  // The funds, and the interest of a year.
  const whole = { notes, holders: notes, lines: notes * 24, entries: notes * 13 }
  await whileKilled(all, `approve ${rows[0].id}`, async () => expect([none, whole]).toContainEqual(await written()))
  expect(await written()).toEqual(whole)
}

/** Each holder has one statement, of two documents with their files. @returns the run's id */
async function prepareWhileKilled(all: Round, prefix: string, months: number): Promise<string> {
  const { owner } = all.portal
  let period = lastPeriod('monthly', fundDay())
  for (let i = 1; i < months; i++) period = lastPeriod('monthly', period.start)
  await owner.query(
    `update holders set statement_rhythm = case when id in (select holder_id from notes where number like $1)
      then 'monthly' else 'annual' end`,
    [`${prefix}-%`],
  )
  // Without its job, which this process would run.
  const { rows } = await owner.query(
    `insert into statement_runs (kind, rhythm, period_start, period_end) values ('statement', 'monthly', $1, $2)
      returning id`,
    [period.start, period.end],
  )
  const run: string = rows[0].id
  const made = async () => {
    const counted = await owner.query(
      `select count(*) filter (where prepared_at is not null)::int as prepared,
        count(document_id)::int + count(csv_document_id)::int as named,
        (select count(*)::int from documents d where d.unreleased and d.category = 'Statements') as documents
      from statements where run_id = $1`,
      [run],
    )
    return counted.rows[0]
  }
  await whileKilled(all, `prepare ${run}`, async () => {
    const { prepared, named, documents } = await made()
    expect({ named, documents }).toEqual({ named: prepared * 2, documents: prepared * 2 })
  })
  expect(await made()).toEqual({ prepared: notes, named: notes * 2, documents: notes * 2 })
  return run
}

/** All statements are visible to members and notified once, or none. */
async function releaseWhileKilled(all: Round, run: string, investor: Actor): Promise<void> {
  const { owner } = all.portal
  const approval = await requestRelease(all.admin, run)
  const released = async () => {
    const counted = await owner.query(
      `select (select state from statement_runs where id = $1) as state, count(released_at)::int as released,
        (select count(*)::int from statements s join documents d on d.id in (s.document_id, s.csv_document_id)
          where s.run_id = $1 and not d.unreleased) as seen,
        (select count(*)::int from statements s join statement_periods p on p.holder_id = s.holder_id
          and p.period_end = s.period_end where s.run_id = $1) as closed,
        (select count(*)::int from statements s join notices n on n.document_id in (s.document_id, s.csv_document_id)
          where s.run_id = $1 and n.user_id = $2) as told,
        (select count(*)::int from audit_log l where l.action = 'statements.released' and l.subject_id = $1::text) as audited
      from statements where run_id = $1`,
      [run, investor.id],
    )
    return counted.rows[0]
  }
  const before = { state: 'prepared', released: 0, seen: 0, closed: 0, told: 0, audited: 0 }
  const after = { state: 'released', released: notes, seen: notes * 2, closed: notes, told: notes, audited: 1 }
  await whileKilled(all, `approve ${approval}`, async () => expect([before, after]).toContainEqual(await released()))
  expect(await released()).toEqual(after)
}

/** One-year notes, paid monthly; no payment is recorded yet. */
function noteFile(prefix: string, email: string): string {
  const head =
    'record,note,holder_name,holder_kind,holder_state,member_email,principal,rate_percent,term_months,payout,day_count,issue_date'
  const issued = addMonths(fundDay(), -12)
  const rows = Array.from({ length: notes }, (_, n) => `${prefix}-${String(n).padStart(4, '0')}`).map(
    number => `note,${number},Holder ${number},individual,TX,${email},200000,11,24,monthly,30/360,${issued}`,
  )
  return [head, ...rows].join('\r\n')
}
