-- The books of the notes (docs/how/notes-and-money.md; docs/decisions/0020), as ledger-balances.sql guards them.
-- Operations: app/ledger/server/.

-- The ledger: entries with their lines. Only added to; what was wrong is reversed by an entry that mirrors it.
--
-- Accounts: app/ledger/ledger-accounts.ts. app.note_movements, below, derives what a note owes.
create table ledger_entries (
  id uuid primary key default gen_random_uuid(),
  -- In the order in which they were written, with gaps. The order in which they were committed is ledger_chain's.
  seq bigint generated always as identity unique,
  -- funds: the investor's money has arrived; interest_due: on each due date; payment and principal: what the fund paid,
  -- to interest and to principal; payment_returned: a payment came back; renewal; transfer; tax_deposit: what was withheld
  -- went to the IRS; reversal: of what was recorded by mistake; restated: of what was booked before something earlier was
  -- recorded, and is booked again.
  kind text not null check (kind in ('funds', 'interest_due', 'payment', 'payment_returned', 'principal', 'renewal',
    'transfer', 'tax_deposit', 'reversal', 'restated')),
  -- Null for the fund's own entries: a deposit of tax, and what reverses one.
  note_id uuid references notes on delete restrict,
  -- The note's, as app.guard_ledger_entry compares.
  holder_id uuid,
  -- The day in the books.
  booked_on date not null,
  -- The day that it is about: earlier, where that day's statement period was closed.
  relates_to date not null,
  schedule_version integer,
  line_n integer,
  reference text check (length(reference) between 1 and 200 and reference !~ '[[:cntrl:]]'),
  reverses uuid unique references ledger_entries on delete restrict,
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 300),
  approval_id uuid references approvals on delete restrict,
  -- Null: a job.
  recorded_by uuid references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  -- The payment that came back, of an entry that reverses its return, or again the payment, where both are booked again.
  undoes uuid references ledger_entries on delete restrict,
  constraint about_a_line check ((schedule_version is null) = (line_n is null)),
  constraint reversal_has_its_entry check ((kind in ('payment_returned', 'reversal', 'restated')) = (reverses is not null)),
  constraint relates_to_the_past check (relates_to <= booked_on),
  constraint of_a_note_or_the_fund check ((note_id is null) = (holder_id is null)
    and (kind = 'tax_deposit') <= (note_id is null) and (note_id is null) <= (kind in ('tax_deposit', 'reversal'))),
  foreign key (note_id, schedule_version, line_n) references schedule_lines on delete restrict
);
create index ledger_entries_of_note on ledger_entries (note_id, booked_on, seq);
create index ledger_entries_of_holder on ledger_entries (holder_id, booked_on, seq);
create index ledger_entries_by_day on ledger_entries (booked_on, seq);
create index ledger_entries_of_kind on ledger_entries (kind, booked_on, seq);
-- What moves cash, which the bank list compares with the bank's lines.
create index ledger_entries_of_cash on ledger_entries (relates_to)
  where kind not in ('interest_due', 'renewal', 'transfer', 'reversal', 'restated');
create index ledger_entries_of_line on ledger_entries (note_id, line_n) where line_n is not null;
create index ledger_entries_by_time on ledger_entries (created_at);
-- What was recorded in the last days of the year that it is about, or later: after its tax forms may have been made.
create index ledger_entries_late on ledger_entries (relates_to, created_at)
  where (created_at at time zone 'UTC')::date > make_date(extract(year from relates_to)::integer, 12, 29);
create index ledger_entries_undoes on ledger_entries (undoes) where undoes is not null;
create index ledger_entries_approval on ledger_entries (approval_id) where approval_id is not null;
create index ledger_entries_recorder on ledger_entries (recorded_by) where recorded_by is not null;
-- Elsewhere on this table: ledger-balances.sql (guard, close_entries, refuse_change), sanctions.sql (guard_paid_to), mail.sql
-- (announce_to_office).

-- Administrators and the approver of an import read all; members their holders'; an approver, in the transaction of an approval,
-- those of its holder, and the fund's own for a deposit of tax.
create policy office_or_member_reads on ledger_entries, ledger_lines for select to app_user
  using ((select app.reads_register()) or holder_id = any ((select app.my_owners())::uuid[])
    or holder_id = any ((select app.office_owners())::uuid[])
    or holder_id is null and (select app.is_applying('tax.deposit') or app.is_applying('tax.deposit_reverse')));
-- Administrators, and an approver in the transaction of an approval. All but interest that falls due needs an approval
-- (ledger-balances.sql).
create policy office_adds on ledger_entries, ledger_lines for insert to app_user
  with check ((select app.acts_for_office()));
grant select on ledger_entries to app_audit, app_steward;
grant select, insert (id, kind, note_id, holder_id, booked_on, relates_to, schedule_version, line_n, reference,
  reverses, idempotency_key, approval_id) on ledger_entries to app_jobs, app_user;

-- An entry's debits and credits.
create table ledger_lines (
  entry_id uuid not null references ledger_entries on delete restrict,
  n integer not null check (n > 0),
  account integer not null check (account in (1010, 1020, 2010, 2020, 2030, 2040, 5010)),
  debit_cents bigint not null default 0 check (debit_cents >= 0),
  credit_cents bigint not null default 0 check (credit_cents >= 0),
  -- The entry's, but of a renewal, which moves principal from one note to another. app.guard_ledger_lines compares both
  -- with the note, which is never removed: a reference of their own would only cost time.
  note_id uuid,
  holder_id uuid,
  primary key (entry_id, n),
  constraint lines_of_a_note_or_the_fund check ((note_id is null) = (holder_id is null)
    and (note_id is not null or account in (1010, 2030))),
  constraint debit_or_credit check ((debit_cents > 0) <> (credit_cents > 0))
);
create index ledger_lines_of_note on ledger_lines (note_id, account);
create index ledger_lines_of_holder on ledger_lines (holder_id, account);
-- What notes owe, which the register and the due list add up for all of them: with all they need, so that they read no rows.
create index ledger_lines_owed on ledger_lines (account, note_id)
  include (entry_id, holder_id, debit_cents, credit_cents) where account in (2010, 2020, 2040);
-- Tax withheld and deposited: few lines, found by this index.
create index ledger_lines_withheld on ledger_lines (entry_id) include (holder_id, note_id, debit_cents, credit_cents)
  where account = 2030;
-- With ledger_entries, above: office_or_member_reads, office_adds.
-- Elsewhere on this table: ledger-balances.sql (guard, refuse_change).

grant select, insert on ledger_lines to app_jobs, app_user;
grant select on ledger_lines to app_audit, app_steward;

-- Links each entry, as its transaction commits, to the one before by its hash. Positions have no gaps.
create table ledger_chain (
  position bigint primary key,
  entry_id uuid not null unique references ledger_entries on delete restrict,
  previous_hash bytea not null,
  hash bytea not null
);
-- Elsewhere on this table: ledger-balances.sql (refuse_change).

-- Administrators, and an approver in the transaction of an approval. Written by app.close_ledger_entries alone.
create policy office_reads on ledger_chain for select to app_user using ((select app.acts_for_office()));
grant select, insert on ledger_chain to app_steward;
grant select on ledger_chain to app_audit, app_jobs, app_user;

-- The journal, as it left for the fund's own books: each export with its sums. Only added to, as the ledger is; made by
-- app.export_journal.
create table journal_exports (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity unique,
  -- The program that it is for: app/ledger/journal.ts.
  format text not null check (format in ('csv', 'quickbooks', 'xero')),
  -- Both days included; entries of earlier days are those that were recorded since.
  period_start date not null,
  period_end date not null,
  -- Place in the ledger's chain of the last entry it could know.
  up_to bigint not null,
  entries integer not null check (entries > 0),
  debit_cents bigint not null,
  credit_cents bigint not null,
  exported_by uuid not null references user_profiles on delete restrict,
  exported_at timestamptz not null default now(),
  constraint export_period_is_in_order check (period_start <= period_end),
  constraint export_balances check (debit_cents = credit_cents)
);
create index journal_exports_exporter on journal_exports (exported_by);

-- Administrators. Exports are written by app.export_journal, checks by a job.
create policy admin_reads on journal_exports, journal_export_entries, register_checks for select to app_user
  using ((select app.is_admin()));
grant select, insert on journal_exports to app_steward;
grant select on journal_exports to app_user;
-- An export stays as it left.
create trigger refuse_change before delete or update or truncate on journal_exports, journal_export_entries
  execute function app.refuse_ledger_change();
alter table journal_exports, journal_export_entries enable always trigger refuse_change;

-- The entries of each export. An entry is exported once for each program, unless requested again.
create table journal_export_entries (
  export_id uuid not null references journal_exports on delete restrict,
  entry_id uuid not null references ledger_entries on delete restrict,
  -- The export's.
  format text not null,
  -- Whether it had left for this program before.
  is_again boolean not null,
  primary key (export_id, entry_id)
);
create unique index journal_exported_once on journal_export_entries (entry_id, format) where not is_again;
create index journal_export_entries_entry on journal_export_entries (entry_id);
-- With journal_exports, above: admin_reads.

grant select, insert on journal_export_entries to app_steward;
grant select on journal_export_entries to app_user;

-- What the daily comparison of the register with its ledger and the due list found (app/register/server/compare-register.ts).
create table register_checks (
  day date primary key,
  checked_at timestamptz not null default now(),
  -- Principal: of the register, of account 2010, and of the due list with future lines.
  register_cents bigint not null,
  ledger_cents bigint not null,
  due_cents bigint not null,
  -- Numbers of the first notes with a difference between schedule and ledger.
  notes text[] not null default '{}'
);
-- With journal_exports, above: admin_reads.

grant select on register_checks to app_user;
grant select, insert, update on register_checks to app_jobs;

-- Functions

-- Amounts owed and paid on notes are defined once, here (docs/note-rules.md, "The ledger"): every sum over the ledger of a
-- note reads these views and functions; interest is counted by app/notes alone.

-- What each line of the ledger changed of what a note owes its holder: principal (2010, notes payable) and interest that
-- is due (2020, interest payable, and 2040, payments that no one claimed), with the facts of its entry.
create view app.note_movements with (security_invoker = true) as
  select l.entry_id, l.account = 2010 as is_principal, l.note_id, l.holder_id, e.note_id as entry_note_id, e.seq, e.kind,
    -- What it is about: its kind, or that of the entry it reverses, itself or by what it undoes.
    case when e.undoes is null then coalesce(o.kind, e.kind)
      else (select u.kind from public.ledger_entries u where u.id = e.undoes) end as about,
    e.booked_on, e.relates_to, e.schedule_version, e.line_n, e.reference, coalesce(e.undoes, e.reverses) as reverses,
    e.created_at,
    case l.account when 2010 then l.credit_cents - l.debit_cents else 0 end as principal_cents,
    case when l.account <> 2010 then l.credit_cents - l.debit_cents else 0 end as interest_cents,
    -- Of the interest that it paid, what was withheld and didn't go to the holder; below zero where that is undone.
    case when l.account = 2010 then 0 else (select coalesce(sum(w.credit_cents - w.debit_cents), 0)::bigint
      from public.ledger_lines w where w.entry_id = l.entry_id and w.account = 2030) end as withheld_cents
  from public.ledger_lines l join public.ledger_entries e on e.id = l.entry_id
    left join public.ledger_entries o on o.id = e.reverses
  where l.account in (2010, 2020, 2040);

-- What each note owes of its principal, by all of the books: one pass over the account, without the entries.
create view app.note_principals with (security_invoker = true) as
  select l.note_id, sum(l.credit_cents - l.debit_cents)::bigint as principal_cents from public.ledger_lines l
  where l.account = 2010 group by l.note_id;

-- Its interest that is due and unpaid, likewise, without app.interest_to_post.
create view app.note_interests with (security_invoker = true) as
  select l.note_id, sum(l.credit_cents - l.debit_cents)::bigint as interest_cents from public.ledger_lines l
  where l.account in (2020, 2040) group by l.note_id;
grant select on app.note_interests, app.note_principals to app_user;

-- Interest of a note that has fallen due by a day and isn't in its books yet: an hourly job posts it, so each night, and
-- after downtime, the calendar is ahead of the books. It becomes part of the statement that calls it.
create or replace function app.interest_to_post(note uuid, day date) returns table (interest_cents bigint)
language sql stable reset search_path as $$
  select coalesce(sum(s.interest_cents), 0)::bigint from public.notes n
    join public.schedule_lines s on s.note_id = n.id and s.version = n.version
      and s.due_date between n.next_due_on and day
  where n.id = note
$$;
grant execute on function app.interest_to_post to app_user, app_jobs, app_steward;

-- What a note owes at the end of a day: principal, interest that has fallen due and is unpaid, and the interest paid since
-- issue. It becomes part of the statement that calls it; app/notes/owed.ts adds what has accrued.
create or replace function app.note_balance(note uuid, day date)
  returns table (principal_cents bigint, interest_cents bigint, paid_cents bigint)
language sql stable reset search_path as $$
  select coalesce(sum(m.principal_cents), 0)::bigint,
    coalesce(sum(m.interest_cents), 0)::bigint + (select d.interest_cents from app.interest_to_post(note, day) d),
    coalesce(-sum(m.interest_cents) filter (where m.about = 'payment'), 0)::bigint
  from app.note_movements m where m.note_id = note and m.booked_on <= day
$$;
grant execute on function app.note_balance to app_user, app_jobs, app_steward;

-- Late interest of a note that was paid while its principal came back, by a day: it comes off what has run on its principal
-- since the last pay date. It becomes part of the statement that calls it.
create or replace function app.late_credit(note uuid, day date) returns table (cents bigint)
language sql stable reset search_path as $$
  select coalesce(sum(s.credit_cents), 0)::bigint from public.notes n
    join public.schedule_lines s on s.note_id = n.id and s.version = n.version
      and s.credit_cents <> 0 and s.due_date <= day
  where n.id = note
$$;
grant execute on function app.late_credit to app_user, app_jobs, app_steward;

-- The lines of every version of a schedule, with what the ledger has of them. Columns that a statement leaves out cost
-- nothing.
create view app.line_status with (security_invoker = true) as
  select s.note_id, s.holder_id, s.version, s.n, s.start_date, s.due_date, s.pay_date, s.days, s.is_stub, s.interest_cents,
    s.principal_cents, s.credit_cents,
    -- Of the interest, less what came back.
    (select coalesce(-sum(m.interest_cents), 0)::bigint from app.note_movements m
      where m.note_id = s.note_id and m.entry_note_id = s.note_id and m.line_n = s.n and m.about <> 'interest_due')
      as paid_cents,
    -- The day of the last payment of its interest.
    (select max(m.relates_to) from app.note_movements m where m.note_id = s.note_id and m.entry_note_id = s.note_id
      and m.line_n = s.n and m.kind = 'payment') as paid_on,
    -- Whether the ledger has its interest as due.
    (select coalesce(sum(m.interest_cents), 0) > 0 from app.note_movements m where m.note_id = s.note_id
      and m.entry_note_id = s.note_id and m.line_n = s.n and m.about = 'interest_due') as is_posted,
    -- Unpaid principal: paid as a whole, in the order of due dates.
    case when s.principal_cents = 0 then 0 else greatest(0, least(s.principal_cents,
      (select coalesce(sum(l.credit_cents - l.debit_cents), 0)::bigint from public.ledger_lines l
        where l.note_id = s.note_id and l.account = 2010)
      - (select coalesce(sum(o.principal_cents), 0)::bigint from public.schedule_lines o
        where o.note_id = s.note_id and o.version = s.version and o.n > s.n))) end as principal_left_cents
  from public.schedule_lines s;
grant select on app.note_movements, app.line_status to app_audit, app_user, app_jobs, app_steward;

-- What a note still owes of its principal.
create or replace function app.principal_outstanding(note uuid) returns bigint
language sql stable security definer as $$
  select coalesce(sum(m.principal_cents), 0)::bigint from app.note_movements m
  where m.note_id = note and m.is_principal
$$;

-- Whether a note owes nothing: no principal, and no interest of the schedule that applies to it.
create or replace function app.is_settled(note uuid) returns boolean language sql stable security definer as $$
  select app.principal_outstanding(note) = 0 and not exists (select from public.notes n
    join app.line_status s on s.note_id = n.id and s.version = n.version
    where n.id = note and s.paid_cents < s.interest_cents)
$$;

-- The last payment on a note that wasn't reversed: its cash, and when it was recorded. For functions that may read the ledger.
create or replace function app.last_payment(note uuid) returns table (cents bigint, recorded_at timestamptz)
language sql stable as $$
  select sum(l.credit_cents - l.debit_cents)::bigint, max(e.created_at)
    from public.ledger_entries e join public.ledger_lines l on l.entry_id = e.id and l.account = 1010
    where e.note_id = note and e.kind in ('payment', 'principal')
      and not exists (select from public.ledger_entries r where r.reverses = e.id)
    group by e.relates_to, e.approval_id order by e.relates_to desc, max(e.seq) desc limit 1
$$;
grant execute on function app.last_payment to app_audit;

-- Changes of holders since the last payment on each of their notes, or its funding: as the log has them, with their
-- days. Changes are few, so they are found first. For administrators and approvers.
create or replace function app.changes_since_payment(notes uuid[]) returns table (note_id uuid, what text, changed_on date)
language plpgsql stable security definer as $$
begin
  if not (app.is_admin() or app.is_approver()) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  return query with changes as materialized (
      select l.subject_id, l.at, keys.key from public.audit_log l
        cross join lateral (select jsonb_object_keys(l.details -> 'to') where l.action = 'holder.updated'
          union all select 'account' where l.action = 'vault.replaced') keys (key)
      where l.action in ('holder.updated', 'vault.replaced'))
    select n.id, c.key, app.fund_day(max(c.at)) from changes c
      join public.notes n on n.holder_id::text = c.subject_id and n.id = any (notes)
      left join lateral app.last_payment(n.id) last on true
    where c.at > coalesce(last.recorded_at, n.funded_at) group by n.id, c.key;
end $$;
alter function app.changes_since_payment owner to app_audit;
grant execute on function app.changes_since_payment to app_user;

-- What the person who decides on payments compares them with: the last payment on the note that wasn't reversed, when what
-- they settle was to be paid, and what of its holder has changed since. For approvers, too, who see no note.
create or replace function app.payments_before(requests uuid[])
  returns table (approval_id uuid, cents bigint, pay_dates date[], is_transferred boolean, changed text[])
language plpgsql stable security definer as $$
begin
  if not (app.is_admin() or app.is_approver()) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  return query with changes as materialized (select * from app.changes_since_payment(
      array(select (a.content ->> 'noteId')::uuid from public.approvals a where a.id = any (requests))))
    select a.id, last.cents,
      array(select distinct s.pay_date from jsonb_array_elements(a.content -> 'settles') x
        join public.schedule_lines s on s.note_id = n.id and s.version = n.version and s.due_date = (x ->> 'due')::date
        order by 1),
      exists (select from public.notes p where p.id = n.predecessor_id and p.state = 'transferred'),
      array(select c.what from changes c where c.note_id = n.id order by 1)
    from public.approvals a join public.notes n on n.id = (a.content ->> 'noteId')::uuid
      left join lateral app.last_payment(n.id) last on true
    where a.id = any (requests);
end $$;
alter function app.payments_before owner to app_audit;
grant execute on function app.payments_before to app_user;

-- The entries that an export for a program takes, with whether they have left for it before: those booked in its period,
-- and those booked earlier that no export has had, where they are of a day that the first export reaches back to, or were
-- recorded after it. So a later correction is in the next export, and entries older than the first stay out.
--
-- The export that reached furthest left nothing behind between its first day, or that of one before it, and its last:
-- of those days only entries recorded since are read. So three ranges of two indexes are read, and never the whole
-- ledger.
create or replace function app.journal_to_export(program text, first_day date, last_day date, again boolean)
  returns table (entry_id uuid, is_again boolean)
language sql stable reset search_path as $$
  with furthest as (
    select x.period_end, x.up_to, min(b.period_start) as since
    from public.journal_exports x join public.journal_exports b on b.format = program and b.number <= x.number
    where x.format = program group by x.id order by x.period_end desc, x.number desc limit 1),
  ends as (
    select coalesce(f.period_end, first_day - 1) as reached, f.up_to,
      least(first_day, (select min(x.period_start) from public.journal_exports x where x.format = program)) as "from",
      case when f.period_end is not null then case when again then last_day else least(last_day, f.since - 1) end end as "to"
    from (values (1)) one left join furthest f on true),
  found as (
    select e.id, e.booked_on from public.ledger_entries e
      where e.booked_on between (select ends."from" from ends) and (select ends."to" from ends)
    union all
    select e.id, e.booked_on from public.ledger_entries e
      where e.booked_on > (select greatest(ends.reached, ends."to") from ends) and e.booked_on <= last_day
    union all
    select e.id, e.booked_on from ends, public.ledger_chain c join public.ledger_entries e on e.id = c.entry_id
      where c.position > (select ends.up_to from ends) and e.booked_on <= least(ends.reached, last_day)
        and (e.booked_on < ends."from" or e.booked_on > ends."to"))
  select found.id, x.entry_id is not null
  from found left join public.journal_export_entries x on x.entry_id = found.id and x.format = program and not x.is_again
  where x.entry_id is null or again and found.booked_on >= first_day
$$;
grant execute on function app.journal_to_export to app_steward, app_user;

-- Keeps an export of the journal. Returns its id; null where there is nothing to export.
create or replace function app.export_journal(program text, first_day date, last_day date, again boolean) returns uuid
language plpgsql security definer as $$
declare
  made uuid := gen_random_uuid();
begin
  perform app.require_admin();
  -- One after the other; and no entry gets its place in the chain meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('ledger chain', 0));
  -- In one statement, which sees no export of its own.
  with left_now as materialized (select * from app.journal_to_export(program, first_day, last_day, again)),
  kept as (
    insert into public.journal_exports (id, format, period_start, period_end, up_to, entries, debit_cents, credit_cents, exported_by)
      select made, program, first_day, last_day, (select coalesce(max(c.position), 0) from public.ledger_chain c),
        count(distinct l.entry_id), sum(l.debit_cents), sum(l.credit_cents), app.user_id()
      from left_now join public.ledger_lines l on l.entry_id = left_now.entry_id
      having count(*) > 0)
  insert into public.journal_export_entries (export_id, entry_id, format, is_again)
    select made, left_now.entry_id, program, left_now.is_again from left_now;
  if not found then
    return null;
  end if;
  return made;
end $$;
grant execute on function app.export_journal to app_user;
