-- Who acts is signed, so that a statement somebody smuggles into the site's own cannot act as another person
-- (docs/decisions/0009).
--
-- app.actor holds the person's id and an HMAC-SHA-256 over it, this connection's process and the start of this
-- transaction (server/database/actor-token.ts). The key is derived from AUTH_SECRET; app_guard alone reads it.
--
-- One more role, which nobody can become: app_queue puts jobs in the queue for everyone (server/jobs/prepare-jobs.ts).
do $$
begin
  if not exists (select from pg_roles where rolname = 'app_queue') then
    begin
      create role app_queue nologin noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$;
do $$ begin execute format('grant app_queue to %I', current_user); end $$;
grant usage on schema app to app_queue, app_auth, app_jobs, app_visitor, app_caller;

-- The owner writes the key at each start. The one before it is accepted for another hour, so that two processes can
-- take turns when AUTH_SECRET changes.
create table app.actor_keys (
  -- The key padded to a block of SHA-256 and mixed with the two constants of RFC 2104.
  inner_block bytea primary key check (octet_length(inner_block) = 64),
  outer_block bytea not null check (octet_length(outer_block) = 64),
  retired_at timestamptz
);
revoke all on app.actor_keys from public;
grant select on app.actor_keys to app_guard;

-- The person who acts; null where app.actor is missing, was changed, or belongs to another transaction.
create or replace function app.user_id() returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  token text := current_setting('app.actor', true);
  person text := split_part(token, ' ', 1);
  signed bytea := convert_to(person || ' ' || pg_backend_pid() || ' ' || extract(epoch from now()), 'UTF8');
begin
  if exists (
    select from app.actor_keys k where (k.retired_at is null or k.retired_at > now() - interval '1 hour')
      and token = person || ' ' || encode(sha256(k.outer_block || sha256(k.inner_block || signed)), 'hex')
  ) then
    return person::uuid;
  end if;
  return null;
end $$;

create or replace function app.is_admin() returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select p.is_admin from public.user_profiles p where p.id = (select app.user_id())), false)
$$;

grant create on schema app to app_guard;
alter function app.user_id() owner to app_guard;
revoke create on schema app from app_guard;

-- No function looks for a table or another function where the caller's search_path says.
do $$
declare
  unpinned regprocedure;
begin
  for unpinned in
    select p.oid from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where (n.nspname in ('app', 'auth') or p.proname = 'increment_view_count' and n.nspname = 'public')
      and p.proconfig is null and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', unpinned);
  end loop;
end $$;
