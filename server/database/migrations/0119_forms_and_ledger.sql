-- Forms 1099-INT that differ from the ledger are said at once, and filed only with a reason.
alter table tax_runs add column if not exists differs_because text
  check (differs_because = btrim(differs_because) and length(differs_because) between 1 and 500);
alter table tax_runs drop constraint if exists differing_is_filed;
alter table tax_runs add constraint differing_is_filed check (differs_because is null or state = 'filed');
create index if not exists ledger_entries_late on ledger_entries (relates_to, created_at)
  where (created_at at time zone 'UTC')::date > make_date(extract(year from relates_to)::integer, 12, 29);
