-- A statement or letter is its holder's: filed under another, its members would lose it and strangers read it.
create function app.guard_filed_statement() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from public.statements where document_id = old.id)
    or exists (select from public.statements where csv_document_id = old.id)
  then
    raise exception 'a statement stays with its holder, in its category' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger statements_stay before update of holder_id, category on documents for each row
  when (new.holder_id is distinct from old.holder_id or new.category is distinct from old.category)
  execute function app.guard_filed_statement();
