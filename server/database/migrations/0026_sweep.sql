-- What the sweeper finds (server/upkeep/sweep.ts): documents whose file is not in the storage, and stored files that
-- belong to no document.

-- The last times it looked.
create table sweeps (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  documents integer not null check (documents >= 0),
  files integer not null check (files >= 0),
  -- Files older than a day that belong to no document and no upload.
  orphans integer not null check (orphans >= 0),
  orphan_bytes bigint not null check (orphan_bytes >= 0)
);
create index sweeps_newest on sweeps (finished_at desc);

create table missing_files (
  document_id uuid primary key references documents on delete cascade,
  found_at timestamptz not null default now(),
  -- How much is stored, where that isn't as much as was uploaded; null where nothing is.
  stored_size bigint check (stored_size >= 0)
);

alter table sweeps enable row level security;
alter table sweeps force row level security;
alter table missing_files enable row level security;
alter table missing_files force row level security;
create policy active_only on sweeps as restrictive for all to app_user using ((select app.is_active()));
create policy active_only on missing_files as restrictive for all to app_user using ((select app.is_active()));
create policy admin_reads on sweeps for select to app_user using ((select app.is_admin()));
create policy admin_reads on missing_files for select to app_user using ((select app.is_admin()));
create policy sweeper_records on sweeps for all to app_jobs using (true);
create policy sweeper_records on missing_files for all to app_jobs using (true);
grant select on sweeps, missing_files to app_user;
grant select, insert, delete on sweeps, missing_files to app_jobs;
grant update (stored_size) on missing_files to app_jobs;

-- Backups read every table (0025), where they are there already.
do $$
begin
  if exists (select from pg_roles where rolname = 'app_backup') then
    create policy backup_reads on sweeps for select to app_backup using (true);
    create policy backup_reads on missing_files for select to app_backup using (true);
  end if;
end $$;
