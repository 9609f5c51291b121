-- People from their first sign-in to the end of their account: guests, accepted people, people whose access is closed,
-- and accounts that were erased. Operations: server/people/; what a guest may store: server/uploads/quota.ts.
--
-- One more role, which no one takes: app_eraser owns the function that erases an account.
do $$
begin
  if not exists (select from pg_roles where rolname = 'app_eraser') then
    begin
      create role app_eraser nologin noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$;
do $$ begin execute format('grant app_guard, app_directory, app_steward, app_eraser to %I', current_user); end $$;
grant usage on schema public, app, auth to app_eraser;
grant execute on function app.user_id(), app.is_admin() to app_eraser;

-- ---------------------------------------------------------------------------------------------------------
-- A person's state. Without accepted_at they are a guest, with disabled_at their access is closed.
-- ---------------------------------------------------------------------------------------------------------
-- Everyone who is here already counts as accepted: the default fills their rows and is then dropped.
alter table user_profiles
  add column accepted_at timestamptz default now(),
  add column accepted_by uuid references user_profiles on delete set null,
  add column admin_at timestamptz,
  add column admin_by uuid references user_profiles on delete set null,
  add column disabled_at timestamptz,
  add column disabled_by uuid references user_profiles on delete set null,
  add column disabled_reason text check (length(disabled_reason) between 1 and 500),
  add column erase_requested_at timestamptz,
  add column erased_at timestamptz;
alter table user_profiles alter column accepted_at drop default;
alter table user_profiles
  add constraint reason_only_while_disabled check (disabled_at is not null or (disabled_by is null and disabled_reason is null)),
  add constraint erased_is_disabled check (erased_at is null or (disabled_at is not null and not is_admin));
create index user_profiles_accepter on user_profiles (accepted_by) where accepted_by is not null;
create index user_profiles_granter on user_profiles (admin_by) where admin_by is not null;
create index user_profiles_disabler on user_profiles (disabled_by) where disabled_by is not null;
create index user_profiles_guests_first
  on user_profiles ((accepted_at is null and disabled_at is null) desc, created_at desc, id desc);

-- Administrators count as accepted; when they got the role and from whom is kept for the access review.
create function app.stamp_role() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not new.is_admin then
    new.admin_at := null;
    new.admin_by := null;
  elsif tg_op = 'INSERT' or not old.is_admin then
    new.admin_at := now();
    new.admin_by := app.user_id();
    if new.accepted_at is null then
      new.accepted_at := now();
      new.accepted_by := app.user_id();
    end if;
  end if;
  return new;
end $$;
create trigger stamp_role before insert or update of is_admin on user_profiles
  for each row execute function app.stamp_role();

-- A profile that a person creates for themselves is a guest's; the only state they may change later is the request to
-- have the account erased.
create policy starts_as_guest on user_profiles as restrictive for insert to app_user
  with check (accepted_at is null and accepted_by is null and admin_at is null and admin_by is null
    and disabled_at is null and erase_requested_at is null and erased_at is null);
grant update (erase_requested_at) on user_profiles to app_user;

-- ---------------------------------------------------------------------------------------------------------
-- What closed access means in the database: the person sees and changes nothing, and an administrator has no role.
-- ---------------------------------------------------------------------------------------------------------
grant select (disabled_at) on user_profiles to app_guard, app_auth;

create or replace function app.is_admin() returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select p.is_admin and p.disabled_at is null from public.user_profiles p
    where p.id = (select app.user_id())), false)
$$;

-- True also for a person without a profile, who is about to get one.
create function app.is_active() returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select not exists (select from public.user_profiles p
    where p.id = (select app.user_id()) and p.disabled_at is not null)
$$;

do $$
declare
  name text;
begin
  foreach name in array array['user_profiles', 'documents', 'document_views', 'uploads', 'messages', 'call_requests',
    'mail_preferences', 'notices', 'invitations']
  loop
    execute format('create policy active_only on %I as restrictive for all to app_user
      using ((select app.is_active()))', name);
  end loop;
end $$;
-- Only reading: a report about a changed address (auth.address_changes) is recorded whatever the account's state.
create policy active_only on audit_log as restrictive for select to app_user using ((select app.is_active()));
create or replace function app.may_read_audit() returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$ select app.user_id() is not null and app.is_active() $$;

-- No session begins while access is closed. The lock makes a sign-in and a closing at the same moment wait for each
-- other: either the session is refused, or it is there to be ended.
create function auth.refuse_disabled() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  disabled timestamptz;
begin
  select p.disabled_at into disabled from public.user_profiles p where p.id = new.user_id for share;
  if disabled is not null then
    raise exception 'access is closed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger disabled before insert on auth.sessions for each row execute function auth.refuse_disabled();

-- ---------------------------------------------------------------------------------------------------------
-- What administrators do with people
-- ---------------------------------------------------------------------------------------------------------
grant select (accepted_at, disabled_at, erased_at), insert (accepted_at, accepted_by),
  update (accepted_at, accepted_by, disabled_at, disabled_by, disabled_reason) on user_profiles to app_steward;
grant select (id, user_id), delete on auth.sessions to app_steward;

-- The site keeps an administrator who can act.
create or replace function app.keep_an_administrator() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if not old.is_admin or old.disabled_at is not null
    or (tg_op = 'UPDATE' and new.is_admin and new.disabled_at is null) or current_user = 'app_operator'
    or current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
  then
    return coalesce(new, old);
  end if;
  perform app.lock_administrators();
  if not exists (select from public.user_profiles where is_admin and disabled_at is null and id <> old.id) then
    raise exception 'the last administrator stays' using errcode = '23514', constraint = 'an_administrator_stays';
  end if;
  return coalesce(new, old);
end $$;

-- Accepts a guest. Returns whether it changed anything, null where there is nobody.
create function app.accept_person(target uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may accept' using errcode = '42501';
  end if;
  update public.user_profiles set accepted_at = now(), accepted_by = app.user_id()
    where id = target and accepted_at is null;
  if found then return true; end if;
  return case when exists (select from public.user_profiles where id = target) then false end;
end $$;

-- Ends every session of a person. Returns how many.
create function app.end_sessions(target uuid) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  ended integer;
begin
  if not app.is_admin() then
    raise exception 'only an administrator may end sessions' using errcode = '42501';
  end if;
  delete from auth.sessions s where s.user_id = target;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- Closes a person's access and ends their sessions. Returns whether it changed anything, null where there is nobody.
create function app.disable_person(target uuid, why text) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  before public.user_profiles.disabled_at%type;
begin
  perform app.lock_administrators();
  -- Not before the lock: an administrator who waited may have been disabled meanwhile.
  if not app.is_admin() then
    raise exception 'only an administrator may disable' using errcode = '42501';
  end if;
  if target = app.user_id() then
    raise exception 'administrators do not disable themselves' using errcode = '23514', constraint = 'not_oneself';
  end if;
  select disabled_at into before from public.user_profiles where id = target for update;
  if not found then return null; end if;
  if before is not null then return false; end if;
  update public.user_profiles set disabled_at = now(), disabled_by = app.user_id(), disabled_reason = why
    where id = target;
  perform app.end_sessions(target);
  return true;
end $$;

-- Opens it again. Nobody opens an erased account.
create function app.enable_person(target uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may enable' using errcode = '42501';
  end if;
  update public.user_profiles set disabled_at = null, disabled_by = null, disabled_reason = null
    where id = target and disabled_at is not null and erased_at is null;
  if found then return true; end if;
  return case when exists (select from public.user_profiles where id = target) then false end;
end $$;

-- As in 0006, and an invitation accepts the person beforehand.
create or replace function app.invite_user(address text, name text, firm text) returns table (user_id uuid, known boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person uuid;
begin
  if not app.is_admin() then
    raise exception 'only an administrator may invite' using errcode = '42501';
  end if;
  select coalesce((select p.id from public.user_profiles p where lower(p.email) = lower(address)),
    auth.kept_for(address)) into person;
  if person is not null then
    return query select person, true;
    return;
  end if;
  insert into auth.users (email, metadata)
    values (address, jsonb_strip_nulls(jsonb_build_object('full_name', name, 'organization', firm)))
    on conflict (lower(email)) do nothing;
  select u.id into person from auth.users u where lower(u.email) = lower(address);
  insert into public.user_profiles (id, email, full_name, organization, accepted_at, accepted_by)
    values (person, address, name, firm, now(), app.user_id())
    on conflict do nothing;
  if not found then
    -- Another administrator was quicker.
    return query select person, true;
    return;
  end if;
  insert into public.invitations (user_id, invited_by) values (person, app.user_id());
  return query select person, false;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- The list of people
-- ---------------------------------------------------------------------------------------------------------
grant select (is_admin, accepted_at, disabled_at, erase_requested_at) on user_profiles to app_directory;

-- The people in whose name, address or organization each word is, newest first, on request with guests before everyone
-- else, and how many they are in all. States: 'guests', 'administrators', 'disabled'.
create function app.search_people(words text[], of_state text, guests_first boolean, skip integer, most integer)
  returns table (ids uuid[], total bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  matching text := app.contains(app.searched(), words);
begin
  if not app.is_admin() then
    raise exception 'only an administrator may search' using errcode = '42501';
  end if;
  if of_state is not null then
    matching := matching || case of_state
      when 'guests' then ' and accepted_at is null and disabled_at is null'
      when 'administrators' then ' and is_admin and disabled_at is null'
      when 'disabled' then ' and disabled_at is not null'
    end;
    if matching is null then raise exception 'no such state' using errcode = '22023'; end if;
  end if;
  execute format('select count(*) from public.user_profiles where %s', matching) into total;
  ids := app.in_order('public.user_profiles d', matching, null,
    'id, created_at, (accepted_at is null and disabled_at is null) as guest',
    case when not guests_first then '' when total < 1000 then 'guest desc, '
      else '(d.accepted_at is null and d.disabled_at is null) desc, ' end || 'd.created_at desc, d.id desc',
    total < 1000, skip, most);
  return next;
end $$;

-- How many guests wait to be accepted, and how many people asked to have their account erased.
create function app.count_waiting_people() returns table (guests bigint, erasures bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may count' using errcode = '42501';
  end if;
  return query select
    (select count(*) from public.user_profiles where (accepted_at is null and disabled_at is null)),
    (select count(*) from public.user_profiles where erase_requested_at is not null);
end $$;
create index user_profiles_erase_requested on user_profiles (erase_requested_at) where erase_requested_at is not null;

-- ---------------------------------------------------------------------------------------------------------
-- Quotas: what a person's documents take, and what uploads in progress have reserved. Asked by the person, who does not
-- see an administrator's uploads for them, and by administrators.
-- ---------------------------------------------------------------------------------------------------------
create policy directory_reads on uploads for select to app_directory using (true);
grant select (id, user_id, file_size, document_id, expires_at) on uploads to app_directory;

create function app.storage_use(person uuid)
  returns table (accepted boolean, documents bigint, bytes bigint, reserved_documents bigint, reserved_bytes bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if person is distinct from app.user_id() and not app.is_admin() then
    raise exception 'another person''s storage' using errcode = '42501';
  end if;
  return query select
    coalesce((select p.accepted_at is not null from public.user_profiles p where p.id = person), false),
    stored.documents, stored.bytes, reserved.documents, reserved.bytes
  -- A signing link stores nothing.
  from (select count(*) filter (where d.file_size > 0) as documents, coalesce(sum(d.file_size), 0)::bigint as bytes
      from public.documents d where d.user_id = person) stored,
    (select count(*) as documents, coalesce(sum(u.file_size), 0)::bigint as bytes
      from public.uploads u where u.user_id = person and u.document_id is null and u.expires_at > now()) reserved;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Telling administrators about people, in the same e-mails as everything else
-- ---------------------------------------------------------------------------------------------------------
alter table notices
  drop constraint notices_kind_check,
  alter column document_id drop not null,
  alter column filename drop not null,
  add column person_id uuid references user_profiles on delete cascade,
  add constraint notices_kind_check
    check (kind in ('document-added', 'delete-approved', 'delete-rejected', 'person-joined', 'erasure-requested')),
  add constraint notice_has_its_subject check (
    case when kind in ('person-joined', 'erasure-requested')
      then person_id is not null and document_id is null and filename is null
      else person_id is null and document_id is not null and filename is not null
    end);
create index notices_of_person on notices (person_id) where person_id is not null;
create policy steward_tells on notices for insert to app_steward with check (true);
grant insert (id, user_id, kind, person_id, actor_id) on notices to app_steward;

-- Notes something about the acting person for every other administrator. Returns the notices, for the queue.
create function app.tell_administrators(what text) returns table (notice uuid, administrator uuid)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person uuid := app.user_id();
  teller uuid;
begin
  if what not in ('person-joined', 'erasure-requested') or not app.is_active() then
    raise exception 'nothing to tell administrators' using errcode = '42501';
  end if;
  if what = 'person-joined' and exists (select from public.user_profiles p where p.id = person and p.accepted_at is not null)
  then
    return;
  end if;
  for teller in select p.id from public.user_profiles p where p.is_admin and p.disabled_at is null and p.id <> person
  loop
    notice := gen_random_uuid();
    administrator := teller;
    insert into public.notices (id, user_id, kind, person_id, actor_id) values (notice, teller, what, person, person);
    return next;
  end loop;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Access reviews
-- ---------------------------------------------------------------------------------------------------------
create table access_reviews (
  id uuid primary key default gen_random_uuid(),
  reviewed_at timestamptz not null default now(),
  reviewed_by uuid references user_profiles on delete set null,
  administrators integer not null,
  people integer not null,
  guests integer not null,
  disabled integer not null
);
create index access_reviews_newest on access_reviews (reviewed_at desc);
create index access_reviews_reviewer on access_reviews (reviewed_by);
-- When administrators were last reminded.
create table access_reminders (
  reminded_at timestamptz primary key
);
alter table access_reviews enable row level security;
alter table access_reviews force row level security;
alter table access_reminders enable row level security;
alter table access_reminders force row level security;
create policy admin_reads on access_reviews for select to app_user using ((select app.is_admin()));
create policy admin_reviews on access_reviews for insert to app_user
  with check ((select app.is_admin()) and reviewed_by = (select app.user_id()));
grant select, insert (reviewed_by, administrators, people, guests, disabled) on access_reviews to app_user;
create policy active_only on access_reviews as restrictive for all to app_user using ((select app.is_active()));
create policy steward_keeps on access_reviews for select to app_steward using (true);
create policy steward_keeps on access_reminders for all to app_steward using (true);
grant select on access_reviews to app_steward;
grant select, insert on access_reminders to app_steward;
grant select (created_at, accepted_at) on user_profiles to app_steward;

-- When each person last used a session, or signed in with a browser that is remembered.
create function app.last_seen() returns table (user_id uuid, at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return query select used.person, max(used.moment) from (
    select s.user_id, s.updated_at from auth.sessions s union all select d.user_id, d.seen_at from auth.devices d
  ) used (person, moment) group by used.person;
end $$;
grant select (updated_at) on auth.sessions to app_steward;
grant select (user_id, seen_at) on auth.devices to app_steward;

-- Whom to remind that a year has passed since the last review, reminder or, before any, the first profile: all active
-- administrators the first time it is asked after that, nobody afterward.
create function app.claim_access_reminder(at timestamptz) returns uuid[]
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('access reminder', 0));
  if coalesce(greatest((select max(r.reviewed_at) from public.access_reviews r),
      (select max(r.reminded_at) from public.access_reminders r)),
    (select min(p.created_at) from public.user_profiles p), at) > at - interval '1 year'
  then
    return array[]::uuid[];
  end if;
  insert into public.access_reminders (reminded_at) values (at);
  return array(select p.id from public.user_profiles p where p.is_admin and p.disabled_at is null order by p.id);
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Erasing an account. Documents are deleted by server/people/erasure.ts as any other deletion, with their entries in the
-- audit log; this function does the rest. The profile stays, without anything that tells who it was: documents that
-- must be kept, and the audit log, refer to its id.
-- ---------------------------------------------------------------------------------------------------------
do $$
declare
  name text;
begin
  foreach name in array array['user_profiles', 'document_views', 'uploads', 'messages', 'call_requests',
    'mail_preferences', 'notices', 'invitations']
  loop
    execute format('create policy eraser_erases on %I for all to app_eraser using (true)', name);
  end loop;
end $$;
grant select (id, email, disabled_at, is_admin), update (email, full_name, organization, is_admin, disabled_reason,
  erase_requested_at, erased_at) on user_profiles to app_eraser;
grant select (user_id, user_email), update (user_email, user_name) on document_views to app_eraser;
grant select (uploaded_by, user_id, document_id), delete, update (expires_at, filename) on uploads to app_eraser;
grant select (email), delete on messages, call_requests to app_eraser;
grant select (user_id), delete on mail_preferences, invitations to app_eraser;
grant select (user_id, person_id), delete on notices to app_eraser;
grant update (email, name, image, metadata, email_verified, locked_at) on auth.users to app_eraser;
grant select, delete on all tables in schema auth to app_eraser;
grant execute on function auth.kept_for(text) to app_eraser;

-- Every address known to be a person's, in lower case.
create function app.addresses_of(target uuid) returns text[]
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return array(
    select lower(u.email) from auth.users u where u.id = target
    union select lower(p.email) from public.user_profiles p where p.id = target
    union select lower(c.old_email) from auth.address_changes c where c.user_id = target
    union select lower(c.new_email) from auth.address_changes c where c.user_id = target);
end $$;

create function app.erase_person(target uuid, pseudonym text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  addresses text[] := app.addresses_of(target);
  address text := target::text || '@erased.invalid';
  name text;
begin
  perform from public.user_profiles where id = target and disabled_at is not null for update;
  if not found then
    raise exception 'access is closed first' using errcode = '23514', constraint = 'disabled_first';
  end if;
  -- Everything that the sign-in keeps of a person: sessions, browsers, changes of address, passkeys.
  for name in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and a.attname = 'user_id' and not a.attisdropped
  loop
    execute format('delete from auth.%I where user_id = $1', name) using target;
  end loop;
  delete from auth.verifications v where exists (select from unnest(addresses) a where position(a in lower(v.identifier)) > 0);
  update auth.users set email = address, name = '', image = null, metadata = '{}', email_verified = false,
    locked_at = null where id = target;
  update public.user_profiles set email = address, full_name = pseudonym, organization = null, is_admin = false,
    disabled_reason = null, erase_requested_at = null, erased_at = now() where id = target;
  update public.document_views set user_email = address, user_name = pseudonym
    where user_id = target or lower(user_email) = any (addresses);
  delete from public.messages where lower(email) = any (addresses);
  delete from public.call_requests where lower(email) = any (addresses);
  delete from public.mail_preferences where user_id = target;
  delete from public.notices where user_id = target or person_id = target;
  delete from public.invitations where user_id = target;
  -- What has become a document is only remembered for the browser that sent it; the rest expires now, and the clean-up
  -- removes its bytes.
  delete from public.uploads where (uploaded_by = target or user_id = target) and document_id is not null;
  update public.uploads set expires_at = now(), filename = 'erased' where uploaded_by = target or user_id = target;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Owners and callers of these functions
-- ---------------------------------------------------------------------------------------------------------
grant create on schema app to app_guard, app_directory, app_steward, app_eraser;
alter function app.is_active() owner to app_guard;
alter function app.search_people(text[], text, boolean, integer, integer) owner to app_directory;
alter function app.count_waiting_people() owner to app_directory;
alter function app.storage_use(uuid) owner to app_directory;
alter function app.stamp_role() owner to app_steward;
alter function app.accept_person(uuid) owner to app_steward;
alter function app.end_sessions(uuid) owner to app_steward;
alter function app.disable_person(uuid, text) owner to app_steward;
alter function app.enable_person(uuid) owner to app_steward;
alter function app.tell_administrators(text) owner to app_steward;
alter function app.last_seen() owner to app_steward;
alter function app.claim_access_reminder(timestamptz) owner to app_steward;
alter function app.addresses_of(uuid) owner to app_eraser;
alter function app.erase_person(uuid, text) owner to app_eraser;
revoke create on schema app from app_guard, app_directory, app_steward, app_eraser;
revoke execute on function app.is_active(), app.search_people(text[], text, boolean, integer, integer),
  app.count_waiting_people(), app.storage_use(uuid), app.stamp_role(), app.accept_person(uuid), app.end_sessions(uuid),
  app.disable_person(uuid, text), app.enable_person(uuid), app.tell_administrators(text),
  app.last_seen(), app.claim_access_reminder(timestamptz), app.addresses_of(uuid), app.erase_person(uuid, text),
  auth.refuse_disabled() from public;
grant usage on schema app to app_jobs;
grant execute on function app.claim_access_reminder(timestamptz) to app_jobs;
grant execute on function app.is_active() to app_user, app_steward;
grant execute on function app.end_sessions(uuid) to app_steward;
grant execute on function app.addresses_of(uuid) to app_eraser;
grant execute on function app.search_people(text[], text, boolean, integer, integer), app.count_waiting_people(),
  app.storage_use(uuid), app.accept_person(uuid), app.end_sessions(uuid), app.disable_person(uuid, text),
  app.enable_person(uuid), app.tell_administrators(text), app.last_seen(), app.addresses_of(uuid),
  app.erase_person(uuid, text) to app_user;
