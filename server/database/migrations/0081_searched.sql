-- What the office finds by typing: holders, notes, conversations and visitors by parts of words, notes by amounts.
create index if not exists notes_of_amount on notes (principal_cents);
create index if not exists schedule_lines_of_amount on schedule_lines (interest_cents);
do $$
declare
  home text;
begin
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm';
  if found then
    execute format('create index if not exists holders_searched on holders using gin
      (lower(legal_name || '' '' || number) %I.gin_trgm_ops) with (fastupdate = off)', home);
    execute format('create index if not exists notes_searched on notes using gin (lower(number) %I.gin_trgm_ops)
      with (fastupdate = off)', home);
    execute format('create index if not exists conversations_searched on conversations using gin
      (lower(subject) %I.gin_trgm_ops) with (fastupdate = off)', home);
    execute format('create index if not exists messages_searched on messages using gin
      (lower(name || '' '' || email) %I.gin_trgm_ops) with (fastupdate = off)', home);
    execute format('create index if not exists call_requests_searched on call_requests using gin
      (lower(name || '' '' || email) %I.gin_trgm_ops) with (fastupdate = off)', home);
  end if;
end $$;
