-- Roles.
--
-- No one logs in as one of these roles, and none of them owns a table: a login becomes one for the length of a
-- transaction (server/database/logins.ts), and functions that may do more than their caller belong to the others.
--
-- Taken by the site's logins:
--   app_user      acts as the person with the id signed in app.actor; row-level security decides what that person sees
--   app_visitor   no one is signed in: sends messages, books calls
--   app_caller    has the token of a booked call, and nothing else
--   app_auth      signs people in: the schema auth
--   app_jobs      runs the queue: the schema jobs
-- Taken by commands that an operator runs on the machine:
--   app_operator  npm run admin
--   app_backup    reads every row of every table
-- Owners of functions:
--   app_guard           identifies the current person, and what they may do
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
-- End of the roles

-- The owner writes the key at each start. The one before it is accepted for another hour, so that two processes can
-- take turns when AUTH_SECRET changes.
create table app.actor_keys (
  -- The key padded to a block of SHA-256 and mixed with the two constants of RFC 2104.
  inner_block bytea primary key check (octet_length(inner_block) = 64),
  outer_block bytea not null check (octet_length(outer_block) = 64),
  retired_at timestamptz
);

grant usage on schema public, app to app_audit, app_auth, app_backup, app_caller, app_directory, app_eraser, app_guard, app_jobs,
  app_operator, app_session_reader, app_steward, app_user, app_vault, app_visitor;
grant usage on schema app to app_queue;
grant usage on schema audit to app_audit, app_backup, app_jobs;
grant usage on schema auth to app_auth, app_backup, app_eraser, app_operator, app_session_reader, app_steward, app_vault;
grant select on all tables in schema public, auth, app, audit to app_backup;
grant select on all sequences in schema public, auth, app, audit to app_backup;
-- The key that signs the current person belongs in no backup.
revoke select on app.actor_keys from app_backup;

grant select on app.actor_keys to app_guard;

-- Functions

-- `updated_at` is the time of the last change, whatever the statement says.
create or replace function app.touch_updated_at() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger touch before update on documents, messages, call_requests, mail_preferences, user_profiles, list_columns
  for each row execute function app.touch_updated_at();
