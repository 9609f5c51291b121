-- What the fund waits for from a person, and what it decided for them: signing links with a state, documents that were
-- asked for, and the decisions about delete requests. Operations: server/documents/signing.ts,
-- server/documents/decisions.ts, server/document-requests/.

-- ---------------------------------------------------------------------------------------------------------
-- Signing links. Files have no signing state, nor do links from before this migration: nobody knows any more whether
-- those were signed, and nobody should be reminded of them.
-- ---------------------------------------------------------------------------------------------------------
alter table documents
  add column signing_state text check (signing_state in ('sent', 'opened', 'said_signed', 'confirmed')),
  add column signing_sent_at timestamptz,
  add column signing_opened_at timestamptz,
  add column said_signed_at timestamptz,
  add column signing_confirmed_at timestamptz,
  add column signing_confirmed_by uuid references user_profiles on delete set null,
  -- Since it was sent; those that an administrator asked for count, too.
  add column signing_reminders integer not null default 0 check (signing_reminders >= 0),
  add column signing_reminded_at timestamptz,
  add constraint signing_agrees check (
    case when signing_state is null
      then signing_sent_at is null and signing_opened_at is null and said_signed_at is null
        and signing_confirmed_at is null and signing_confirmed_by is null and signing_reminders = 0
      else is_external_link and signing_sent_at is not null
        and (signing_state <> 'sent' or signing_opened_at is null)
        and (signing_state <> 'opened' or signing_opened_at is not null)
        and (signing_state <> 'said_signed' or said_signed_at is not null)
        and (signing_state in ('said_signed', 'confirmed') or said_signed_at is null)
        and (signing_state = 'confirmed') = (signing_confirmed_at is not null)
    end);
create index documents_signing on documents (signing_state, signing_sent_at, id) where signing_state is not null;
create index documents_to_sign on documents (user_id, signing_sent_at) where signing_state in ('sent', 'opened', 'said_signed');
create index documents_signing_confirmer on documents (signing_confirmed_by) where signing_confirmed_by is not null;

-- A link that somebody adds starts as sent.
create function app.start_signing() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_user = 'app_user' and new.is_external_link then
    new.signing_state := 'sent';
    new.signing_sent_at := now();
  end if;
  return new;
end $$;
create trigger start_signing before insert on documents for each row execute function app.start_signing();

-- Who may take which step. The times are set here, so that a state and its times always agree:
--   sent -> opened                       the owner, by opening it
--   sent, opened -> said_signed          the owner
--   said_signed -> opened                the owner, who takes that back
--   any other -> confirmed               an administrator
--   any other -> sent                    an administrator, who asks again; so a link from before this migration gets a state
create function app.guard_signing() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  is_owner boolean;
  step_is_allowed boolean := true;
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  is_owner := new.user_id = app.user_id();
  if new.signing_state is distinct from old.signing_state then
    case
      when new.signing_state = 'opened' then
        step_is_allowed := is_owner and old.signing_state in ('sent', 'said_signed');
        new.signing_opened_at := coalesce(old.signing_opened_at, now());
        new.said_signed_at := null;
      when new.signing_state = 'said_signed' then
        step_is_allowed := is_owner and old.signing_state in ('sent', 'opened');
        new.said_signed_at := now();
      when new.signing_state = 'confirmed' then
        step_is_allowed := app.is_admin();
        new.signing_sent_at := coalesce(old.signing_sent_at, now());
        new.signing_confirmed_at := now();
        new.signing_confirmed_by := app.user_id();
      when new.signing_state = 'sent' then
        step_is_allowed := app.is_admin();
        new.signing_sent_at := now();
        new.signing_opened_at := null;
        new.said_signed_at := null;
        new.signing_confirmed_at := null;
        new.signing_confirmed_by := null;
        new.signing_reminders := 0;
        new.signing_reminded_at := null;
      else
        step_is_allowed := false;
    end case;
  elsif row(new.signing_reminders, new.signing_reminded_at)
    is distinct from row(old.signing_reminders, old.signing_reminded_at)
  then
    step_is_allowed := app.is_admin() and old.signing_state in ('sent', 'opened')
      and new.signing_reminders = old.signing_reminders + 1 and new.signing_reminded_at = now();
  end if;
  if step_is_allowed is not true then
    raise exception 'a signing link does not take this step' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_signing before update on documents for each row
  when (new.signing_state is distinct from old.signing_state
    or new.signing_reminders is distinct from old.signing_reminders
    or new.signing_reminded_at is distinct from old.signing_reminded_at)
  execute function app.guard_signing();
revoke execute on function app.start_signing(), app.guard_signing() from public;
grant update (signing_state, signing_reminders, signing_reminded_at) on documents to app_user;
-- The daily reminders.
grant select (signing_state, signing_sent_at, signing_reminders, signing_reminded_at),
  update (signing_reminders, signing_reminded_at) on documents to app_jobs;

-- As in 0001, and a signing link that its owner views has been opened.
create or replace function increment_view_count(doc_id uuid, viewer_id uuid, viewer_email text, viewer_name text)
returns integer
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  counted integer;
begin
  update documents set view_count = view_count + 1,
    signing_state = case when signing_state = 'sent' and user_id = (select app.user_id()) then 'opened' else signing_state end
    where id = doc_id returning view_count into counted;
  if counted is not null then
    insert into document_views (document_id, user_id, user_email, user_name)
    values (doc_id, viewer_id, viewer_email, viewer_name);
  end if;
  return counted;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- delete_decisions: what an administrator decided about a person's delete request, until the person has read it. It
-- outlives the document, so nothing refers to that.
-- ---------------------------------------------------------------------------------------------------------
create table delete_decisions (
  id uuid primary key default gen_random_uuid(),
  -- Who had requested the deletion.
  user_id uuid not null references user_profiles on delete cascade,
  document_id uuid not null,
  filename text not null,
  decision text not null check (decision in ('approved', 'rejected')),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  decided_by uuid references user_profiles on delete set null,
  decided_at timestamptz not null default now()
);
create index delete_decisions_of_user on delete_decisions (user_id, decided_at desc);
create index delete_decisions_decider on delete_decisions (decided_by);
create index delete_decisions_oldest on delete_decisions (decided_at);
alter table delete_decisions enable row level security;
alter table delete_decisions force row level security;
create policy active_only on delete_decisions as restrictive for all to app_user using ((select app.is_active()));
create policy own_or_admin_reads on delete_decisions for select to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
create policy admin_decides on delete_decisions for insert to app_user
  with check ((select app.is_admin()) and decided_by = (select app.user_id()));
create policy own_is_dismissed on delete_decisions for delete to app_user using (user_id = (select app.user_id()));
create policy old_are_found on delete_decisions for select to app_jobs using (true);
create policy old_are_removed on delete_decisions for delete to app_jobs using (decided_at < now() - interval '90 days');
create policy eraser_erases on delete_decisions for all to app_eraser using (true);
grant select, insert (user_id, document_id, filename, decision, reason, decided_by), delete on delete_decisions to app_user;
grant select (decided_at), delete on delete_decisions to app_jobs;
grant select (user_id), delete on delete_decisions to app_eraser;

-- ---------------------------------------------------------------------------------------------------------
-- document_requests: documents that the fund asks a person for. Open until one was uploaded for it, or it was withdrawn.
-- ---------------------------------------------------------------------------------------------------------
create table document_requests (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references user_profiles on delete cascade,
  requested_by uuid references user_profiles on delete set null,
  name text not null check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[[:cntrl:]]'),
  note text check (note = btrim(note) and length(note) between 1 and 1000),
  due_on date,
  created_at timestamptz not null default now(),
  fulfilled_document_id uuid references documents on delete set null,
  fulfilled_at timestamptz,
  withdrawn_at timestamptz,
  reminders integer not null default 0 check (reminders >= 0),
  reminded_at timestamptz,
  constraint fulfilled_or_withdrawn check (
    (fulfilled_at is null or withdrawn_at is null) and (fulfilled_document_id is null or fulfilled_at is not null))
);
create index document_requests_open on document_requests (person_id, created_at)
  where fulfilled_at is null and withdrawn_at is null;
create index document_requests_of_person on document_requests (person_id, created_at desc);
create index document_requests_waiting on document_requests (created_at, id)
  where fulfilled_at is null and withdrawn_at is null;
create index document_requests_newest on document_requests (created_at desc, id desc);
create index document_requests_requester on document_requests (requested_by);
create index document_requests_document on document_requests (fulfilled_document_id) where fulfilled_document_id is not null;

alter table document_requests enable row level security;
alter table document_requests force row level security;
create policy active_only on document_requests as restrictive for all to app_user using ((select app.is_active()));
create policy own_or_admin_reads on document_requests for select to app_user
  using (person_id = (select app.user_id()) or (select app.is_admin()));
create policy admin_asks on document_requests for insert to app_user
  with check ((select app.is_admin()) and requested_by = (select app.user_id())
    and fulfilled_at is null and withdrawn_at is null);
create policy own_or_admin_changes on document_requests for update to app_user
  using (person_id = (select app.user_id()) or (select app.is_admin()));
create policy reminders_are_counted on document_requests for all to app_jobs using (true);
create policy steward_keeps on document_requests for all to app_steward using (true);
create policy eraser_erases on document_requests for all to app_eraser using (true);
grant select, insert (person_id, requested_by, name, note, due_on),
  update (fulfilled_document_id, fulfilled_at, withdrawn_at, reminders, reminded_at) on document_requests to app_user;
grant select, update (reminders, reminded_at) on document_requests to app_jobs;
grant select (person_id, fulfilled_document_id), update (fulfilled_document_id, fulfilled_at) on document_requests to app_steward;
grant select (person_id), delete on document_requests to app_eraser;

-- Who may take which step of an open request: the person uploads what was asked for; an administrator does that for them,
-- notes that it arrived some other way, withdraws the request, or reminds.
create function app.guard_document_request() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  if old.fulfilled_at is not null or old.withdrawn_at is not null
    or (new.fulfilled_at is not null and new.fulfilled_at <> now())
    or (new.fulfilled_document_id is not null and not exists (
      select from public.documents d where d.id = new.fulfilled_document_id and d.user_id = new.person_id))
    or (not app.is_admin() and (new.fulfilled_document_id is null or row(new.withdrawn_at, new.reminders, new.reminded_at)
      is distinct from row(old.withdrawn_at, old.reminders, old.reminded_at)))
  then
    raise exception 'a document request does not take this step' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard before update on document_requests for each row execute function app.guard_document_request();

-- A request is open again when its file turns out to be infected, and when the person takes it back.
create function app.reopen_document_request() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.document_requests r set fulfilled_document_id = null, fulfilled_at = null
    where r.fulfilled_document_id = old.id and (tg_op = 'UPDATE' or r.person_id = (select app.user_id()));
  return coalesce(new, old);
end $$;
create trigger reopen_request before delete on documents for each row execute function app.reopen_document_request();
create trigger reopen_request_of_infected after update of check_state on documents
  for each row when (new.check_state = 'infected') execute function app.reopen_document_request();

-- Tells pages that show the person's documents, as a change of a document does.
create function app.announce_document_request() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  changed public.document_requests := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('documents', json_build_object('type', 'update', 'id', changed.id, 'user_id', changed.person_id)::text);
  return null;
end $$;
create trigger announce after insert or update or delete on document_requests
  for each row execute function app.announce_document_request();

-- Known before the first byte, so that a document that a restart finishes fulfills its request, too.
alter table uploads add column document_request_id uuid references document_requests on delete set null;
create index uploads_for_request on uploads (document_request_id) where document_request_id is not null;

-- ---------------------------------------------------------------------------------------------------------
-- Erasing an account (0013)
-- ---------------------------------------------------------------------------------------------------------
create function app.erase_requests_and_decisions() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.document_requests where person_id = new.id;
  delete from public.delete_decisions where user_id = new.id;
  return null;
end $$;
create trigger erase_requests_and_decisions after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function app.erase_requests_and_decisions();

-- ---------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------
-- When something needs the person: a signature, a document, and reminders of either.
alter table mail_preferences add column action_needed boolean not null default true;
grant update (action_needed) on mail_preferences to app_user;

-- The constraints are widened, whatever kinds earlier migrations allow.
alter table notices
  -- Null: the portal itself, which reminds.
  alter column actor_id drop not null,
  -- The reason that a request was rejected for.
  add column detail text check (length(detail) between 1 and 500),
  add column request_id uuid references document_requests on delete cascade;
create index notices_of_request on notices (request_id) where request_id is not null;
do $$
declare
  kinds text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conname = 'notices_kind_check');
  subjects text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conname = 'notice_has_its_subject');
begin
  alter table notices drop constraint notices_kind_check, drop constraint notice_has_its_subject;
  execute format($add$
    alter table notices add constraint notices_kind_check check (%s
      or kind in ('signature-asked', 'signature-reminder', 'document-asked', 'document-reminder'))$add$, kinds);
  execute format($add$
    alter table notices add constraint notice_has_its_subject check (
      case when kind in ('document-asked', 'document-reminder')
        then request_id is not null and filename is not null and document_id is null and person_id is null
        else request_id is null and %s end)$add$, subjects);
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Owners and callers of these functions
-- ---------------------------------------------------------------------------------------------------------
grant create on schema app to app_steward, app_eraser;
alter function app.reopen_document_request() owner to app_steward;
alter function app.erase_requests_and_decisions() owner to app_eraser;
revoke create on schema app from app_steward, app_eraser;
revoke execute on function app.guard_document_request(), app.reopen_document_request(), app.announce_document_request(),
  app.erase_requests_and_decisions() from public;
