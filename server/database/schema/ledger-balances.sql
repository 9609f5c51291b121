-- The ledger grows and balances. An entry is added, never changed or removed, not even by the database's owner. Its debits are
-- its credits; interest falls due once, as the schedule says; nothing is paid twice; what was wrong is mirrored by an entry
-- that names it; nothing is dated into a period that is closed; and each entry is linked to the one before by its hash.
-- Everything but interest that falls due needs two people. Tests: app/ledger/tests/ledger.test.ts, note-lives.test.ts,
-- note-races.slow.test.ts.

-- Functions

-- Whether an entry takes back a payment that came back, or interest that fell due with one: on the day on which it came back.
create or replace function app.is_of_return(entry uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.ledger_entries r join public.ledger_entries o on o.id = r.reverses
    where r.id = entry and (r.kind = 'payment_returned' or r.kind in ('reversal', 'restated') and o.kind = 'interest_due'
      and exists (select from public.ledger_entries p where p.note_id = r.note_id and p.approval_id = r.approval_id
        and p.kind = 'payment_returned' and p.relates_to = r.relates_to)))
$$;

-- Of each new entry: its holder, its day, who recorded it, and that two people have agreed on it.
create or replace function app.guard_ledger_entry() returns trigger language plpgsql security definer as $$
declare
  caller text := current_setting('role');
begin
  new.created_at := now();
  if new.holder_id is distinct from (select n.holder_id from public.notes n where n.id = new.note_id) then
    raise exception 'an entry belongs to the holder of its note' using errcode = '42501';
  end if;
  if new.booked_on > app.fund_day() then
    raise exception '% is yet to come', new.booked_on using errcode = '23514', constraint = 'ledger_day_has_come';
  end if;
  -- A reversal is reversed only where a payment that came back, or interest that fell due with one, is booked again with its
  -- return.
  select coalesce(o.undoes, o.reverses) into new.undoes from public.ledger_entries o where o.id = new.reverses
    and (o.undoes is not null and app.is_of_return(o.reverses) or o.undoes is null and app.is_of_return(o.id));
  if new.reverses is not null and app.is_reversal(new.reverses) is not false
    and (new.kind <> 'restated' or new.undoes is null)
  then
    raise exception 'a reversal is not reversed' using errcode = '23514', constraint = 'ledger_reverses_once';
  end if;
  if caller = 'app_user' then
    new.recorded_by := app.user_id();
    -- What two people have agreed on, in this transaction; interest falls due by itself.
    if new.kind <> 'interest_due' and not exists (select from public.approvals a where a.id = new.approval_id
      and a.decision = 'approved' and a.decided_at = now() and a.decided_by = new.recorded_by
      and (a.kind = any (app.approvals_of_entries(new.kind)) or a.kind = 'register.import'))
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
create trigger guard before insert on ledger_entries for each row execute function app.guard_ledger_entry();
alter table ledger_entries enable always trigger guard;

-- Whether an entry reverses another one; null where there is none.
create or replace function app.is_reversal(entry uuid) returns boolean
language sql stable security definer as $$ select e.reverses is not null from public.ledger_entries e where e.id = entry $$;

-- Of all lines that a statement adds. Each entry is found by its key, however many the planner expects: all that a transaction
-- writes have the same time.
create or replace function app.guard_ledger_lines() returns trigger language plpgsql security definer as $$
begin
  if exists (select from added l where (select e.created_at = now() and e.holder_id is not distinct from l.holder_id
        from public.ledger_entries e where e.id = l.entry_id) is not true
      or exists (select from public.ledger_chain c where c.entry_id = l.entry_id offset 0))
  then
    raise exception 'an entry has the lines it was written with' using errcode = '42501';
  end if;
  if exists (select from added l where l.note_id is not null and not exists (select from public.notes n where n.id = l.note_id
      and n.holder_id = l.holder_id offset 0))
  then
    raise exception 'a line belongs to the holder of its note' using errcode = '42501';
  end if;
  return null;
end $$;
create trigger guard after insert on ledger_lines referencing new table as added for each statement
  execute function app.guard_ledger_lines();
alter table ledger_lines enable always trigger guard;

-- When a transaction commits: compares all entries it wrote with each other and with the ledger, and chains them. One
-- transaction at a time, so that what it compares with is complete.
create or replace function app.close_ledger_entries() returns trigger language plpgsql security definer as $$
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
      or not exists (select from public.ledger_entries o where o.id = e.reverses and o.note_id is not distinct from e.note_id
        and row(o.schedule_version, o.line_n) is not distinct from row(e.schedule_version, e.line_n)))
    limit 1;
  if found then
    raise exception 'entry % does not mirror the one it reverses', wrong using errcode = '23514', constraint = 'ledger_reversal_mirrors';
  end if;

  -- What falls due is what the schedule says, on its day, once; again only by a later version, where it was reversed.
  select e.id::text into wrong from public.ledger_entries e
    left join public.schedule_lines s on s.note_id = e.note_id and s.version = e.schedule_version and s.n = e.line_n
    where e.created_at = now() and e.kind = 'interest_due' and (s.note_id is null or e.relates_to <> s.due_date
      or s.interest_cents is distinct from (select sum(m.interest_cents) from app.note_movements m where m.entry_id = e.id)
      or exists (select from public.ledger_entries o where o.note_id = e.note_id and o.line_n = e.line_n
        and o.kind = 'interest_due' and o.id <> e.id and (o.schedule_version = e.schedule_version
          or not exists (select from public.ledger_entries r where r.reverses = e.id)
            and (o.schedule_version > e.schedule_version
              or not exists (select from public.ledger_entries r where r.reverses = o.id))))) limit 1;
  if found then
    raise exception 'entry % is not what the schedule says', wrong using errcode = '23514', constraint = 'ledger_follows_schedule';
  end if;

  -- Nothing is paid twice: of a line no more than its interest by the schedule that applies, and nothing where that turned out
  -- not to be due and the schedule has it no more; of a note no more than its principal. A note that is funded again has lines
  -- of the same numbers.
  select e.note_id::text into wrong from (select distinct e.note_id, e.schedule_version, e.line_n from public.ledger_entries e
      where e.created_at = now() and e.kind in ('payment', 'reversal', 'restated') and e.line_n is not null) e
    -- Lateral, and not flattened: however many the planner expects, the lines are found by their key.
    cross join lateral (select coalesce(
        (select l.interest_cents from public.notes n join public.schedule_lines l on l.note_id = n.id
          and l.version = n.version and l.n = e.line_n where n.id = e.note_id),
        (select l.interest_cents from public.schedule_lines l where l.note_id = e.note_id
          and l.version = e.schedule_version and l.n = e.line_n)) as interest_cents offset 0) s
    cross join lateral (select count(*) > 0 and count(*) = count(r.id) and not exists (select from public.notes n
        join public.schedule_lines c on c.note_id = n.id and c.version = n.version and c.n = e.line_n
        where n.id = e.note_id) as is_undone
      from public.ledger_entries o left join public.ledger_entries r on r.reverses = o.id
      where o.note_id = e.note_id and o.line_n = e.line_n and o.kind = 'interest_due') u
    where case when u.is_undone then 0 else s.interest_cents end < (select -sum(m.interest_cents) from app.note_movements m
      where m.note_id = e.note_id and m.entry_note_id = e.note_id and m.line_n = e.line_n and m.about <> 'interest_due')
    limit 1;
  if not found then
    select o.note_id::text into wrong from (select distinct m.note_id from app.note_movements m
        where m.created_at = now() and m.is_principal) o
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
alter table ledger_entries enable always trigger close_entries;

-- The canonical text of an entry; its hash makes the chain. app/ledger/server/verify-ledger.ts has the same in a
-- statement of its own, so that checking doesn't rely on this function. Without settings of its own, it becomes part of the statement that calls it.
create or replace function app.ledger_text(place bigint, e public.ledger_entries, lines jsonb) returns text
language sql stable reset search_path as $$
  select jsonb_build_array(place, e.id, e.kind, e.note_id, e.holder_id, e.booked_on::text, e.relates_to::text,
    e.schedule_version, e.line_n, e.reference, e.reverses, e.idempotency_key, e.approval_id, e.recorded_by,
    to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), lines)::text
$$;
alter function app.ledger_text owner to app_steward;

-- No one changes or removes rows of the books.
create or replace function app.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are only added', tg_relid::regclass using errcode = '42501';
end $$;

-- The chain, the entries and their lines.
create trigger refuse_change before delete or update or truncate on ledger_chain, ledger_entries, ledger_lines
  execute function app.refuse_ledger_change();
alter table ledger_chain, ledger_entries, ledger_lines enable always trigger refuse_change;
