-- What was served of a document, to whom: a row for each reading, and for each document of an archive, written once its bytes
-- were handed to the connection. Requests for pieces that follow each other are one reading, and one session has at most twenty
-- rows of one kind about a document: what it reads after that is added to its last one. Only added to, and outlives the
-- document. A fund that takes a document back reads here which bytes of it went to whom, and that nobody else got any.
-- Operations: server/downloads/file-accesses.ts.

-- Tables

create table file_accesses (
  id bigint generated always as identity primary key,
  -- Without a foreign key: the document may be gone.
  document_id uuid not null,
  user_id uuid not null references user_profiles on delete restrict,
  session_id uuid,
  -- In the browser's viewer, as a file to keep, or in an archive.
  how text not null check (how in ('viewer', 'download', 'zip')),
  -- Of the document, from 0, both included: what was asked for, from the first to the last request of the row.
  first_byte bigint not null check (first_byte >= 0),
  last_byte bigint not null,
  -- How many of these bytes were handed to the connection. Where the reader left, at most the last piece didn't arrive. Bytes that
  -- were sent again count once more, up to the whole range.
  sent bigint not null,
  -- How many requests the row is of.
  requests integer not null default 1 check (requests > 0),
  begun_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- Where from. An erasure of the person removes both.
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 200),
  constraint no_more_than_asked check (last_byte >= first_byte and sent between 0 and last_byte - first_byte + 1)
);
create index file_accesses_of_document on file_accesses (document_id, id);
create index file_accesses_of_user on file_accesses (user_id, id);
create index file_accesses_of_session on file_accesses (session_id, document_id, how, id);

-- Policies

create policy admin_reads on file_accesses for select to app_user using ((select app.is_admin()));
grant select on file_accesses to app_user;
grant insert (document_id, user_id, session_id, how, first_byte, last_byte, sent, begun_at, ip, user_agent) on file_accesses
  to app_audit;
grant select, update (first_byte, last_byte, sent, requests, ended_at) on file_accesses to app_audit;
grant select (user_id, ip, user_agent), update (ip, user_agent) on file_accesses to app_eraser;

-- Functions

-- Records what was served. It takes the sign-in's login, as security events do: no person can write here, and what they have
-- read is recorded though their access was closed, or the document deleted, before its last byte. Sessions in their order, one
-- transaction at a time for each, so that two processes find each other's rows.
create or replace function app.record_file_accesses(served jsonb) returns void language plpgsql security definer as $$
declare
  s record;
  into_row bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('reads of ' || r.session_id, 0))
    from (select distinct x.session_id from jsonb_to_recordset(served) as x(session_id uuid) where x.session_id is not null
      order by 1) r;
  for s in select * from jsonb_to_recordset(served) as x(document_id uuid, user_id uuid, session_id uuid, how text,
    first_byte bigint, last_byte bigint, sent bigint, begun_at timestamptz, ip text, user_agent text)
  loop
    into_row := app.row_of_reading(s.session_id, s.document_id, s.user_id, s.how, s.first_byte, s.last_byte, s.sent, s.ip);
    if into_row is null then
      insert into public.file_accesses (document_id, user_id, session_id, how, first_byte, last_byte, sent, begun_at, ip,
          user_agent)
        values (s.document_id, s.user_id, s.session_id, s.how, s.first_byte, s.last_byte, s.sent, s.begun_at, left(s.ip, 64),
          left(s.user_agent, 200));
    else
      update public.file_accesses a set first_byte = least(a.first_byte, s.first_byte),
        last_byte = greatest(a.last_byte, s.last_byte),
        sent = least(a.sent + s.sent, greatest(a.last_byte, s.last_byte) - least(a.first_byte, s.first_byte) + 1),
        requests = a.requests + 1, ended_at = now()
        where a.id = into_row;
    end if;
  end loop;
end $$;
alter function app.record_file_accesses owner to app_audit;
grant execute on function app.record_file_accesses to app_auth;

-- The row that a request belongs to: the one beside whose bytes it goes on, where both were sent whole; or the last one where a
-- session has twenty about this document. Null where it begins a new one.
create or replace function app.row_of_reading(session uuid, document uuid, person uuid, way text, first bigint, last bigint,
  bytes bigint, from_ip text) returns bigint
language sql stable as $$
  with rows as materialized (select a.id, a.first_byte, a.last_byte, a.sent, a.ip from public.file_accesses a
    where a.session_id = session and a.document_id = document and a.how = way and a.user_id = person
    order by a.id desc limit 20)
  select coalesce(
    (select r.id from rows r where r.ip is not distinct from left(from_ip, 64) and bytes = last - first + 1
      and r.sent = r.last_byte - r.first_byte + 1 and (r.last_byte + 1 = first or last + 1 = r.first_byte)
      order by r.id desc limit 1),
    (select max(r.id) from rows r having count(*) = 20))
$$;
grant execute on function app.row_of_reading to app_audit;

create or replace function app.keep_file_access() returns trigger language plpgsql as $$
begin
  -- app.erase_person.
  if tg_op = 'UPDATE' and current_user = 'app_eraser' then
    return null;
  end if;
  -- app.record_file_accesses, which may do nothing but add (its rights are to the columns that it adds to).
  if tg_op = 'UPDATE' and current_user = 'app_audit' then
    return null;
  end if;
  raise exception 'what was served is only added to' using errcode = '42501';
end $$;
create trigger keep before update or delete or truncate on file_accesses execute function app.keep_file_access();
alter table file_accesses enable always trigger keep;
