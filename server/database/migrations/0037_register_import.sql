-- Files of existing notes that administrators have asked to import (server/register/import). Another person approves, and
-- everything in a file is written in that transaction, or nothing.

create table import_batches (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (length(filename) between 1 and 255),
  -- The file, as it was checked.
  content text not null check (length(content) between 1 and 10000000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The people who act for its new holders, by their e-mail addresses: {"jane@example.com": "their id"}.
  members jsonb not null check (jsonb_typeof(members) = 'object'),
  created_at timestamptz not null default now(),
  created_by uuid not null references user_profiles on delete restrict,
  -- When it was approved, and its notes were written.
  imported_at timestamptz
);
create index import_batches_creator on import_batches (created_by);
create index import_batches_newest on import_batches (created_at desc);

create function app.guard_import() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- The owner restores.
  if current_user <> 'app_user' then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.created_by := app.user_id();
    new.created_at := now();
    new.imported_at := null;
  elsif old.imported_at is not null or not app.is_applying('register.import', old.id)
    or row(new.id, new.filename, new.content, new.sha256, new.members, new.created_at, new.created_by)
      is distinct from row(old.id, old.filename, old.content, old.sha256, old.members, old.created_at, old.created_by)
  then
    raise exception 'a file is imported once, as it was approved' using errcode = '42501';
  else
    new.imported_at := now();
  end if;
  return new;
end $$;
create trigger guard before insert or update on import_batches for each row execute function app.guard_import();
create trigger refuse_removal before delete or truncate on import_batches execute function app.refuse_removal();
revoke execute on function app.guard_import() from public;

alter table import_batches enable row level security;
alter table import_batches force row level security;
create policy active_only on import_batches as restrictive for all to app_user using ((select app.is_active()));
create policy backup_reads on import_batches for select to app_backup using (true);
create policy office_reads on import_batches for select to app_user using ((select app.acts_for_office()));
create policy admin_adds on import_batches for insert to app_user with check ((select app.is_admin()));
create policy office_imports on import_batches for update to app_user using ((select app.is_applying('register.import')));
grant select, insert (id, filename, content, sha256, members), update (imported_at) on import_batches to app_user;

-- The holders that come with a file are added by the person who approves it.
create policy import_adds on holders for insert to app_user
  with check ((select app.is_applying('register.import')) and created_by = (select app.user_id()));
create policy import_adds on holder_members for insert to app_user
  with check ((select app.is_applying('register.import')) and added_by = (select app.user_id()));
