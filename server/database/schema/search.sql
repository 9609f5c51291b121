-- Finding people and documents among a million. Under the policies of app_user no index could serve a search: `like` is
-- not leakproof, so it is compared with each row only after that row's policy was. These functions give ids; the rows
-- themselves are read as app_user, under its policies. tests/helpers/plans.ts fails on what reads a whole table.

-- Tables

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

-- Functions

-- What a search for people looks through, as the index has it.
create or replace function app.searched() returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$ select 'lower(coalesce(full_name, '''') || '' '' || email || '' '' || coalesce(organization, ''''))' $$;
grant execute on function app.searched to app_directory;

-- A condition that each word is somewhere in `expression`.
create or replace function app.contains(expression text, words text[]) returns text language sql immutable as $$
  select coalesce(string_agg(format('%s like %L', expression,
    '%' || regexp_replace(lower(word), '([\\%_])', '\\\1', 'g') || '%'), ' and '), 'true')
  from unnest(words) word
$$;
grant execute on function app.contains to app_directory;

-- Ids in their order. Under row-level security the planner may not look at what it knows about words, so it is told:
-- what is few is fetched first and sorted then; what is many is met soon by walking along the order.
create or replace function app.in_order(source text, matching text, owners uuid[], keys text, sorting text, few boolean,
  skip integer, most integer) returns uuid[]
language plpgsql as $$
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
grant execute on function app.in_order to app_directory;

-- The people in whose name, address or organization each word is, newest first, and how many they are in all.
create or replace function app.find_users(words text[], skip integer, most integer) returns table (ids uuid[], total bigint)
language plpgsql security definer as $$
declare
  matching text := app.contains(app.searched(), words);
begin
  perform app.require_admin();
  execute format('select count(*) from public.user_profiles where %s', matching) into total;
  ids := app.in_order('public.user_profiles d', matching, null, 'id, created_at', 'd.created_at desc, d.id desc',
    total < 1000, skip, most);
  return next;
end $$;
alter function app.find_users owner to app_directory;
grant execute on function app.find_users to app_user;

-- The people in whose name, address or organization each word is, newest first, on request with guests before everyone
-- else, and how many they are in all. States: 'guests', 'administrators', 'disabled'.
create or replace function app.search_people(words text[], of_state text, guests_first boolean, skip integer, most integer)
  returns table (ids uuid[], total bigint)
language plpgsql security definer as $$
declare
  matching text := app.contains(app.searched(), words);
begin
  perform app.require_admin();
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
alter function app.search_people owner to app_directory;
grant execute on function app.search_people to app_user;

-- A page of the documents that meet every condition that is given, in one of five orders, and how many they are: `total`,
-- or `more` than that where counting would take longer than the page. The page begins after the document `edge`, or ends
-- before it where `backward`; where there is no such document, `skip` documents after the beginning.
--
-- Walking along the order meets soon what is common: the first 5000 documents tell whether it is. What is rare is looked
-- up by its words and then sorted.
create or replace function app.page_documents(in_name text[], in_owner text[], of_types text[], of_state text, sorted_by text,
  edge uuid, backward boolean, skip integer, most integer) returns table (ids uuid[], total bigint, more boolean)
language plpgsql security definer as $$
declare
  walked constant integer := 5000;
  counted constant integer := 1000;
  everything bigint := coalesce((select f.listed from public.document_figures f
      where f.owner_id = '00000000-0000-0000-0000-000000000000'), 0)
    + (select count(*) from public.documents d
      where (d.unreleased or d.check_state in ('waiting', 'infected')) and d.companion_of is null);
  source text := 'public.documents d';
  matching text := app.contains('lower(d.filename)', in_name);
  owners uuid[];
  -- What this administrator may not see yet: files of others that wait to be checked. Few, or none.
  hidden uuid[] := array(select d.id from public.documents d where d.check_state in ('waiting', 'infected')
    and d.uploaded_by is distinct from (select app.user_id()));
  -- Few are in these states, and an index has them.
  few boolean := coalesce(of_state in ('new', 'requested'), false);
  narrowed boolean;
  keys text := 'd.id, d.created_at, d.file_size, d.filename';
  columns text[] := case sorted_by when 'name' then array['lower(d.filename)', 'd.id']
    when 'size' then array['d.file_size', 'd.id'] when 'owner' then array['lower(coalesce(p.full_name, p.email))', 'p.id',
      'd.created_at', 'd.id']
    else array['d.created_at', 'd.id'] end;
  falling boolean[] := case when sorted_by in ('name', 'oldest') then array[false, false]
    when sorted_by = 'owner' then array[false, false, true, true] else array[true, true] end;
  sorting text;
  walk text;
  last record;
  up constant text := case when backward then '<' else '>' end;
  down constant text := case when backward then '>' else '<' end;
  beyond text := '';
  found bigint;
begin
  perform app.require_admin();
  if cardinality(in_owner) > 0 then
    execute format('select array(select id from public.user_profiles where %s)', app.contains(app.searched(), in_owner))
      into owners;
    matching := matching || ' and d.user_id = any ($1)';
  end if;
  if of_types is not null then matching := format('%s and d.file_type = any (%L::text[])', matching, of_types); end if;
  if of_state = 'unrequested' then
    matching := matching || ' and d.delete_request_status is distinct from ''pending''';
  elsif of_state = 'requested' then
    matching := matching || ' and d.delete_request_status = ''pending'' and d.delete_requested_at is not null';
  elsif of_state = 'new' then
    matching := matching || ' and d.new_for_office';
  elsif of_state is not null then
    raise exception 'no such state' using errcode = '22023';
  end if;
  narrowed := matching <> 'true';
  matching := matching || ' and d.companion_of is null';
  if cardinality(hidden) > 0 then matching := format('%s and d.id <> all (%L::uuid[])', matching, hidden); end if;
  if sorted_by = 'owner' then
    -- A subquery for each owner, so that the walk goes from owner to owner.
    source := 'public.user_profiles p cross join lateral (select d.id, d.user_id, d.filename, d.file_type, d.file_size,
      d.created_at, d.delete_request_status, d.new_for_office, d.companion_of from public.documents d where d.user_id = p.id
      order by d.created_at desc, d.id desc offset 0) d';
  end if;

  select d.created_at, d.file_size, lower(d.filename) as name, d.id, lower(coalesce(p.full_name, p.email)) as owner,
    p.id as owner_id into last from public.documents d join public.user_profiles p on p.id = d.user_id where d.id = edge;
  walk := (select string_agg(c.name || case when c.falling then ' desc' else '' end, ', ' order by c.place)
    from unnest(columns, falling) with ordinality c (name, falling, place));
  if not narrowed then
    total := everything - cardinality(hidden);
    more := false;
  else
    if not few then
      perform set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true);
      execute format('select count(*) from (select from (select %s as meant from %s order by %s limit %s) first
        where meant limit %s) met', matching, source, walk, walked, counted + 1) into found using owners;
      perform set_config('enable_sort', 'on', true), set_config('enable_bitmapscan', 'on', true);
      few := found < most and everything > walked;
    end if;
    more := not few and (found > counted or everything > walked);
    total := least(found, counted);
  end if;

  if few and sorted_by = 'owner' then
    source := 'public.user_profiles p join public.documents d on d.user_id = p.id';
    keys := format('%s, %s as owner, p.id as owner_id', keys, columns[1]);
    columns := array['d.owner', 'd.owner_id', 'd.created_at', 'd.id'];
  end if;
  if last.id is null then
    backward := false;
  else
    skip := 0;
    beyond := case sorted_by
      when 'name' then format(' and (lower(d.filename), d.id) %s (%L, %L)', up, last.name, last.id)
      when 'size' then format(' and (d.file_size, d.id) %s (%L, %L)', down, last.file_size, last.id)
      when 'oldest' then format(' and (d.created_at, d.id) %s (%L, %L)', up, last.created_at, last.id)
      when 'owner' then format(' and (%s, %s) %s= (%L, %L) and (%2$s is distinct from %5$L or (d.created_at, d.id) %6$s (%L, %L))',
        columns[1], columns[2], up, last.owner, last.owner_id, down, last.created_at, last.id)
      else format(' and (d.created_at, d.id) %s (%L, %L)', down, last.created_at, last.id) end;
  end if;
  sorting := (select string_agg(c.name || case when c.falling <> backward then ' desc' else '' end, ', ' order by c.place)
    from unnest(columns, falling) with ordinality c (name, falling, place));
  if few then
    -- Looked up once, to be counted and sorted.
    execute format('with found as materialized (select %s from %s where %s)
      select (select count(*) from found), array(select d.id from found d where true %s order by %s offset %s limit %s)',
      keys, source, matching, beyond, sorting, skip, most) into total, ids using owners;
  else
    ids := app.in_order(source, matching || beyond, owners, keys, sorting, false, skip, most);
  end if;
  if backward then ids := array(select c.id from unnest(ids) with ordinality c (id, place) order by c.place desc); end if;
  return next;
end $$;
alter function app.page_documents owner to app_directory;
grant execute on function app.page_documents to app_user;
