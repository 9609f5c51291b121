-- Malware checks (server/file-checks/): a file that waits for the scanner, or failed it, is seen by nobody but the person
-- who uploaded it, and only as a row of their list. What was uploaded before, or without a scanner, is 'unchecked'.

alter table documents
  add column check_state text not null default 'unchecked'
    check (check_state in ('unchecked', 'waiting', 'clean', 'infected')),
  -- When the scanner last answered, and the signature that it found.
  add column checked_at timestamptz,
  add column check_result text check (length(check_result) between 1 and 200),
  -- What a look inside the file found (rules/file-marks.ts); null where nobody has looked.
  add column marks text[]
    check (marks <@ array['scripts', 'launch', 'attachments', 'macros', 'template', 'unreadable']),
  add constraint check_agrees check (
    (check_state in ('clean', 'infected')) = (checked_at is not null)
    and (check_state = 'infected') = (check_result is not null)
    and (check_state = 'unchecked' or not is_external_link));
create index documents_hidden on documents (check_state, created_at) include (id, uploaded_by)
  where check_state in ('waiting', 'infected');
-- Known before the document is made, and kept through a crash.
alter table uploads add column marks text[];

-- ---------------------------------------------------------------------------------------------------------
-- People
-- ---------------------------------------------------------------------------------------------------------
drop policy own_or_admin_reads on documents;
create policy own_or_admin_reads on documents for select to app_user
  using ((user_id = (select app.user_id()) or (select app.is_admin()))
    and (check_state in ('unchecked', 'clean') or uploaded_by = (select app.user_id())));
drop policy own_or_admin_adds on documents;
create policy own_or_admin_adds on documents for insert to app_user
  with check (uploaded_by = (select app.user_id()) and delete_request_status is null and view_count = 0
    and check_state in ('unchecked', 'waiting')
    and ((user_id = (select app.user_id()) and not is_external_link) or (select app.is_admin())));

-- A document that waits or is infected cannot be viewed, nor its deletion requested. Its state is no person's to change:
-- app_user may not update these columns.
create function app.guard_unchecked_document() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_user = 'app_user' and old.check_state in ('waiting', 'infected')
    and row(new.view_count, new.delete_request_status) is distinct from row(old.view_count, old.delete_request_status)
  then
    raise exception 'this file has not passed its check' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_unchecked before update on documents
  for each row execute function app.guard_unchecked_document();
revoke execute on function app.guard_unchecked_document() from public;

-- ---------------------------------------------------------------------------------------------------------
-- The queue checks files, records what it found, and tells the owner of a document that has just appeared.
-- ---------------------------------------------------------------------------------------------------------
grant select (id, user_id, uploaded_by, filename, file_size, file_type, sha256, check_state, checked_at, marks) on documents
  to app_jobs;
grant update (check_state, checked_at, check_result, marks), delete on documents to app_jobs;
create policy checks_are_recorded on documents for update to app_jobs
  using (check_state <> 'infected') with check (true);
-- The row of an infected file stays for a month, to tell its uploader what became of it.
create policy infected_are_forgotten on documents for delete to app_jobs
  using (check_state = 'infected' and checked_at < now() - interval '30 days');
-- The queue deletes nothing else, and may not read the audit log, where the find is noted by the function below; nor may
-- the eraser, whose caller notes it.
drop trigger deletion_is_noted on documents;
create constraint trigger deletion_is_noted after delete on documents
  deferrable initially deferred for each row when (current_user not in ('app_jobs', 'app_eraser'))
  execute function app.deletion_is_noted();

-- Notes in the log, as the system, that a file is infected.
create function app.record_infected(document uuid, facts jsonb) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from public.documents d where d.id = document and d.check_state = 'infected') then
    raise exception 'no infected document' using errcode = '42501';
  end if;
  insert into public.audit_log (actor_role, action, subject_id, details)
    values ('system', 'document.infected', document::text, facts);
end $$;
grant select (check_state) on documents to app_audit;
grant create on schema app to app_audit;
alter function app.record_infected(uuid, jsonb) owner to app_audit;
revoke create on schema app from app_audit;
revoke execute on function app.record_infected(uuid, jsonb) from public;
grant execute on function app.record_infected(uuid, jsonb) to app_jobs;

grant insert on notices to app_jobs;
create policy checked_are_announced on notices for insert to app_jobs with check (taken_at is null and mail_id is null);

-- Every file that could be checked again, for npm run admin -- rescan.
create policy operator_lists_files on documents for select to app_operator using (true);
grant select (id, check_state, is_external_link, created_at) on documents to app_operator;

-- ---------------------------------------------------------------------------------------------------------
-- Administrators
-- ---------------------------------------------------------------------------------------------------------

-- How many files have waited for more than a minute, and since when; not which.
create policy steward_counts on documents for select to app_steward using (check_state = 'waiting');
grant select (check_state, created_at) on documents to app_steward;
create function app.waiting_files() returns table (files bigint, since timestamptz)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may count' using errcode = '42501';
  end if;
  return query select count(*), min(d.created_at) from public.documents d where d.check_state = 'waiting'
    and d.created_at < now() - interval '1 minute';
end $$;

-- As in 0013, without infected documents, whose files are gone.
create or replace function app.storage_use(person uuid)
  returns table (accepted boolean, documents bigint, bytes bigint, reserved_documents bigint, reserved_bytes bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if person is distinct from app.user_id() and not app.is_admin() then
    raise exception 'another person''s storage' using errcode = '42501';
  end if;
  return query select
    coalesce((select p.accepted_at is not null from public.user_profiles p where p.id = person), false),
    stored.documents, stored.bytes, reserved.documents, reserved.bytes
  -- A signing link stores nothing.
  from (select count(*) filter (where d.file_size > 0) as documents, coalesce(sum(d.file_size), 0)::bigint as bytes
      from public.documents d where d.user_id = person and d.check_state <> 'infected') stored,
    (select count(*) as documents, coalesce(sum(u.file_size), 0)::bigint as bytes
      from public.uploads u where u.user_id = person and u.document_id is null and u.expires_at > now()) reserved;
end $$;

-- An erasure also covers documents that wait or are infected, which the administrator who erases does not see.
create policy eraser_erases on documents for all to app_eraser using (check_state in ('waiting', 'infected'));
grant select (id, user_id, uploaded_by, created_at, check_state, file_path, file_size, sha256), update (checked_at), delete
  on documents to app_eraser;
create function app.lock_hidden_documents(target uuid)
  returns table (id uuid, uploaded_by uuid, created_at timestamptz, check_state text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return query select d.id, d.uploaded_by, d.created_at, d.check_state from public.documents d where d.user_id = target
    and d.check_state in ('waiting', 'infected') order by d.id for update;
end $$;
create function app.erase_hidden_documents(erased uuid[])
  returns table (id uuid, user_id uuid, file_path text, file_size bigint, sha256 text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may erase' using errcode = '42501';
  end if;
  return query delete from public.documents d where d.id = any (erased) and d.check_state in ('waiting', 'infected')
    and exists (select from public.user_profiles p where p.id = d.user_id and p.disabled_at is not null)
    returning d.id, d.user_id, d.file_path, d.file_size::bigint, d.sha256::text;
end $$;
grant create on schema app to app_eraser;
alter function app.lock_hidden_documents(uuid) owner to app_eraser;
alter function app.erase_hidden_documents(uuid[]) owner to app_eraser;
revoke create on schema app from app_eraser;
revoke execute on function app.lock_hidden_documents(uuid), app.erase_hidden_documents(uuid[]) from public;
grant execute on function app.lock_hidden_documents(uuid), app.erase_hidden_documents(uuid[]) to app_user;

-- As in 0008, without what this administrator may not see yet.
create or replace function app.search_documents(in_name text[], in_owner text[], of_types text[], of_state text, sorted_by text,
  skip integer, most integer) returns table (ids uuid[], total bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  source text := 'public.documents d';
  matching text := app.contains('lower(d.filename)', in_name);
  owners uuid[];
  often boolean;
  -- What this administrator may not see yet: files of others that wait to be checked. Few, or none.
  hidden uuid[] := array(select d.id from public.documents d where d.check_state in ('waiting', 'infected')
    and d.uploaded_by is distinct from (select app.user_id()));
  unseen text := case when cardinality(hidden) > 0 then format(' and d.id <> all (%L::uuid[])', hidden) else '' end;
  keys text := 'd.id, d.created_at, d.file_size, d.filename';
  sorting text := case sorted_by
    when 'name' then 'lower(d.filename), d.id'
    when 'size' then 'd.file_size desc, d.id desc'
    when 'oldest' then 'd.created_at, d.id'
    else 'd.created_at desc, d.id desc' end;
begin
  if not app.is_admin() then
    raise exception 'only an administrator may search' using errcode = '42501';
  end if;
  if cardinality(in_owner) > 0 then
    execute format('select array(select id from public.user_profiles where %s)', app.contains(app.searched(), in_owner))
      into owners;
    matching := matching || ' and d.user_id = any ($1)';
  end if;
  if of_types is not null then matching := format('%s and d.file_type = any (%L::text[])', matching, of_types); end if;
  if of_state = 'unrequested' then
    matching := matching || ' and d.delete_request_status is distinct from ''pending''';
  elsif of_state = 'requested' then
    matching := matching || ' and d.delete_request_status = ''pending''';
  elsif of_state is not null then
    raise exception 'no such state' using errcode = '22023';
  end if;
  if matching = 'true' then
    select count(*) - cardinality(hidden) into total from public.documents;
    matching := matching || unseen;
  else
    matching := matching || unseen;
    -- Where every tenth of the newest is meant, reading rows one after the other finds enough sooner than the index of
    -- words, which names all of them first.
    execute format('select count(*) >= 100 from (select %s as meant from (select id, user_id, filename, file_type, delete_request_status
      from public.documents order by created_at desc, id desc limit 1000) d) newest where meant', matching) into often using owners;
    perform set_config('enable_bitmapscan', case when often then 'off' else 'on' end, true);
    execute format('select count(*) from (select from %s where %s limit 10001) counted', source, matching)
      into total using owners;
    perform set_config('enable_bitmapscan', 'on', true);
  end if;
  if sorted_by = 'owner' then
    source := 'public.user_profiles p join public.documents d on d.user_id = p.id';
    matching := replace(matching, 'd.user_id = any', 'p.id = any');
    keys := keys || ', lower(coalesce(p.full_name, p.email)) as owner, p.id as owner_id';
    sorting := case when total < 2000 then 'owner, owner_id, ' else 'lower(coalesce(p.full_name, p.email)), p.id, ' end
      || sorting;
  end if;
  ids := app.in_order(source, matching, owners, keys, sorting, total < 2000, skip, most);
  return next;
end $$;

grant select (check_state, uploaded_by) on documents to app_directory;
-- Replaced by search_documents; it would count files that wait.
revoke execute on function app.find_documents(text[], text[], text, text, text, integer, integer) from app_user;

grant create on schema app to app_steward;
alter function app.waiting_files() owner to app_steward;
revoke create on schema app from app_steward;
revoke execute on function app.waiting_files() from public;
grant execute on function app.waiting_files() to app_user;
