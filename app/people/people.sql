-- People from their first sign-in to the end of their account: guests, accepted people, people with closed access, and
-- erased accounts; who invites them, and who makes administrators. Operations: app/people/server/.

-- A person, from their first sign-in or invitation on.
create table user_profiles (
  id uuid primary key references auth.users on delete restrict,
  email text not null check (length(email) between 3 and 254),
  full_name text check (full_name = btrim(full_name) and length(full_name) between 1 and 200),
  organization text check (organization = btrim(organization) and length(organization) between 1 and 200),
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  accepted_at timestamptz,
  accepted_by uuid references user_profiles on delete set null,
  admin_at timestamptz,
  admin_by uuid references user_profiles on delete set null,
  disabled_at timestamptz,
  disabled_by uuid references user_profiles on delete set null,
  disabled_reason text check (length(disabled_reason) between 1 and 500),
  erase_requested_at timestamptz,
  erased_at timestamptz,
  -- When they answered, or skipped, the question for their name and organization.
  details_asked_at timestamptz,
  -- When they hid the four steps of investing.
  steps_hidden_at timestamptz,
  is_approver boolean not null default false,
  -- When their approvals begin to count: after a new right and after each re-issue of their identity. Null for a person
  -- whom the operator's command made an administrator or approver.
  decides_from timestamptz,
  -- The last re-issue of the identity of an administrator or approver.
  reissued_as text,
  -- Who last allowed them to add a passkey, and until when neither of the two approves the other's requests.
  permitted_by uuid,
  permitted_until timestamptz,
  -- When the operator's command made them an administrator or approver, or confirmed them: for a day, their first
  -- passkey is no re-issue.
  operator_granted_at timestamptz,
  -- When they last stopped being an active administrator or approver.
  right_ended_at timestamptz,
  constraint known_reissue check (reissued_as in ('permit', 'passkey', 'recovery-code', 'address', 'reset', 'access')),
  constraint reason_only_while_disabled check (disabled_at is not null or (disabled_by is null and disabled_reason is null)),
  constraint erased_is_disabled check (erased_at is null or (disabled_at is not null and not is_admin)),
  constraint approver_is_accepted check (not is_approver or accepted_at is not null)
);
create unique index user_profiles_email on user_profiles (lower(email));
create index user_profiles_newest on user_profiles (created_at desc, id desc);
create index user_profiles_administrators on user_profiles (id) where is_admin;
create index user_profiles_by_name on user_profiles (lower(coalesce(full_name, email)), id);
create index user_profiles_nameless on user_profiles (id) where full_name is null;
create index user_profiles_accepter on user_profiles (accepted_by) where accepted_by is not null;
create index user_profiles_granter on user_profiles (admin_by) where admin_by is not null;
create index user_profiles_disabler on user_profiles (disabled_by) where disabled_by is not null;
create index user_profiles_guests_first
  on user_profiles ((accepted_at is null and disabled_at is null) desc, created_at desc, id desc);
create index user_profiles_erase_requested on user_profiles (erase_requested_at) where erase_requested_at is not null;
create index user_profiles_guests on user_profiles (created_at desc, id desc) where accepted_at is null and disabled_at is null;
create index user_profiles_approvers on user_profiles (id) where is_approver;
create index user_profiles_right_ended on user_profiles (right_ended_at) where right_ended_at is not null;
-- Elsewhere on this table: two-people.sql (void_requests, second_decider_stays), roles.sql (touch), holders.sql
-- (end_memberships), delegates.sql (end_grants), document-requests.sql (erase_requests_and_decisions), conversations.sql
-- (erase_conversations), wire-instructions.sql (erase_wire_places), subscriptions.sql (erase_wanted_holders), mail.sql
-- (erase_mail_failures, announce_to_office).

-- A person their own, administrators all. An approver sees names by app.approval_names.
create policy own_or_admin_reads on user_profiles for select to app_user
  using (id = (select app.user_id()) or (select app.is_admin()));
-- The first sign-in makes a person's own.
create policy own_is_made on user_profiles for insert to app_user
  with check (id = (select app.user_id()) and not is_admin);
-- Its name, organization, request for erasure, and which questions were answered or hidden; everything else changes by functions.
create policy own_or_admin_edits on user_profiles for update to app_user
  using (id = (select app.user_id()) or (select app.is_admin()));
-- `npm run admin` makes and removes administrators and approvers.
create policy operator_does on user_profiles for all to app_operator using (true);
-- A sign-in asks whether access is closed.
create policy sign_in_reads on user_profiles for select to app_auth using (true);
-- A change of the sign-in address changes the profile's.
create policy address_follows on user_profiles for update to app_auth using (true)
  with check (lower(email) = (select lower(u.email) from auth.users u where u.id = user_profiles.id));
-- A profile that a person creates for themselves is a guest's; the only state they may change later is the request to
-- have the account erased.
create policy starts_as_guest on user_profiles as restrictive for insert to app_user
  with check (accepted_at is null and accepted_by is null and admin_at is null and admin_by is null
    and disabled_at is null and erase_requested_at is null and erased_at is null);
-- Nor does a new profile come with a right.
create policy starts_without_rights on user_profiles as restrictive for insert to app_user with check (not is_approver);
grant select, insert, update (is_admin, is_approver, decides_from, operator_granted_at) on user_profiles to app_operator;
grant select, insert, update (full_name, organization, erase_requested_at, details_asked_at, steps_hidden_at) on
  user_profiles to app_user;
grant select (id, email, full_name, is_admin, created_at, accepted_at, disabled_at, erased_at, is_approver,
  decides_from), insert (id, email, full_name, organization, accepted_at, accepted_by), update (is_admin, accepted_at,
  accepted_by, disabled_at, disabled_by, disabled_reason, is_approver, decides_from, reissued_as, permitted_by,
  permitted_until) on user_profiles to app_steward;
grant select (reissued_as, permitted_by, permitted_until, operator_granted_at, right_ended_at, details_asked_at,
  steps_hidden_at) on user_profiles to app_steward;
grant select (id, email, full_name, organization, is_admin, is_approver, created_at, accepted_at, disabled_at,
  erase_requested_at) on user_profiles to app_directory;
grant select (id, email, is_admin, accepted_at, disabled_at, erased_at, is_approver, decides_from, permitted_by,
  permitted_until) on user_profiles to app_guard;
grant select (id, email, full_name, organization, is_admin, created_at, updated_at, accepted_at, disabled_at,
  is_approver) on user_profiles to app_session_reader;
grant select (id, email, is_admin, disabled_at), update (email) on user_profiles to app_auth;
grant select (id, email, is_admin, disabled_at, is_approver), update (email, full_name, organization, is_admin,
  disabled_reason, erase_requested_at, erased_at, is_approver) on user_profiles to app_eraser;
grant select (id, email, full_name, is_admin, is_approver, erased_at) on user_profiles to app_audit;

-- The site always has an active administrator. Only the operator's command may remove the last one: it says so, and can
-- make another.
create or replace function app.require_an_administrator() returns trigger language plpgsql as $$
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
create trigger keep_an_administrator before update or delete on user_profiles
  for each row execute function app.require_an_administrator();

-- Records the beginning and end of a right. An operator's grant is recorded for the person's first passkey. Reopening
-- the access of an administrator or approver re-issues their identity, even if they lose the right.
create or replace function app.record_rights() returns trigger language plpgsql security definer as $$
declare
  had boolean := tg_op = 'UPDATE' and (old.is_admin or old.is_approver) and old.disabled_at is null;
  has boolean := (new.is_admin or new.is_approver) and new.disabled_at is null;
begin
  -- The caller's role: current_user is app_steward in here.
  if has and not had and current_setting('role') in ('none', 'app_operator') and coalesce(new.decides_from <= now(), true)
  then
    new.operator_granted_at := now();
  end if;
  if had and not has then
    new.right_ended_at := now();
    new.operator_granted_at := null;
  end if;
  if tg_op = 'UPDATE' and old.disabled_at is not null and new.disabled_at is null and (old.is_admin or old.is_approver) then
    new.decides_from := greatest(new.decides_from, now() + app.approver_wait());
    new.reissued_as := 'access';
    new.operator_granted_at := null;
  end if;
  return new;
end $$;
create trigger record_rights before insert or update of is_admin, is_approver, disabled_at on user_profiles
  for each row execute function app.record_rights();

-- Notifies every process that a person's profile changed; see app/documents/server/live-updates.ts.
create or replace function app.announce_profile() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('profiles', json_build_object('id', new.id, 'is_admin', new.is_admin)::text);
  return null;
end $$;
create trigger announce after update on user_profiles
  for each row when (old.* is distinct from new.*) execute function app.announce_profile();

-- Administrators count as accepted; when they got the role, and from whom, is recorded for the access review.
create or replace function app.stamp_role() returns trigger language plpgsql security definer as $$
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

-- A delegate is accepted only with a reason in the log. The database's owner restores, and is exempt.
create or replace function app.separate_delegates() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') <> 'none' and (tg_op = 'INSERT' or old.accepted_at is null)
    and app.came_by_grant(new.id, new.email) and not app.acceptance_is_explained(new.id)
  then
    raise exception 'a delegate is accepted with a reason' using errcode = '23514', constraint = 'delegate_stays';
  end if;
  return null;
end $$;
create constraint trigger keep_delegates_apart after insert or update of accepted_at, is_admin on user_profiles
  deferrable initially deferred for each row when (new.accepted_at is not null)
  execute function app.separate_delegates();

-- Who was sent a welcome and has not signed in yet. Outlives that, to say when the person came.
create table invitations (
  user_id uuid primary key references user_profiles on delete cascade,
  invited_by uuid references user_profiles on delete set null,
  sent_at timestamptz not null default now(),
  times integer not null default 1 check (times > 0),
  accepted_at timestamptz
);
create index invitations_inviter on invitations (invited_by);
create index invitations_open on invitations (sent_at) where accepted_at is null;
-- Elsewhere on this table: mail.sql (announce_to_office).

-- Administrators. Invitations are written by functions.
create policy admin_reads on invitations, access_reviews for select to app_user using ((select app.is_admin()));
grant select (user_id), delete on invitations to app_eraser;
grant select, insert, update on invitations to app_steward;
grant select on invitations to app_user;
grant select (user_id, accepted_at) on invitations to app_directory;

-- When an administrator reviewed who has access, with how many there were.
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
-- With invitations, above: admin_reads.

-- An administrator reviews in their own name.
create policy admin_reviews on access_reviews for insert to app_user
  with check ((select app.is_admin()) and reviewed_by = (select app.user_id()));
grant select on access_reviews to app_steward;
grant select, insert (reviewed_by, administrators, people, guests, disabled) on access_reviews to app_user;

-- When administrators were last reminded.
create table access_reminders (
  reminded_at timestamptz primary key
);

grant select, insert on access_reminders to app_steward;

-- The columns of a list that a person has chosen to show. Visible only to that person.
create table list_columns (
  user_id uuid not null references user_profiles on delete cascade,
  list text not null check (list ~ '^[a-z-]{1,40}$'),
  columns text[] not null check (cardinality(columns) <= 20),
  updated_at timestamptz not null default now(),
  primary key (user_id, list)
);
-- Elsewhere on this table: roles.sql (touch).

-- A person's own alone.
create policy own_choice on list_columns for all to app_user
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert (user_id, list, columns), update (columns) on list_columns to app_user;

-- Functions

-- The first session, however it came to be, accepts the invitation.
create or replace function app.accept_invitation() returns trigger language plpgsql security definer as $$
begin
  update public.invitations set accepted_at = now() where user_id = new.user_id and accepted_at is null;
  return null;
end $$;
create trigger accept after insert on auth.sessions for each row execute function app.accept_invitation();

-- One at a time grants and revokes, so that two who remove each other cannot both find the other still there.
create or replace function app.lock_administrators() returns void
language sql set search_path = pg_catalog, public, pg_temp as $$ select pg_advisory_xact_lock(hashtextextended('administrators', 0)) $$;
grant execute on function app.lock_administrators to app_steward;

-- The waiting period after a new right or a re-issued identity (DECIDER_WAIT_DAYS).
create or replace function app.approver_wait() returns interval language sql stable security definer as $$
  select make_interval(days => coalesce((select f.decider_wait_days from app.fund f), 3))
$$;
grant execute on function app.approver_wait to app_steward;

-- When the approvals of a new administrator or approver begin to count: after a waiting period in which the others can
-- object (set in the server's configuration). A person who already has one of the two rights has no further waiting
-- period.
create or replace function app.approver_from(target uuid) returns timestamptz language sql stable security definer as $$
  select case when p.is_admin or p.is_approver then p.decides_from
      else greatest(p.decides_from, now() + app.approver_wait()) end
    from public.user_profiles p where p.id = target
$$;
grant execute on function app.approver_from to app_steward;

-- Makes a person an administrator, which takes two people, or takes that away, which takes one. Returns whether it changed
-- anything, null where there is no one.
create or replace function app.set_administrator(target uuid, granted boolean) returns boolean
language plpgsql security definer as $$
declare
  person record;
begin
  perform app.lock_administrators();
  -- Not before the lock: this administrator may have been removed while waiting for it.
  perform app.require_right_change('right.administrator', target, granted);
  select p.email, p.is_admin, p.accepted_at, p.disabled_at into person from public.user_profiles p where p.id = target for update;
  if not found then return null; end if;
  if person.is_admin = granted then return false; end if;
  if granted and person.accepted_at is null then perform app.require_no_delegate(target, person.email); end if;
  if granted and person.disabled_at is not null then
    raise exception 'an administrator has an active account' using errcode = '23514', constraint = 'decider_is_active';
  end if;
  update public.user_profiles p set is_admin = granted,
    decides_from = case when granted then app.approver_from(target) else p.decides_from end where p.id = target;
  return true;
end $$;
grant execute on function app.set_administrator to app_user;

-- Creates and accepts a person before their first sign-in, which finds the profile. `known`: the address belongs to a
-- person already, and nothing was made.
create or replace function app.invite_user(address text, name text, firm text) returns table (user_id uuid, known boolean)
language plpgsql security definer as $$
declare
  person uuid;
begin
  perform app.require_admin();
  select coalesce((select p.id from public.user_profiles p where lower(p.email) = lower(address)),
    auth.kept_for(address)) into person;
  if person is not null then
    return query select person, true;
    return;
  end if;
  perform app.require_no_delegate(null, address);
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
grant execute on function app.invite_user to app_user;

-- Records that the welcome is sent again. False where the person doesn't exist, or has signed in since.
create or replace function app.invite_again(target uuid) returns boolean language plpgsql security definer as $$
begin
  perform app.require_admin();
  update public.invitations set sent_at = now(), times = times + 1, invited_by = app.user_id()
    where invitations.user_id = target and accepted_at is null;
  return found;
end $$;
grant execute on function app.invite_again to app_user;

-- A holder's delegate is not accepted along with others: mail to every investor would reach an accountant.
create or replace function app.require_no_delegate(person uuid, address text) returns void
language plpgsql stable security definer as $$
begin
  if app.came_by_grant(person, address) then
    raise exception 'a delegate is accepted with a reason' using errcode = '23514', constraint = 'delegate_stays';
  end if;
end $$;
grant execute on function app.require_no_delegate to app_steward;

-- Accepts a guest. Returns whether it changed anything, null where there is no one.
create or replace function app.accept_person(target uuid) returns boolean language plpgsql security definer as $$
declare
  person record;
begin
  perform app.require_admin();
  select p.email, p.accepted_at into person from public.user_profiles p where p.id = target for update;
  if not found then return null; end if;
  if person.accepted_at is not null then return false; end if;
  perform app.require_no_delegate(target, person.email);
  update public.user_profiles set accepted_at = now(), accepted_by = app.user_id() where id = target;
  return true;
end $$;
grant execute on function app.accept_person to app_user;

-- Makes a delegate an investor. The same transaction writes the reason into the log (app.separate_delegates). Returns
-- whether it changed anything, null where there is no one.
create or replace function app.accept_delegate(target uuid) returns boolean language plpgsql security definer as $$
begin
  perform app.require_admin();
  update public.user_profiles set accepted_at = now(), accepted_by = app.user_id()
    where id = target and accepted_at is null and disabled_at is null;
  if found then return true; end if;
  return case when exists (select from public.user_profiles where id = target) then false end;
end $$;
grant execute on function app.accept_delegate to app_user;

-- Whether this transaction has written into the log why a delegate becomes an investor.
create or replace function app.acceptance_is_explained(person uuid) returns boolean
language sql stable security definer as $$
  select exists (select from public.audit_log a where a.subject_id = person::text and a.at = now()
    and a.action = 'person.delegate_accepted' and btrim(a.details ->> 'reason') <> '')
$$;
alter function app.acceptance_is_explained owner to app_audit;
grant execute on function app.acceptance_is_explained to app_steward;

-- Closes a person's access and ends their sessions. Returns whether it changed anything, null where there is no one.
create or replace function app.disable_person(target uuid, why text) returns boolean
language plpgsql security definer as $$
declare
  before public.user_profiles.disabled_at%type;
begin
  perform app.lock_administrators();
  -- Not before the lock: an administrator who waited may have been disabled meanwhile.
  perform app.require_admin();
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
grant execute on function app.disable_person to app_user;

-- Reopens it, except for an erased account. The rights of an administrator or approver aren't restored, since granting
-- one takes two people.
create or replace function app.enable_person(target uuid) returns boolean language plpgsql security definer as $$
begin
  perform app.require_admin();
  update public.user_profiles set disabled_at = null, disabled_by = null, disabled_reason = null, is_admin = false,
    is_approver = false where id = target and disabled_at is not null and erased_at is null;
  if found then return true; end if;
  return case when exists (select from public.user_profiles where id = target) then false end;
end $$;
grant execute on function app.enable_person to app_user;

-- The number of guests to accept, and of people who requested the erasure of their account.
create or replace function app.count_waiting_people() returns table (guests bigint, erasures bigint)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select
    (select count(*) from public.user_profiles p where p.accepted_at is null and p.disabled_at is null
      and not app.came_by_grant(p.id, p.email)),
    (select count(*) from public.user_profiles where erase_requested_at is not null);
end $$;
alter function app.count_waiting_people owner to app_directory;
grant execute on function app.count_waiting_people to app_user;

-- The size of a person's own files, without infected ones, which are deleted, and without those that the fund files for a holder.
create or replace function app.storage_use(person uuid)
  returns table (accepted boolean, documents bigint, bytes bigint, reserved_documents bigint, reserved_bytes bigint)
language plpgsql stable security definer as $$
begin
  if person is distinct from app.user_id() and not app.is_admin() and person <> all (app.office_owners()) then
    raise exception 'another person''s storage' using errcode = '42501';
  end if;
  return query select
    coalesce((select p.accepted_at is not null from public.user_profiles p where p.id = person), false),
    coalesce(f.stored, 0), coalesce(f.stored_bytes, 0), reserved.documents, reserved.bytes
  from (select count(*) as documents, coalesce(sum(u.file_size), 0)::bigint as bytes
      from public.uploads u where u.user_id = person and u.document_id is null and u.expires_at > now()) reserved
    left join public.document_figures f on f.owner_id = person;
end $$;
alter function app.storage_use owner to app_directory;
grant execute on function app.storage_use to app_user;

-- What the files of all guests together take, with what their uploads have reserved. Anyone else learns nothing.
create or replace function app.storage_of_guests() returns bigint language plpgsql stable security definer as $$
declare
  guests uuid[];
begin
  perform from public.user_profiles p where p.id = app.user_id() and p.accepted_at is null;
  if not found then
    return 0;
  end if;
  guests := array(select p.id from public.user_profiles p where p.accepted_at is null and p.disabled_at is null);
  return (select coalesce(sum(f.stored_bytes), 0) from public.document_figures f where f.owner_id = any (guests))
    + (select coalesce(sum(u.file_size), 0) from public.uploads u
      where u.user_id = any (guests) and u.document_id is null and u.expires_at > now());
end $$;
alter function app.storage_of_guests owner to app_directory;
grant execute on function app.storage_of_guests to app_user;

-- Whom to remind that a year has passed since the last review, reminder or, before any, the first profile: all active
-- administrators at the first call after that, no one at later calls.
create or replace function app.claim_access_reminder(at timestamptz) returns uuid[]
language plpgsql security definer as $$
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
grant execute on function app.claim_access_reminder to app_jobs;

-- Every address known to be a person's, in lower case.
create or replace function app.addresses_of(target uuid) returns text[] language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return array(
    select lower(u.email) from auth.users u where u.id = target
    union select lower(p.email) from public.user_profiles p where p.id = target
    union select lower(c.old_email) from auth.address_changes c where c.user_id = target
    union select lower(c.new_email) from auth.address_changes c where c.user_id = target);
end $$;
alter function app.addresses_of owner to app_eraser;
grant execute on function app.addresses_of to app_user;

-- Removes what identifies a person, in one transaction; their id stays as a pseudonym. Access is closed first.
create or replace function app.erase_person(target uuid, pseudonym text) returns void
language plpgsql security definer as $$
declare
  addresses text[] := app.addresses_of(target);
  address text := target::text || '@erased.invalid';
  name text;
begin
  perform from public.user_profiles where id = target and disabled_at is not null for update;
  if not found then
    raise exception 'access is closed first' using errcode = '23514', constraint = 'disabled_first';
  end if;
  -- Everything that the sign-in stores about a person: sessions, browsers, changes of address, passkeys.
  for name in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and a.attname = 'user_id' and not a.attisdropped
  loop
    execute format('delete from auth.%I where user_id = $1', name) using target;
  end loop;
  update auth.users set email = address, name = '', image = null, metadata = '{}', email_verified = false,
    locked_at = null where id = target;
  update public.user_profiles set email = address, full_name = pseudonym, organization = null, is_admin = false,
    is_approver = false, disabled_reason = null, erase_requested_at = null, erased_at = now() where id = target;
  update public.document_views set user_email = address, user_name = pseudonym
    where user_id = target or lower(user_email) = any (addresses);
  perform pg_advisory_xact_lock(hashtextextended('reads by ' || target, 0));
  update public.file_accesses set ip = null, user_agent = null where user_id = target;
  delete from public.messages where lower(email) = any (addresses);
  delete from public.call_requests where lower(email) = any (addresses);
  delete from public.mail_preferences where user_id = target;
  delete from public.notices where user_id = target or person_id = target;
  delete from public.invitations where user_id = target;
  -- A finished upload only remembers its document for the browser that sent it. The others expire now, and the clean-up
  -- removes their bytes.
  delete from public.uploads where (uploaded_by = target or user_id = target) and document_id is not null;
  update public.uploads set expires_at = now(), filename = 'erased' where uploaded_by = target or user_id = target;
  perform app.redact_entries(target, addresses);
end $$;
alter function app.erase_person owner to app_eraser;
grant execute on function app.erase_person to app_user;

-- Makes a person an approver, which takes two people, or revokes that. Returns whether it changed anything, null where
-- there is no one.
create or replace function app.set_approver(target uuid, granted boolean) returns boolean
language plpgsql security definer as $$
declare
  person record;
begin
  perform app.require_right_change('right.approver', target, granted);
  select p.is_approver, p.accepted_at, p.disabled_at into person from public.user_profiles p where p.id = target for update;
  if not found then return null; end if;
  if person.is_approver = granted then return false; end if;
  if granted and (person.accepted_at is null or person.disabled_at is not null) then
    raise exception 'an approver has an active account' using errcode = '23514', constraint = 'decider_is_active';
  end if;
  update public.user_profiles p set is_approver = granted,
    decides_from = case when granted then app.approver_from(target) else p.decides_from end where p.id = target;
  return true;
end $$;
grant execute on function app.set_approver to app_user;

-- The accepted person with an address, for administrators; row-level security lets no index serve that.
create or replace function app.person_with(address text) returns uuid language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return (select p.id from public.user_profiles p where lower(p.email) = lower(address)
    and p.accepted_at is not null and p.disabled_at is null);
end $$;
grant execute on function app.person_with to app_user;
