-- What was served of a document, to whom.
create table if not exists file_accesses (
  id bigint generated always as identity primary key,
  document_id uuid not null,
  user_id uuid not null references user_profiles on delete restrict,
  session_id uuid,
  how text not null check (how in ('viewer', 'download', 'zip')),
  first_byte bigint not null check (first_byte >= 0),
  last_byte bigint not null,
  sent bigint not null,
  begun_at timestamptz not null,
  ended_at timestamptz not null default now(),
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 200),
  constraint no_more_than_asked check (last_byte >= first_byte and sent between 0 and last_byte - first_byte + 1)
);
create index if not exists file_accesses_of_document on file_accesses (document_id, id);
create index if not exists file_accesses_of_user on file_accesses (user_id, id);
