-- What is owed and paid on notes, told once (docs/note-rules.md, "The ledger"). Everything that sums up the ledger of a
-- note reads these views and this function; interest is counted by rules/notes alone.

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

-- What a note owes at the end of a day, by the books ('infinity': by all of them): principal, interest that is due and
-- unpaid, and the interest paid since issue. It becomes part of the statement that calls it.
create function app.note_balance(note uuid, day date)
  returns table (principal_cents bigint, interest_cents bigint, paid_cents bigint)
language sql stable
as $$
  select coalesce(sum(m.principal_cents), 0)::bigint, coalesce(sum(m.interest_cents), 0)::bigint,
    coalesce(-sum(m.interest_cents) filter (where m.about = 'payment'), 0)::bigint
  from app.note_movements m where m.note_id = note and m.booked_on <= day
$$;

-- Its principal alone, which the register adds up for all notes: null before the books have any.
create function app.principal_on(note uuid, day date) returns bigint
language sql stable
as $$
  select sum(m.principal_cents)::bigint from app.note_movements m
  where m.note_id = note and m.account = 2010 and m.booked_on <= day
$$;

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
      coalesce(app.principal_on(s.note_id, 'infinity'), 0)
      - (select coalesce(sum(o.principal_cents), 0)::bigint from public.schedule_lines o
        where o.note_id = s.note_id and o.version = s.version and o.n > s.n))) end as principal_left_cents
  from public.schedule_lines s;

grant select on app.note_movements, app.line_status to app_user, app_jobs, app_steward;
revoke execute on function app.note_balance(uuid, date), app.principal_on(uuid, date) from public;
grant execute on function app.note_balance(uuid, date), app.principal_on(uuid, date) to app_user, app_jobs, app_steward;

-- What a note still owes of its principal.
create or replace function app.principal_outstanding(note uuid) returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select coalesce(app.principal_on(note, 'infinity'), 0) $$;

-- Whether a note owes nothing: no principal, and no interest of the schedule that applies to it.
create function app.is_settled(note uuid) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select app.principal_outstanding(note) = 0 and not exists (select from public.notes n
    join app.line_status s on s.note_id = n.id and s.version = n.version
    where n.id = note and s.paid_cents < s.interest_cents)
$$;

do $$
declare
  text text;
begin
  -- No note closes as paid while anything is owed on it, and one that owes something again is open again.
  text := pg_get_functiondef('app.guard_note()'::regprocedure);
  text := replace(text, $old$when 'current paid', 'matured paid', 'defaulted paid' then
        is_allowed := owed = 0;$old$, $new$when 'current paid', 'matured paid', 'defaulted paid' then
        is_allowed := app.is_settled(new.id);$new$);
  text := replace(text, $old$-- The payment of the principal was reversed: it came back, or had been recorded by mistake.
        is_allowed := owed > 0 and$old$, $new$-- A payment was reversed: it came back, or had been recorded by mistake.
        is_allowed := not app.is_settled(new.id) and$new$);
  execute text;
  -- Of a line no more is paid than its interest, and nothing where that turned out not to be due.
  text := pg_get_functiondef('app.close_ledger_entries()'::regprocedure);
  text := replace(text, $old$where e.created_at = now() and e.kind = 'payment' and e.line_n is not null) e$old$,
    $new$where e.created_at = now() and e.kind in ('payment', 'reversal') and e.line_n is not null) e$new$);
  text := replace(text, $old$where s.interest_cents < (select sum(l.debit_cents - l.credit_cents) from public.ledger_entries o
      join public.ledger_lines l on l.entry_id = o.id and l.account = 2020
      where o.note_id = e.note_id and o.line_n = e.line_n and o.kind <> 'interest_due')$old$,
    $new$cross join lateral (select exists (select from public.ledger_entries o join public.ledger_entries r on r.reverses = o.id
        where o.note_id = e.note_id and o.line_n = e.line_n and o.kind = 'interest_due') as is_undone) u
    where case when u.is_undone then 0 else s.interest_cents end < (select -sum(m.interest_cents) from app.note_movements m
      where m.note_id = e.note_id and m.entry_note_id = e.note_id and m.line_n = e.line_n and m.about <> 'interest_due')$new$);
  execute text;
  if pg_get_functiondef('app.guard_note()'::regprocedure) !~ 'current paid[^;]*is_settled'
    or pg_get_functiondef('app.guard_note()'::regprocedure) !~ 'not app.is_settled'
    or pg_get_functiondef('app.close_ledger_entries()'::regprocedure) !~ 'is_undone' then
    raise exception 'the guards are not those that this migration knows';
  end if;
  grant create on schema app to app_steward;
  alter function app.is_settled(uuid) owner to app_steward;
  revoke create on schema app from app_steward;
end $$;
revoke execute on function app.is_settled(uuid) from public;
