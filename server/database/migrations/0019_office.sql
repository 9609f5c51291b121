-- The office: what is new from investors until an administrator has opened it, e-mail that failed, what administrators are
-- e-mailed about, and the columns they chose for their lists. Operations: server/today/, server/mail/, server/lists/.

-- ---------------------------------------------------------------------------------------------------------
-- New files: uploaded by an investor for themselves, until an administrator opens or downloads them, or says that they
-- were seen. What is here already counts as seen.
-- ---------------------------------------------------------------------------------------------------------
alter table documents add column new_for_office boolean not null default false;
create index documents_new_for_office on documents (created_at desc, id desc) where new_for_office;

create function app.mark_new_for_office() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.new_for_office := new.uploaded_by = new.user_id and not new.is_external_link
    and not exists (select from public.user_profiles p where p.id = new.user_id and p.is_admin);
  return new;
end $$;
create trigger mark_new_for_office before insert on documents
  for each row execute function app.mark_new_for_office();

grant select (new_for_office), update (new_for_office) on documents to app_directory;
create policy directory_marks_seen on documents for update to app_directory using (new_for_office) with check (true);

create function app.see_viewed_document() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.documents d set new_for_office = false where d.id = new.document_id and d.new_for_office
    and exists (select from public.user_profiles p where p.id = new.user_id and p.is_admin);
  return null;
end $$;
create trigger see_document after insert on document_views for each row execute function app.see_viewed_document();

-- Marks new files as seen, all of them where no ids are given. Returns how many.
create function app.mark_seen(seen uuid[]) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  marked integer;
begin
  if not app.is_admin() then
    raise exception 'only an administrator may mark documents as seen' using errcode = '42501';
  end if;
  update public.documents d set new_for_office = false
    where d.new_for_office and (seen is null or d.id = any (seen)) and d.check_state in ('unchecked', 'clean');
  get diagnostics marked = row_count;
  return marked;
end $$;

-- As in 0014, with the state 'new'.
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
  elsif of_state = 'new' then
    matching := matching || ' and d.new_for_office';
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
    execute format('select count(*) >= 100 from (select %s as meant from (select id, user_id, filename, file_type, delete_request_status,
      new_for_office from public.documents order by created_at desc, id desc limit 1000) d) newest where meant', matching) into often using owners;
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

-- As in 0013, with the states 'invited', who have not signed in yet, and 'erasures', who asked to be erased.
create policy directory_reads on invitations for select to app_directory using (true);
grant select (user_id, accepted_at) on invitations to app_directory;
create index call_requests_upcoming on call_requests (starts_at) where cancelled_at is null;
create index invitations_open on invitations (sent_at) where accepted_at is null;
create or replace function app.search_people(words text[], of_state text, guests_first boolean, skip integer, most integer)
  returns table (ids uuid[], total bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  matching text := app.contains(app.searched(), words);
begin
  if not app.is_admin() then
    raise exception 'only an administrator may search' using errcode = '42501';
  end if;
  if of_state is not null then
    matching := matching || case of_state
      when 'guests' then ' and accepted_at is null and disabled_at is null'
      when 'invited' then ' and id in (select i.user_id from public.invitations i where i.accepted_at is null)'
      when 'erasures' then ' and erase_requested_at is not null'
      when 'administrators' then ' and is_admin and disabled_at is null'
      when 'disabled' then ' and disabled_at is not null'
    end;
    if matching is null then raise exception 'no such state' using errcode = '22023'; end if;
  end if;
  execute format('select count(*) from public.user_profiles where %s', matching) into total;
  ids := app.in_order('public.user_profiles d', matching, null,
    'id, created_at, (accepted_at is null and disabled_at is null) as guest',
    case when not guests_first then '' when total < 1000 then 'guest desc, '
      else '(d.accepted_at is null and d.disabled_at is null) desc, ' end || 'd.created_at desc, d.id desc',
    total < 1000, skip, most);
  return next;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- mail_failures: e-mail that could not be delivered so far. A delivery removes its row. Codes aren't here: nobody needs
-- them minutes later.
-- ---------------------------------------------------------------------------------------------------------
create table mail_failures (
  -- The local part of its Message-ID.
  id uuid primary key,
  person_id uuid references user_profiles on delete cascade,
  recipient text not null check (length(recipient) between 3 and 320),
  first_failed_at timestamptz not null default now(),
  last_failed_at timestamptz not null default now(),
  attempts integer not null default 1 check (attempts > 0),
  -- The mail server's answer, or that there was none.
  reason text not null check (length(reason) between 1 and 500),
  -- The mail server said that trying again won't help (RFC 5321: 5yz).
  refused boolean not null,
  dismissed_at timestamptz
);
create index mail_failures_newest on mail_failures (last_failed_at desc, id);
create index mail_failures_of_person on mail_failures (person_id) where person_id is not null;
alter table mail_failures enable row level security;
alter table mail_failures force row level security;
create policy active_only on mail_failures as restrictive for all to app_user using ((select app.is_active()));
create policy admin_reads on mail_failures for select to app_user using ((select app.is_admin()));
create policy admin_dismisses on mail_failures for update to app_user using ((select app.is_admin()));
create policy mailer_records on mail_failures for all to app_jobs using (true);
create policy eraser_erases on mail_failures for all to app_eraser using (true);
grant select, update (dismissed_at) on mail_failures to app_user;
grant select, insert, update, delete on mail_failures to app_jobs;
grant select (person_id, recipient), delete on mail_failures to app_eraser;

create function app.erase_mail_failures() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.mail_failures where person_id = new.id or lower(recipient) = lower(old.email);
  return null;
end $$;
create trigger erase_mail_failures after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null) execute function app.erase_mail_failures();

-- ---------------------------------------------------------------------------------------------------------
-- Live counts: tells every process that something on the administrators' pages changed. Documents have their own.
-- ---------------------------------------------------------------------------------------------------------
create function app.announce_to_office() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_notify('office', '{}');
  return null;
end $$;
create trigger announce_to_office after insert or update or delete on messages
  for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert or update or delete on call_requests
  for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert or update or delete on invitations
  for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert or update of dismissed_at or delete on mail_failures
  for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert or update of accepted_at, disabled_at, erase_requested_at on user_profiles
  for each statement execute function app.announce_to_office();

-- ---------------------------------------------------------------------------------------------------------
-- E-mail to administrators about what investors do, gathered with everything else they are told (0007)
-- ---------------------------------------------------------------------------------------------------------
alter table mail_preferences
  add column file_received boolean not null default true,
  add column delete_requested boolean not null default true,
  add column person_joined boolean not null default true;
grant update (file_received, delete_requested, person_joined) on mail_preferences to app_user;

-- Widened, whatever kinds earlier migrations allow.
do $$
declare
  kinds text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conname = 'notices_kind_check');
begin
  alter table notices drop constraint notices_kind_check;
  execute format('alter table notices add constraint notices_kind_check check (%s
    or kind in (''file-received'', ''delete-requested''))', kinds);
end $$;
grant insert (document_id, filename) on notices to app_steward;

-- Notes for every other administrator what a person did with documents. Returns one notice for each administrator, for
-- the queue, which gathers the others with it.
create function app.note_for_administrators(what text, person uuid, documents uuid[], names text[])
  returns table (notice uuid, administrator uuid)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if what not in ('file-received', 'delete-requested') then
    raise exception 'nothing to tell administrators' using errcode = '42501';
  end if;
  -- Administrators are told about investors, not about each other.
  if exists (select from public.user_profiles p where p.id = person and p.is_admin) then return; end if;
  for administrator in select p.id from public.user_profiles p
    where p.is_admin and p.disabled_at is null and p.id <> person
  loop
    notice := gen_random_uuid();
    insert into public.notices (id, user_id, kind, document_id, filename, actor_id)
      select case when d.place = 1 then notice else gen_random_uuid() end, administrator, what, d.id, d.name, person
      from unnest(documents, names) with ordinality d (id, name, place);
    return next;
  end loop;
end $$;

-- The same for the acting person, about documents of their own.
create function app.tell_administrators_of_documents(what text, documents uuid[])
  returns table (notice uuid, administrator uuid)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person uuid := app.user_id();
  own uuid[];
  names text[];
begin
  select array_agg(d.id), array_agg(d.filename) into own, names from public.documents d
    where d.id = any (documents) and d.user_id = person;
  if own is null or not app.is_active() then
    raise exception 'not documents of this person' using errcode = '42501';
  end if;
  return query select * from app.note_for_administrators(what, person, own, names);
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- list_columns: which columns a person shows of a list, where they chose. Only their own.
-- ---------------------------------------------------------------------------------------------------------
create table list_columns (
  user_id uuid not null references user_profiles on delete cascade,
  list text not null check (list ~ '^[a-z-]{1,40}$'),
  columns text[] not null check (cardinality(columns) <= 20),
  updated_at timestamptz not null default now(),
  primary key (user_id, list)
);
create trigger touch before update on list_columns for each row execute function app.touch_updated_at();
alter table list_columns enable row level security;
alter table list_columns force row level security;
create policy active_only on list_columns as restrictive for all to app_user using ((select app.is_active()));
create policy own_choice on list_columns for all to app_user
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert (user_id, list, columns), update (columns) on list_columns to app_user;

-- ---------------------------------------------------------------------------------------------------------
-- Owners and callers of these functions
-- ---------------------------------------------------------------------------------------------------------
grant create on schema app to app_directory, app_steward, app_eraser;
alter function app.see_viewed_document() owner to app_directory;
alter function app.mark_seen(uuid[]) owner to app_directory;
alter function app.tell_administrators_of_documents(text, uuid[]) owner to app_directory;
alter function app.note_for_administrators(text, uuid, uuid[], text[]) owner to app_steward;
alter function app.erase_mail_failures() owner to app_eraser;
revoke create on schema app from app_directory, app_steward, app_eraser;
revoke execute on function app.mark_new_for_office(), app.see_viewed_document(), app.mark_seen(uuid[]),
  app.erase_mail_failures(), app.announce_to_office(), app.note_for_administrators(text, uuid, uuid[], text[]),
  app.tell_administrators_of_documents(text, uuid[]) from public;
grant execute on function app.is_active() to app_directory;
grant execute on function app.note_for_administrators(text, uuid, uuid[], text[]) to app_directory, app_jobs;
grant execute on function app.mark_seen(uuid[]), app.tell_administrators_of_documents(text, uuid[]) to app_user;
