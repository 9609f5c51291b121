-- A run of statements may be of one holder alone, who wasn't in the run of the period; and it says whom it left out.
alter table statement_runs add column if not exists left_out text;
alter table statement_runs drop constraint if exists left_out_is_short;
alter table statement_runs add constraint left_out_is_short check (length(left_out) between 1 and 500);
alter table statement_runs alter column rhythm drop not null;
alter table statement_runs drop constraint if exists correction_is_whole;
alter table statement_runs add constraint correction_is_whole check ((corrects is null) = (reason is null)
  and (corrects is null or holder_id is not null) and (rhythm is not null or holder_id is not null));
create unique index if not exists statement_runs_alone on statement_runs (kind, holder_id, period_end)
  where corrects is null and holder_id is not null;
