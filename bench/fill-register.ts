import { createHash } from 'node:crypto'
import pg from 'pg'
import { type NoteTerms, scheduleOf } from '../app/notes/schedule.ts'
import { addDays } from '../rules/days.ts'
import { holdersFrom } from '../server/sample/holders.ts'
import { ledgerEntries, ledgerLines, noteRow, scheduleRows } from '../server/sample/notes.ts'
import { insertOf } from '../server/sample/rows.ts'

/** Tables with disabled triggers; the ledger's refuse an insert outside an operation. */
const tables = [
  'holders',
  'holder_members',
  'notes',
  'schedule_lines',
  'ledger_entries',
  'ledger_lines',
  'approvals',
  'audit_log',
]

/** Notes in one statement. */
const batch = 1000
/** The youngest and the oldest note, in days: all are current. */
const ages = { from: 30, to: 720 }

export interface RegisterSize {
  notes: number
  /** A member of a holder with several notes. */
  investor: { id: string; notes: number }
  /** 'YYYY-MM-DD'. */
  today: string
}

/**
 * Fills the register with two-year notes, paid monthly, with each payment recorded up to today: twelve of the 24 on
 * average. One holder with one note each, for the fund's people in turn; the investor's has several. Deterministic,
 * apart from ids and the day. The ledger is chained as the database would have chained it.
 * @param owner connection of the database's owner, a superuser
 */
export async function fillRegister(owner: pg.Client, { notes, investor, today }: RegisterSize): Promise<void> {
  await owner.query('begin')
  try {
    // Skips foreign keys and triggers for each row.
    await owner.query("set local session_replication_role = replica; set local work_mem = '64 MB'")
    const { rows: always } = await owner.query(
      `select tgrelid::regclass as name, tgname as trigger from pg_trigger
      where tgrelid = any ($1::regclass[]) and tgenabled = 'A' and not tgisinternal and tgname <> 'chain'`,
      [tables],
    )
    for (const { name, trigger } of always) await owner.query(`alter table ${name} disable trigger ${trigger}`)
    const prepare = [takePeople(investor.id), numberHolders(notes - investor.notes)]
    for (const statement of [...prepare, addHolders]) await owner.query(statement)
    for (let from = 0; from < notes; from += batch) {
      const numbers = Array.from({ length: Math.min(batch, notes - from) }, (_, i) => from + i)
      await addNotes(owner, numbers, { notes, investor, today })
    }
    await owner.query(freezeTerms)
    await owner.query(addApproval)
    await owner.query(addEntries, [today])
    await owner.query(addLines)
    await owner.query('analyze ledger_lines')
    await owner.query(chainEntries)
    await owner.query('set constraints all immediate')
    for (const { name, trigger } of always) await owner.query(`alter table ${name} enable always trigger ${trigger}`)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
  await owner.query('vacuum analyze')
}

/** The investor is number 0. */
const takePeople = (investor: string) => `
  create temporary table people on commit drop as
  select id, full_name, row_number() over (order by id = ${pg.escapeLiteral(investor)} desc, email) - 1 as place
  from user_profiles where accepted_at is not null and disabled_at is null and not is_admin`

/** The last holder is the investor's. */
const numberHolders = (others: number) => `
  create temporary table made on commit drop as
  select n, gen_random_uuid() as id, p.id as person, p.full_name as name
  from generate_series(1, ${others} + 1) n
  join people p on p.place = case when n > ${others} then 0 else 1 + n % ((select count(*) from people) - 1) end`

const addHolders = holdersFrom(
  {
    id: 'id',
    legal_name: "coalesce(name, 'Ines Many')",
    state: "(array['TX','FL','CA','NY','IL'])[1 + n % 5]",
  },
  'made order by n',
  'person',
)

async function addNotes(owner: pg.Client, numbers: number[], size: RegisterSize): Promise<void> {
  const { rows } = await owner.query('select id from made order by n')
  const made = numbers.map(number => {
    const terms = termsOf(number, size.today)
    const lines = scheduleOf(terms)
    // The investor's notes are the first ones, and their holder is the last.
    const holder = number < size.investor.notes ? size.notes - size.investor.notes : number - size.investor.notes
    const note = {
      ...noteRow(terms, { holder_id: rows[holder].id, number: `BENCH-${String(number + 1).padStart(5, '0')}` }),
      ...{ offering: 'Larkstone Promissory Notes', created_at: terms.issueDate },
      ...{ next_due_on: lines.find(({ due }) => due > size.today)?.due, ...unfrozen },
    }
    return { note, lines: scheduleRows(note, lines) }
  })
  await owner.query(
    insertOf(
      'notes',
      made.map(({ note }) => note),
    ),
  )
  await owner.query(
    insertOf(
      'schedule_lines',
      made.flatMap(({ lines }) => lines),
    ),
  )
}

/** Until `freezeTerms`. */
const unfrozen = { terms: {}, terms_sha256: `\\x${createHash('sha256').update('{}').digest('hex')}` }

function termsOf(number: number, today: string): NoteTerms {
  const age = ages.from + ((number * 7919) % (ages.to - ages.from))
  const principal = BigInt(200_000 + ((number * 104_729) % 800_000))
  return {
    principalCents: principal * 100n,
    rateBp: principal < 350_000n ? 1200 : principal < 500_000n ? 1300 : 1400,
    termMonths: 24,
    payout: 'monthly',
    dayCount: number % 3 === 0 ? 'actual/365' : '30/360',
    convention: 'following',
    issueDate: addDays(today, -age),
  }
}

/** As `app.guard_note_terms` does. */
const freezeTerms = `
  with frozen as (select n.id, app.terms_of(n) || jsonb_build_object('holder', h.legal_name) as terms
    from notes n join holders h on h.id = n.holder_id)
  update notes n set terms = f.terms, terms_sha256 = sha256(convert_to(f.terms::text, 'UTF8')) from frozen f where f.id = n.id`

/** Approval of the import by two people. */
const addApproval = `
  with two as (select array_agg(id order by is_admin desc, id) as people from user_profiles where disabled_at is null),
  approved as (
    insert into approvals (kind, subject_id, content, content_sha256, summary, asked_by, decided_by, decided_at, decision)
    select 'register.import', gen_random_uuid(), content, sha256(convert_to(content::text, 'UTF8')), 'The notes to measure',
      people[1], people[2], now(), 'approved'
    from two, jsonb_build_object('filename', 'notes.csv', 'sha256', '', 'notes', 0, 'new_holders', 0, 'payments', 0,
      'principal_cents', '0', 'paid_cents', '0', 'differences', 0, 'differences_in_words', '[]'::jsonb) content
    returning *)
  insert into audit_log (action, actor_id, actor_role, subject_id)
  select step.action, step.actor, 'administrator', approved.id from approved
    cross join lateral (values ('approval.asked', asked_by), ('approval.approved', decided_by)) step (action, actor)`

const addEntries = ledgerEntries.from(
  {
    ...{ kind: 'kind', note_id: 'note', holder_id: 'holder_id', booked_on: 'day', relates_to: 'day' },
    ...{ schedule_version: 'version', line_n: 'n', reference: 'reference' },
    idempotency_key: "concat_ws(' ', kind, note, n)",
    approval_id: "case when kind <> 'interest_due' then a.id end",
    recorded_by: "case when kind <> 'interest_due' then a.decided_by end",
  },
  `(select 'funds' as kind, id as note, holder_id, issue_date as day, null::int as version, null::int as n,
      'WIRE' as reference
      from notes
    union all
    select 'interest_due', note_id, holder_id, due_date, version, n, null
      from schedule_lines where due_date <= $1::date
    union all
    select 'payment', note_id, holder_id, pay_date, version, n, 'ACH'
      from schedule_lines where pay_date <= $1::date) entries
    cross join (select id, decided_by from approvals where decided_at = now()) a
  order by day`,
)

/** Debit, then credit, as the accounts of app/ledger/ledger-accounts.ts. */
const addLines = ledgerLines.from(
  {
    ...{ entry_id: 'e.id', n: 'side.n', account: 'side.account', note_id: 'e.note_id', holder_id: 'e.holder_id' },
    debit_cents: 'case side.n when 1 then cents.amount else 0 end',
    credit_cents: 'case side.n when 2 then cents.amount else 0 end',
  },
  `ledger_entries e
    join notes on notes.id = e.note_id
    left join schedule_lines s on s.note_id = e.note_id and s.version = e.schedule_version and s.n = e.line_n
    cross join lateral (select coalesce(s.interest_cents, notes.principal_cents) as amount) cents
    join (values ('funds', 1, 1010), ('funds', 2, 2010), ('interest_due', 1, 5010), ('interest_due', 2, 2020),
      ('payment', 1, 2020), ('payment', 2, 1010)) side (kind, n, account) on side.kind = e.kind`,
)

/** As `app.close_ledger_entries` does when a transaction commits. */
const chainEntries = `
  do $$
  declare
    entry record;
    previous bytea := sha256('');
    linked bytea;
  begin
    for entry in select place, e.id, app.ledger_text(place, e, l.lines) as text
      from (select row_number() over (order by seq) as place, id from ledger_entries) numbered
        join ledger_entries e using (id)
        join (select entry_id, jsonb_agg(jsonb_build_array(n, account, debit_cents, credit_cents, note_id) order by n) as lines
          from ledger_lines group by entry_id) l on l.entry_id = e.id
      order by place
    loop
      linked := sha256(previous || convert_to(entry.text, 'UTF8'));
      insert into ledger_chain values (entry.place, entry.id, previous, linked);
      previous := linked;
    end loop;
  end $$`
