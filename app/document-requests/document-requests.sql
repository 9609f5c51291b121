-- Documents that the fund asks people for. Operations: app/document-requests/server/.

-- Open until one was uploaded for it, or it was withdrawn.
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
  -- The holder that needs it to invest; the document is then filed with it.
  holder_id uuid references holders on delete restrict,
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
create unique index document_requests_of_holder on document_requests (holder_id, name)
  where holder_id is not null and withdrawn_at is null;
create index document_requests_by_holder on document_requests (holder_id) where holder_id is not null;
-- Elsewhere on this table: reach.sql (reach).

-- The person who is asked, and administrators; those who read the holder.
create policy own_or_admin_reads on document_requests for select to app_user
  using (person_id = (select app.user_id()) or (select app.is_admin()) or holder_id = any ((select app.my_owners())::uuid[]));
-- An administrator requests a document, in their own name.
create policy admin_requests on document_requests for insert to app_user
  with check ((select app.is_admin()) and requested_by = (select app.user_id())
    and fulfilled_at is null and withdrawn_at is null);
-- Both sides take steps; which, the guard and the workflow say.
create policy own_or_admin_changes on document_requests for update to app_user
  using (person_id = (select app.user_id()) or (select app.is_admin()));
grant select (person_id), delete on document_requests to app_eraser;
grant select, update (reminders, reminded_at) on document_requests to app_jobs;
grant select, insert (person_id, requested_by, name, note, due_on), update (fulfilled_document_id, fulfilled_at,
  withdrawn_at, reminders, reminded_at) on document_requests to app_user;
grant select (person_id, fulfilled_document_id), update (fulfilled_document_id, fulfilled_at) on document_requests to
  app_steward;
-- Steps: rules/workflows.ts. A request is fulfilled as of now, and only an administrator reminds. Until another person has
-- opened the document, its sender may replace it.
create guard on document_requests for app_user refuse 'a document request does not take this step'
  any change when old.withdrawn_at is null and (old.fulfilled_at is null
    or old.fulfilled_document_id is not null and new.fulfilled_document_id is distinct from old.fulfilled_document_id
      and new.fulfilled_at = now() and new.withdrawn_at is null and new.person_id = app.user_id()
      and exists (select from public.documents d where d.id = old.fulfilled_document_id and d.opened_by_others_at is null
        and d.uploaded_by = app.user_id())
      and exists (select from public.documents d where d.id = new.fulfilled_document_id and d.user_id = new.person_id
        and d.uploaded_by = app.user_id()))
  any change when case when new.fulfilled_at is null then new.fulfilled_document_id is null else new.fulfilled_at = now() end
  fulfilled_document_id, fulfilled_at, withdrawn_at
  reminders, reminded_at when app.is_admin();
-- Only steps of the workflow 'document_request' (rules/workflows.ts).
create trigger step before update on document_requests for each row execute function app.guard_step('document_request');

-- Notifies pages that show the person's documents, as a change of a document does.
create or replace function app.announce_document_request() returns trigger language plpgsql as $$
declare
  changed public.document_requests := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('documents', json_build_object('type', 'update', 'id', changed.id, 'user_id', changed.person_id)::text);
  return null;
end $$;
create trigger announce after insert or update or delete on document_requests
  for each row execute function app.announce_document_request();

-- Functions

-- A request is open again when its file turns out to be infected, and when the person takes it back.
create or replace function app.reopen_document_request() returns trigger language plpgsql security definer as $$
begin
  update public.document_requests r set fulfilled_document_id = null, fulfilled_at = null
    where r.fulfilled_document_id = old.id and (tg_op = 'UPDATE' or r.person_id = (select app.user_id()));
  return coalesce(new, old);
end $$;
create trigger reopen_request before delete on documents for each row execute function app.reopen_document_request();
create trigger reopen_request_of_infected after update of check_state on documents
  for each row when (new.check_state = 'infected') execute function app.reopen_document_request();

-- Requests to a person, and decisions on theirs, go when their account is erased.
create or replace function app.erase_requests_and_decisions() returns trigger language plpgsql security definer as $$
begin
  delete from public.document_requests where person_id = new.id;
  delete from public.delete_decisions where user_id = new.id;
  return null;
end $$;
alter function app.erase_requests_and_decisions owner to app_eraser;
create trigger erase_requests_and_decisions after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function app.erase_requests_and_decisions();
