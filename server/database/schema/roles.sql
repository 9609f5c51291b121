-- Roles, and who acts.
--
-- Nobody logs in as one of these roles, and none of them owns a table: a login becomes one for the length of a
-- transaction (server/database/logins.ts), and functions that may do more than their caller belong to the others.
--
-- Taken by the site's logins:
--   app_user      acts as the person whose id is signed in app.actor; row-level security decides what that person sees
--   app_visitor   nobody is signed in: sends messages, books calls
--   app_caller    has the token of a booked call, and nothing else
--   app_auth      signs people in: the schema auth
--   app_jobs      runs the queue: the schema jobs
-- Taken by commands that an operator runs on the machine:
--   app_operator  npm run admin
--   app_backup    reads every row of every table
-- Owners of functions:
--   app_guard           tells who acts, and what they may do
--   app_directory       searches and counts
--   app_steward         keeps people, approvals and notes
--   app_eraser          erases people
--   app_audit           writes and reads the audit log
--   app_queue           adds jobs for everyone (server/jobs/prepare-jobs.ts)
--   app_session_reader  finds the session of a request
--   app_vault           keeps account numbers

-- Roles

-- Roles belong to the whole cluster, so another site's database may have made them already.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['app_user', 'app_visitor', 'app_caller', 'app_auth', 'app_jobs', 'app_operator',
    'app_backup', 'app_guard', 'app_directory', 'app_steward', 'app_eraser', 'app_audit', 'app_queue',
    'app_session_reader', 'app_vault']
  loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin noinherit', role_name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    -- The owner gives them functions, and commands take some of them.
    if role_name not in ('app_user', 'app_visitor', 'app_caller', 'app_auth', 'app_jobs') then
      execute format('grant %I to %I', role_name, current_user);
    end if;
  end loop;
end $$;
create schema if not exists auth;
create schema if not exists app;
create schema if not exists audit;
revoke create on schema public from public;
alter default privileges in schema public, auth, app, audit grant select on tables to app_backup;
alter default privileges in schema public, auth, app, audit grant select on sequences to app_backup;

-- Tables

-- The owner writes the key at each start. The one before it is accepted for another hour, so that two processes can
-- take turns when AUTH_SECRET changes.
create table app.actor_keys (
  -- The key padded to a block of SHA-256 and mixed with the two constants of RFC 2104.
  inner_block bytea primary key check (octet_length(inner_block) = 64),
  outer_block bytea not null check (octet_length(outer_block) = 64),
  retired_at timestamptz
);

-- Policies

grant usage on schema public, app to app_audit, app_auth, app_backup, app_caller, app_directory, app_eraser, app_guard, app_jobs,
  app_operator, app_session_reader, app_steward, app_user, app_vault, app_visitor;
grant usage on schema app to app_queue;
grant usage on schema audit to app_audit, app_backup, app_jobs;
grant usage on schema auth to app_auth, app_backup, app_eraser, app_operator, app_session_reader, app_steward, app_vault;
grant select on all tables in schema public, auth, app, audit to app_backup;
grant select on all sequences in schema public, auth, app, audit to app_backup;
-- The key that signs who acts belongs in no backup.
revoke select on app.actor_keys from app_backup;

grant select on app.actor_keys to app_guard;

-- Functions

-- The person who acts; null where app.actor is missing, was changed, or belongs to another transaction. It holds the
-- person's id and an HMAC-SHA-256 over it, this connection's process and the start of this transaction
-- (server/database/actor-token.ts), so that a statement somebody smuggles into the site's own cannot act as another person
-- (docs/decisions/0009). The key is derived from AUTH_SECRET; app_guard alone reads it.
-- app.actor may say between the person's id and the signature, and signed with the id, that an administrator's rights are
-- withheld until their session shows a passkey (REQUIRE_ADMIN_PASSKEY). Without that word it is what it was.
create or replace function app.user_id() returns uuid
language plpgsql stable security definer as $$
declare
  token text := current_setting('app.actor', true);
  claim text := regexp_replace(token, ' [^ ]*$', '');
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
grant execute on function app.user_id to app_audit, app_directory, app_eraser, app_steward, app_user, app_vault;

create or replace function app.touch_updated_at() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Asked by policies for each statement. It runs as app_guard, because a policy on user_profiles that read user_profiles
-- would ask itself forever. The word 'withheld' is looked at only where app.user_id() has found the signature right.
create or replace function app.is_admin() returns boolean
language sql stable security definer as $$
  select coalesce((select p.is_admin and p.disabled_at is null from public.user_profiles p
    where p.id = (select app.user_id()) and split_part(current_setting('app.actor', true), ' ', 2) <> 'withheld'), false)
$$;
alter function app.is_admin owner to app_guard;
grant execute on function app.is_admin to app_audit, app_directory, app_eraser, app_queue, app_steward, app_user,
  app_vault;

-- True also for a person without a profile, who is about to get one.
create or replace function app.is_active() returns boolean
language sql stable security definer as $$
  select not exists (select from public.user_profiles p
    where p.id = (select app.user_id()) and p.disabled_at is not null)
$$;
alter function app.is_active owner to app_guard;
grant execute on function app.is_active to app_directory, app_steward, app_user;

create or replace function app.is_approver() returns boolean
language sql stable security definer as $$
  select coalesce((select p.is_approver and p.disabled_at is null and p.accepted_at is not null
    from public.user_profiles p where p.id = (select app.user_id())
      and split_part(current_setting('app.actor', true), ' ', 2) <> 'withheld'), false)
$$;
alter function app.is_approver owner to app_guard;
grant execute on function app.is_approver to app_audit, app_steward, app_user;

create or replace function app.refuse_removal() returns trigger
language plpgsql as $$
begin
  raise exception 'rows of % stay', tg_relid::regclass using errcode = '42501';
end $$;

create or replace function app.acts_for_office() returns boolean
language sql stable security definer as $$ select app.is_admin() or app.is_applying() $$;
alter function app.acts_for_office owner to app_guard;
grant execute on function app.acts_for_office to app_steward, app_user;
