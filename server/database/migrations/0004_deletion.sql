-- What may become of a document (specification section 4, Document delete request), held by the database itself
-- whatever the site's code does. Operations: server/deletion.ts, server/filing.ts, server/signing-links.ts.

-- Steps of a delete request, and who may take them:
--   none, rejected -> pending    whoever sees the document, in their own name and at this moment
--   pending -> approved          an administrator; the row is deleted in the same transaction (see below)
--   pending -> rejected          an administrator; requester and time are cleared
create or replace function app.guard_document() returns trigger
language plpgsql
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
    or (not app.is_admin() and row(new.filename, new.fund_name, new.category)
      is distinct from row(old.filename, old.fund_name, old.category))
  then
    raise exception 'only an administrator may change this' using errcode = '42501';
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
  step_is_allowed := case new.delete_request_status
    when 'pending' then coalesce(old.delete_request_status, 'rejected') = 'rejected'
      and new.delete_requested_by = app.user_id() and new.delete_requested_at = now()
    when 'approved' then old.delete_request_status = 'pending' and app.is_admin()
      and new.delete_requested_by = old.delete_requested_by and new.delete_requested_at = old.delete_requested_at
    when 'rejected' then old.delete_request_status = 'pending' and app.is_admin()
  end;
  if step_is_allowed is not true then
    raise exception 'a delete request does not take this step' using errcode = '42501';
  end if;
  return new;
end $$;

-- A signing link leads where its address says: https, nothing invisible, no user or password before the host.
create function app.guard_new_document() returns trigger
language plpgsql
as $$
begin
  if current_user = 'app_user' and new.is_external_link
    and (new.external_url ~ '[[:cntrl:][:space:]]' or new.external_url ~ '^https://[^/?#]*@'
      or new.external_url !~ '^https://[^/?#]')
  then
    raise exception 'not the address of a signing link' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_new before insert on documents for each row execute function app.guard_new_document();

-- Looked at when the transaction ends: an approved request has deleted its document.
create function app.approval_has_deleted() returns trigger
language plpgsql
as $$
begin
  if current_user = 'app_user' and exists (select from public.documents d where d.id = new.id) then
    raise exception 'an approved request deletes its document' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger approval_has_deleted after update of delete_request_status on documents
  deferrable initially deferred for each row when (new.delete_request_status = 'approved')
  execute function app.approval_has_deleted();

-- Looked at when the transaction ends: whoever deleted a document has written into the audit log, in this very
-- transaction, that they did.
create function app.deletion_is_noted() returns trigger
language plpgsql
as $$
begin
  if current_user = 'app_user' and not exists (
    select from public.audit_log a where a.subject_id = old.id::text and a.at = now() and a.actor_id = app.user_id()
      and a.action in ('document.deleted', 'document.delete_approved')
  ) then
    raise exception 'a deletion is noted in the audit log' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger deletion_is_noted after delete on documents
  deferrable initially deferred for each row execute function app.deletion_is_noted();

revoke execute on function app.guard_new_document(), app.approval_has_deleted(), app.deletion_is_noted() from public;

-- The administrators' list: oldest first, those of the same moment in a fixed order.
create index documents_pending_oldest on documents (delete_requested_at, id) where delete_request_status = 'pending';
drop index documents_pending;
