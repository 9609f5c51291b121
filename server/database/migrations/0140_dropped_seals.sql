-- A file whose reason is gone, such as the note of funds that were undone, isn't sealed any more.
alter table sealed_files drop constraint if exists sealed_files_state_check;
alter table sealed_files add constraint sealed_files_state_check check (state in ('sealing', 'sealed', 'failed', 'dropped'));
