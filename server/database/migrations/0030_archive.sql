-- Continuous archiving of the embedded database (server/backup/archive): how far it is.
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
alter table app.archive_state enable row level security;
alter table app.archive_state force row level security;
create policy admin_reads on app.archive_state for select to app_user using ((select app.is_admin()));
create policy active_only on app.archive_state as restrictive for select to app_user using ((select app.is_active()));
create policy backup_reads on app.archive_state for select to app_backup using (true);
create policy steward_looks on app.archive_state for select to app_steward using (true);
create policy steward_notes on app.archive_state for update to app_steward using (true);
grant select on app.archive_state to app_user, app_steward;
grant update (mailed_at) on app.archive_state to app_steward;

-- Whom to mail that archiving is further behind than this: all administrators, once a day for as long as it is.
create function app.claim_archive_alarm(longest interval)
returns table (administrators uuid[], archived_until timestamptz, last_error text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
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
grant create on schema app to app_steward;
alter function app.claim_archive_alarm(interval) owner to app_steward;
revoke create on schema app from app_steward;
revoke execute on function app.claim_archive_alarm(interval) from public;
grant execute on function app.claim_archive_alarm(interval) to app_jobs;
