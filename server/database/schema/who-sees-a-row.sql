-- Who sees a row. Row-level security: owners and administrators see a row; no query of the site can widen that. The acting
-- person is signed, so no statement acts as another one; each row has one owner, a person or a holder; and every policy asks
-- the functions on this page. Each table's policies stand with it, and a person with closed access sees nothing. Tests:
-- tests/attacks/doors.test.ts asks every table as everyone; another-persons-data.test.ts and another-holders-data.test.ts
-- beside it. Each statement asks these several times, so they are in PL/pgSQL: a connection caches its plans, and would plan
-- SQL functions again for each statement.

-- Functions

-- The current person; null where app.actor is missing, was changed, or belongs to another transaction. It holds the
-- person's id and an HMAC-SHA-256 over it, this connection's process and the start of this transaction
-- (server/database/actor-token.ts), so that an injected statement cannot act as another person (docs/decisions/0009).
-- The key is derived from AUTH_SECRET; app_guard alone reads it.
-- app.actor may say between the person's id and the signature, and signed with the id, that the rights of an administrator or
-- approver are withheld until their session shows a passkey, and then which session acts. Without these words it is what it was.
create or replace function app.user_id() returns uuid language plpgsql stable security definer as $$
declare
  token text := current_setting('app.actor', true);
  claim text := left(token, -65);
  signed bytea := convert_to(claim || ' ' || pg_backend_pid() || ' ' || extract(epoch from now()), 'UTF8');
begin
  if exists (
    select from app.actor_keys k where (k.retired_at is null or k.retired_at > now() - interval '1 hour')
      and token = claim || ' ' || encode(sha256(k.outer_block || sha256(k.inner_block || signed)), 'hex')
  ) then
    return split_part(claim, ' ', 1)::uuid;
  end if;
  return null;
end $$;
alter function app.user_id owner to app_guard;
grant execute on function app.user_id to app_audit, app_directory, app_eraser, app_session_reader, app_steward, app_user,
  app_vault;

-- The session that acts, as signed with the person; null for work that continues without one.
create or replace function app.session_id() returns uuid language plpgsql stable security definer as $$
begin
  return case when app.user_id() is not null then substring(left(current_setting('app.actor', true), -65)
    from ' session=([0-9a-f-]{36})$')::uuid end;
end $$;
alter function app.session_id owner to app_guard;
grant execute on function app.session_id to app_session_reader, app_steward;

-- Which transaction begins on a connection for reading, as app.user_id() checks it; null where SQL has prepared a statement
-- there, perhaps in the place of one of the driver's.
create or replace function app.begun_transaction() returns text language plpgsql stable as $$
begin
  return case when not exists (select from pg_prepared_statements where from_sql)
    then pg_backend_pid() || ' ' || extract(epoch from now()) end;
end $$;

-- Called by policies for each statement. It runs as app_guard, because a policy on user_profiles that reads
-- user_profiles would recurse. The word 'withheld' counts only if app.user_id() has verified the signature.
create or replace function app.is_admin() returns boolean language plpgsql stable security definer as $$
begin
  return coalesce((select p.is_admin and p.disabled_at is null from public.user_profiles p
    where p.id = (select app.user_id()) and split_part(current_setting('app.actor', true), ' ', 2) <> 'withheld'), false);
end $$;
alter function app.is_admin owner to app_guard;
grant execute on function app.is_admin to app_audit, app_directory, app_eraser, app_queue, app_steward, app_user,
  app_vault;

-- The refusal of every function that is for administrators alone.
create or replace function app.require_admin() returns void language plpgsql stable as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may do this' using errcode = '42501';
  end if;
end $$;
grant execute on function app.require_admin to app_audit, app_directory, app_eraser, app_queue, app_steward, app_vault;

-- True also for a person without a profile, who is about to get one.
create or replace function app.is_active() returns boolean language plpgsql stable security definer as $$
begin
  return not exists (select from public.user_profiles p
    where p.id = (select app.user_id()) and p.disabled_at is not null);
end $$;
alter function app.is_active owner to app_guard;
grant execute on function app.is_active to app_directory, app_steward, app_user;

create or replace function app.is_approver() returns boolean language plpgsql stable security definer as $$
begin
  return coalesce((select p.is_approver and p.disabled_at is null and p.accepted_at is not null
    from public.user_profiles p where p.id = (select app.user_id())
      and split_part(current_setting('app.actor', true), ' ', 2) <> 'withheld'), false);
end $$;
alter function app.is_approver owner to app_guard;
grant execute on function app.is_approver to app_audit, app_steward, app_user;

-- Whether the current person acts for the office: as an administrator, or by carrying out an approval of theirs in this
-- transaction. The rows of others that they then see are those of app.office_owners(); each step names the approval
-- that it needs.
create or replace function app.acts_for_office() returns boolean language plpgsql stable security definer as $$
begin
  return app.is_admin() or app.is_applying();
end $$;
alter function app.acts_for_office owner to app_guard;
grant execute on function app.acts_for_office to app_directory, app_steward, app_user;

-- Each row has one owner: a person, or a holder. The owners that the current person may read, with the category; null
-- for all categories. Every policy and operation asks here:
--   owner_id = any ((select app.my_owners())::uuid[])     rows of owners who are read as a whole
--   owner_id || ' ' || category = any ((select app.my_shared())::text[])     what a delegate is shown besides
--   app.may_read(owner, category)                         a single owner, and the office
--   app.acts_for(owner)                                   whether they may also change the owner's rows
create or replace function app.my_reading() returns table (owner_id uuid, category text)
language sql stable reset search_path as $$
  select o.owner_id, null::text from app.my_own() o
  union all
  select s.owner_id, s.category from app.my_shares() s
$$;
alter function app.my_reading owner to app_guard;

-- The owners that a person reads as a whole: the person, and the holders that they are members of; none with closed access.
create or replace function app.own_of(person uuid) returns table (owner_id uuid) language sql stable reset search_path as $$
  with me as materialized (select p.id from public.user_profiles p where p.id = person and p.disabled_at is null)
  select me.id from me
  union all
  select m.holder_id from me join public.holder_members m on m.user_id = me.id where m.ended_at is null
$$;
alter function app.own_of owner to app_guard;

-- The same for the current person.
create or replace function app.my_own() returns table (owner_id uuid) language sql stable reset search_path as $$
  select o.owner_id from app.own_of((select app.user_id())) o
$$;
alter function app.my_own owner to app_guard;

-- What the current person may read as a delegate at this moment, a row for each category; `figures` are notes and
-- payments. A grant applies from when it was accepted until it ends or is revoked, and while the person's address is
-- the one that was invited; to no one who administers or approves.
create or replace function app.my_shares() returns table (grant_id uuid, owner_id uuid, category text, may_download boolean)
language sql stable reset search_path as $$
  select g.id, g.holder_id, c.category, g.may_download
  from public.user_profiles p join public.grants g on g.person_id = p.id and g.invited_address = lower(p.email)
    cross join lateral unnest(g.categories || case when g.sees_figures then array['figures'] end) c (category)
  where p.id = (select app.user_id()) and p.disabled_at is null and not p.is_admin and not p.is_approver
    and g.revoked_at is null and now() < g.ends_at
$$;
alter function app.my_shares owner to app_guard;
grant execute on function app.my_shares to app_directory, app_steward, app_user;

-- The owners that are read in a category; without one, only those that are read as a whole, which needs no query of grants.
create or replace function app.my_owners(of_category text default null) returns uuid[]
language plpgsql stable security definer as $$
begin
  if of_category is null then
    return array(select o.owner_id from app.my_own() o);
  end if;
  return array(select r.owner_id from app.my_reading() r where r.category is null or r.category = of_category);
end $$;
alter function app.my_owners owner to app_guard;
grant execute on function app.my_owners to app_audit, app_user;

-- What the current person may read as a delegate: owners, each with a category. Called only for rows that aren't
-- theirs.
create or replace function app.my_shared() returns text[] language plpgsql stable security definer as $$
begin
  return array(select s.owner_id || ' ' || s.category from app.my_shares() s);
end $$;
alter function app.my_shared owner to app_guard;
grant execute on function app.my_shared to app_user;

-- Owners whose rows a person may read because they carry out an approval in this transaction; none for administrators, who see
-- all. So approving a request shows an approver its subject, and nothing else.
create or replace function app.office_owners() returns uuid[] language plpgsql stable security definer as $$
begin
  if not app.is_approver() or app.is_admin() or not app.is_applying() then
    return '{}';
  end if;
  return app.applied_owners();
end $$;
alter function app.office_owners owner to app_guard;
grant execute on function app.office_owners to app_directory, app_steward, app_user;

-- Whether the current person reads the whole register: an administrator, or someone who carries out an approved import,
-- which may name any holder.
create or replace function app.reads_register() returns boolean language plpgsql stable security definer as $$
begin
  return app.is_admin() or app.is_applying('register.import');
end $$;
alter function app.reads_register owner to app_guard;
grant execute on function app.reads_register to app_user;

-- Owners that the approvals of this transaction are about: the holders that they name, those of a run or bulk delivery,
-- and all their current and former members, because their folders have the evidence and tax forms.
create or replace function app.applied_owners() returns uuid[] language sql stable security definer as $$
  with applied as materialized (select a.kind, a.subject_id, a.holder_id, a.content from public.approvals a
    where a.decided_by = (select app.user_id()) and a.decided_at = now() and a.decision = 'approved'
      -- A right concerns an account, not its documents.
      and a.kind not like 'right.%'),
  named as (
    select a.subject_id as id from applied a
    union select a.holder_id from applied a
    union select (a.content ->> 'toHolderId')::uuid from applied a
    union select c.id::uuid from applied a cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(a.content -> 'concerns') when 'array' then a.content -> 'concerns' else '[]' end) c (id)
    -- An approver reads the names of a delivery's recipients, and nothing else of them.
    union select r.owner_id from applied a join app.run_items r on r.run_id = a.subject_id and r.approval <> 'delivery.send')
  select array(select n.id from named n where n.id is not null
    union select m.user_id from named n join public.holder_members m on m.holder_id = n.id)
$$;
grant select on statements, tax_returns to app_steward;
alter function app.applied_owners owner to app_steward;
grant execute on function app.applied_owners to app_guard;

-- Subjects of the requests of a kind that the current person has approved in this transaction, such as a run to
-- release.
create or replace function app.applied_subjects(acts text[]) returns uuid[] language plpgsql stable security definer as $$
begin
  if app.is_admin() or not app.is_approver() then
    return '{}';
  end if;
  return array(select a.subject_id from public.approvals a where a.kind = any (acts)
    and a.decided_by = app.user_id() and a.decided_at = now() and a.decision = 'approved');
end $$;
alter function app.applied_subjects owner to app_guard;
grant execute on function app.applied_subjects to app_user;

-- Owners whose rows this person may read. People may ask this about themselves, the office about anyone.
create or replace function app.owners_of(person uuid) returns uuid[] language plpgsql stable security definer as $$
begin
  if person = app.user_id() then
    return array(select o.owner_id from app.own_of(person) o);
  end if;
  return case when app.is_admin() or person = any (app.office_owners()) then person || array(select m.holder_id from public.holder_members m
      where m.user_id = person and m.ended_at is null)
    else '{}'::uuid[] end;
end $$;
alter function app.owners_of owner to app_guard;
grant execute on function app.owners_of to app_directory, app_user;

create or replace function app.may_read(owner uuid, of_category text default null) returns boolean
language plpgsql stable security definer as $$
begin
  return owner = any (app.my_owners(of_category)) or app.is_admin() or owner = any (app.office_owners());
end $$;
alter function app.may_read owner to app_guard;
grant execute on function app.may_read to app_steward, app_user;

create or replace function app.is_member(holder uuid) returns boolean language plpgsql stable security definer as $$
begin
  return app.is_active() and exists (select from public.holder_members m
    where m.holder_id = holder and m.user_id = (select app.user_id()) and m.ended_at is null);
end $$;
alter function app.is_member owner to app_guard;
grant execute on function app.is_member to app_user;

-- Whether a member may act for the holder, rather than only view; no one may while it is frozen.
create or replace function app.acts_for_holder(holder uuid) returns boolean language plpgsql stable security definer as $$
begin
  return app.is_active() and exists (select from public.holder_members m join public.holders h on h.id = m.holder_id
    where m.holder_id = holder and m.user_id = (select app.user_id()) and m.ended_at is null
      and m.member_right <> 'viewer' and h.frozen_at is null);
end $$;
alter function app.acts_for_holder owner to app_guard;
grant execute on function app.acts_for_holder to app_steward, app_user, app_vault;

-- Whether the current person may change an owner's rows. Members with view-only access may not, and no one may for a
-- frozen holder.
create or replace function app.acts_for(owner uuid) returns boolean language plpgsql stable security definer as $$
begin
  return app.is_active() and owner = app.user_id() or app.acts_for_holder(owner);
end $$;
alter function app.acts_for owner to app_guard;
grant execute on function app.acts_for to app_user;
