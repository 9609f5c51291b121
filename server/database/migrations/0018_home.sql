-- What the investor's home needs to know: which documents their owner has read, which files nobody else has opened yet,
-- and what a new person has answered. Operations: server/home/, server/documents/.

alter table documents
  -- When its owner first opened or downloaded it.
  add column read_at timestamptz,
  -- When anyone but the person who added it first did.
  add column opened_by_others_at timestamptz;

-- From the views that were counted so far. Row-level security binds the owner, too, and nobody's list has changed.
alter table documents no force row level security;
alter table document_views no force row level security;
alter table documents disable trigger user;
update documents d set read_at = seen.by_owner, opened_by_others_at = seen.by_others
from (
  select v.document_id, min(v.viewed_at) filter (where v.user_id = o.user_id) as by_owner,
    min(v.viewed_at) filter (where v.user_id is distinct from o.uploaded_by) as by_others
  from document_views v join documents o on o.id = v.document_id group by v.document_id
) seen where seen.document_id = d.id;
alter table documents enable trigger user;
alter table documents force row level security;
alter table document_views force row level security;

create index documents_unread on documents (user_id, created_at desc)
  where read_at is null and uploaded_by is distinct from user_id;
create policy starts_unread on documents as restrictive for insert to app_user
  with check (read_at is null and opened_by_others_at is null);
grant update (read_at, opened_by_others_at) on documents to app_user;

-- As in 0004, and:
--   none, rejected, pending: whoever requested a deletion may withdraw the request
--   whoever added a document to their own may rename it and move it to another fund
--   the first opening is recorded once, by who opened it
create or replace function app.guard_document() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  step_is_allowed boolean;
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  if new.id is distinct from old.id or new.user_id is distinct from old.user_id
    or new.created_at is distinct from old.created_at
    or new.view_count not in (old.view_count, old.view_count + 1)
    or (row(new.filename, new.fund_name) is distinct from row(old.filename, old.fund_name) and not app.is_admin()
      and (old.uploaded_by is distinct from app.user_id() or old.user_id is distinct from app.user_id()
        or old.check_state = 'infected'))
    or (new.category is distinct from old.category and not app.is_admin())
  then
    raise exception 'only an administrator may change this' using errcode = '42501';
  end if;
  if (new.read_at is distinct from old.read_at
      and (old.read_at is not null or new.read_at <> now() or old.user_id is distinct from app.user_id()))
    or (new.opened_by_others_at is distinct from old.opened_by_others_at
      and (old.opened_by_others_at is not null or new.opened_by_others_at <> now()
        or old.uploaded_by is not distinct from app.user_id()))
  then
    raise exception 'a first opening is recorded once' using errcode = '42501';
  end if;
  -- A name keeps the extension of the file it names.
  if new.filename is distinct from old.filename and not new.is_external_link
    and lower(new.filename) not like '_%.' || new.file_type
  then
    raise exception 'a document keeps the extension of its file' using errcode = '42501';
  end if;
  if new.fund_name is distinct from old.fund_name and new.fund_name ~ '[[:cntrl:]]' then
    raise exception 'a fund''s name is one line' using errcode = '42501';
  end if;
  if row(new.delete_request_status, new.delete_requested_by, new.delete_requested_at)
    is not distinct from row(old.delete_request_status, old.delete_requested_by, old.delete_requested_at)
  then
    return new;
  end if;
  if new.delete_request_status is null then
    step_is_allowed := old.delete_request_status = 'pending' and old.delete_requested_by = app.user_id();
  else
    step_is_allowed := case new.delete_request_status
      when 'pending' then coalesce(old.delete_request_status, 'rejected') = 'rejected'
        and new.delete_requested_by = app.user_id() and new.delete_requested_at = now()
      when 'approved' then old.delete_request_status = 'pending' and app.is_admin()
        and new.delete_requested_by = old.delete_requested_by and new.delete_requested_at = old.delete_requested_at
      when 'rejected' then old.delete_request_status = 'pending' and app.is_admin()
    end;
  end if;
  if step_is_allowed is not true then
    raise exception 'a delete request does not take this step' using errcode = '42501';
  end if;
  return new;
end $$;

-- Within the hour, people may undo the upload of a file to their own documents, unless somebody else has opened
-- it. That an open delete request is for the fund to decide stays.
create policy owner_undoes_upload on documents for delete to app_user
  using (user_id = (select app.user_id()) and uploaded_by = (select app.user_id()) and not is_external_link
    and created_at > now() - interval '1 hour' and opened_by_others_at is null
    and delete_request_status is distinct from 'pending' and check_state <> 'infected');
-- Whether the person who acts has noted a deletion in this transaction. Investors cannot read that entry themselves.
create function app.has_noted_deletion(document uuid) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select exists (select from public.audit_log a where a.subject_id = document::text and a.at = now()
    and a.actor_id = (select app.user_id())
    and a.action in ('document.deleted', 'document.delete_approved', 'document.upload_undone'))
$$;
grant create on schema app to app_audit;
alter function app.has_noted_deletion(uuid) owner to app_audit;
revoke create on schema app from app_audit;
revoke execute on function app.has_noted_deletion(uuid) from public;
grant execute on function app.has_noted_deletion(uuid) to app_user;
create or replace function app.deletion_is_noted() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if current_user = 'app_user' and not app.has_noted_deletion(old.id) then
    raise exception 'a deletion is noted in the audit log' using errcode = '42501';
  end if;
  return null;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- New people
-- ---------------------------------------------------------------------------------------------------------
alter table user_profiles
  -- When they answered, or skipped, the question for their name and organization.
  add column details_asked_at timestamptz,
  -- When they hid the four steps of investing.
  add column steps_hidden_at timestamptz;
grant update (details_asked_at, steps_hidden_at) on user_profiles to app_user;
