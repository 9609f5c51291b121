-- The days of grace and of maturity are frozen with a note's terms. Notes that have none get today's from a job.
alter table notes add column if not exists grace_days integer;
alter table notes add column if not exists maturity_days integer[];
alter table notes drop constraint if exists notes_grace_days_check;
alter table notes add constraint notes_grace_days_check check (grace_days >= 0);
alter table notes drop constraint if exists notes_maturity_days_check;
alter table notes add constraint notes_maturity_days_check check (cardinality(maturity_days) = 4
  and array_position(maturity_days, null) is null and 0 <= maturity_days[4] and maturity_days[4] < maturity_days[3]
  and maturity_days[3] < maturity_days[2] and maturity_days[2] < maturity_days[1]);
alter table notes drop constraint if exists days_are_together;
alter table notes add constraint days_are_together check ((grace_days is null) = (maturity_days is null));
create index if not exists notes_without_days on notes (id) where grace_days is null;
