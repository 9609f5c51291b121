-- Both lists of documents, a person's and everyone's, are narrowed in the same words (rules/document-query.ts).
-- ---------------------------------------------------------------------------------------------------------
-- All documents that meet every condition that is given, in one of five orders, and how many they are in all; where
-- conditions are given they are counted to 10,001 at most. Types are a kind's; states are 'requested', 'unrequested'.
create function app.search_documents(in_name text[], in_owner text[], of_types text[], of_state text, sorted_by text,
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
  if of_types is not null then matching := format('%s and d.file_type = any (%L::text[])', matching, of_types); end if;
  if of_state = 'unrequested' then
    matching := matching || ' and d.delete_request_status is distinct from ''pending''';
  elsif of_state = 'requested' then
    matching := matching || ' and d.delete_request_status = ''pending''';
  elsif of_state is not null then
    raise exception 'no such state' using errcode = '22023';
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

grant create on schema app to app_directory;
alter function app.search_documents(text[], text[], text[], text, text, integer, integer) owner to app_directory;
revoke create on schema app from app_directory;
revoke execute on function app.search_documents(text[], text[], text[], text, text, integer, integer) from public;
grant execute on function app.search_documents(text[], text[], text[], text, text, integer, integer) to app_user;
