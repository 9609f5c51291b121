-- Notes, their schedules, and the ledger (docs/architecture.md, "Notes and their ledger"). Operations: server/notes/, server/ledger/.
--
-- Money is in cents, rates are in basis points, days are civil dates of the fund's time zone, which is never ahead of UTC:
-- so UTC's date is the latest "today" that the database accepts.
--
-- app_steward, which nobody can become, owns the functions that compare rows no matter who acts.

-- ---------------------------------------------------------------------------------------------------------
-- notes: registered promissory notes. States and steps: app.guard_note
-- ---------------------------------------------------------------------------------------------------------
create table notes (
  id uuid primary key default gen_random_uuid(),
  -- Such as LK-2026-0001.
  number text not null unique check (number ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  holder_id uuid not null references holders on delete restrict,
  offering text not null check (offering = btrim(offering) and length(offering) between 1 and 200 and offering !~ '[[:cntrl:]]'),
  principal_cents bigint not null check (principal_cents between 1 and 100000000000000),
  rate_bp integer not null check (rate_bp between 1 and 10000),
  term_months integer not null check (term_months in (12, 24)),
  payout text not null check (payout in ('monthly', 'quarterly', 'annually')),
  day_count text not null check (day_count in ('30/360', 'actual/365')),
  convention text not null default 'following' check (convention in ('following', 'modified_following', 'preceding')),
  -- In a draft the planned day, if one is; from `funded` on the day from which interest runs.
  issue_date date check (issue_date between '2000-01-01' and '2100-12-31'),
  -- Null: counted from the issue date.
  first_payment_date date,
  maturity_date date,
  -- The state of the sale, for blue-sky laws: two letters.
  sale_state text check (sale_state ~ '^[A-Z]{2}$'),
  default_rate_bp integer check (default_rate_bp between 1 and 10000),
  early_redemption text check (length(early_redemption) between 1 and 2000),
  -- The note that this one renews, or continues for a new holder.
  predecessor_id uuid references notes on delete restrict,
  -- A name for the payee's account, never its number.
  payee text check (length(payee) between 1 and 200 and payee !~ '[[:cntrl:]]'),
  -- The terms as they were signed, and their SHA-256; the database writes both (app.guard_note).
  terms jsonb,
  terms_sha256 bytea,
  state text not null default 'draft' check (state in ('draft', 'signed', 'funded', 'current', 'matured', 'paid',
    'renewed', 'transferred', 'defaulted', 'cancelled')),
  signed_at timestamptz,
  funded_at timestamptz,
  closed_at timestamptz,
  -- The day on which it was paid, renewed, transferred or cancelled.
  closed_on date,
  close_reason text check (length(close_reason) between 1 and 500),
  created_at timestamptz not null default now(),
  created_by uuid references user_profiles on delete restrict,
  -- Of the schedule that applies; 0 while there is none.
  version integer not null default 0 check (version >= 0),
  -- The due date of the first line whose interest the ledger doesn't have yet; null once it has all of them.
  next_due_on date,
  constraint terms_are_frozen check ((terms is null) = (terms_sha256 is null)
    and (terms is not null or state in ('draft', 'cancelled')) and (signed_at is not null or state in ('draft', 'cancelled'))),
  constraint funded_has_dates check (state in ('draft', 'signed', 'cancelled')
    or (issue_date is not null and maturity_date is not null and funded_at is not null and version > 0)),
  constraint closed_has_its_day check ((state in ('paid', 'renewed', 'transferred', 'cancelled')) = (closed_at is not null)
    and (closed_at is null) = (closed_on is null))
);
create index notes_of_holder on notes (holder_id, created_at);
create index notes_by_offering on notes (offering, number);
create index notes_in_state on notes (state, number);
create index notes_maturing on notes (maturity_date, id) where state in ('funded', 'current', 'matured', 'defaulted');
create index notes_with_dues on notes (next_due_on) where next_due_on is not null;
create index notes_awaiting_funds on notes (signed_at) where state = 'signed';
create index notes_awaiting_issue on notes (issue_date) where state = 'funded';
create index notes_newest on notes (created_at desc, id desc);
-- One successor at most.
create unique index notes_successor on notes (predecessor_id) where predecessor_id is not null and state <> 'cancelled';
create index notes_predecessor on notes (predecessor_id) where predecessor_id is not null;
create index notes_issued on notes (issue_date) where funded_at is not null;
create index notes_closed on notes (closed_on) where closed_on is not null;
create index notes_creator on notes (created_by);

-- The last number of each year.
create table app.note_counters (
  year integer primary key,
  last integer not null
);

-- Who has signed a note, as the office has recorded it.
create table note_signers (
  note_id uuid not null references notes on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  signed_at timestamptz not null,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now(),
  -- The signed paper.
  document_id uuid references documents on delete set null,
  primary key (note_id, user_id)
);
create index note_signers_person on note_signers (user_id);
create index note_signers_recorder on note_signers (recorded_by);
create index note_signers_document on note_signers (document_id) where document_id is not null;

-- ---------------------------------------------------------------------------------------------------------
-- schedule_lines: when which interest and principal is due. Earlier versions stay. A later version repeats the lines that
-- were due before it, with their numbers: so a note and a number identify a line in every version.
-- ---------------------------------------------------------------------------------------------------------
create table schedule_lines (
  note_id uuid not null references notes on delete restrict,
  version integer not null check (version > 0),
  n integer not null check (n > 0),
  holder_id uuid not null references holders on delete restrict,
  start_date date not null,
  due_date date not null,
  pay_date date not null,
  days integer not null check (days > 0),
  is_stub boolean not null,
  interest_cents bigint not null check (interest_cents >= 0),
  principal_cents bigint not null default 0 check (principal_cents >= 0),
  primary key (note_id, version, n),
  constraint due_follows_start check (due_date > start_date)
);
create index schedule_lines_due on schedule_lines (due_date, note_id);
create index schedule_lines_pay on schedule_lines (pay_date, note_id);
create index schedule_lines_of_holder on schedule_lines (holder_id, due_date);

-- ---------------------------------------------------------------------------------------------------------
-- The ledger: entries with their lines. Only added to; what was wrong is reversed by an entry that mirrors it.
--
-- Accounts: 1010 cash, 1020 payments in transit, 2010 notes payable, 2020 interest payable, 2030 tax withheld,
-- 2040 unclaimed payments, 5010 interest expense.
-- ---------------------------------------------------------------------------------------------------------
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

-- Links each entry, as its transaction commits, to the one before by its hash. Positions have no gaps.
create table ledger_chain (
  position bigint primary key,
  entry_id uuid not null unique references ledger_entries on delete restrict,
  previous_hash bytea not null,
  hash bytea not null
);

-- Periods whose statements have been released: nothing is dated into them anymore. Without a holder: everyone's.
create table statement_periods (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid references holders on delete restrict,
  period_end date not null,
  closed_at timestamptz not null default now(),
  unique nulls not distinct (holder_id, period_end)
);

-- ---------------------------------------------------------------------------------------------------------
-- elections: what a note's holder wants at maturity. A member makes it; silence pays out.
-- ---------------------------------------------------------------------------------------------------------
create table elections (
  id uuid primary key default gen_random_uuid(),
  note_id uuid not null references notes on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  choice text not null check (choice in ('withdraw', 'renew', 'renew_part', 'other_term')),
  renew_cents bigint check (renew_cents > 0),
  new_term_months integer check (new_term_months in (12, 24)),
  made_by uuid not null references user_profiles on delete restrict,
  made_at timestamptz not null default now(),
  -- Made after the election had closed: it counts once two people of the office have agreed.
  is_late boolean not null default false,
  approval_id uuid references approvals on delete restrict,
  superseded_at timestamptz,
  constraint part_has_its_amount check ((choice = 'renew_part') = (renew_cents is not null)),
  constraint other_term_is_named check ((choice = 'other_term') = (new_term_months is not null))
);
create unique index elections_in_force on elections (note_id)
  where superseded_at is null and (not is_late or approval_id is not null);
create unique index elections_late on elections (note_id) where superseded_at is null and is_late and approval_id is null;
create index elections_of_note on elections (note_id, made_at);
create index elections_of_holder on elections (holder_id);
create index elections_maker on elections (made_by);
create index elections_approval on elections (approval_id) where approval_id is not null;

-- Which notices about its maturity a note's holder has been sent.
create table maturity_notices (
  note_id uuid not null references notes on delete restrict,
  kind text not null check (kind in ('notice', 'first_reminder', 'second_reminder')),
  sent_at timestamptz not null default now(),
  primary key (note_id, kind)
);

-- ---------------------------------------------------------------------------------------------------------
-- What the guards compare, no matter who acts
-- ---------------------------------------------------------------------------------------------------------

-- What a note still owes of its principal, by the ledger.
create function app.principal_outstanding(note uuid) returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(l.credit_cents - l.debit_cents), 0)::bigint from public.ledger_lines l
    where l.note_id = note and l.account = 2010
$$;

-- Whether as many have signed as the holder's rule asks for, of those who act for it now.
create function app.is_signed(note uuid) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select case h.signing_rule when 'all' then s.signed > 0 and s.signed = s.of when 'any_two' then s.signed >= least(2, s.of) and s.signed > 0
      else s.signed > 0 end
    from public.notes n join public.holders h on h.id = n.holder_id
      cross join lateral (select count(*) as of, count(g.user_id) as signed from public.holder_members m
        left join public.note_signers g on g.note_id = n.id and g.user_id = m.user_id
        where m.holder_id = n.holder_id and m.ended_at is null and m.member_right <> 'viewer') s
    where n.id = note and (current_setting('role') <> 'app_user' or app.acts_for_office())
$$;

-- The terms that are signed, of the columns that have them.
create function app.terms_of(note public.notes) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('number', note.number, 'holder_id', note.holder_id, 'offering', note.offering,
    'principal_cents', note.principal_cents::text, 'rate_bp', note.rate_bp, 'term_months', note.term_months,
    'payout', note.payout, 'day_count', note.day_count, 'convention', note.convention,
    'first_payment_date', note.first_payment_date, 'sale_state', note.sale_state,
    'default_rate_bp', note.default_rate_bp, 'early_redemption', note.early_redemption,
    'predecessor_id', note.predecessor_id, 'payee', note.payee)
$$;

create function app.legal_name_of(holder uuid) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select h.legal_name from public.holders h where h.id = holder $$;

-- The next numbers of a year, such as LK-2026-0001. They are taken when the transaction commits.
create function app.next_note_numbers(prefix text, year integer, amount integer) returns text[]
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  numbers text[] := '{}';
  counter integer;
begin
  if not app.acts_for_office() then
    raise exception 'only the office numbers notes' using errcode = '42501';
  end if;
  insert into app.note_counters as c values (next_note_numbers.year, 0)
    on conflict on constraint note_counters_pkey do update set last = c.last returning c.last into counter;
  while cardinality(numbers) < amount loop
    counter := counter + 1;
    -- An imported note may have this number.
    if not exists (select from public.notes n where n.number = format('%s-%s-%s', prefix, next_note_numbers.year, to_char(counter, 'FM999990000')))
    then
      numbers := numbers || format('%s-%s-%s', prefix, next_note_numbers.year, to_char(counter, 'FM999990000'));
    end if;
  end loop;
  update app.note_counters c set last = counter where c.year = next_note_numbers.year;
  return numbers;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Notes: terms that were signed stay as they are, and a state follows another only as here.
-- ---------------------------------------------------------------------------------------------------------
create function app.guard_note() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today date := (now() at time zone 'UTC')::date;
  -- From outside: current_user is app_steward in here.
  caller text := current_setting('role');
  owed bigint;
  is_allowed boolean := true;
begin
  if tg_op = 'UPDATE' and (new.id <> old.id or new.created_at <> old.created_at
    or new.created_by is distinct from old.created_by or new.number <> old.number
    or new.predecessor_id is distinct from old.predecessor_id)
  then
    raise exception 'a note stays the note that it is' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE' and old.state <> 'draft' then
    if app.terms_of(new) is distinct from app.terms_of(old) or new.terms is distinct from old.terms
      or new.terms_sha256 is distinct from old.terms_sha256 or new.signed_at is distinct from old.signed_at
    then
      raise exception 'the terms of a signed note are frozen' using errcode = '23514', constraint = 'note_terms_are_frozen';
    end if;
    if row(new.issue_date, new.maturity_date, new.funded_at)
      is distinct from row(old.issue_date, old.maturity_date, old.funded_at) and old.state <> 'signed'
    then
      raise exception 'the dates of a funded note are frozen' using errcode = '23514', constraint = 'note_terms_are_frozen';
    end if;
  end if;
  if new.state <> 'draft' and (tg_op = 'INSERT' or old.state = 'draft' and new.state <> 'cancelled') then
    new.signed_at := coalesce(new.signed_at, now());
    new.terms := app.terms_of(new) || jsonb_build_object('holder', app.legal_name_of(new.holder_id));
    new.terms_sha256 := sha256(convert_to(new.terms::text, 'UTF8'));
  end if;

  if tg_op = 'INSERT' then
    if caller = 'app_user' then
      new.created_by := app.user_id();
      -- A successor, or an imported note.
      is_allowed := new.state = 'draft' or app.is_applying();
    end if;
  elsif new.state <> old.state then
    owed := app.principal_outstanding(new.id);
    case old.state || ' ' || new.state
      when 'draft signed' then
        is_allowed := app.is_signed(new.id) and caller <> 'app_jobs';
      when 'draft cancelled', 'signed cancelled' then
        is_allowed := owed = 0;
      when 'signed funded' then
        is_allowed := owed = new.principal_cents and (caller <> 'app_user' or app.is_applying('note.fund', new.id));
      when 'funded current' then
        is_allowed := new.issue_date <= today;
      when 'current matured' then
        is_allowed := new.maturity_date <= today;
      when 'current paid', 'matured paid', 'defaulted paid' then
        is_allowed := owed = 0;
      when 'matured renewed' then
        is_allowed := owed = 0 and (caller <> 'app_user' or app.is_applying('note.renew', new.id));
      when 'current transferred' then
        is_allowed := owed = 0 and (caller <> 'app_user' or app.is_applying('note.transfer', new.id));
      when 'current defaulted', 'matured defaulted' then
        is_allowed := owed > 0 and (caller <> 'app_user' or app.is_applying('note.default', new.id));
      when 'defaulted current' then
        is_allowed := owed > 0 and (caller <> 'app_user' or app.is_applying('note.cure', new.id));
      when 'paid current', 'paid matured' then
        -- The payment of the principal was reversed: it came back, or had been recorded by mistake.
        is_allowed := owed > 0 and (caller <> 'app_user' or app.is_applying('ledger.reverse'));
      else
        is_allowed := false;
    end case;
    if caller = 'app_jobs' and old.state || ' ' || new.state
      not in ('funded current', 'current matured', 'signed cancelled')
    then
      is_allowed := false;
    end if;
  end if;
  if is_allowed is not true then
    raise exception 'a note does not take this step' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard before insert or update on notes for each row execute function app.guard_note();

-- Signatures belong to the terms of a draft: changing those removes them.
create function app.guard_signer() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if (select n.state from public.notes n where n.id = coalesce(new.note_id, old.note_id)) <> 'draft' then
    raise exception 'signatures of a signed note stay' using errcode = '42501';
  end if;
  if current_user = 'app_user' and tg_op = 'INSERT' then
    new.recorded_by := app.user_id();
  end if;
  return coalesce(new, old);
end $$;
create trigger guard before insert or delete on note_signers for each row execute function app.guard_signer();

-- ---------------------------------------------------------------------------------------------------------
-- The ledger's guards
-- ---------------------------------------------------------------------------------------------------------
create function app.guard_ledger_entry() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
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

create function app.is_reversal(entry uuid) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select e.reverses is not null from public.ledger_entries e where e.id = entry $$;

-- Of all lines that a statement adds. Each is found by its key, however many the planner expects.
create function app.guard_ledger_lines() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
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
create trigger guard before insert on ledger_entries for each row execute function app.guard_ledger_entry();
create trigger guard after insert on ledger_lines referencing new table as added for each statement
  execute function app.guard_ledger_lines();

-- The canonical text of an entry, whose hash makes the chain. server/ledger/entry-text.ts builds the same, so that
-- checking doesn't rely on this function. Without settings of its own, it becomes part of the statement that calls it.
create function app.ledger_text(place bigint, e public.ledger_entries, lines jsonb) returns text
language sql stable
as $$
  select jsonb_build_array(place, e.id, e.kind, e.note_id, e.holder_id, e.booked_on::text, e.relates_to::text,
    e.schedule_version, e.line_n, e.reference, e.reverses, e.idempotency_key, e.approval_id, e.recorded_by,
    to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), lines)::text
$$;

-- When a transaction commits: compares all entries it wrote with each other and with the ledger, and chains them. One
-- transaction at a time, so that what it compares with is complete.
create function app.close_ledger_entries() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
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

  -- Nothing is paid twice: of a line no more than its interest, of a note no more than its principal.
  select e.note_id::text into wrong from (select distinct e.note_id, e.schedule_version, e.line_n from public.ledger_entries e
      where e.created_at = now() and e.kind = 'payment' and e.line_n is not null) e
    -- Lateral, and not flattened: however many the planner expects, the lines are found by their key.
    cross join lateral (select l.interest_cents from public.schedule_lines l where l.note_id = e.note_id
      and l.version = e.schedule_version and l.n = e.line_n offset 0) s
    where s.interest_cents < (select sum(l.debit_cents - l.credit_cents) from public.ledger_entries o
      join public.ledger_lines l on l.entry_id = o.id and l.account = 2020
      where o.note_id = e.note_id and o.line_n = e.line_n and o.kind <> 'interest_due')
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
create constraint trigger close_entries after insert on ledger_entries
  deferrable initially deferred for each row execute function app.close_ledger_entries();

-- ---------------------------------------------------------------------------------------------------------
-- Elections: what was chosen stays; a later choice takes its place.
-- ---------------------------------------------------------------------------------------------------------
create function app.guard_election() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  is_allowed boolean := true;
begin
  if tg_op = 'INSERT' then
    if current_user = 'app_user' then
      new.made_by := app.user_id();
      new.made_at := now();
      is_allowed := app.acts_for_holder(new.holder_id) and new.superseded_at is null and new.approval_id is null
        and exists (select from public.notes n where n.id = new.note_id and n.holder_id = new.holder_id
          and n.state in ('current', 'matured') and (new.is_late or n.state = 'current'));
    end if;
  else
    is_allowed := row(new.id, new.note_id, new.holder_id, new.choice, new.renew_cents, new.new_term_months, new.made_by,
        new.made_at, new.is_late)
      is not distinct from row(old.id, old.note_id, old.holder_id, old.choice, old.renew_cents, old.new_term_months,
        old.made_by, old.made_at, old.is_late)
      and (old.superseded_at is null or new.superseded_at = old.superseded_at)
      and (new.approval_id is not distinct from old.approval_id or old.approval_id is null and new.is_late
        and (current_user <> 'app_user' or app.is_applying('election.accept', new.id)));
  end if;
  if is_allowed is not true then
    raise exception 'an election does not take this step' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard before insert or update on elections for each row execute function app.guard_election();

-- ---------------------------------------------------------------------------------------------------------
-- Nobody changes or removes what is in the books.
-- ---------------------------------------------------------------------------------------------------------
create function app.refuse_ledger_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'rows of % are only added', tg_relid::regclass using errcode = '42501';
end $$;
do $$
declare
  name text;
begin
  foreach name in array array['ledger_entries', 'ledger_lines', 'ledger_chain', 'schedule_lines', 'maturity_notices',
    'statement_periods']
  loop
    execute format('create trigger refuse_change before update or delete on %I for each row execute function app.refuse_ledger_change()', name);
    execute format('create trigger refuse_truncate before truncate on %I execute function app.refuse_ledger_change()', name);
    -- Also where a session skips triggers (session_replication_role).
    execute format('alter table %I enable always trigger refuse_change', name);
    execute format('alter table %I enable always trigger refuse_truncate', name);
  end loop;
  foreach name in array array['notes', 'elections'] loop
    execute format('create trigger refuse_removal before delete or truncate on %I execute function app.refuse_removal()', name);
    execute format('alter table %I enable always trigger refuse_removal', name);
  end loop;
  foreach name in array array['notes', 'elections', 'note_signers', 'ledger_entries', 'ledger_lines'] loop
    execute format('alter table %I enable always trigger guard', name);
  end loop;
end $$;
alter table ledger_entries enable always trigger close_entries;
create trigger announce_to_office after insert or update on notes for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert on ledger_entries for each statement execute function app.announce_to_office();

-- ---------------------------------------------------------------------------------------------------------
-- Row-level security
-- ---------------------------------------------------------------------------------------------------------
do $$
declare
  name text;
begin
  foreach name in array array['notes', 'note_signers', 'schedule_lines', 'ledger_entries', 'ledger_lines', 'ledger_chain',
    'statement_periods', 'elections', 'maturity_notices']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy active_only on %I as restrictive for all to app_user using ((select app.is_active()))', name);
    execute format('create policy backup_reads on %I for select to app_backup using (true)', name);
    execute format('create policy steward_reads on %I for select to app_steward using (true)', name);
    execute format('grant select on %I to app_user, app_jobs, app_steward', name);
  end loop;
  foreach name in array array['schedule_lines', 'ledger_entries', 'ledger_lines', 'elections'] loop
    execute format('create policy office_or_member_reads on %I for select to app_user
      using ((select app.acts_for_office()) or holder_id = any ((select app.my_holders())::uuid[]))', name);
  end loop;
  foreach name in array array['ledger_chain', 'statement_periods', 'maturity_notices'] loop
    execute format('create policy office_reads on %I for select to app_user using ((select app.acts_for_office()))', name);
  end loop;
  foreach name in array array['ledger_entries', 'ledger_lines', 'ledger_chain', 'notes'] loop
    execute format('create policy audit_compares on %I for select to app_audit using (true)', name);
    execute format('grant select on %I to app_audit', name);
  end loop;
end $$;

-- Members see a note once it is signed.
create policy office_or_member_reads on notes for select to app_user
  using ((select app.acts_for_office()) or holder_id = any ((select app.my_holders())::uuid[]) and terms is not null);
create policy office_adds on notes for insert to app_user with check ((select app.acts_for_office()));
create policy office_changes on notes for update to app_user using ((select app.acts_for_office()));
create policy jobs_advance on notes for all to app_jobs using (true);
grant insert (id, number, holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count, convention,
    issue_date, first_payment_date, maturity_date, sale_state, default_rate_bp, early_redemption, predecessor_id, payee,
    state, signed_at, funded_at, closed_at, closed_on, close_reason, version, next_due_on),
  update (holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count, convention, issue_date,
    first_payment_date, maturity_date, sale_state, default_rate_bp, early_redemption, payee, state, signed_at, funded_at,
    closed_at, closed_on, close_reason, version, next_due_on) on notes to app_user;
grant update (state, closed_at, closed_on, close_reason, next_due_on) on notes to app_jobs;

create policy with_their_note on note_signers for select to app_user
  using (exists (select from notes n where n.id = note_id));
create policy office_records on note_signers for insert to app_user with check ((select app.is_admin()));
create policy office_removes on note_signers for delete to app_user using ((select app.is_admin()));
grant insert (note_id, user_id, signed_at, document_id), delete on note_signers to app_user;

create policy office_adds on schedule_lines for insert to app_user with check ((select app.is_applying()));
create policy jobs_read on schedule_lines for select to app_jobs using (true);
grant insert on schedule_lines to app_user;

create policy office_adds on ledger_entries for insert to app_user with check ((select app.acts_for_office()));
create policy jobs_add on ledger_entries for all to app_jobs using (true);
grant insert (id, kind, note_id, holder_id, booked_on, relates_to, schedule_version, line_n, reference, reverses,
  idempotency_key, approval_id) on ledger_entries to app_user, app_jobs;
create policy office_adds on ledger_lines for insert to app_user with check ((select app.acts_for_office()));
create policy jobs_add on ledger_lines for all to app_jobs using (true);
grant insert on ledger_lines to app_user, app_jobs;
create policy steward_chains on ledger_chain for insert to app_steward with check (true);
grant insert on ledger_chain to app_steward;
create policy jobs_read on ledger_chain for select to app_jobs using (true);

create policy office_closes on statement_periods for insert to app_user with check ((select app.is_applying()));
create policy jobs_close on statement_periods for all to app_jobs using (true);
grant insert (holder_id, period_end) on statement_periods to app_user, app_jobs;

create policy member_elects on elections for insert to app_user with check (app.acts_for_holder(holder_id));
create policy member_or_office_changes on elections for update to app_user
  using (app.acts_for_holder(holder_id) or (select app.is_applying('election.accept')));
create policy jobs_read on elections for select to app_jobs using (true);
grant insert (id, note_id, holder_id, choice, renew_cents, new_term_months, is_late), update (superseded_at, approval_id)
  on elections to app_user;

create policy jobs_send on maturity_notices for all to app_jobs using (true);
grant insert (note_id, kind) on maturity_notices to app_jobs;

create policy steward_reads on holders for select to app_steward using (true);
create policy steward_reads on holder_members for select to app_steward using (true);
grant select on holders, holder_members to app_steward;
grant select, insert, update on app.note_counters to app_steward;

-- ---------------------------------------------------------------------------------------------------------
-- Mail about notes, gathered with everything else a person is told. The kinds are in rules/mail-preferences.ts.
-- ---------------------------------------------------------------------------------------------------------
alter table notices add column note_id uuid references notes on delete cascade;
create index notices_of_note on notices (note_id) where note_id is not null;
do $$
declare
  subjects text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conname = 'notice_has_its_subject');
begin
  alter table notices drop constraint notice_has_its_subject;
  execute format($add$
    alter table notices add constraint notice_has_its_subject check (
      case when kind ~ '^note-' then note_id is not null and num_nonnulls(document_id, filename, person_id, conversation_id, request_id) = 0
        else note_id is null and %s end)$add$, subjects);
end $$;
-- A member who elects is told that it was received.
create policy member_is_told on notices for insert to app_user
  with check (kind = 'note-election-received' and taken_at is null and mail_id is null
    and exists (select from elections e join holder_members m on m.holder_id = e.holder_id and m.ended_at is null
      where e.note_id = notices.note_id and m.user_id = notices.user_id and e.made_by = (select app.user_id())
        and e.made_at = now()));

-- ---------------------------------------------------------------------------------------------------------
-- Owners and callers of these functions
-- ---------------------------------------------------------------------------------------------------------
do $$
declare
  name text;
begin
  grant create on schema app to app_steward;
  foreach name in array array['app.principal_outstanding(uuid)', 'app.is_signed(uuid)',
    'app.legal_name_of(uuid)', 'app.next_note_numbers(text, integer, integer)',
    'app.is_reversal(uuid)', 'app.guard_note()', 'app.guard_ledger_entry()', 'app.guard_ledger_lines()', 'app.ledger_text(bigint, public.ledger_entries, jsonb)',
    'app.close_ledger_entries()']
  loop
    execute format('alter function %s owner to app_steward', name);
    execute format('revoke execute on function %s from public', name);
  end loop;
  revoke create on schema app from app_steward;
end $$;
revoke execute on function app.terms_of(public.notes), app.guard_signer(), app.guard_election(), app.refuse_ledger_change()
  from public;
grant execute on function app.terms_of(public.notes) to app_steward, app_audit;
grant execute on function app.is_applying(text, uuid) to app_steward;
grant execute on function app.is_signed(uuid), app.next_note_numbers(text, integer, integer) to app_user;
