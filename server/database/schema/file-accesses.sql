-- What was served of a document, to whom: a row for each request, and for each document of an archive, written once its bytes
-- were handed to the connection. Only added to, and outlives the document. A fund that takes a document back reads here which
-- bytes of it went to whom, and that nobody else got any. Operations: server/downloads/file-accesses.ts.

-- Tables

create table file_accesses (
  id bigint generated always as identity primary key,
  -- Without a foreign key: the document may be gone.
  document_id uuid not null,
  user_id uuid not null references user_profiles on delete restrict,
  session_id uuid,
  -- In the browser's viewer, as a file to keep, or in an archive.
  how text not null check (how in ('viewer', 'download', 'zip')),
  -- Of the document, from 0, both included: what was asked for.
  first_byte bigint not null check (first_byte >= 0),
  last_byte bigint not null,
  -- How many of these bytes were handed to the connection. Where the reader left, at most the last piece didn't arrive.
  sent bigint not null,
  begun_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- Where from. An erasure of the person removes both.
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 200),
  constraint no_more_than_asked check (last_byte >= first_byte and sent between 0 and last_byte - first_byte + 1)
);
create index file_accesses_of_document on file_accesses (document_id, id);
create index file_accesses_of_user on file_accesses (user_id, id);

-- Policies

create policy admin_reads on file_accesses for select to app_user using ((select app.is_admin()));
grant select on file_accesses to app_user;
grant insert (document_id, user_id, session_id, how, first_byte, last_byte, sent, begun_at, ip, user_agent) on file_accesses
  to app_audit;
grant select (user_id, ip, user_agent), update (ip, user_agent) on file_accesses to app_eraser;

-- Functions

-- Records what was served. It takes the sign-in's login, as security events do: no person can write here, and what they have
-- read is recorded though their access was closed, or the document deleted, before its last byte.
create or replace function app.record_file_accesses(served jsonb) returns void language sql security definer as $$
  insert into public.file_accesses (document_id, user_id, session_id, how, first_byte, last_byte, sent, begun_at, ip, user_agent)
  select s.document_id, s.user_id, s.session_id, s.how, s.first_byte, s.last_byte, s.sent, s.begun_at, left(s.ip, 64),
    left(s.user_agent, 200)
  from jsonb_to_recordset(served) as s(document_id uuid, user_id uuid, session_id uuid, how text, first_byte bigint,
    last_byte bigint, sent bigint, begun_at timestamptz, ip text, user_agent text)
$$;
alter function app.record_file_accesses owner to app_audit;
grant execute on function app.record_file_accesses to app_auth;

create or replace function app.keep_file_access() returns trigger language plpgsql as $$
begin
  -- app.erase_person.
  if tg_op = 'UPDATE' and current_user = 'app_eraser' then
    return null;
  end if;
  raise exception 'what was served is only added to' using errcode = '42501';
end $$;
create trigger keep before update or delete or truncate on file_accesses execute function app.keep_file_access();
alter table file_accesses enable always trigger keep;
