-- A row of file_accesses is of a reading, which may be many requests.
alter table file_accesses add column if not exists requests integer not null default 1
  constraint file_accesses_requests_check check (requests > 0);
create index if not exists file_accesses_of_session on file_accesses (session_id, document_id, how, id);
