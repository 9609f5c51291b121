-- The bytes of a document, or of a file before its release, that were served, and to which person: a row for each
-- reading, and for each document of an archive, written once its bytes were handed to the connection. Requests for
-- pieces that follow each other are one reading, and one session has at most twenty rows of one kind about a document:
-- what it reads after that is added to its last one. Rows are only added, and outlive the document. After a recall the
-- fund reads here which bytes went to whom, and that no one else got any. Operations:
-- app/downloads/server/file-accesses.ts.

create table file_accesses (
  id bigint generated always as identity primary key,
  -- Without a foreign key: the document may be gone.
  document_id uuid,
  -- Before its release: a document of a bulk delivery, or a file of a delivery, and its number.
  item_id uuid,
  delivery_id uuid,
  delivery_n integer,
  user_id uuid not null references user_profiles on delete restrict,
  session_id uuid,
  -- In the browser's viewer, as a download, or in an archive.
  how text not null check (how in ('viewer', 'download', 'zip')),
  -- Of the document, from 0, both included: the requested range, from the first to the last request of the row.
  first_byte bigint not null check (first_byte >= 0),
  last_byte bigint not null,
  -- How many of these bytes were handed to the connection. Where the reader left, at most the last piece didn't arrive. Bytes that
  -- were sent again count once more, up to the whole range.
  sent bigint not null,
  -- Requests that the row combines.
  requests integer not null default 1 check (requests > 0),
  begun_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- Where from. An erasure of the person removes both.
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 200),
  constraint of_one_file check (num_nonnulls(document_id, item_id, delivery_id) = 1
    and (delivery_id is null) = (delivery_n is null)),
  constraint no_more_than_asked check (last_byte >= first_byte and sent between 0 and last_byte - first_byte + 1)
);
create index file_accesses_of_document on file_accesses (document_id, id);
create index file_accesses_of_user on file_accesses (user_id, id);
create index file_accesses_of_session on file_accesses (session_id, document_id, how, id);
create index file_accesses_of_item on file_accesses (item_id, id) where item_id is not null;
create index file_accesses_of_delivery on file_accesses (delivery_id, delivery_n, id) where delivery_id is not null;

-- Administrators alone read who was served what. No person writes here: the functions below do.
create policy admin_reads on file_accesses for select to app_user using ((select app.is_admin()));
grant select on file_accesses to app_user;
grant insert (document_id, item_id, delivery_id, delivery_n, user_id, session_id, how, first_byte, last_byte, sent, begun_at, ip, user_agent) on file_accesses
  to app_audit;
grant select, update (first_byte, last_byte, sent, requests, ended_at) on file_accesses to app_audit;
grant select (user_id, ip, user_agent), update (ip, user_agent) on file_accesses to app_eraser;

-- Rows are added and extended by app.record_file_accesses alone; an erasure takes where from, nothing removes a row.
create or replace function app.guard_file_access() returns trigger language plpgsql as $$
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
create trigger keep before update or delete or truncate on file_accesses execute function app.guard_file_access();
alter table file_accesses enable always trigger keep;

-- Who has been served which bytes of a document, in pieces or at once, and when the last one of all: they have opened it.
create table document_openings (
  document_id uuid not null references documents on delete cascade,
  user_id uuid not null references user_profiles on delete restrict,
  served int8multirange not null default '{}',
  opened_at timestamptz,
  primary key (document_id, user_id)
);
create index document_openings_of_user on document_openings (user_id);

grant select, insert, update on document_openings to app_directory;
grant select on document_openings to app_steward;

-- Functions

-- Records what was served. It takes the sign-in's login, as security events do: no person can write here, and a reading
-- is recorded even if the person's access was closed, or the document deleted, before its last byte. Sessions in their
-- order, one transaction at a time for each, so that two processes find each other's rows.
create or replace function app.record_file_accesses(served jsonb) returns void language plpgsql security definer as $$
declare
  s record;
  into_row bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('reads of ' || r.session_id, 0))
    from (select distinct x.session_id from jsonb_to_recordset(served) as x(session_id uuid) where x.session_id is not null
      order by 1) r;
  -- An erasure removes where a person read from, before or after this, so that neither misses the other.
  perform pg_advisory_xact_lock_shared(hashtextextended('reads by ' || r.user_id, 0))
    from (select distinct x.user_id from jsonb_to_recordset(served) as x(user_id uuid) order by 1) r;
  for s in select * from jsonb_to_recordset(served) as x(document_id uuid, item_id uuid, delivery_id uuid,
    delivery_n integer, user_id uuid, session_id uuid, how text, first_byte bigint, last_byte bigint, sent bigint,
    begun_at timestamptz, ip text, user_agent text)
  loop
    if exists (select from public.user_profiles p where p.id = s.user_id and p.erased_at is not null) then
      s.ip := null;
      s.user_agent := null;
    end if;
    into_row := app.row_of_reading(s.session_id, s.document_id, s.user_id, s.how, s.first_byte, s.last_byte, s.sent, s.ip);
    if into_row is null then
      insert into public.file_accesses (document_id, item_id, delivery_id, delivery_n, user_id, session_id, how, first_byte,
          last_byte, sent, begun_at, ip, user_agent)
        values (s.document_id, s.item_id, s.delivery_id, s.delivery_n, s.user_id, s.session_id, s.how, s.first_byte,
          s.last_byte, s.sent, s.begun_at, left(s.ip, 64), left(s.user_agent, 200));
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

-- The row that a request belongs to: the one with the adjacent bytes, where both were sent whole; or the last one where a
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

-- Counts bytes of a document that were sent to a person; with the last of them they have opened it, for them and, the first time, in
-- the document: read by its owner, opened by anyone but its uploader. Returns whether they
-- have opened it. It takes the sign-in's login for the reason above.
create or replace function app.count_served(reader uuid, document uuid, first_byte bigint, bytes bigint) returns boolean
language plpgsql security definer as $$
declare
  -- Not deleted before this is written.
  found_document public.documents;
  opened timestamptz;
begin
  select * into found_document from public.documents d where d.id = document for key share;
  if found_document.id is null or bytes <= 0 then
    return false;
  end if;
  insert into public.document_openings as o (document_id, user_id, served)
    values (document, reader, int8multirange(int8range(first_byte, first_byte + bytes)))
    on conflict (document_id, user_id) do update set served = o.served + excluded.served where o.opened_at is null;
  update public.document_openings o set opened_at = now() where o.document_id = document and o.user_id = reader
    and o.opened_at is null and o.served @> int8range(0, found_document.file_size);
  select o.opened_at into opened from public.document_openings o where o.document_id = document and o.user_id = reader;
  if opened = now() then
    update public.documents d set
        read_at = case when app.is_owned_by(d.owner_id, reader) then coalesce(d.read_at, now()) else d.read_at end,
        opened_by_others_at = case when d.uploaded_by is distinct from reader then coalesce(d.opened_by_others_at, now())
          else d.opened_by_others_at end
      where d.id = document and (d.read_at is null and app.is_owned_by(d.owner_id, reader)
        or d.opened_by_others_at is null and d.uploaded_by is distinct from reader);
  end if;
  return opened is not null;
end $$;
alter function app.count_served owner to app_directory;
grant execute on function app.count_served to app_auth;

-- Whether something belongs to a person, or to a holder that they are a member of.
create or replace function app.is_owned_by(owner uuid, person uuid) returns boolean language sql stable as $$
  select owner = person or exists (select from public.holder_members m
    where m.holder_id = owner and m.user_id = person and m.ended_at is null)
$$;
grant execute on function app.is_owned_by to app_directory;
