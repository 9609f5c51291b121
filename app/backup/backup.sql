-- What became of each backup, and how far continuous archiving is. Operations: app/backup/server/.

-- One attempt at a backup.
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

-- Administrators alone read them.
create policy admin_reads on app.backups, app.archive_state for select to app_user using ((select app.is_admin()));
-- Not with closed access, which outside of `public` has to be said.
create policy active_only on app.backups, app.archive_state as restrictive for select to app_user
  using ((select app.is_active()));
-- The backup's command, which reads everything, records here how it went.
create policy backup_notes on app.backups for all to app_backup using (true);
grant insert, update (moment, name, finished_at, bytes, files, damaged_files, error, verified_at), delete on
  app.backups to app_backup;
grant select on app.backups to app_jobs, app_steward, app_user;

-- When administrators were mailed that the last good backup is old.
create table app.backup_alarms (
  mailed_at timestamptz primary key
);

grant select, insert on app.backup_alarms to app_steward;

-- Continuous archiving of the embedded database (app/backup/server/archive): how far it is.
create table app.archive_state (
  -- There is one row.
  only_row boolean primary key default true check (only_row),
  -- Where it goes, without credentials, and since when.
  target text not null check (length(target) between 1 and 1000),
  started_at timestamptz not null default clock_timestamp(),
  -- Everything acknowledged before this moment is there.
  archived_until timestamptz,
  checked_at timestamptz not null default clock_timestamp(),
  -- Why the last attempt failed.
  error text check (length(error) <= 2000),
  -- When administrators were mailed that it is behind.
  mailed_at timestamptz
);
-- With app.backups, above: admin_reads, active_only.

grant select, update (mailed_at) on app.archive_state to app_steward;
grant select on app.archive_state to app_user;

-- Functions

-- Whom to mail that the last good backup is older than this: all administrators, once a day for as long as it is; no one
-- before the first backup was tried.
create or replace function app.claim_backup_alarm(longest interval)
returns table (administrators uuid[], last_good timestamptz, last_error text)
language plpgsql security definer as $$
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
grant execute on function app.claim_backup_alarm to app_jobs;

-- Whom to mail that archiving is further behind than this: all administrators, once a day for as long as it is.
create or replace function app.claim_archive_alarm(longest interval)
returns table (administrators uuid[], archived_until timestamptz, last_error text)
language plpgsql security definer as $$
declare
  behind app.archive_state;
begin
  update app.archive_state a set mailed_at = now()
    where coalesce(a.archived_until, a.started_at) < now() - longest
      and (a.mailed_at is null or a.mailed_at < now() - interval '23 hours')
    returning a.* into behind;
  if behind.only_row is null then
    return;
  end if;
  administrators := array(select p.id from public.user_profiles p where p.is_admin and p.disabled_at is null order by p.id);
  archived_until := behind.archived_until;
  last_error := behind.error;
  return next;
end $$;
grant execute on function app.claim_archive_alarm to app_jobs;
