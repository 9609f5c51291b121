-- The books of the notes (docs/how/notes-and-money.md; docs/decisions/0020). Operations: server/ledger/.

-- Tables

-- The ledger: entries with their lines. Only added to; what was wrong is reversed by an entry that mirrors it.
--
-- Accounts: 1010 cash, 1020 payments in transit, 2010 notes payable, 2020 interest payable, 2030 tax withheld,
-- 2040 unclaimed payments, 5010 interest expense.
create table ledger_entries (
  id uuid primary key default gen_random_uuid(),
  -- In the order in which they were written, with gaps. The order in which they were committed is ledger_chain's.
  seq bigint generated always as identity unique,
  -- funds: the investor's money has arrived; interest_due: on each due date; payment and principal: what the fund paid,
  -- to interest and to principal; payment_returned: a payment came back; renewal; transfer; reversal: of what was
  -- recorded by mistake.
  kind text not null check (kind in ('funds', 'interest_due', 'payment', 'payment_returned', 'principal', 'renewal',
    'transfer', 'reversal')),
  note_id uuid not null references notes on delete restrict,
  -- The note's, as app.guard_ledger_entry compares.
  holder_id uuid not null,
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
  constraint about_a_line check ((schedule_version is null) = (line_n is null)),
  constraint reversal_has_its_entry check ((kind in ('payment_returned', 'reversal')) = (reverses is not null)),
  constraint relates_to_the_past check (relates_to <= booked_on),
  foreign key (note_id, schedule_version, line_n) references schedule_lines on delete restrict
);
create index ledger_entries_of_note on ledger_entries (note_id, booked_on, seq);
create index ledger_entries_of_holder on ledger_entries (holder_id, booked_on, seq);
create index ledger_entries_by_day on ledger_entries (booked_on, seq);
create index ledger_entries_of_kind on ledger_entries (kind, booked_on, seq);
create index ledger_entries_of_line on ledger_entries (note_id, line_n) where line_n is not null;
create index ledger_entries_by_time on ledger_entries (created_at);
create index ledger_entries_approval on ledger_entries (approval_id) where approval_id is not null;
create index ledger_entries_recorder on ledger_entries (recorded_by) where recorded_by is not null;

create table ledger_lines (
  entry_id uuid not null references ledger_entries on delete restrict,
  n integer not null check (n > 0),
  account integer not null check (account in (1010, 1020, 2010, 2020, 2030, 2040, 5010)),
  debit_cents bigint not null default 0 check (debit_cents >= 0),
  credit_cents bigint not null default 0 check (credit_cents >= 0),
  -- The entry's, but of a renewal, which moves principal from one note to another. app.guard_ledger_lines compares both
  -- with the note, which is never removed: a reference of their own would only cost time.
  note_id uuid not null,
  holder_id uuid not null,
  primary key (entry_id, n),
  constraint debit_or_credit check ((debit_cents > 0) <> (credit_cents > 0))
);
create index ledger_lines_of_note on ledger_lines (note_id, account);
create index ledger_lines_of_holder on ledger_lines (holder_id, account);
-- Principal, which the register adds up for all notes.
create index ledger_lines_of_principal on ledger_lines (note_id)
  include (entry_id, holder_id, debit_cents, credit_cents) where account = 2010;

-- Links each entry, as its transaction commits, to the one before by its hash. Positions have no gaps.
create table ledger_chain (
  position bigint primary key,
  entry_id uuid not null unique references ledger_entries on delete restrict,
  previous_hash bytea not null,
  hash bytea not null
);

-- What the daily comparison of the register with its ledger and the due list found (server/register/compare-sums.ts).
create table register_checks (
  day date primary key,
  checked_at timestamptz not null default now(),
  -- Principal: of the register, of account 2010, and of the due list with what is still to come.
  register_cents bigint not null,
  ledger_cents bigint not null,
  due_cents bigint not null,
  -- Numbers of notes whose schedule isn't what the ledger has as owed; the first of them.
  notes text[] not null default '{}'
);

-- Policies

create policy audit_compares on ledger_entries for select to app_audit using (true);
create policy office_or_member_reads on ledger_entries for select to app_user
  using ((select app.acts_for_office()) or holder_id = any ((select app.my_owners())::uuid[]));
create policy steward_reads on ledger_entries for select to app_steward using (true);
create policy office_adds on ledger_entries for insert to app_user with check ((select app.acts_for_office()));
create policy jobs_add on ledger_entries for all to app_jobs using (true);
grant select on ledger_entries to app_audit, app_steward;
grant select, insert (id, kind, note_id, holder_id, booked_on, relates_to, schedule_version, line_n, reference,
  reverses, idempotency_key, approval_id) on ledger_entries to app_jobs, app_user;

create policy audit_compares on ledger_lines for select to app_audit using (true);
create policy office_or_member_reads on ledger_lines for select to app_user
  using ((select app.acts_for_office()) or holder_id = any ((select app.my_owners())::uuid[]));
create policy steward_reads on ledger_lines for select to app_steward using (true);
create policy office_adds on ledger_lines for insert to app_user with check ((select app.acts_for_office()));
create policy jobs_add on ledger_lines for all to app_jobs using (true);
grant select, insert on ledger_lines to app_jobs, app_user;
grant select on ledger_lines to app_audit, app_steward;

create policy audit_compares on ledger_chain for select to app_audit using (true);
create policy office_reads on ledger_chain for select to app_user using ((select app.acts_for_office()));
create policy steward_reads on ledger_chain for select to app_steward using (true);
create policy steward_chains on ledger_chain for insert to app_steward with check (true);
create policy jobs_read on ledger_chain for select to app_jobs using (true);
grant select, insert on ledger_chain to app_steward;
grant select on ledger_chain to app_audit, app_jobs, app_user;

grant select on app.note_movements, app.line_status to app_audit, app_user, app_jobs, app_steward;
grant select on app.notes_owing_interest to app_user;

create policy admin_reads on register_checks for select to app_user using ((select app.is_admin()));
create policy jobs_compare on register_checks for all to app_jobs using (true);
grant select on register_checks to app_user;
grant select, insert, update on register_checks to app_jobs;

-- Functions

-- What is owed and paid on notes is told once, here (docs/note-rules.md, "The ledger"): whatever sums up the ledger of a
-- note reads these views and functions; interest is counted by rules/notes alone.

-- What each line of the ledger changed of what a note owes its holder: principal (2010, notes payable) and interest that
-- is due (2020, interest payable, and 2040, payments that nobody claimed), with the facts of its entry.
create view app.note_movements with (security_invoker = true) as
  select l.entry_id, l.account, l.note_id, l.holder_id, e.note_id as entry_note_id, e.seq, e.kind,
    -- What it is about: its kind, or that of the entry it reverses.
    coalesce(o.kind, e.kind) as about,
    e.booked_on, e.relates_to, e.schedule_version, e.line_n, e.reference, e.reverses,
    e.created_at,
    case l.account when 2010 then l.credit_cents - l.debit_cents else 0 end as principal_cents,
    case when l.account <> 2010 then l.credit_cents - l.debit_cents else 0 end as interest_cents
  from public.ledger_lines l join public.ledger_entries e on e.id = l.entry_id
    left join public.ledger_entries o on o.id = e.reverses
  where l.account in (2010, 2020, 2040);

-- The notes of which interest is due and unpaid, by their accounts alone: one pass, without the entries.
create view app.notes_owing_interest with (security_invoker = true) as
  select l.note_id from public.ledger_lines l where l.account in (2020, 2040)
  group by l.note_id having sum(l.credit_cents) > sum(l.debit_cents);

-- What a note owes at the end of a day, by the books ('infinity': by all of them): principal, interest that is due and
-- unpaid, and the interest paid since issue. It becomes part of the statement that calls it.
create or replace function app.note_balance(note uuid, day date)
  returns table (principal_cents bigint, interest_cents bigint, paid_cents bigint)
language sql stable reset search_path as $$
  select coalesce(sum(m.principal_cents), 0)::bigint, coalesce(sum(m.interest_cents), 0)::bigint,
    coalesce(-sum(m.interest_cents) filter (where m.about = 'payment'), 0)::bigint
  from app.note_movements m where m.note_id = note and m.booked_on <= day
$$;
grant execute on function app.note_balance to app_user, app_jobs, app_steward;

-- The lines of every version of a schedule, with what the ledger has of them. Columns that a statement leaves out cost
-- nothing.
create view app.line_status with (security_invoker = true) as
  select s.note_id, s.holder_id, s.version, s.n, s.start_date, s.due_date, s.pay_date, s.days, s.is_stub, s.interest_cents,
    s.principal_cents,
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
    -- Of the principal, what is unpaid: it is paid as a whole, what was due first before what is due later.
    case when s.principal_cents = 0 then 0 else greatest(0, least(s.principal_cents,
      (select coalesce(sum(m.principal_cents), 0)::bigint from app.note_movements m
        where m.note_id = s.note_id and m.account = 2010)
      - (select coalesce(sum(o.principal_cents), 0)::bigint from public.schedule_lines o
        where o.note_id = s.note_id and o.version = s.version and o.n > s.n))) end as principal_left_cents
  from public.schedule_lines s;

-- What a note still owes of its principal.
create or replace function app.principal_outstanding(note uuid) returns bigint
language sql stable security definer as $$
  select coalesce(sum(m.principal_cents), 0)::bigint from app.note_movements m
  where m.note_id = note and m.account = 2010
$$;
alter function app.principal_outstanding owner to app_steward;

-- Whether a note owes nothing: no principal, and no interest of the schedule that applies to it.
create or replace function app.is_settled(note uuid) returns boolean
language sql stable security definer as $$
  select app.principal_outstanding(note) = 0 and not exists (select from public.notes n
    join app.line_status s on s.note_id = n.id and s.version = n.version
    where n.id = note and s.paid_cents < s.interest_cents)
$$;
alter function app.is_settled owner to app_steward;

-- The ledger's guards
create or replace function app.guard_ledger_entry() returns trigger
language plpgsql security definer as $$
declare
  caller text := current_setting('role');
  accepted text[] := case new.kind
    when 'funds' then '{note.fund}'
    when 'payment' then '{payment.record,note.payoff}'
    when 'principal' then '{payment.record,note.payoff,note.repay}'
    when 'payment_returned' then '{ledger.reverse}'
    when 'reversal' then '{ledger.reverse}'
    when 'renewal' then '{note.renew}'
    when 'transfer' then '{note.transfer}'
    else '{}' end;
begin
  new.created_at := now();
  if new.holder_id is distinct from (select n.holder_id from public.notes n where n.id = new.note_id) then
    raise exception 'an entry belongs to the holder of its note' using errcode = '42501';
  end if;
  if new.booked_on > (now() at time zone 'UTC')::date then
    raise exception '% is yet to come', new.booked_on using errcode = '23514', constraint = 'ledger_day_has_come';
  end if;
  if new.reverses is not null and app.is_reversal(new.reverses) is not false then
    raise exception 'a reversal is not reversed' using errcode = '23514', constraint = 'ledger_reverses_once';
  end if;
  if caller = 'app_user' then
    new.recorded_by := app.user_id();
    -- What two people have agreed on, in this transaction; interest falls due by itself.
    if new.kind <> 'interest_due' and not exists (select from public.approvals a where a.id = new.approval_id
      and a.decision = 'approved' and a.decided_at = now() and a.decided_by = new.recorded_by
      and (a.kind = any (accepted) or a.kind = 'register.import'))
    then
      raise exception 'this entry takes two people' using errcode = '42501';
    end if;
  elsif caller = 'app_jobs' then
    new.recorded_by := null;
    if new.kind <> 'interest_due' then
      raise exception 'this entry takes two people' using errcode = '42501';
    end if;
  end if;
  return new;
end $$;
alter function app.guard_ledger_entry owner to app_steward;
create trigger guard before insert on ledger_entries for each row execute function app.guard_ledger_entry();
alter table ledger_entries enable always trigger guard;

create or replace function app.is_reversal(entry uuid) returns boolean
language sql stable security definer as $$ select e.reverses is not null from public.ledger_entries e where e.id = entry $$;
alter function app.is_reversal owner to app_steward;

-- Of all lines that a statement adds. Each is found by its key, however many the planner expects.
create or replace function app.guard_ledger_lines() returns trigger
language plpgsql security definer as $$
begin
  if exists (select from added l where not exists (select from public.ledger_entries e where e.id = l.entry_id
        and e.created_at = now() and e.holder_id = l.holder_id offset 0)
      or exists (select from public.ledger_chain c where c.entry_id = l.entry_id offset 0))
  then
    raise exception 'an entry has the lines it was written with' using errcode = '42501';
  end if;
  if exists (select from added l where not exists (select from public.notes n where n.id = l.note_id
      and n.holder_id = l.holder_id offset 0))
  then
    raise exception 'a line belongs to the holder of its note' using errcode = '42501';
  end if;
  return null;
end $$;
alter function app.guard_ledger_lines owner to app_steward;
create trigger guard after insert on ledger_lines referencing new table as added for each statement
  execute function app.guard_ledger_lines();
alter table ledger_lines enable always trigger guard;

-- The canonical text of an entry, whose hash makes the chain. server/ledger/entry-text.ts builds the same, so that
-- checking doesn't rely on this function. Without settings of its own, it becomes part of the statement that calls it.
create or replace function app.ledger_text(place bigint, e public.ledger_entries, lines jsonb) returns text
language sql stable reset search_path as $$
  select jsonb_build_array(place, e.id, e.kind, e.note_id, e.holder_id, e.booked_on::text, e.relates_to::text,
    e.schedule_version, e.line_n, e.reference, e.reverses, e.idempotency_key, e.approval_id, e.recorded_by,
    to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), lines)::text
$$;
alter function app.ledger_text owner to app_steward;

-- When a transaction commits: compares all entries it wrote with each other and with the ledger, and chains them. One
-- transaction at a time, so that what it compares with is complete.
create or replace function app.close_ledger_entries() returns trigger
language plpgsql security definer as $$
declare
  last public.ledger_chain;
  entry record;
  ids uuid[] := '{}';
  previous bytea[] := '{}';
  hashes bytea[] := '{}';
  wrong text;
begin
  if exists (select from public.ledger_chain c where c.entry_id = new.id) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger chain', 0));

  -- A period that was being released meanwhile is closed now: the release takes the same lock.
  select e.booked_on::text into wrong from public.ledger_entries e where e.created_at = now()
    and (exists (select from public.statement_periods p where p.holder_id = e.holder_id and p.period_end >= e.booked_on)
      or exists (select from public.statement_periods p where p.holder_id is null and p.period_end >= e.booked_on))
    limit 1;
  if found then
    raise exception 'the period of % is closed', wrong using errcode = '23514', constraint = 'ledger_period_is_closed';
  end if;

  select e.id::text into wrong from public.ledger_entries e left join public.ledger_lines l on l.entry_id = e.id
    where e.created_at = now() group by e.id
    having count(l.n) < 2 or sum(l.debit_cents) <> sum(l.credit_cents) limit 1;
  if found then
    raise exception 'the debits of entry % are not its credits', wrong using errcode = '23514', constraint = 'ledger_balances';
  end if;

  select e.id::text into wrong from public.ledger_entries e where e.created_at = now() and e.reverses is not null and (
      exists (select l.account, l.note_id, l.debit_cents, l.credit_cents from public.ledger_lines l where l.entry_id = e.reverses
        except all select m.account, m.note_id, m.credit_cents, m.debit_cents from public.ledger_lines m where m.entry_id = e.id)
      or exists (select m.account, m.note_id, m.credit_cents, m.debit_cents from public.ledger_lines m where m.entry_id = e.id
        except all select l.account, l.note_id, l.debit_cents, l.credit_cents from public.ledger_lines l where l.entry_id = e.reverses)
      or not exists (select from public.ledger_entries o where o.id = e.reverses and o.note_id = e.note_id
        and row(o.schedule_version, o.line_n) is not distinct from row(e.schedule_version, e.line_n)))
    limit 1;
  if found then
    raise exception 'entry % does not mirror the one it reverses', wrong using errcode = '23514', constraint = 'ledger_reversal_mirrors';
  end if;

  -- What falls due is what the schedule says, on its day, once.
  select e.id::text into wrong from public.ledger_entries e
    left join public.schedule_lines s on s.note_id = e.note_id and s.version = e.schedule_version and s.n = e.line_n
    where e.created_at = now() and e.kind = 'interest_due' and (s.note_id is null or e.relates_to <> s.due_date
      or s.interest_cents is distinct from (select sum(l.credit_cents) from public.ledger_lines l where l.entry_id = e.id and l.account = 2020)
      or exists (select from public.ledger_entries o where o.note_id = e.note_id and o.line_n = e.line_n
        and o.kind = 'interest_due' and o.id <> e.id)) limit 1;
  if found then
    raise exception 'entry % is not what the schedule says', wrong using errcode = '23514', constraint = 'ledger_follows_schedule';
  end if;

  -- Nothing is paid twice: of a line no more than its interest, and nothing where that turned out not to be due; of a note no more than its principal.
  select e.note_id::text into wrong from (select distinct e.note_id, e.schedule_version, e.line_n from public.ledger_entries e
      where e.created_at = now() and e.kind in ('payment', 'reversal') and e.line_n is not null) e
    -- Lateral, and not flattened: however many the planner expects, the lines are found by their key.
    cross join lateral (select l.interest_cents from public.schedule_lines l where l.note_id = e.note_id
      and l.version = e.schedule_version and l.n = e.line_n offset 0) s
    cross join lateral (select exists (select from public.ledger_entries o join public.ledger_entries r on r.reverses = o.id
        where o.note_id = e.note_id and o.line_n = e.line_n and o.kind = 'interest_due') as is_undone) u
    where case when u.is_undone then 0 else s.interest_cents end < (select -sum(m.interest_cents) from app.note_movements m
      where m.note_id = e.note_id and m.entry_note_id = e.note_id and m.line_n = e.line_n and m.about <> 'interest_due')
    limit 1;
  if not found then
    select o.note_id::text into wrong from (select distinct l.note_id from public.ledger_entries e
        join public.ledger_lines l on l.entry_id = e.id and l.account = 2010 where e.created_at = now()) o
      join public.notes n on n.id = o.note_id
      where app.principal_outstanding(o.note_id) not between 0 and n.principal_cents limit 1;
  end if;
  if found then
    raise exception 'more is paid on note % than is owed', wrong using errcode = '23514', constraint = 'ledger_pays_once';
  end if;

  select * into last from public.ledger_chain order by position desc limit 1;
  last.position := coalesce(last.position, 0);
  last.hash := coalesce(last.hash, sha256(''));
  for entry in select e.id, app.ledger_text(last.position + row_number() over (order by e.seq), e, l.lines) as text
    from public.ledger_entries e cross join lateral (
      select jsonb_agg(jsonb_build_array(l.n, l.account, l.debit_cents, l.credit_cents, l.note_id) order by l.n) as lines
      from public.ledger_lines l where l.entry_id = e.id) l
    where e.created_at = now() and not exists (select from public.ledger_chain c where c.entry_id = e.id) order by e.seq
  loop
    ids := ids || entry.id;
    previous := previous || last.hash;
    last.hash := sha256(last.hash || convert_to(entry.text, 'UTF8'));
    hashes := hashes || last.hash;
  end loop;
  insert into public.ledger_chain
    select last.position + l.place, l.id, l.before, l.hash
    from unnest(ids::uuid[], previous::bytea[], hashes::bytea[]) with ordinality l (id, before, hash, place);
  return null;
end $$;
alter function app.close_ledger_entries owner to app_steward;
create constraint trigger close_entries after insert on ledger_entries
  deferrable initially deferred for each row execute function app.close_ledger_entries();
alter table ledger_entries enable always trigger close_entries;

-- Nobody changes or removes what is in the books.
create or replace function app.refuse_ledger_change() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_relid::regclass using errcode = '42501';
end $$;

create trigger announce_to_office after insert on ledger_entries for each statement execute function app.announce_to_office();
create trigger refuse_change before delete or update on ledger_chain for each row execute function app.refuse_ledger_change();
alter table ledger_chain enable always trigger refuse_change;
create trigger refuse_truncate before truncate on ledger_chain execute function app.refuse_ledger_change();
alter table ledger_chain enable always trigger refuse_truncate;
create trigger refuse_change before delete or update on ledger_entries for each row execute function app.refuse_ledger_change();
alter table ledger_entries enable always trigger refuse_change;
create trigger refuse_truncate before truncate on ledger_entries execute function app.refuse_ledger_change();
alter table ledger_entries enable always trigger refuse_truncate;
create trigger refuse_change before delete or update on ledger_lines for each row execute function app.refuse_ledger_change();
alter table ledger_lines enable always trigger refuse_change;
create trigger refuse_truncate before truncate on ledger_lines execute function app.refuse_ledger_change();
alter table ledger_lines enable always trigger refuse_truncate;
