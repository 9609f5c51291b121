-- Read-only: while the site's files or its database are moved, nothing changes for a few seconds (server/move). One row
-- says so for all processes, and triggers hold it for everything that writes, whatever version of the site it is.

create table app.site_state (
  -- One row.
  id boolean primary key default true check (id),
  -- Until then no process runs jobs or stores files. A move renews it; if the move dies, the site goes on by itself.
  paused_until timestamptz,
  -- Whether the database, too, refuses every change until then.
  held boolean not null default false,
  -- The move that has begun: its id, kind, destination and time.
  move jsonb,
  -- Where this database's contents have gone. From then on it is read-only.
  moved_to text,
  -- Where the files are; null until they have been moved for the first time.
  files_at text
);
insert into app.site_state default values;
grant select on app.site_state to app_guard;

-- Files that a move has copied and compared with the original, so that it can go on after an interruption.
create table app.moved_files (
  key text primary key,
  size bigint not null,
  sha256 text not null
);

-- 7030001 is the lock that every transaction that writes shares, and that a move takes to find out that none is left.
create function app.refuse_while_read_only() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock_shared(7030001);
  -- A statement of its own, so that it sees what was committed while the lock was waited for.
  if exists (select from app.site_state where moved_to is not null or held and paused_until > clock_timestamp()) then
    raise exception 'the site is read-only' using errcode = '25006';
  end if;
  return null;
end $$;

-- For processes, and for administrators' pages.
create function app.current_site_state() returns table (is_paused boolean, is_held boolean, move jsonb, moved_to text,
  files_at text)
language sql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(s.moved_to is not null or s.paused_until > clock_timestamp(), false),
    coalesce(s.moved_to is not null or s.held and s.paused_until > clock_timestamp(), false), s.move, s.moved_to, s.files_at
  from app.site_state s
$$;

grant create on schema app to app_guard;
alter function app.refuse_while_read_only() owner to app_guard;
alter function app.current_site_state() owner to app_guard;
revoke create on schema app from app_guard;
revoke execute on function app.refuse_while_read_only(), app.current_site_state() from public;
grant execute on function app.current_site_state() to app_user;
-- The owner gives each table its trigger (server/database/guard-writes.ts).
do $$ begin execute format('grant execute on function app.refuse_while_read_only() to %I', current_user); end $$;

-- ---------------------------------------------------------------------------------------------------------
-- For administrators' page about the system
-- ---------------------------------------------------------------------------------------------------------

-- How many files are stored, and how much they take.
create function app.count_stored_files() returns table (files bigint, bytes bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return query select count(*), coalesce(sum(d.file_size), 0)::bigint from public.documents d where not d.is_external_link;
end $$;

-- What each queue has to do, as it counts itself every few seconds.
create function app.queue_figures() returns table (name text, ready integer, deferred integer, active integer,
  failed integer)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return query select q.name, q.ready_count, q.deferred_count, q.active_count, q.failed_count from jobs.queue q
    where q.ready_count + q.deferred_count + q.active_count + q.failed_count > 0 and q.name !~ '^__pgboss' order by q.name;
end $$;

create function app.newest_migration() returns text
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return (select max(m.name) from public.schema_migrations m);
end $$;

grant select on schema_migrations to app_directory;
grant select (is_external_link, file_size) on documents to app_directory;
grant usage on schema app to app_queue;
grant execute on function app.is_admin() to app_queue;
grant create on schema app to app_directory, app_queue;
alter function app.count_stored_files() owner to app_directory;
alter function app.newest_migration() owner to app_directory;
alter function app.queue_figures() owner to app_queue;
revoke create on schema app from app_directory, app_queue;
revoke execute on function app.count_stored_files(), app.queue_figures(), app.newest_migration() from public;
grant execute on function app.count_stored_files(), app.queue_figures(), app.newest_migration() to app_user;
