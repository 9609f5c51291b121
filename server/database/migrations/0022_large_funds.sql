-- A million documents and ten thousand people: pages cost what they cost at a thousand. Indexes for what lists read, one
-- kept number, and searches that stop counting. tests/helpers/plans.ts fails on what reads a whole table.
--
-- Building the indexes blocks changes to these tables while it runs: instantly for small funds, about ten seconds for a
-- million documents.

-- ---------------------------------------------------------------------------------------------------------
-- The log. Each index is in the order of the list, so that a page is read from its end, however much came before.
-- ---------------------------------------------------------------------------------------------------------
create index audit_log_of_subject on audit_log (subject_id, id);
create index audit_log_by on audit_log (actor_id, id) where actor_id is not null;
create index audit_log_about on audit_log ((details ->> 'user_id'), id) where details ->> 'user_id' is not null;
drop index audit_log_subject;

-- Ids of entries, newest first, that meet every condition that is given: by or about these people, of these kinds, from
-- this address, since, and before a time, before an entry. Without row-level security, under which no index could serve
-- `details`; the entries themselves are read under it.
create function app.find_audit_entries(people uuid[], actions text[], address text, since timestamptz, until timestamptz,
  before bigint, most integer) returns bigint[]
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Ids follow the times of entries except for transactions that ran at once. None runs for an hour.
  lowest bigint := (select a.id from public.audit_log a where a.at < since - interval '1 hour'
    order by a.at desc, a.id desc limit 1);
  highest bigint := least(before, (select a.id from public.audit_log a where a.at >= until + interval '1 hour'
    order by a.at, a.id limit 1));
  -- The columns by which entries are looked up, and the values that are looked up in them.
  columns text[] := array['a.actor_id', 'a.subject_id', 'a.details ->> ''user_id'''];
  keys text[] := people::text[];
  rest text := '';
  part bigint[];
  found bigint[] := '{}';
begin
  if not app.is_admin() then
    raise exception 'only an administrator may search' using errcode = '42501';
  end if;
  if lowest is not null then rest := format('%s and a.id > %s', rest, lowest); end if;
  if highest is not null then rest := format('%s and a.id < %s', rest, highest); end if;
  -- No index of times is to be used here: the ids are near enough.
  if since is not null then rest := format('%s and a.at + interval ''0'' >= %L', rest, since); end if;
  if until is not null then rest := format('%s and a.at + interval ''0'' < %L', rest, until); end if;
  if people is null then
    if address is not null then
      columns := array['a.ip'];
      keys := array[address];
    elsif actions is not null then
      columns := array['a.action'];
      keys := actions;
    else
      columns := '{}';
    end if;
  elsif address is not null then
    rest := format('%s and a.ip = %L', rest, address);
  end if;
  if actions is not null and columns[1] <> 'a.action' then
    rest := format('%s and a.action = any (%L)', rest, actions);
  end if;
  if columns = '{}' then
    execute format('select array(select a.id from public.audit_log a where true %s order by a.id desc limit %s)', rest, most)
      into found;
    return found;
  end if;
  for place in 1 .. cardinality(columns) loop
    -- A range of one value, and an order that names its column: only the index of both gives that order. After `=`, the
    -- planner might walk the whole log along its ids, because it doesn't know how rare a value is.
    execute format('select array(select e.id from unnest($1) key cross join lateral (select a.id from public.audit_log a
      where %1$s between key%2$s and key%2$s %3$s order by %1$s desc, a.id desc limit %4$s) e order by 1 desc limit %4$s)',
      columns[place], case columns[place] when 'a.actor_id' then '::uuid' else '' end, rest, most) into part using keys;
    found := found || part;
  end loop;
  return array(select distinct id from unnest(found) id order by 1 desc limit most);
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- How many documents there are. Each statement that adds or deletes some notes the difference in a row of its own, so
-- that nobody waits for anybody else; now and then the rows are made one.
-- ---------------------------------------------------------------------------------------------------------
create table app.document_count (
  difference bigint not null
);
-- Row-level security binds the owner, too.
alter table documents no force row level security;
insert into app.document_count select count(*) from documents;
alter table documents force row level security;
grant select, insert, update, delete on app.document_count to app_directory;

create function app.count_documents() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app.document_count select case tg_op when 'INSERT' then count(*) else -count(*) end from changed
    having count(*) > 0;
  if random() < 0.01 then
    -- Not what another transaction is just making one.
    with gone as (delete from app.document_count c where c.ctid = any (array(
      select n.ctid from app.document_count n for update skip locked)) returning c.difference)
    insert into app.document_count select sum(gone.difference) from gone having count(*) > 0;
  end if;
  return null;
end $$;
create trigger count_added after insert on documents referencing new table as changed
  for each statement execute function app.count_documents();
create trigger count_deleted after delete on documents referencing old table as changed
  for each statement execute function app.count_documents();

-- ---------------------------------------------------------------------------------------------------------
-- Everyone's documents
-- ---------------------------------------------------------------------------------------------------------
create index documents_by_fund on documents (fund_name);
grant select (delete_requested_at) on documents to app_directory;
-- Better Auth looks for addresses as they are.
create index users_address on auth.users (email);

-- A page of the documents that meet every condition that is given, in one of five orders, and how many they are: `total`,
-- or `more` than that where counting would take longer than the page. The page begins after the document `edge`, or ends
-- before it where `backward`; where there is no such document, `skip` documents after the beginning.
--
-- Walking along the order meets soon what is common: the first 5000 documents tell whether it is. What is rare is looked
-- up by its words and then sorted.
create function app.page_documents(in_name text[], in_owner text[], of_types text[], of_state text, sorted_by text,
  edge uuid, backward boolean, skip integer, most integer) returns table (ids uuid[], total bigint, more boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  walked constant integer := 5000;
  counted constant integer := 1000;
  everything bigint := (select sum(c.difference) from app.document_count c);
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
    matching := matching || ' and d.delete_request_status = ''pending'' and d.delete_requested_at is not null';
  elsif of_state = 'new' then
    matching := matching || ' and d.new_for_office';
  elsif of_state is not null then
    raise exception 'no such state' using errcode = '22023';
  end if;
  narrowed := matching <> 'true';
  if cardinality(hidden) > 0 then matching := format('%s and d.id <> all (%L::uuid[])', matching, hidden); end if;
  if sorted_by = 'owner' then
    -- A subquery for each owner, so that the walk goes from owner to owner.
    source := 'public.user_profiles p cross join lateral (select d.id, d.user_id, d.filename, d.file_type, d.file_size,
      d.created_at, d.delete_request_status, d.new_for_office from public.documents d where d.user_id = p.id
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

-- ---------------------------------------------------------------------------------------------------------
-- Other lists
-- ---------------------------------------------------------------------------------------------------------
-- Without constants, so that prepared statements, whose parameters nobody knows when they are planned, are served, too.
create index documents_signed on documents (signing_confirmed_at desc, id) where signing_confirmed_at is not null;
create index documents_requested on documents (delete_requested_at, id) where delete_requested_at is not null;
drop index documents_pending_oldest;
create index conversations_done on conversations (last_message_at desc, id desc) where closed_at is not null;
create index conversations_of_visitors on conversations (last_message_at desc, id desc) where visitor_message_id is not null;
create index conversations_about_calls on conversations (last_message_at desc, id desc) where call_request_id is not null;
create index user_profiles_guests on user_profiles (created_at desc, id desc) where accepted_at is null and disabled_at is null;
create index uploads_unfinished on uploads (expires_at) where document_id is null;
create index messages_new on messages (created_at desc) where state = 'new';

-- As app.last_seen() in 0013, of these people alone.
create function app.last_seen_of(people uuid[]) returns table (user_id uuid, at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return query select person, greatest((select max(s.updated_at) from auth.sessions s where s.user_id = person),
    (select max(d.seen_at) from auth.devices d where d.user_id = person)) from unnest(people) person;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Owners and callers of these functions
-- ---------------------------------------------------------------------------------------------------------
grant create on schema app to app_audit, app_directory, app_steward;
alter function app.find_audit_entries(uuid[], text[], text, timestamptz, timestamptz, bigint, integer) owner to app_audit;
alter function app.count_documents() owner to app_directory;
alter function app.page_documents(text[], text[], text[], text, text, uuid, boolean, integer, integer) owner to app_directory;
alter function app.last_seen_of(uuid[]) owner to app_steward;
revoke create on schema app from app_audit, app_directory, app_steward;
revoke execute on function app.find_audit_entries(uuid[], text[], text, timestamptz, timestamptz, bigint, integer),
  app.count_documents(), app.page_documents(text[], text[], text[], text, text, uuid, boolean, integer, integer),
  app.last_seen_of(uuid[]) from public;
grant execute on function app.find_audit_entries(uuid[], text[], text, timestamptz, timestamptz, bigint, integer),
  app.page_documents(text[], text[], text[], text, text, uuid, boolean, integer, integer), app.last_seen_of(uuid[])
  to app_user;
