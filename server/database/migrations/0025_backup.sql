-- Backups (server/backup): a role that reads everything, and what became of each backup.
--
-- app_backup sees every row of every table. Only the database's owner takes this role, in `npm run backup`. A table that
-- a later migration adds is granted to it by the default privileges below; with row-level security, it needs the policy
-- `backup_reads`, too, or no backup is made.
do $$
begin
  if not exists (select from pg_roles where rolname = 'app_backup') then
    begin
      create role app_backup nologin noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  execute format('grant app_backup to %I', current_user);
end $$;

create table app.backups (
  id uuid primary key default gen_random_uuid(),
  -- 'snapshot': the database and all files of one moment. 'base': the embedded database's files, for continuous
  -- archiving.
  kind text not null default 'snapshot' check (kind in ('snapshot', 'base')),
  -- Where it is, without credentials.
  target text not null check (length(target) between 1 and 1000),
  started_at timestamptz not null default clock_timestamp(),
  -- The moment that it shows, and its name in the place: set once it is complete.
  moment timestamptz,
  name text,
  finished_at timestamptz,
  -- What the backup added to the place.
  bytes bigint check (bytes >= 0),
  files integer check (files >= 0),
  -- Documents whose file wasn't in the storage, or not as it was uploaded.
  damaged_files integer check (damaged_files >= 0),
  error text check (length(error) <= 2000),
  -- When it was last restored into a throw-away place, and everything was there.
  verified_at timestamptz,
  constraint finished_has_an_outcome check (finished_at is null or error is not null or (moment is not null and name is not null))
);
create index backups_newest on app.backups (started_at desc);
create index backups_good on app.backups (moment desc) where error is null and finished_at is not null;
-- When administrators were mailed that the last good backup is old.
create table app.backup_alarms (
  mailed_at timestamptz primary key
);

alter table app.backups enable row level security;
alter table app.backups force row level security;
create policy admin_reads on app.backups for select to app_user using ((select app.is_admin()));
create policy active_only on app.backups as restrictive for select to app_user using ((select app.is_active()));
create policy backup_notes on app.backups for all to app_backup using (true);
create policy steward_looks on app.backups for select to app_steward using (true);
create policy jobs_look on app.backups for select to app_jobs using (true);
grant select on app.backups to app_user, app_steward, app_jobs;
grant select, insert on app.backup_alarms to app_steward;

do $$
declare
  place text;
  hidden regclass;
begin
  foreach place in array array['public', 'auth', 'app', 'audit'] loop
    execute format('grant usage on schema %I to app_backup', place);
    execute format('grant select on all tables in schema %I to app_backup', place);
    execute format('grant select on all sequences in schema %I to app_backup', place);
    execute format('alter default privileges in schema %I grant select on tables to app_backup', place);
    execute format('alter default privileges in schema %I grant select on sequences to app_backup', place);
  end loop;
  for hidden in
    select c.oid from pg_class c where c.relrowsecurity and c.relkind in ('r', 'p')
      and c.relnamespace = any (array['public', 'auth', 'app', 'audit']::regnamespace[]) and c.oid <> 'app.backups'::regclass
  loop
    execute format('create policy backup_reads on %s for select to app_backup using (true)', hidden);
  end loop;
end $$;
-- Which each start derives from AUTH_SECRET.
revoke select on app.actor_keys from app_backup;
grant insert, delete, update (moment, name, finished_at, bytes, files, damaged_files, error, verified_at) on app.backups
  to app_backup;

-- Whom to mail that the last good backup is older than this: all administrators, once a day for as long as it is; nobody
-- before the first backup was tried.
create function app.claim_backup_alarm(longest interval)
returns table (administrators uuid[], last_good timestamptz, last_error text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  first_tried timestamptz := (select min(b.started_at) from app.backups b where b.kind = 'snapshot');
begin
  perform pg_advisory_xact_lock(hashtextextended('backup alarm', 0));
  last_good := (select max(b.moment) from app.backups b
    where b.kind = 'snapshot' and b.finished_at is not null and b.error is null);
  if coalesce(last_good, first_tried, now()) > now() - longest
    or exists (select from app.backup_alarms a where a.mailed_at > now() - interval '23 hours')
  then
    return;
  end if;
  insert into app.backup_alarms values (now());
  administrators := array(select p.id from public.user_profiles p where p.is_admin and p.disabled_at is null order by p.id);
  last_error := (select b.error from app.backups b where b.kind = 'snapshot' and b.finished_at is not null
    order by b.started_at desc limit 1);
  return next;
end $$;
grant create on schema app to app_steward;
alter function app.claim_backup_alarm(interval) owner to app_steward;
revoke create on schema app from app_steward;
revoke execute on function app.claim_backup_alarm(interval) from public;
grant execute on function app.claim_backup_alarm(interval) to app_jobs;
