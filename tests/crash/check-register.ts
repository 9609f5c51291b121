import type pg from 'pg'
import { verifyLedger } from '../../app/ledger/server/verify-ledger.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { eventually } from '../helpers/eventually.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'

/**
 * What must never be in the register, each as a query for what is wrong: `what` names it. Nothing of it depends on what
 * the site has acknowledged, so it holds for what was cut off, too.
 */
const impossible: Record<string, string> = {
  'was decided without its entry in the ledger, or has one without a decision': `
    select a.summary as what from approvals a left join ledger_entries e on e.approval_id = a.id
    where a.kind in ('note.fund', 'payment.record', 'ledger.reverse')
    group by a.id having count(e.id) <> (a.decision is not distinct from 'approved')::int`,
  'is not in the log as it was decided': `
    select a.summary as what from approvals a left join audit_log l on l.subject_id = a.id::text
      and l.action in ('approval.approved', 'approval.withdrawn')
    group by a.id having count(l.id) <> coalesce((a.decision in ('approved', 'withdrawn'))::int, 0)
      or bool_or(l.action <> 'approval.' || a.decision)`,
  'was asked for without an entry in the log, or has two': `
    select a.summary as what from approvals a left join audit_log l on l.subject_id = a.id::text
      and l.action = 'approval.asked' group by a.id having count(l.id) <> 1`,
  'was recorded twice': `
    select min(reference) as what from ledger_entries where kind = 'payment' group by reference having count(*) > 1`,
  'does not have the interest due that its schedule says': `
    select n.number as what from notes n join schedule_lines s on s.note_id = n.id and s.version = n.version
    where n.state = 'current' group by n.id having count(*) filter (where s.due_date <= $1::date) <>
      (select count(distinct e.line_n) from ledger_entries e where e.note_id = n.id and e.kind = 'interest_due')`,
  'has a schedule that is not whole': `
    select n.number as what from notes n where (select count(*) from schedule_lines s where s.note_id = n.id)
      <> case when n.state = 'current' then 12 else 0 end`,
  'rests on no approved accreditation': `
    select n.number as what from notes n where n.state <> 'draft' and not exists (select from reliances r
      join accreditations a on a.id = r.accreditation_id where r.note_id = n.id and a.state = 'approved')`,
  'was not reviewed by two people, once each': `
    select a.id as what from accreditations a left join accreditation_reviews r on r.accreditation_id = a.id
    group by a.id having count(r.id) <> case a.state when 'approved' then 2 when 'in_review' then 1 else 0 end
      or count(distinct r.reviewer_id) <> count(r.id)`,
  'has news about its note that nobody caused, or lacks some': `
    select n.number as what from notes n where (select array[
        count(*) filter (where t.kind = 'note-funded'), count(*) filter (where t.kind = 'note-paid'),
        count(*) filter (where t.kind = 'note-payment-returned'), count(*) filter (where t.kind = 'note-election-received')]
      from notices t where t.note_id = n.id) <> array[
        (select count(*) from ledger_entries e where e.note_id = n.id and e.kind = 'funds'),
        (select count(*) from ledger_entries e where e.note_id = n.id and e.kind = 'payment'),
        (select count(*) from ledger_entries e where e.note_id = n.id and e.kind = 'payment_returned'),
        (select count(*) from elections e where e.note_id = n.id)]`,
  'is half released, or half prepared': `
    select s.number as what from statements s join statement_runs r on r.id = s.run_id where
      (r.state = 'released') <> (s.released_at is not null)
      or num_nulls(s.prepared_at, s.document_id, s.csv_document_id) not in (0, 3)
      or r.state <> 'preparing' and s.prepared_at is null
      or (select count(*) from documents d where d.id in (s.document_id, s.csv_document_id)
        and d.unreleased = (s.released_at is null)) <> num_nonnulls(s.document_id, s.csv_document_id)
      or (select count(*) from notices t where t.document_id in (s.document_id, s.csv_document_id))
        <> (s.released_at is not null)::int
      or (s.released_at is not null and s.corrects is null) and not exists (select from statement_periods p
        where p.holder_id = s.holder_id and p.period_end = s.period_end)`,
  'is a statement of nothing': `
    select d.filename as what from documents d where d.category = 'Statements'
      and not exists (select from statements s where d.id in (s.document_id, s.csv_document_id))`,
  'was released without an entry in the log, or has two': `
    select r.id as what from statement_runs r left join audit_log l on l.subject_id = r.id::text
      and l.action = 'statements.released' group by r.id having count(l.id) <> (r.state = 'released')::int`,
}

/** The ledger's chain holds and it balances, and nothing of the register is half there or there twice. */
export async function checkRegister(owner: pg.Client, ledger: Ledger): Promise<void> {
  for (const finding of (await verifyLedger(owner)).findings) ledger.problem(finding)
  const { rows } = await owner.query('select sum(debit_cents) <> sum(credit_cents) as tilts from ledger_lines')
  if (rows[0].tilts) ledger.problem('the ledger’s debits are not its credits')
  for (const [problem, query] of Object.entries(impossible)) {
    const found = await owner.query<{ what: string }>(query, query.includes('$1') ? [fundDay()] : [])
    for (const { what } of found.rows) ledger.problem(`${what} ${problem}`)
  }
}

/** Lets what is to be told about notes and statements be told: each news is in one e-mail, and that has arrived. */
export async function checkNews(owner: pg.Client, { server, ledger }: World): Promise<void> {
  await owner.query("update jobs.job set start_after = now() where name = 'send-notices' and state < 'active'")
  const untold = async () => {
    const { rows } = await owner.query<{ kind: string; mail_id: string | null }>(
      `select distinct kind, mail_id from notices where note_id is not null
        or document_id in (select document_id from statements)`,
    )
    const arrived = new Set(server.mailbox.messages.map(({ mail }) => mail.messageId?.match(/[^<@]+/)?.[0]))
    return rows.filter(({ mail_id }) => !mail_id || !arrived.has(mail_id))
  }
  await eventually('the news', async () => (await untold()).length === 0).catch(() => {})
  for (const { kind, mail_id } of await untold()) ledger.problem(`${kind} was never told: ${mail_id ?? 'no e-mail'}`)
}

/** @returns how much of everything is in the register, in words */
export async function registerInWords(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query(
    `select (select count(*)::int from notes where state = 'current') as notes, count(*)::int as entries,
      count(*) filter (where kind = 'payment')::int as payments, count(reverses)::int as reversals,
      (select count(*)::int from elections) as elections,
      (select count(*)::int from statement_runs where state = 'released') as runs,
      (select count(*)::int from statements where released_at is not null) as statements from ledger_entries`,
  )
  return Object.entries(rows[0])
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
}
