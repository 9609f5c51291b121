-- Searches take names without regard to accents and kinds of dashes: the indexes have them so.
do $$
declare
  home text;
  folding constant text := $fold$case when octet_length(%1$s) = length(%1$s) then lower(%1$s) else
      translate(replace(replace(replace(replace(lower(translate(regexp_replace(normalize(%1$s, nfkd),
        '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g'), 'ØŁĐÐĦŦÆŒÞẞ', 'øłđðħŧæœþß')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        'øłđðħŧıĸ‐‑‒–—―−﹘－‘’ʼʹ“”', 'olddhtik---------''''''''""') end$fold$;
begin
  select n.nspname into home from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm';
  if found then
    drop index if exists user_profiles_searched;
    execute format('create index if not exists user_profiles_searched on user_profiles using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$coalesce(full_name, '') || ' ' || email || ' ' || coalesce(organization, '')$e$), home);
    drop index if exists documents_searched;
    execute format('create index if not exists documents_searched on documents using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$filename$e$), home);
    drop index if exists holders_searched;
    execute format('create index if not exists holders_searched on holders using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$legal_name || ' ' || number$e$), home);
    drop index if exists notes_searched;
    execute format('create index if not exists notes_searched on notes using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$number$e$), home);
    drop index if exists conversations_searched;
    execute format('create index if not exists conversations_searched on conversations using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$subject$e$), home);
    drop index if exists messages_searched;
    execute format('create index if not exists messages_searched on messages using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$name || ' ' || email$e$), home);
    drop index if exists call_requests_searched;
    execute format('create index if not exists call_requests_searched on call_requests using gin ((%s) %I.gin_trgm_ops) with (fastupdate = off)',
      format(folding, $e$name || ' ' || email$e$), home);
  end if;
end $$;
