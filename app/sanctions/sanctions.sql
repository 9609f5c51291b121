-- Names compared with the sanctions lists of OFAC (the Treasury's Office of Foreign Assets Control), as the office uploads them.
-- Rules: app/sanctions/. Operations: app/sanctions/server/.
--
-- From the first list on, no note is sold to a holder and nothing paid to it while a list is too old, while one of its names is
-- not compared yet, or while one is close to an entry and two people haven't decided that it is someone else.

-- An uploaded list. Its record stays; its entries go once a newer list of its kind is compared.
create table sanctions_lists (
  id uuid primary key default gen_random_uuid(),
  -- Specially Designated Nationals, or the consolidated list of all others.
  kind text not null check (kind in ('sdn', 'consolidated')),
  published_on date not null,
  filename text not null check (length(filename) between 1 and 255),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the file of aliases, where they are in one of their own.
  alias_sha256 text check (alias_sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes > 0),
  -- As the file has them, with vessels and aircraft, which aren't compared.
  entry_count integer not null check (entry_count > 0),
  alias_count integer not null check (alias_count >= 0),
  added_by uuid not null references user_profiles on delete restrict,
  added_at timestamptz not null default now(),
  -- When someone last uploaded this very list as OFAC's newest: its age counts from here.
  current_as_of timestamptz not null default now(),
  confirmed_by uuid references user_profiles on delete restrict,
  -- When a newer one of its kind took its place.
  superseded_at timestamptz,
  -- When administrators were last reminded that it gets too old.
  reminded_at timestamptz
);
create unique index sanctions_lists_in_force on sanctions_lists (kind) where superseded_at is null;
create index sanctions_lists_newest on sanctions_lists (added_at desc, id);
create index sanctions_lists_of_file on sanctions_lists (sha256);
create index sanctions_lists_adder on sanctions_lists (added_by);
create index sanctions_lists_confirmer on sanctions_lists (confirmed_by) where confirmed_by is not null;

-- An administrator uploads a list, in their own name.
create policy admin_adds on sanctions_lists for insert to app_user
  with check ((select app.is_admin()) and added_by = (select app.user_id()));
-- One finds that it still is OFAC's newest.
create policy admin_confirms on sanctions_lists for update to app_user using ((select app.is_admin()));
grant select, insert (id, kind, published_on, filename, sha256, alias_sha256, size_bytes, entry_count, alias_count, added_by),
  update (current_as_of) on sanctions_lists to app_user;
grant select on sanctions_lists to app_jobs;
grant select, update (superseded_at, reminded_at) on sanctions_lists to app_steward;
-- A list stays as it was uploaded.
create guard on sanctions_lists refuse 'a sanctions list stays as it was uploaded'
  current_as_of, confirmed_by when old.superseded_at is null
  superseded_at when old.superseded_at is null
  reminded_at;
-- Who did it and when are set here.
create trigger stamp_confirmed before update of current_as_of on sanctions_lists for each row
  execute function app.stamp_act('confirmed_by', 'current_as_of', 'always');

-- A newer list takes the place of the one before.
create or replace function app.supersede_sanctions_list() returns trigger language plpgsql security definer as $$
begin
  update public.sanctions_lists l set superseded_at = now() where l.kind = new.kind and l.superseded_at is null;
  return new;
end $$;
create trigger supersede before insert on sanctions_lists for each row when (new.superseded_at is null)
  execute function app.supersede_sanctions_list();

-- The people and companies on a list.
create table sanctions_entries (
  list_id uuid not null references sanctions_lists on delete restrict,
  -- OFAC's own number.
  uid text not null check (length(uid) between 1 and 30),
  kind text not null check (kind in ('individual', 'entity')),
  name text not null check (length(name) between 1 and 400),
  -- [{name, isWeak}]
  aliases jsonb not null default '[]' check (jsonb_typeof(aliases) = 'array'),
  programs text[] not null default '{}',
  births text[] not null default '{}',
  places text[] not null default '{}',
  remarks text not null default '' check (length(remarks) <= 4000),
  primary key (list_id, uid)
);

-- The entries come with their list.
create policy admin_adds on sanctions_entries for insert to app_user with check ((select app.is_admin())
  and exists (select from sanctions_lists l where l.id = list_id and l.added_at = now() and l.added_by = (select app.user_id())));
grant select, insert on sanctions_entries to app_user;
grant select, delete on sanctions_entries to app_jobs;

-- A name compared with a list by a job: its owner, when, and how many entries it was close to.
create table sanctions_checks (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references sanctions_lists on delete restrict,
  source text not null check (source in ('holder', 'member', 'owner', 'payee', 'originator')),
  -- The person with this name, or the holder that it belongs to.
  holder_id uuid references holders on delete restrict,
  user_id uuid references user_profiles on delete restrict,
  name text not null check (length(name) between 1 and 500),
  hits integer not null check (hits >= 0),
  checked_at timestamptz not null default now(),
  unique nulls not distinct (holder_id, user_id, list_id, name),
  constraint check_is_of_someone check (num_nonnulls(holder_id, user_id) = 1)
);
create index sanctions_checks_of_list on sanctions_checks (list_id, checked_at desc, id);
create index sanctions_checks_person on sanctions_checks (user_id, list_id, name) where user_id is not null;

grant select on sanctions_checks to app_user, app_steward;
grant select, insert on sanctions_checks to app_jobs;

-- A name that is close to an entry, with the entry as it was. Once decided, it stays so for later lists, until the name or the
-- entry changes.
create table sanctions_hits (
  id uuid primary key default gen_random_uuid(),
  -- The list that had it last.
  list_id uuid not null references sanctions_lists on delete restrict,
  source text not null check (source in ('holder', 'member', 'owner', 'payee', 'originator')),
  holder_id uuid references holders on delete restrict,
  user_id uuid references user_profiles on delete restrict,
  name text not null check (length(name) between 1 and 500),
  kind text not null check (kind in ('sdn', 'consolidated')),
  uid text not null,
  entry jsonb not null,
  entry_sha256 text not null check (entry_sha256 ~ '^[0-9a-f]{64}$'),
  -- The entry's name or alias that it is close to, and how close: 100 is the same.
  matched text not null,
  score integer not null check (score between 1 and 100),
  found_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  approval_id uuid references approvals on delete restrict,
  decided_at timestamptz,
  -- When administrators were notified of it; null until then, and where it was decided before.
  mailed_at timestamptz,
  unique nulls not distinct (holder_id, user_id, kind, uid, entry_sha256, name),
  constraint hit_is_of_someone check (num_nonnulls(holder_id, user_id) = 1),
  constraint hit_decided_by_two check ((state = 'open') = (approval_id is null)
    and num_nulls(reason, approval_id, decided_at) in (0, 3))
);
create index sanctions_hits_open on sanctions_hits (found_at, id) where state = 'open';
create index sanctions_hits_of_list on sanctions_hits (list_id);
create index sanctions_hits_person on sanctions_hits (user_id) where user_id is not null;
create index sanctions_hits_approval on sanctions_hits (approval_id) where approval_id is not null;

-- Administrators; and, in the transaction of its approval, the approver, who need not be an administrator.
create policy office_reads on sanctions_hits for select to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{sanctions.decide}'))::uuid[]));
-- The same people carry out what two have decided: the guard.
create policy office_decides on sanctions_hits for update to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{sanctions.decide}'))::uuid[]));
-- Administrators alone read the others.
create policy admin_reads on sanctions_lists, sanctions_entries, sanctions_checks for select to app_user
  using ((select app.is_admin()));
grant select, update (state, reason, approval_id, decided_at) on sanctions_hits to app_user;
grant select, insert, update (list_id) on sanctions_hits to app_jobs;
grant select, update (mailed_at) on sanctions_hits to app_steward;
-- What two people decided, the newest list that has the entry, and once that administrators were notified.
create guard on sanctions_hits refuse 'two people decide on a hit'
  list_id
  mailed_at when old.mailed_at is null
  state, reason, approval_id, decided_at when app.is_applying('sanctions.decide', new.id)
    and new.state = app.approved_now('sanctions.decide', new.id) ->> 'decision' and new.decided_at = now();
-- Only steps of the workflow 'sanctions_hit' (rules/workflows.ts).
create trigger step before update on sanctions_hits for each row when (new.state <> old.state)
  execute function app.guard_step('sanctions_hit');
-- What was uploaded, compared and decided stays.
create trigger refuse_removal before delete or truncate on sanctions_lists, sanctions_checks, sanctions_hits
  execute function app.refuse_removal();
-- Live counts on the administrators' pages.
create trigger announce_to_office after insert or update on sanctions_hits, sanctions_lists for each statement
  execute function app.announce_to_office();

-- Before a note is sold: its terms are locked, its funds recorded, or it continues another one by a renewal or a transfer.
create or replace function app.guard_sold_to() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') = 'app_user' and (
    case when tg_op = 'INSERT' then new.predecessor_id is not null and new.state <> 'draft'
      else (old.state, new.state) in (('draft', 'signed'), ('signed', 'funded')) end)
  then
    perform app.require_sanctions_clear(new.holder_id);
  end if;
  return null;
end $$;
create trigger guard_sold_to after insert or update of state on notes for each row execute function app.guard_sold_to();
alter table notes enable always trigger guard_sold_to;

-- Before a payment is in the books. What is booked again because something earlier was recorded was paid before.
create or replace function app.guard_paid_to() returns trigger language plpgsql security definer as $$
declare
  approval uuid := new.approval_id;
begin
  if current_setting('role') = 'app_user' and exists (select from public.approvals a where a.id = approval
    and a.kind in ('payment.record', 'note.payoff', 'note.repay'))
  then
    perform app.require_sanctions_clear(new.holder_id);
  end if;
  return null;
end $$;
create trigger guard_paid_to after insert on ledger_entries for each row when (new.kind in ('payment', 'principal'))
  execute function app.guard_paid_to();
alter table ledger_entries enable always trigger guard_paid_to;

-- Before the number of an account is in force.
create or replace function app.guard_account_of() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') = 'app_user' then
    perform app.require_sanctions_clear(new.holder_id);
  end if;
  return null;
end $$;
create trigger guard_account_of after update of in_force_from on vault_numbers for each row
  when (old.in_force_from is null and new.in_force_from is not null and new.kind <> 'tin')
  execute function app.guard_account_of();
alter table vault_numbers enable always trigger guard_account_of;

-- Functions

-- The names to compare, and for which holder each counts: the holder's own; its members'; those behind it; who gets its payments;
-- and where its funds came from. A member's name is the person's, so that it is compared and decided on once.
create view app.sanctions_names with (security_invoker = true) as
  select 'holder' as source, h.id as holder_id, null::uuid as user_id, h.legal_name as name, h.id as of_holder
    from public.holders h
  union select 'member', null, m.user_id, p.full_name, m.holder_id
    from public.holder_members m join public.user_profiles p on p.id = m.user_id
    where m.ended_at is null and p.full_name <> ''
  union select 'owner', a.holder_id, null, left(btrim(o.value ->> 'name'), 500), a.holder_id
    from public.accreditations a cross join jsonb_array_elements(a.owners) o
    where a.state <> 'rejected' and btrim(o.value ->> 'name') <> ''
  union select 'payee', n.holder_id, null, n.payee, n.holder_id
    from public.notes n where n.payee is not null and n.closed_at is null
  union select 'originator', a.holder_id, null, left(btrim(a.content ->> 'originator'), 500), a.holder_id
    from public.approvals a where a.kind = 'note.fund' and a.holder_id is not null
      and coalesce(a.decision, 'approved') = 'approved' and btrim(a.content ->> 'originator') <> '';
grant select on app.sanctions_names to app_steward;

-- Why no note is sold to a holder and nothing paid to it, as the site's message code; null where nothing is known against it.
-- For administrators and approvers; a restore and jobs aren't asked.
create or replace function app.sanctions_refusal(holder uuid) returns text language plpgsql stable security definer as $$
declare
  longest integer := (select f.sanctions_list_days from app.fund f);
begin
  if current_setting('role') = 'app_user' and not (app.is_admin() or app.is_approver()) then
    raise exception 'only administrators and approvers may ask' using errcode = '42501';
  end if;
  if longest is null or not exists (select from public.sanctions_lists l where l.superseded_at is null) then
    return null;
  end if;
  return case
    when exists (select from public.sanctions_lists l where l.superseded_at is null
      and app.fund_day() - app.fund_day(l.current_as_of) > longest)
    then 'SANCTIONS_LIST_OLD'
    when exists (select from app.sanctions_names n
      join public.sanctions_hits t on t.name = n.name and (t.holder_id = n.holder_id or t.user_id = n.user_id)
      join public.sanctions_lists l on l.id = t.list_id and l.superseded_at is null
      where n.of_holder = holder and t.state <> 'cleared')
    then 'SANCTIONS_HIT'
    when exists (select from app.sanctions_names n
      cross join (select l.id from public.sanctions_lists l where l.superseded_at is null) l
      where n.of_holder = holder and not exists (select from public.sanctions_checks c
        where c.list_id = l.id and c.name = n.name and (c.holder_id = n.holder_id or c.user_id = n.user_id)))
    then 'SANCTIONS_UNCHECKED'
  end;
end $$;
grant execute on function app.sanctions_refusal to app_user;

-- The same, as an error.
create or replace function app.require_sanctions_clear(holder uuid) returns void language plpgsql stable security definer as $$
declare
  refusal text := app.sanctions_refusal(holder);
begin
  if refusal is not null then
    raise exception 'the sanctions check refuses this holder' using errcode = '23514', constraint = lower(refusal);
  end if;
end $$;

-- How many names aren't compared with each list in force yet.
create or replace function app.count_unchecked_names() returns integer language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return (select count(*) from app.sanctions_names n
    cross join (select l.id from public.sanctions_lists l where l.superseded_at is null) l
    where not exists (select from public.sanctions_checks c where c.list_id = l.id and c.name = n.name
      and (c.holder_id = n.holder_id or c.user_id = n.user_id)));
end $$;
grant execute on function app.count_unchecked_names to app_user;

-- Names that aren't compared with a list yet, for the job that compares them: each once, even with several sources.
create or replace function app.names_to_compare(list uuid, most integer)
  returns table (source text, holder_id uuid, user_id uuid, name text)
language sql stable security definer as $$
  select min(n.source), n.holder_id, n.user_id, n.name from app.sanctions_names n
    where not exists (select from public.sanctions_checks c where c.list_id = list and c.name = n.name
      and (c.holder_id = n.holder_id or c.user_id = n.user_id))
    group by n.holder_id, n.user_id, n.name order by n.name limit most
$$;
grant execute on function app.names_to_compare to app_jobs;

-- The administrators to notify of new hits, each hit once; none without new hits.
create or replace function app.claim_new_hits() returns uuid[] language plpgsql security definer as $$
begin
  -- An update without rows would announce something new to the office's pages each minute.
  if not exists (select from public.sanctions_hits t where t.mailed_at is null and t.state = 'open') then
    return array[]::uuid[];
  end if;
  update public.sanctions_hits t set mailed_at = now() where t.mailed_at is null and t.state = 'open';
  return array(select p.id from public.user_profiles p where p.is_admin and p.disabled_at is null order by p.id);
end $$;
grant execute on function app.claim_new_hits to app_jobs;

-- Whom to remind that a list in force is so many days old: all administrators, once for each time it was uploaded.
create or replace function app.claim_sanctions_reminder(from_age integer) returns table (administrators uuid[], age integer)
language plpgsql security definer as $$
begin
  with old as (
    update public.sanctions_lists l set reminded_at = now()
      where l.superseded_at is null and app.fund_day() - app.fund_day(l.current_as_of) >= from_age
        and (l.reminded_at is null or l.reminded_at < l.current_as_of)
      returning app.fund_day() - app.fund_day(l.current_as_of) as days)
  select max(old.days) into age from old;
  if age is not null then
    administrators := array(select p.id from public.user_profiles p where p.is_admin and p.disabled_at is null order by p.id);
    return next;
  end if;
end $$;
grant execute on function app.claim_sanctions_reminder to app_jobs;
