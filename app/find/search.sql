-- Finding people, documents and whatever else the office has among a million. Under the policies of app_user no index could serve a search: `like` is
-- not leakproof, so it is compared with each row only after that row's policy was. These functions give ids; the rows
-- themselves are read as app_user, under its policies. tests/helpers/plans.ts fails on what reads a whole table.

-- Tables

-- What app.folded says, written out: an index that names a function could be made only after that.
do $$
declare
  home text;
  folding constant text := $fold$case when octet_length(%1$s) = length(%1$s) then lower(%1$s) else
      translate(replace(replace(replace(replace(lower(translate(regexp_replace(normalize(%1$s, nfkd),
        '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g'), 'ØŁĐÐĦŦÆŒÞẞ', 'øłđðħŧæœþß')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        'øłđðħŧıĸ‐‑‒–—―−﹘－‘’ʼʹ“”', 'olddhtik---------''''''''""') end$fold$;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'searching without trigrams: %', sqlerrm;
  end;
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm';
  if found then
    execute format('create index user_profiles_searched on user_profiles using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$coalesce(full_name, '') || ' ' || email || ' ' || coalesce(organization, '')$e$), home);
    execute format('create index documents_searched on documents using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$filename$e$), home);
    execute format('create index holders_searched on holders using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$legal_name || ' ' || number$e$), home);
    execute format('create index notes_searched on notes using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$number$e$), home);
    execute format('create index conversations_searched on conversations using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$subject$e$), home);
    execute format('create index messages_searched on messages using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$name || ' ' || email$e$), home);
    execute format('create index call_requests_searched on call_requests using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$name || ' ' || email$e$), home);
  end if;
end $$;

-- Functions

-- A text as it is searched and compared: without regard to case, accents and kinds of dashes (rules/folded.ts is the same). It
-- becomes part of the statement that calls it, so that the indexes above serve it.
create or replace function app.folded(text) returns text language sql immutable reset search_path as $$
  select case when octet_length($1) = length($1) then lower($1) else
      translate(replace(replace(replace(replace(lower(translate(regexp_replace(normalize($1, nfkd),
        '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g'), 'ØŁĐÐĦŦÆŒÞẞ', 'øłđðħŧæœþß')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        'øłđðħŧıĸ‐‑‒–—―−﹘－‘’ʼʹ“”', 'olddhtik---------''''''''""') end
$$;
grant execute on function app.folded to app_user, app_directory, app_steward, app_jobs;

-- The text that a search for people reads, as the index has it.
create or replace function app.searched() returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select 'app.folded(coalesce(full_name, '''') || '' '' || email || '' '' || coalesce(organization, ''''))'
$$;
grant execute on function app.searched to app_directory;

-- With which `like` finds each word anywhere in a text as `app.folded` has it.
create or replace function app.like_patterns(words text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg('%' || regexp_replace(app.folded(word), '([\\%_])', '\\\1', 'g') || '%' order by place), '{}')
  from unnest(words) with ordinality w (word, place)
$$;
grant execute on function app.like_patterns to app_directory;

-- A condition that each word is somewhere in `expression`.
create or replace function app.contains(expression text, words text[]) returns text language sql immutable as $$
  select coalesce(string_agg(format('%s like %L', expression, pattern), ' and '), 'true')
  from unnest(app.like_patterns(words)) pattern
$$;
grant execute on function app.contains to app_directory;

-- The categories that a word searches for, beside names: by the beginning of the usual names of their contents.
create or replace function app.categories_searched(word text) returns text[] language sql immutable as $$
  select coalesce(array_agg(c.category), '{}')
  from (values ('Statements', 'statements'), ('Tax', 'taxes'), ('Agreements', 'agreements contracts'),
    ('Accreditation', 'accreditation'), ('Notices', 'notices letters')) c (category, called)
  where length(word) > 2 and strpos(' ' || c.called, ' ' || app.folded(word)) > 0
$$;
grant execute on function app.categories_searched to app_directory, app_user;

-- A condition that each word is in the name of a document `d`, says its category, or is the year in which it was added, if
-- its name says none. Each way has an index. A person's own list is searched likewise (app/documents/server/document-search.ts).
create or replace function app.documents_with(words text[]) returns text language sql stable as $$
  select coalesce(string_agg('(' || concat_ws(' or ', app.contains('app.folded(d.filename)', array[word]),
      (select string_agg(format('d.category = %L', category), ' or ') from unnest(app.categories_searched(word)) category),
      case when word ~ '^20[0-9]{2}$' then format('d.created_at >= %L and d.created_at < %L and d.filename !~ %L',
        app.after_fund_day(make_date(word::integer - 1, 12, 31)), app.after_fund_day(make_date(word::integer, 12, 31)),
        '\m20[0-9]{2}\M') end) || ')', ' and ' order by place), 'true')
  from unnest(words) with ordinality w (word, place)
$$;
grant execute on function app.documents_with to app_directory;

-- Ids in their order. Under row-level security the planner can't use its statistics about words, so the query decides:
-- rare words are fetched first and then sorted; common words are found soon by walking along the order.
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

-- The people with each word in their name, address or organization, newest first, and their number.
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

-- The people with each word in their name, address or organization, newest first, on request with guests before everyone
-- else, and their number. States: those of app/people/profile.ts.
create or replace function app.search_people(words text[], of_state text, guests_first boolean, skip integer, most integer)
  returns table (ids uuid[], total bigint)
language plpgsql security definer as $$
declare
  matching text := app.contains(app.searched(), words);
begin
  perform app.require_admin();
  if of_state is not null then
    matching := matching || case of_state
      when 'guests' then ' and accepted_at is null and disabled_at is null and not app.came_by_grant(id, email)'
      when 'shared' then ' and disabled_at is null and app.is_delegate(id, email)'
      when 'invited' then ' and id in (select i.user_id from public.invitations i where i.accepted_at is null)'
      when 'erasures' then ' and erase_requested_at is not null'
      when 'administrators' then ' and is_admin and disabled_at is null'
      when 'disabled' then ' and disabled_at is not null'
    end;
    if matching is null then raise exception 'no such state' using errcode = '22023'; end if;
  end if;
  execute format('select count(*) from public.user_profiles where %s', matching) into total;
  ids := app.in_order('public.user_profiles d', matching, null,
    'id, created_at, (accepted_at is null and disabled_at is null and not app.came_by_grant(id, email)) as guest',
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
-- Walking along the order finds common words soon: the first 5000 documents show whether they are. Rare words are looked up
-- and then sorted.
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
  matching text := app.documents_with(in_name);
  owners uuid[];
  holders uuid[];
  -- What this administrator may not see yet: files of others whose check is pending. Few, or none.
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
    execute format('select array(select id from public.holders where %s)',
      app.contains('app.folded(legal_name || '' '' || number)', in_owner)) into holders;
    matching := matching || case when cardinality(holders) = 0 then ' and d.user_id = any ($1)'
      else format(' and (d.user_id = any ($1) or d.holder_id = any (%L::uuid[]))', holders) end;
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
      d.created_at, d.delete_request_status, d.new_for_office, d.companion_of, d.category, d.holder_id from public.documents d where d.user_id = p.id
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

-- What an administrator finds by typing anywhere in the office: of each kind ('person', 'holder', 'note', 'document',
-- 'conversation') the first few, with their place among these. Each word is in the row itself or in the names that it hangs
-- on, so 'marsh statement' finds the statements of everyone named Marsh, and of the holders that they act for. An amount finds
-- the notes of that principal, and those that pay it as interest.
--
-- Names are looked up first, those with any of the words. The longest word meets the fewest of the other rows, so an index
-- looks that one up. What meets more than 500 rows is too short to find anything yet.
create or replace function app.find_for_office(words text[], cents bigint, most integer)
  returns table (kind text, id uuid, place bigint)
language plpgsql security definer as $$
declare
  wanted constant text[] := app.like_patterns(words);
  longest constant text := (select w.pattern from unnest(wanted) w (pattern) order by length(w.pattern) desc limit 1);
  -- The first word, alone, and where a word begins.
  exact constant text := app.folded(words[1]);
  begins constant text := '% ' || substr(wanted[1], 2);
  people uuid[];
  people_as text[];
  holders uuid[];
  holders_as text[];
  met uuid[];
  more uuid[];
  worth uuid[];
begin
  perform app.require_admin();
  if longest is null then return; end if;

  execute format('select coalesce(array_agg(p.id), ''{}''), coalesce(array_agg(p.name), ''{}'')
    from (select id, %1$s as name from public.user_profiles where %1$s like any ($1) limit 500) p', app.searched())
    into people, people_as using wanted;
  -- A holder goes by the names of those who act for it, too.
  with acting as (select m.holder_id, string_agg(p.name, ' ') as name
      from unnest(people, people_as) p (id, name) join public.holder_members m on m.user_id = p.id
      where m.ended_at is null group by m.holder_id),
    titled as (select h.id from public.holders h where app.folded(h.legal_name || ' ' || h.number) like any (wanted) limit 500)
  select coalesce(array_agg(h.id), '{}'), coalesce(array_agg(app.folded(h.legal_name || ' ' || h.number) || coalesce(' ' || a.name, '')), '{}')
    into holders, holders_as
    from (select t.id from titled t union select a.holder_id from acting a) each
      join public.holders h on h.id = each.id left join acting a on a.holder_id = h.id;

  return query select 'person', p.id, row_number() over (order by (' ' || p.name) like begins desc, ltrim(p.name), p.id) as nth
    from unnest(people, people_as) p (id, name) where p.name like all (wanted) order by nth limit most;

  return query select 'holder', h.id, row_number() over (order by (' ' || h.name) like begins desc, h.name, h.id) as nth
    from unnest(holders, holders_as) h (id, name) where h.name like all (wanted) order by nth limit most;

  met := array(select n.id from public.notes n where app.folded(n.number) like longest and app.folded(n.number) like all (wanted) limit 500);
  more := array(select n.id from unnest(holders, holders_as) h (id, name) join public.notes n on n.holder_id = h.id
    where (app.folded(n.number) || ' ' || h.name) like all (wanted) limit 500);
  met := met || more;
  worth := array(select n.id from public.notes n where n.principal_cents = cents limit 500);
  more := array(select n.id from public.schedule_lines l join public.notes n on n.id = l.note_id and n.version = l.version
    where l.interest_cents = cents limit 10000);
  met := met || worth || more;
  return query select 'note', n.id, row_number() over (order by app.folded(n.number) = exact desc, n.id = any (worth) desc,
      n.closed_at is null desc, n.number desc) as nth
    from public.notes n where n.id = any (met) order by nth limit most;

  return query with listed as (
      select d.id from app.page_documents(words, '{}', null, null, 'newest', null, false, 0, most) p
        cross join unnest(p.ids) d (id)
      union select d.id from unnest(people || holders, people_as || holders_as) o (id, name)
        cross join lateral (select d.id from public.documents d where d.owner_id = o.id and d.companion_of is null
          and (app.folded(d.filename) || ' ' || app.folded(d.category) || ' ' || o.name) like all (wanted) order by d.created_at desc, d.id desc limit most) d)
    select 'document', d.id, row_number() over (order by d.created_at desc, d.id desc) as nth
    from listed l join public.documents d on d.id = l.id order by nth limit most;

  met := array(select c.id from public.conversations c where app.folded(c.subject) like longest and app.folded(c.subject) like all (wanted)
    limit 500);
  more := array(select c.id from unnest(people, people_as) p (id, name) join public.conversations c on c.person_id = p.id
    where (app.folded(c.subject) || ' ' || p.name) like all (wanted) limit 500);
  met := met || more;
  more := array(select c.id from (select v.id from public.messages v where app.folded(v.name || ' ' || v.email) like longest
      and app.folded(v.name || ' ' || v.email) like all (wanted) limit 500) v
    join public.conversations c on c.visitor_message_id = v.id);
  met := met || more;
  more := array(select c.id from (select v.id from public.call_requests v where app.folded(v.name || ' ' || v.email) like longest
      and app.folded(v.name || ' ' || v.email) like all (wanted) limit 500) v
    join public.conversations c on c.call_request_id = v.id);
  met := met || more;
  return query select 'conversation', c.id, row_number() over (order by c.last_message_at desc, c.id desc) as nth
    from public.conversations c where c.id = any (met) order by nth limit most;
end $$;
alter function app.find_for_office owner to app_directory;
grant execute on function app.find_for_office to app_user;
