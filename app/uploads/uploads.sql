-- Files on their way, and what the sweeper finds (app/upkeep/server/sweep.ts): documents whose file is not in the storage, and
-- stored files that belong to no document. Operations: app/uploads/server/, app/upkeep/server/.

-- A row is there before the first byte and stays until it expires, so whatever a
-- crash leaves on disk or in storage is named here and finished or cleaned up (app/uploads/server/).
create table uploads (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16,64}$'),
  user_id uuid not null references user_profiles on delete restrict,
  uploaded_by uuid not null references user_profiles on delete restrict,
  filename text not null check (octet_length(filename) between 1 and 255),
  file_type text not null check (file_type in ('pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'stl', 'txt')),
  file_size bigint not null check (file_size between 1 and 52428800),
  fund_name text not null,
  category text not null,
  -- Where the finished file goes and what it is, set before it is put there.
  file_path text unique,
  mime_type text,
  sha256 text,
  -- Its document. The row stays a while after that is made, so that a browser that missed the answer can ask again and
  -- gets the same one. No foreign key: it stays set when the document is deleted, or the row would look unfinished
  -- again and a restart would bring the document back.
  document_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  marks text[],
  document_request_id uuid references document_requests on delete set null,
  parts text[] not null default '{}',
  holder_id uuid references holders on delete set null,
  -- It gets no document once it is stored: an administrator will deliver it to others.
  for_delivery boolean not null default false
);
create index uploads_of_uploader on uploads (uploaded_by);
create index uploads_of_user on uploads (user_id);
create index uploads_expiry on uploads (expires_at);
create index uploads_for_request on uploads (document_request_id) where document_request_id is not null;
create index uploads_unfinished on uploads (expires_at) where document_id is null;
create index uploads_for_holder on uploads (holder_id) where holder_id is not null;

-- An upload is its uploader's alone, to their own documents; an administrator uploads to anyone's.
create policy own_uploads on uploads for all to app_user
  using (uploaded_by = (select app.user_id()))
  with check (uploaded_by = (select app.user_id())
    and (user_id = (select app.user_id()) or (select app.is_admin())));
-- A job sees all uploads.
create policy expired_for_cleanup on uploads for select to app_jobs using (true);
-- It removes those that have expired.
create policy expired_are_removed on uploads for delete to app_jobs using (expires_at <= now());
-- It may postpone when one expires.
create policy recovery_claims on uploads for update to app_jobs using (true);
-- To a holder only by a member who acts for it, or an administrator.
create policy own_holder_only on uploads as restrictive for all to app_user
  using (true) with check ((select app.is_admin()) or app.acts_for(coalesce(holder_id, user_id)));
-- Files to be delivered are uploaded by administrators alone.
create policy office_delivers on uploads as restrictive for all to app_user
  using (true) with check (not for_delivery or (select app.is_admin()));
grant select (user_id, uploaded_by, document_id), update (filename, expires_at), delete on uploads to app_eraser;
grant select, update (expires_at), delete on uploads to app_jobs;
grant select, insert, update, delete on uploads to app_user;
-- Quotas: what uploads in progress have reserved (app.storage_use).
grant select (id, user_id, file_size, document_id, expires_at) on uploads to app_directory;

-- Its last runs.
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

-- Administrators see what the sweeper found.
create policy admin_reads on sweeps, missing_files for select to app_user using ((select app.is_admin()));
grant select, insert, delete on sweeps to app_jobs;
grant select on sweeps to app_user;

-- Documents whose file isn't in the storage, or not as a whole.
create table missing_files (
  document_id uuid primary key references documents on delete cascade,
  found_at timestamptz not null default now(),
  -- How much is stored, where that isn't as much as was uploaded; null where nothing is.
  stored_size bigint check (stored_size >= 0)
);
-- With sweeps, above: admin_reads.

grant select, insert, update (stored_size), delete on missing_files to app_jobs;
grant select on missing_files to app_user;
