-- The sentences of a note's agreement that the register's rules rest on. Notes that are frozen have none, and keep their hash.
alter table notes add column if not exists clauses text[];
alter table notes drop constraint if exists notes_clauses_check;
alter table notes add constraint notes_clauses_check check (cardinality(clauses) between 1 and 20
  and array_position(clauses, null) is null and length(array_to_string(clauses, '')) between 1 and 10000);
