-- What administrators do with people: find them among thousands, invite them, make administrators of them, and look
-- over all documents (specification sections 2, 6 and 7; spec decisions, "enforced twice").
--
-- Two more roles, which nobody can become; each owns a few functions that ask app.is_admin() first:
--   app_directory  searches people and documents. Under the policies of app_user no index could serve a search: `like`
--                  is not leakproof, so it is compared with each row only after that row's policy was. These functions
--                  give ids; the rows themselves are read as app_user, under its policies, as ever.
--   app_steward    makes an invited person, and grants and revokes administrators
do $$
declare
  role_name text;
begin
  foreach role_name in array array['app_directory', 'app_steward'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin noinherit', role_name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end $$;
do $$ begin execute format('grant app_directory, app_steward to %I', current_user); end $$;
grant usage on schema public, app to app_directory, app_steward;
grant usage on schema auth to app_steward;
grant execute on function app.user_id(), app.is_admin() to app_directory, app_steward;

-- ---------------------------------------------------------------------------------------------------------
-- Invitations: who was sent a welcome and has not signed in yet. Outlives that, to say when the person came.
-- ---------------------------------------------------------------------------------------------------------
create table invitations (
  user_id uuid primary key references user_profiles on delete cascade,
  invited_by uuid references user_profiles on delete set null,
  sent_at timestamptz not null default now(),
  times integer not null default 1 check (times > 0),
  accepted_at timestamptz
);
create index invitations_inviter on invitations (invited_by);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy admin_reads on invitations for select to app_user using ((select app.is_admin()));
create policy steward_keeps on invitations for all to app_steward using (true);
grant select on invitations to app_user;
grant select, insert, update on invitations to app_steward;

-- The first session, however it came to be, accepts the invitation.
create function app.accept_invitation() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.invitations set accepted_at = now() where user_id = new.user_id and accepted_at is null;
  return null;
end $$;
create trigger accept after insert on auth.sessions for each row execute function app.accept_invitation();

-- ---------------------------------------------------------------------------------------------------------
-- Administrators
-- ---------------------------------------------------------------------------------------------------------
create policy steward_keeps on user_profiles for all to app_steward using (true);
grant select (id, email, is_admin), insert (id, email, full_name, organization), update (is_admin)
  on user_profiles to app_steward;
grant select (id, email), insert (email, metadata) on auth.users to app_steward;
-- Nobody is made under an address that was somebody else's until lately.
grant select on auth.address_changes to app_steward;
grant execute on function auth.kept_for(text) to app_steward;

-- One at a time grants and revokes, so that two who remove each other cannot both find the other still there.
create function app.lock_administrators() returns void
language sql
as $$ select pg_advisory_xact_lock(hashtextextended('administrators', 0)) $$;

-- The site never removes its last administrator. The operator on the machine may: the command says so, and can make one.
create function app.keep_an_administrator() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if not old.is_admin or (tg_op = 'UPDATE' and new.is_admin) or current_user = 'app_operator'
    or current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
  then
    return coalesce(new, old);
  end if;
  perform app.lock_administrators();
  if not exists (select from public.user_profiles where is_admin and id <> old.id) then
    raise exception 'the last administrator stays' using errcode = '23514', constraint = 'an_administrator_stays';
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_an_administrator before update or delete on user_profiles
  for each row execute function app.keep_an_administrator();
create index user_profiles_administrators on user_profiles (id) where is_admin;

-- Makes a person an administrator, or takes that away. Returns whether it changed anything, null where there is nobody.
create function app.set_administrator(target uuid, granted boolean) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  before boolean;
begin
  perform app.lock_administrators();
  -- Not before the lock: whoever waited may have been removed meanwhile.
  if not app.is_admin() then
    raise exception 'only an administrator may grant or revoke' using errcode = '42501';
  end if;
  select is_admin into before from public.user_profiles where id = target;
  if before is null then return null; end if;
  if before = granted then return false; end if;
  update public.user_profiles set is_admin = granted where id = target;
  return true;
end $$;

-- Tells every process that a person's profile changed; see server/events.ts.
create function app.announce_profile() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('profiles', json_build_object('id', new.id, 'is_admin', new.is_admin)::text);
  return null;
end $$;
create trigger announce after update on user_profiles
  for each row when (old.* is distinct from new.*) execute function app.announce_profile();

-- ---------------------------------------------------------------------------------------------------------
-- Inviting
-- ---------------------------------------------------------------------------------------------------------

-- Makes a person whom the first sign-in will find. `known`: somebody has this address already; nothing was made then.
create function app.invite_user(address text, name text, firm text) returns table (user_id uuid, known boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person uuid;
begin
  if not app.is_admin() then
    raise exception 'only an administrator may invite' using errcode = '42501';
  end if;
  select coalesce((select p.id from public.user_profiles p where lower(p.email) = lower(address)),
    auth.kept_for(address)) into person;
  if person is not null then
    return query select person, true;
    return;
  end if;
  insert into auth.users (email, metadata)
    values (address, jsonb_strip_nulls(jsonb_build_object('full_name', name, 'organization', firm)))
    on conflict (lower(email)) do nothing;
  select u.id into person from auth.users u where lower(u.email) = lower(address);
  insert into public.user_profiles (id, email, full_name, organization) values (person, address, name, firm)
    on conflict do nothing;
  if not found then
    -- Another administrator was quicker.
    return query select person, true;
    return;
  end if;
  insert into public.invitations (user_id, invited_by) values (person, app.user_id());
  return query select person, false;
end $$;

-- Notes that the welcome goes out once more. False where there is nobody, or somebody who has signed in since.
create function app.invite_again(target uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may invite' using errcode = '42501';
  end if;
  update public.invitations set sent_at = now(), times = times + 1, invited_by = app.user_id()
    where invitations.user_id = target and accepted_at is null;
  return found;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Searching
-- ---------------------------------------------------------------------------------------------------------
create policy directory_reads on user_profiles for select to app_directory using (true);
create policy directory_reads on documents for select to app_directory using (true);
grant select (id, email, full_name, organization, created_at) on user_profiles to app_directory;
grant select (id, user_id, filename, file_size, file_type, created_at, delete_request_status)
  on documents to app_directory;

create index documents_by_name on documents (lower(filename), id);
create index documents_by_size on documents (file_size desc, id desc);
create index documents_by_type on documents (file_type, created_at desc, id desc);
create index user_profiles_by_name on user_profiles (lower(coalesce(full_name, email)), id);

-- Trigrams find words in the middle of others by an index. Where the database does not offer them, the same searches
-- read everything, which is slower and as right. Each write finishes the index at once: searches are quick at any time.
do $$
declare
  home text;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'searching without trigrams: %', sqlerrm;
  end;
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm';
  if found then
    execute format('create index user_profiles_searched on user_profiles using gin
      (lower(coalesce(full_name, '''') || '' '' || email || '' '' || coalesce(organization, '''')) %I.gin_trgm_ops) with (fastupdate = off)', home);
    execute format('create index documents_searched on documents using gin (lower(filename) %I.gin_trgm_ops)
      with (fastupdate = off)', home);
  end if;
end $$;

-- What a search for people looks through, as the index has it.
create function app.searched() returns text
language sql immutable
as $$ select 'lower(coalesce(full_name, '''') || '' '' || email || '' '' || coalesce(organization, ''''))' $$;

-- A condition that each word is somewhere in `expression`.
create function app.contains(expression text, words text[]) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(string_agg(format('%s like %L', expression,
    '%' || regexp_replace(lower(word), '([\\%_])', '\\\1', 'g') || '%'), ' and '), 'true')
  from unnest(words) word
$$;

-- Ids in their order. Under row-level security the planner may not look at what it knows about words, so it is told:
-- what is few is fetched first and sorted then; what is many is met soon by walking along the order.
create function app.in_order(source text, matching text, owners uuid[], keys text, sorting text, few boolean,
  skip integer, most integer) returns uuid[]
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  ids uuid[];
begin
  if few then
    execute format('with found as materialized (select %s from %s where %s)
      select array(select id from found d order by %s offset %s limit %s)',
      keys, source, matching, sorting, skip, most) into ids using owners;
    return ids;
  end if;
  perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
  execute format('select array(select d.id from %s where %s order by %s offset %s limit %s)',
    source, matching, sorting, skip, most) into ids using owners;
  perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true);
  return ids;
end $$;

-- The people in whose name, address or organization each word is, newest first, and how many they are in all.
create function app.find_users(words text[], skip integer, most integer) returns table (ids uuid[], total bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  matching text := app.contains(app.searched(), words);
begin
  if not app.is_admin() then
    raise exception 'only an administrator may search' using errcode = '42501';
  end if;
  execute format('select count(*) from public.user_profiles where %s', matching) into total;
  ids := app.in_order('public.user_profiles d', matching, null, 'id, created_at', 'd.created_at desc, d.id desc',
    total < 1000, skip, most);
  return next;
end $$;

-- All documents that meet every condition that is given, in one of five orders, and how many they are in all; where
-- conditions are given they are counted to 10,001 at most.
create function app.find_documents(in_name text[], in_owner text[], of_type text, of_state text, sorted_by text,
  skip integer, most integer) returns table (ids uuid[], total bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  source text := 'public.documents d';
  matching text := app.contains('lower(d.filename)', in_name);
  owners uuid[];
  often boolean;
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
  if of_type is not null then matching := format('%s and d.file_type = %L', matching, of_type); end if;
  if of_state = 'none' then
    matching := matching || ' and d.delete_request_status is distinct from ''pending''';
  elsif of_state is not null then
    matching := format('%s and d.delete_request_status = %L', matching, of_state);
  end if;
  if matching = 'true' then
    select count(*) into total from public.documents;
  else
    -- Where every tenth of the newest is meant, reading rows one after the other finds enough sooner than the index of
    -- words, which names all of them first.
    execute format('select count(*) >= 100 from (select %s as meant from (select user_id, filename, file_type, delete_request_status
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

grant create on schema app to app_directory, app_steward;
alter function app.find_users(text[], integer, integer) owner to app_directory;
alter function app.find_documents(text[], text[], text, text, text, integer, integer) owner to app_directory;
alter function app.accept_invitation() owner to app_steward;
alter function app.set_administrator(uuid, boolean) owner to app_steward;
alter function app.invite_user(text, text, text) owner to app_steward;
alter function app.invite_again(uuid) owner to app_steward;
revoke create on schema app from app_directory, app_steward;
revoke execute on function app.lock_administrators(), app.set_administrator(uuid, boolean),
  app.invite_user(text, text, text), app.invite_again(uuid), app.searched(), app.contains(text, text[]),
  app.in_order(text, text, uuid[], text, text, boolean, integer, integer),
  app.find_users(text[], integer, integer),
  app.find_documents(text[], text[], text, text, text, integer, integer) from public;
grant execute on function app.searched(), app.contains(text, text[]),
  app.in_order(text, text, uuid[], text, text, boolean, integer, integer) to app_directory;
grant execute on function app.lock_administrators() to app_steward;
grant execute on function app.find_users(text[], integer, integer),
  app.find_documents(text[], text[], text, text, text, integer, integer),
  app.set_administrator(uuid, boolean), app.invite_user(text, text, text), app.invite_again(uuid) to app_user;
