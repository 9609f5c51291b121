-- Documents: files and signing links, who viewed them, and which changes are allowed, whatever the site's code does. A
-- file whose malware check is pending or failed is seen only by the person who uploaded it, and only as a row of their
-- list. Operations: app/documents/server/, app/file-checks/server/.

-- A file or a signing link in the portal.
create table documents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_profiles on delete restrict,
  filename text not null check (octet_length(filename) between 1 and 255 and filename !~ '[[:cntrl:]/\\]'),
  file_path text not null default '',
  file_size bigint not null check (file_size between 0 and 52428800),
  mime_type text not null check (length(mime_type) between 3 and 255),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by uuid references user_profiles on delete set null,
  fund_name text not null default 'General' check (fund_name = btrim(fund_name) and length(fund_name) between 1 and 200),
  category text not null default 'Investment Documents' check (category in ('Investment Documents', 'Statements', 'Tax', 'Agreements',
    'Accreditation', 'Notices')),
  is_external_link boolean not null default false,
  external_url text check (external_url ~ '^https://' and length(external_url) <= 2048),
  file_type text not null
    check (file_type in ('pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'stl', 'txt',
    'csv', 'docusign')),
  view_count integer not null default 0 check (view_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  delete_requested_by uuid references user_profiles on delete restrict,
  delete_requested_at timestamptz,
  delete_request_status text check (delete_request_status in ('pending', 'approved', 'rejected')),
  check_state text not null default 'unchecked'
    check (check_state in ('unchecked', 'waiting', 'clean', 'infected')),
  -- When the scanner last answered, and the signature that it found.
  checked_at timestamptz,
  check_result text check (length(check_result) between 1 and 200),
  -- What an inspection of the file found (app/file-checks/file-checks.ts); null before one.
  marks text[]
    check (marks <@ array['scripts', 'launch', 'attachments', 'macros', 'template', 'unreadable']),
  signing_state text check (signing_state in ('sent', 'opened', 'said_signed', 'confirmed')),
  signing_sent_at timestamptz,
  signing_opened_at timestamptz,
  said_signed_at timestamptz,
  signing_confirmed_at timestamptz,
  signing_confirmed_by uuid references user_profiles on delete set null,
  -- Since it was sent, including those that an administrator sent.
  signing_reminders integer not null default 0 check (signing_reminders >= 0),
  signing_reminded_at timestamptz,
  -- When its owner first opened or downloaded it.
  read_at timestamptz,
  -- When anyone but the person who added it first did.
  opened_by_others_at timestamptz,
  new_for_office boolean not null default false,
  holder_id uuid references holders on delete restrict,
  -- The owner: the holder it is filed with, or else the person in whose folder its file is.
  owner_id uuid not null generated always as (coalesce(holder_id, user_id)) stored,
  -- Until then it is not deleted.
  retain_until date,
  -- Prepared, and seen by no one but the office until it is released.
  unreleased boolean not null default false,
  companion_of uuid references documents,
  -- Of the category Accreditation: when it was uploaded, added to a verification or removed from it, or came back with
  -- one. What the office has filed there has no end: infinity, until it is added to a verification.
  evidence_changed_at timestamptz not null default now(),
  -- No one is notified of it before.
  news_after timestamptz,
  -- Whether it is a tax document, or ever was one (app.keep_tax_document): others need fresh proof to open it, wherever
  -- it is filed since.
  is_tax boolean not null default false,
  -- An uploaded file is stored at {userId}/{timestamp}.{extension}; a signing link stores nothing.
  constraint file_or_signing_link check (
    case when is_external_link
      then file_path = '' and file_size = 0 and sha256 is null and external_url is not null
        and file_type = 'docusign' and mime_type = 'application/docusign'
      else file_path ~ ('^' || user_id::text || '/[0-9]{13,16}[.]' || file_type || '$')
        and file_size > 0 and sha256 is not null and external_url is null and file_type <> 'docusign'
    end),
  -- Requester and time are there while a request is, and gone when it was rejected (section 4).
  constraint delete_request_agrees check (
    case when delete_request_status in ('pending', 'approved')
      then delete_requested_by is not null and delete_requested_at is not null
      else delete_requested_by is null and delete_requested_at is null
    end),
  constraint check_agrees check (
    (check_state in ('clean', 'infected')) = (checked_at is not null)
    and (check_state = 'infected') = (check_result is not null)
    and (check_state = 'unchecked' or not is_external_link)),
  constraint signing_agrees check (
    case when signing_state is null
      then signing_sent_at is null and signing_opened_at is null and said_signed_at is null
        and signing_confirmed_at is null and signing_confirmed_by is null and signing_reminders = 0
      else is_external_link and signing_sent_at is not null
        and (signing_state <> 'sent' or signing_opened_at is null)
        and (signing_state <> 'opened' or signing_opened_at is not null)
        and (signing_state <> 'said_signed' or said_signed_at is not null)
        and (signing_state in ('said_signed', 'confirmed') or said_signed_at is null)
        and (signing_state = 'confirmed') = (signing_confirmed_at is not null)
    end)
);
create unique index documents_file_path on documents (file_path) where file_path <> '';
create index documents_of_user on documents (user_id, created_at desc, id desc);
create index documents_newest on documents (created_at desc, id desc);
create index documents_uploader on documents (uploaded_by);
create index documents_requester on documents (delete_requested_by) where delete_requested_by is not null;
create index documents_by_name on documents (lower(filename), id);
create index documents_by_size on documents (file_size desc, id desc);
create index documents_by_type on documents (file_type, created_at desc, id desc);
create index documents_hidden on documents (check_state, created_at) include (id, uploaded_by)
  where check_state in ('waiting', 'infected');
create index documents_signing on documents (signing_state, signing_sent_at, id) where signing_state is not null;
create index documents_signing_confirmer on documents (signing_confirmed_by) where signing_confirmed_by is not null;
create index documents_new_for_office on documents (created_at desc, id desc) where new_for_office;
create index documents_by_fund on documents (fund_name);
create index documents_by_category on documents (category);
-- Without constants, so that prepared statements, planned without parameters, use it too.
create index documents_signed on documents (signing_confirmed_at desc, id) where signing_confirmed_at is not null;
create index documents_requested on documents (delete_requested_at, id) where delete_requested_at is not null;
create index documents_of_owner on documents (owner_id, created_at desc, id desc);
-- 'Statement 9' before 'Statement 10': the order of byName in app/documents/server/document-search.ts.
create index documents_of_owner_by_name on documents (owner_id,
  (regexp_replace(regexp_replace(lower(filename), '\d+', '0000000000\&', 'g'), '\d*(\d{10})', '\1', 'g')) collate "und-x-icu",
  created_at desc, id desc);
create index documents_of_owner_by_size on documents (owner_id, file_size desc, created_at desc, id desc);
-- The newest documents from others for a person's home: unread and read, of the category Tax and of other categories.
create index documents_of_owner_news on documents (owner_id, (read_at is null), (category = 'Tax'), created_at desc)
  where uploaded_by is distinct from user_id;
create index documents_of_owner_tax on documents (owner_id, created_at desc) where category = 'Tax';
create index documents_of_owner_signing on documents (owner_id, signing_sent_at, id) where signing_state is not null;
-- Those that lists show to some readers only: the office, or who has uploaded them.
create index documents_of_owner_unlisted on documents (owner_id) where unreleased or check_state in ('waiting', 'infected');
-- For the foreign key alone.
create index documents_filed on documents (holder_id) where holder_id is not null;
create unique index documents_companion on documents (companion_of) where companion_of is not null;
create index documents_unsent_evidence on documents (evidence_changed_at) where category = 'Accreditation';
-- Elsewhere on this table: retention.sql (evidence_is_destroyed, unsent_evidence_is_destroyed, keep_retained, keep_until,
-- keep_filed, date_evidence), roles.sql (touch), document-requests.sql (reopen_request, reopen_request_of_infected),
-- deliveries.sql (guard_delivered), bulk-delivery.sql (guard_paper, papers_stay), bank.sql (approver_compares), tax-returns.sql
-- (tax_forms_are_filed, tax_forms_are_replaced), sealing.sql (sealed_are_filed), offerings.sql (accepted_read_disclosures),
-- subscriptions.sql (agreements_are_filed), reach.sql (reach, reach_changed).

-- With an entry in the log (app.deletion_is_logged), and not before its retention ends (retention.sql).
create policy admin_deletes on documents for delete to app_user using ((select app.is_admin()));
-- Before it removes a stored file the queue asks whether a document refers to it, and sees no more than that.
create policy stored_paths_for_cleanup on documents for select to app_jobs using (true);
-- Functions that search and count run as app_directory.
create policy directory_reads on documents for select to app_directory using (true);
-- A job records what the scanner found. An infected file stays infected.
create policy checks_are_recorded on documents for update to app_jobs
  using (check_state <> 'infected') with check (true);
-- The row of an infected file stays for a month, to inform its uploader.
create policy infected_are_forgotten on documents for delete to app_jobs
  using (check_state = 'infected' and checked_at < now() - interval '30 days');
-- Every file that could be checked again, for npm run admin -- rescan.
create policy operator_lists_files on documents for select to app_operator using (true);
-- How many files have waited for more than a minute, and since when; not which.
create policy steward_counts on documents for select to app_steward using (check_state = 'waiting');
-- An erasure also covers documents whose check is pending or that are infected, which the administrator who erases
-- doesn't see.
create policy eraser_erases on documents for all to app_eraser using (check_state in ('waiting', 'infected'));
-- No one has opened a new document.
create policy starts_unread on documents as restrictive for insert to app_user
  with check (read_at is null and opened_by_others_at is null);
-- Within the hour, people may undo the upload of a file to their own documents, unless another person has opened
-- it. An open delete request is still the fund's to decide.
create policy owner_undoes_upload on documents for delete to app_user
  using (user_id = (select app.user_id()) and uploaded_by = (select app.user_id()) and not is_external_link
    and created_at > now() - interval '1 hour' and opened_by_others_at is null
    and delete_request_status is distinct from 'pending' and check_state <> 'infected');
-- New files that administrators have seen, and what delegates have viewed.
create policy directory_marks on documents for update to app_directory using (true);
-- Its owner once it is released, administrators, and an approver in the transaction of an approval about the owner; a file that isn't
-- checked yet, or is infected, its uploader alone.
create policy own_or_admin_reads on documents for select to app_user
  using ((not unreleased and owner_id = any ((select app.my_owners())::uuid[]) or (select app.is_admin())
      or owner_id = any ((select app.office_owners())::uuid[]))
    and (check_state in ('unchecked', 'clean') or uploaded_by = (select app.user_id())));
-- A delegate reads files of a category, once they are released and checked; no signing link. Evaluated only for rows
-- that aren't the person's own, as PostgreSQL asks permissive policies from the last name to the first.
create policy granted_reads on documents for select to app_user
  using (not unreleased and not is_external_link and check_state in ('unchecked', 'clean')
    and owner_id || ' ' || category = any ((select app.my_shared())::text[]));
-- Administrators, and an approver in the transaction of an approval about the owner. A person adds files for investing and
-- accreditation to their own, or to a holder they act for, and tax documents to their own.
create policy own_or_admin_adds on documents for insert to app_user
  with check (uploaded_by = (select app.user_id()) and delete_request_status is null and view_count = 0
    and check_state in ('unchecked', 'waiting')
    and ((select app.is_admin()) or owner_id = any ((select app.office_owners())::uuid[])
      or user_id = (select app.user_id()) and not is_external_link and not unreleased
      and (category in ('Investment Documents', 'Accreditation') or category = 'Tax' and holder_id is null)
      and retain_until is null and app.acts_for(owner_id)));
-- What of it, by whom and when: the guard below.
create policy own_or_admin_changes on documents for update to app_user
  using (not unreleased and owner_id = any ((select app.my_owners())::uuid[]) or (select app.is_admin())
    or owner_id = any ((select app.office_owners())::uuid[]));
-- A job files what it has prepared: for a holder, as a statement, and seen by the office alone.
create policy statements_are_filed on documents for insert to app_jobs with check (category = 'Statements'
  and holder_id is not null and unreleased and uploaded_by is null and not is_external_link);
-- It deletes the one before when it prepares a statement again.
create policy statements_are_replaced on documents for delete to app_jobs
  using (category = 'Statements' and holder_id is not null and unreleased and uploaded_by is null);
grant select (id, user_id, file_path, file_size, sha256, uploaded_by, created_at, check_state, holder_id, owner_id,
  unreleased), update (checked_at), delete on documents to app_eraser;
grant select (id, user_id, filename, file_path, file_size, sha256, uploaded_by, category, is_external_link, file_type,
  check_state, checked_at, marks, signing_state, signing_sent_at, signing_reminders, signing_reminded_at, holder_id, owner_id,
  retain_until, unreleased, evidence_changed_at, news_after, companion_of, created_at), insert (id, user_id, filename, file_path, file_size, mime_type,
  sha256, fund_name, category, file_type, check_state, holder_id, retain_until, unreleased, companion_of), update
  (check_state, checked_at, check_result, marks, signing_reminders, signing_reminded_at), delete on documents to
  app_jobs;
grant select, insert, update (filename, fund_name, category, view_count, delete_requested_by, delete_requested_at,
  delete_request_status, signing_state, signing_reminders, signing_reminded_at, read_at, opened_by_others_at,
  holder_id, retain_until, unreleased, evidence_changed_at), delete on documents to app_user;
grant select (id, user_id, check_state, holder_id, owner_id, unreleased) on documents to app_audit;
grant select, update (new_for_office, view_count, read_at, opened_by_others_at, is_tax) on documents to app_directory;
grant select (id, is_external_link, created_at, check_state) on documents to app_operator;
grant select (created_at, check_state) on documents to app_steward;
-- What a person may change of a document:
--   none, rejected -> pending    anyone who sees it requests its deletion, in their own name and at this moment
--   pending -> none              the requester withdraws the request
--   pending -> approved          an administrator; the row is deleted in the same transaction
--   pending -> rejected          an administrator; requester and time are cleared
-- A person who added a document to their own may rename it and move it to another fund. The first opening is recorded once,
-- by the person who opened it; any member of its holder may be the first. Its owner, which is computed, differs until
-- the row is written.
create guard on documents for app_user refuse 'this change of a document is not for this person, or not now'
  -- A signing link leads where its address says: to a signing service of the fund's, and with nothing invisible.
  new row when not new.is_external_link
    or new.external_url !~ '[[:cntrl:][:space:]\\]' and app.is_signing_address(new.external_url)
  filename, fund_name when app.is_admin() or old.uploaded_by = app.user_id() and old.user_id = app.user_id()
    and old.check_state <> 'infected'
  -- A name keeps the extension of the file it names.
  filename when new.is_external_link or lower(new.filename) like '_%.' || new.file_type
  fund_name when new.fund_name !~ '[[:cntrl:]]'
  category, holder_id when app.is_admin()
  retain_until when app.acts_for_office()
  -- A first opening is recorded once.
  read_at when old.read_at is null and new.read_at = now() and old.owner_id = any (app.my_owners())
  opened_by_others_at when old.opened_by_others_at is null and new.opened_by_others_at = now()
    and old.uploaded_by is distinct from app.user_id()
  delete_requested_by, delete_requested_at when new.delete_request_status is distinct from old.delete_request_status
  view_count when new.view_count = old.view_count + 1
  -- A file whose check is pending, or that is infected, is neither viewed nor subject to a delete request.
  view_count, delete_request_status when old.check_state not in ('waiting', 'infected')
  -- Viewers of a holder change nothing.
  filename, fund_name, delete_request_status, delete_requested_by, signing_state when app.is_admin() or app.acts_for(old.owner_id)
    or old.signing_state = 'sent' and new.signing_state = 'opened'
  signing_reminders, signing_reminded_at when app.is_admin() and old.signing_state in ('sent', 'opened')
    and new.signing_reminders = old.signing_reminders + 1 and new.signing_reminded_at = now()
  -- What was prepared is seen by others only while the release of its run is being carried out, which takes two people, and
  -- never again once it was recalled. An administrator hides what they have uploaded themselves and no one else has opened,
  -- such as the bank's page; a recall hides with app.hide_run.
  unreleased when case when new.unreleased
    then app.is_admin() and old.uploaded_by = app.user_id() and old.user_id = app.user_id() and old.holder_id is null
    else exists (select from app.run_items i where i.document_id = new.id and i.is_prepared
      and app.is_applying(i.approval, i.run_id)) end
  evidence_changed_at, owner_id;
-- Only steps of the workflow 'delete_request' (rules/workflows.ts).
create trigger step before update on documents for each row
  when (new.delete_request_status is distinct from old.delete_request_status) execute function app.guard_step('delete_request');
-- Only steps of the workflow 'signing' (rules/workflows.ts).
create trigger step_of_signing before update on documents for each row
  when (new.signing_state is distinct from old.signing_state) execute function app.guard_step('signing');

-- A tax document stays one: of the category Tax, or of a bulk delivery of that category or with a whole tax number on
-- its pages. app.mark_tax_document says the same of a form that was sent and of evidence.
create or replace function app.keep_tax_document() returns trigger language plpgsql security definer as $$
begin
  new.is_tax := new.is_tax or new.category = 'Tax' or tg_op = 'UPDATE' and old.is_tax
    or tg_op = 'INSERT' and exists (select from public.paper_batch_items i join public.paper_batches b on b.id = i.batch_id
      where i.document_id = new.id and app.is_tax_form(b.category, i.strong));
  return new;
end $$;
create trigger keep_tax before insert or update of category, is_tax on documents
  for each row execute function app.keep_tax_document();

-- Notifies every process of the lists that changed: the owner's, those of a holder's members, and those of its
-- delegates who are shown the category. A file whose check is pending or that is infected is announced only to the
-- person who uploaded it, unless others saw it before; an unreleased document, to no one.
create or replace function app.announce_document() returns trigger language plpgsql security definer as $$
declare
  changed public.documents := case when tg_op = 'DELETE' then old else new end;
  hidden boolean := changed.unreleased and (tg_op <> 'UPDATE' or old.unreleased) or changed.check_state in ('waiting', 'infected')
    and (tg_op <> 'UPDATE' or old.check_state in ('waiting', 'infected'));
begin
  perform pg_notify('documents', json_build_object('type', lower(tg_op), 'id', changed.id, 'user_id', changed.user_id,
    'hidden', hidden, 'uploaded_by', changed.uploaded_by,
    'members', app.members_or_self(changed.owner_id)
      || case when tg_op = 'UPDATE' and old.owner_id <> changed.owner_id then app.members_or_self(old.owner_id) else '{}' end
      || case when not changed.is_external_link then app.delegates_of(changed.owner_id, array[changed.category]) else '{}' end
      || case when tg_op = 'UPDATE' and (old.owner_id, old.category) <> (changed.owner_id, changed.category)
        and not old.is_external_link then app.delegates_of(old.owner_id, array[old.category]) else '{}' end)::text);
  return null;
end $$;
alter function app.announce_document owner to app_guard;
create trigger announce after insert or update or delete on documents
  for each row execute function app.announce_document();

-- Whether an address leads to a host of the fund's signing services, or to one under it: https, the standard port, and
-- no text around the host that imitates one (app/documents/signing-links.ts).
create or replace function app.is_signing_address(url text) returns boolean language sql stable security definer as $$
  select exists (select from app.fund f, unnest(f.signing_hosts) allowed,
      lower(substring(url from '^https://([a-zA-Z0-9.-]+)(?:[/?#]|$)')) host
    where host = allowed or right(host, length(allowed) + 1) = '.' || allowed)
$$;
grant execute on function app.is_signing_address to app_jobs, app_user;

-- Checked when the transaction ends: an approved request has deleted its document.
create or replace function app.approval_has_deleted() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'app_user' and exists (select from public.documents d where d.id = new.id) then
    raise exception 'an approved request deletes its document' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger approval_has_deleted after update of delete_request_status on documents
  deferrable initially deferred for each row when (new.delete_request_status = 'approved')
  execute function app.approval_has_deleted();

-- Checked when the transaction ends: a deletion has its entry in the audit log, written in the same transaction.
create or replace function app.deletion_is_logged() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'app_user' and not app.has_logged_deletion(old.id) then
    raise exception 'a deletion is noted in the audit log' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger deletion_is_logged after delete on documents
  deferrable initially deferred for each row when (current_user not in ('app_jobs', 'app_eraser'))
  execute function app.deletion_is_logged();

-- Erasing a hidden document takes an entry in the audit log, too. Checked at the end of the transaction, as
-- app.deletion_is_logged is, with the rights of app_audit, because app_eraser may not read the log.
create or replace function app.erasure_is_logged() returns trigger language plpgsql security definer as $$
begin
  if not exists (select from public.audit_log a where a.subject_id = old.id::text and a.at = now()
    and a.actor_id = app.user_id() and a.action = 'document.deleted')
  then
    raise exception 'an erasure is noted in the audit log' using errcode = '42501';
  end if;
  return null;
end $$;
alter function app.erasure_is_logged owner to app_audit;
create constraint trigger erasure_is_logged after delete on documents
  deferrable initially deferred for each row when (current_user = 'app_eraser')
  execute function app.erasure_is_logged();

-- A new signing link starts as sent.
create or replace function app.start_signing() returns trigger language plpgsql as $$
begin
  if current_user = 'app_user' and new.is_external_link then
    new.signing_state := 'sent';
    new.signing_sent_at := now();
  end if;
  return new;
end $$;
create trigger start_signing before insert on documents for each row execute function app.start_signing();

-- The times are set here, so that a state and its times always agree. Who may take which step: rules/workflows.ts.
create or replace function app.stamp_signing() returns trigger language plpgsql as $$
begin
  case
    when new.signing_state = 'opened' then
      new.signing_opened_at := coalesce(old.signing_opened_at, now());
      new.said_signed_at := null;
    when new.signing_state = 'said_signed' then
      new.said_signed_at := now();
    when new.signing_state = 'confirmed' then
      new.signing_sent_at := coalesce(old.signing_sent_at, now());
      new.signing_confirmed_at := now();
      new.signing_confirmed_by := app.user_id();
    when new.signing_state = 'sent' then
      new.signing_sent_at := now();
      new.signing_opened_at := null;
      new.said_signed_at := null;
      new.signing_confirmed_at := null;
      new.signing_confirmed_by := null;
      new.signing_reminders := 0;
      new.signing_reminded_at := null;
    else null;
  end case;
  return new;
end $$;
create trigger stamp_signing before update on documents for each row
  when (current_user = 'app_user' and new.signing_state is distinct from old.signing_state)
  execute function app.stamp_signing();

-- A document that no one uploaded isn't new to the office, and jobs can't read people.
create or replace function app.mark_new_for_office() returns trigger language plpgsql as $$
begin
  new.new_for_office := false;
  if new.uploaded_by = new.user_id and not new.is_external_link then
    new.new_for_office := not exists (select from public.user_profiles p where p.id = new.user_id and p.is_admin);
  end if;
  return new;
end $$;
create trigger mark_new_for_office before insert on documents
  for each row execute function app.mark_new_for_office();

-- Figures follow each change of a document, when its transaction commits.
create or replace function app.update_document_figures() returns trigger language plpgsql security definer as $$
declare
  changes public.document_figures[] := '{}';
begin
  if tg_op <> 'DELETE' then changes := array(select f from app.figures_of(new, 1) f); end if;
  if tg_op <> 'INSERT' then changes := changes || array(select f from app.figures_of(old, -1) f); end if;
  -- The lock of the audit log's chain, which these transactions take, too, when nothing but the commit is left to do: a
  -- second one could deadlock with it.
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  perform app.add_document_figures(changes);
  return null;
end $$;
alter function app.update_document_figures owner to app_directory;
create constraint trigger keep_figures after insert or delete on documents
  deferrable initially deferred for each row execute function app.update_document_figures();
create constraint trigger keep_changed_figures after update on documents
  deferrable initially deferred for each row
  when (row(old.owner_id, old.user_id, old.uploaded_by, old.companion_of, old.unreleased, old.check_state, old.read_at,
      old.file_size)
    is distinct from row(new.owner_id, new.user_id, new.uploaded_by, new.companion_of, new.unreleased, new.check_state,
      new.read_at, new.file_size))
  execute function app.update_document_figures();

-- Each viewing of a document.
create table document_views (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references documents on delete cascade,
  user_id uuid references user_profiles on delete set null,
  user_email text not null,
  user_name text,
  viewed_at timestamptz not null default now()
);
create index document_views_of_document on document_views (document_id, viewed_at desc, id desc);
create index document_views_viewer on document_views (user_id);

-- The inner query is itself under the policy of documents: the owner and the office see who viewed it. A delegate doesn't.
create policy with_document_reads on document_views for select to app_user
  using (exists (select from documents d where d.id = document_id
    and (d.owner_id = any ((select app.my_owners())::uuid[]) or (select app.is_admin())
      or d.owner_id = any ((select app.office_owners())::uuid[]))));
-- A person's own viewing, of a document that they see other than as a delegate.
create policy own_view_is_added on document_views for insert to app_user
  with check (user_id = (select app.user_id()) and exists (select from documents d where d.id = document_id
    and (d.owner_id = any ((select app.my_owners())::uuid[]) or (select app.is_admin())
      or d.owner_id = any ((select app.office_owners())::uuid[]))));
grant select, insert on document_views to app_user;
grant insert (document_id, user_id, user_email, user_name) on document_views to app_directory;
grant select on document_views to app_steward;
grant select (user_id, user_email), update (user_email, user_name) on document_views to app_eraser;

-- What an administrator has viewed isn't new to the office anymore.
create or replace function app.mark_viewed_document() returns trigger language plpgsql security definer as $$
begin
  update public.documents d set new_for_office = false where d.id = new.document_id and d.new_for_office
    and exists (select from public.user_profiles p where p.id = new.user_id and p.is_admin);
  return null;
end $$;
alter function app.mark_viewed_document owner to app_directory;
create trigger mark_viewed after insert on document_views for each row execute function app.mark_viewed_document();

-- What an administrator decided about a person's delete request, until the person has read it. It
-- outlives the document, so nothing refers to that.
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
-- Elsewhere on this table: reach.sql (reach).

-- Who had requested the deletion, and administrators.
create policy own_or_admin_reads on delete_decisions for select to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
-- An administrator records their decision, in their own name.
create policy admin_decides on delete_decisions for insert to app_user
  with check ((select app.is_admin()) and decided_by = (select app.user_id()));
-- Who had requested it removes the row once they have read it.
create policy own_is_dismissed on delete_decisions for delete to app_user using (user_id = (select app.user_id()));
-- A job finds old decisions.
create policy old_are_found on delete_decisions for select to app_jobs using (true);
-- It removes them after 90 days.
create policy old_are_removed on delete_decisions for delete to app_jobs using (decided_at < now() - interval '90 days');
grant select (user_id), delete on delete_decisions to app_eraser;
grant select (decided_at), delete on delete_decisions to app_jobs;
grant select, insert (user_id, document_id, filename, decision, reason, decided_by), delete on delete_decisions to
  app_user;

-- An owner's number of documents and their size, maintained by the transactions that change them, so that no
-- page counts rows.
create table document_figures (
  -- A person, a holder, or zeros for all of them together.
  owner_id uuid primary key,
  -- Those that everyone's lists show who reads them.
  listed bigint not null,
  -- Of those listed, the unread files that another person added.
  unread bigint not null,
  -- Files in the person's folder that count against their room, and their bytes.
  stored bigint not null,
  stored_bytes bigint not null
);

-- The owner's own, administrators all, and an approver those of an approval in its transaction. Written by functions of
-- app_directory alone.
create policy owner_reads on document_figures for select to app_user
  using (owner_id = any ((select app.my_owners())::uuid[]) or (select app.is_admin())
    or owner_id = any ((select app.office_owners())::uuid[]));
grant select on document_figures to app_user;
grant select, insert, update on document_figures to app_directory;

-- Functions

-- A form that was sent, an IRS form or a page with a whole Social Security number that was sent as evidence.
create or replace function app.mark_tax_document() returns trigger language plpgsql security definer as $$
begin
  update public.documents d set is_tax = true where d.id = new.document_id and not d.is_tax;
  return null;
end $$;
alter function app.mark_tax_document owner to app_directory;

-- Records one view and counts it, both or neither (specification section 7). A signing link that its owner, or a member
-- of its holder, views has been opened. Returns the new count, or null where the acting person sees no such document.
create or replace function increment_view_count(doc_id uuid, viewer_id uuid, viewer_email text, viewer_name text)
returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  counted integer;
begin
  update documents set view_count = view_count + 1,
    signing_state = case when signing_state = 'sent' and owner_id = any ((select app.my_owners())::uuid[])
      then 'opened' else signing_state end
    where id = doc_id returning view_count into counted;
  if counted is not null then
    insert into document_views (document_id, user_id, user_email, user_name)
    values (doc_id, viewer_id, viewer_email, viewer_name);
  end if;
  return counted;
end $$;
grant execute on function increment_view_count to app_user;

-- Records in the log, as the system, that a file is infected.
create or replace function app.record_infected(document uuid, facts jsonb) returns void
language plpgsql security definer as $$
begin
  if not exists (select from public.documents d where d.id = document and d.check_state = 'infected') then
    raise exception 'no infected document' using errcode = '42501';
  end if;
  insert into public.audit_log (actor_role, action, subject_id, details)
    values ('system', 'document.infected', document::text, facts);
end $$;
alter function app.record_infected owner to app_audit;
grant execute on function app.record_infected to app_jobs;

-- How many files have waited for the scanner for more than a minute, and since when; for administrators.
create or replace function app.waiting_files() returns table (files bigint, since timestamptz)
language plpgsql security definer as $$
begin
  perform app.require_admin();
  return query select count(*), min(d.created_at) from public.documents d where d.check_state = 'waiting'
    and d.created_at < now() - interval '1 minute';
end $$;
grant execute on function app.waiting_files to app_user;

-- What of a person's documents waits for its check or is infected, locked for their erasure. Without a holder's documents: they are
-- the fund's records, and outlast a member's account.
create or replace function app.lock_hidden_documents(target uuid)
  returns table (id uuid, uploaded_by uuid, created_at timestamptz, check_state text)
language plpgsql security definer as $$
begin
  perform app.require_admin();
  return query select d.id, d.uploaded_by, d.created_at, d.check_state from public.documents d where d.owner_id = target
    and d.check_state in ('waiting', 'infected') order by d.id for update;
end $$;
alter function app.lock_hidden_documents owner to app_eraser;
grant execute on function app.lock_hidden_documents to app_user;

-- Deletes those that an erasure has locked, and returns what is stored of them.
create or replace function app.erase_hidden_documents(erased uuid[])
  returns table (id uuid, user_id uuid, file_path text, file_size bigint, sha256 text)
language plpgsql security definer as $$
begin
  perform app.require_admin();
  return query delete from public.documents d where d.id = any (erased) and d.check_state in ('waiting', 'infected')
    and exists (select from public.user_profiles p where p.id = d.owner_id and p.disabled_at is not null)
    returning d.id, d.user_id, d.file_path, d.file_size::bigint, d.sha256::text;
end $$;
alter function app.erase_hidden_documents owner to app_eraser;
grant execute on function app.erase_hidden_documents to app_user;

-- Whether the current person has logged a deletion in this transaction. Investors can't read that entry themselves.
create or replace function app.has_logged_deletion(document uuid) returns boolean
language sql stable security definer as $$
  select exists (select from public.audit_log a where a.subject_id = document::text and a.at = now()
    and a.actor_id = (select app.user_id())
    and a.action in ('document.deleted', 'document.delete_approved', 'document.upload_undone'))
$$;
alter function app.has_logged_deletion owner to app_audit;
grant execute on function app.has_logged_deletion to app_user;

-- Marks new files as seen, all of them where no ids are given. Returns how many.
create or replace function app.mark_seen(seen uuid[]) returns integer language plpgsql security definer as $$
declare
  marked integer;
begin
  perform app.require_admin();
  update public.documents d set new_for_office = false
    where d.new_for_office and (seen is null or d.id = any (seen)) and d.check_state in ('unchecked', 'clean');
  get diagnostics marked = row_count;
  return marked;
end $$;
alter function app.mark_seen owner to app_directory;
grant execute on function app.mark_seen to app_user;

-- What a document adds to the figures: of its owner, of all, and of the person with its folder.
create or replace function app.figures_of(d documents, times integer) returns setof document_figures
language sql immutable as $$
  with seen as (select d.companion_of is null and not d.unreleased and d.check_state in ('unchecked', 'clean') as listed,
    d.check_state <> 'infected' and (d.owner_id = d.user_id or d.uploaded_by = d.user_id) as stored)
  select whose, times * listed::integer,
    times * (listed and d.read_at is null and not d.is_external_link and d.uploaded_by is distinct from d.user_id)::integer, 0, 0
  from seen cross join unnest(array[d.owner_id, '00000000-0000-0000-0000-000000000000']) whose
  union all
  select d.user_id, 0, 0, times * (d.file_size > 0)::integer, times * d.file_size from seen where stored
$$;
grant execute on function app.figures_of to app_directory;

-- The owners that a person reads (app.owners_of), with totals of their documents: those listed for every reader, the unread
-- ones among them, and whether there are documents that lists show to some readers only.
-- An account, the id of one of the person's holders, narrows this; any other id is ignored. Documents filed with the person
-- count as the account's where the holder is an individual.
create or replace function app.owners_with_figures(person uuid, account uuid default null)
returns table (owners uuid[], listed bigint, unread bigint, has_unlisted boolean)
language plpgsql stable security definer as $$
begin
  owners := app.owners_of(person);
  if account = any (owners) then
    owners := account || array(select person where person = any (owners) and person <> account
      and exists (select from public.holders h where h.id = account and h.kind = 'individual'));
  end if;
  select coalesce(sum(f.listed), 0), coalesce(sum(f.unread), 0), exists (select from public.documents d
      where d.owner_id = any (owners) and (d.unreleased or d.check_state in ('waiting', 'infected')))
    into listed, unread, has_unlisted from public.document_figures f where f.owner_id = any (owners);
  return next;
end $$;
alter function app.owners_with_figures owner to app_directory;
grant execute on function app.owners_with_figures to app_user;

-- Of documents that lists show to some readers only: how many row-level security shows the current person.
create or replace function app.count_unlisted(owners uuid[]) returns bigint language plpgsql stable as $$
begin
  return (select count(*) from public.documents d where d.owner_id = any (owners) and d.companion_of is null
    and (d.unreleased or d.check_state in ('waiting', 'infected')));
end $$;
grant execute on function app.count_unlisted to app_user;

-- Returns the owners with changed figures.
create or replace function app.add_document_figures(changes document_figures[]) returns setof uuid
language sql security definer as $$
  insert into public.document_figures as kept
    select c.owner_id, sum(c.listed), sum(c.unread), sum(c.stored), sum(c.stored_bytes)
    from unnest(changes) c group by c.owner_id
    having (sum(c.listed), sum(c.unread), sum(c.stored), sum(c.stored_bytes)) <> (0, 0, 0, 0)
    on conflict (owner_id) do update set listed = kept.listed + excluded.listed,
      unread = kept.unread + excluded.unread,
      stored = kept.stored + excluded.stored, stored_bytes = kept.stored_bytes + excluded.stored_bytes
    returning kept.owner_id
$$;
alter function app.add_document_figures owner to app_directory;

-- Compares all figures with the documents of the same moment, and adds what is missing. Returns the owners with wrong figures.
create or replace function app.correct_document_figures() returns setof uuid language sql security definer as $$
  select app.add_document_figures(array(
    select row(c.owner_id, sum(c.listed), sum(c.unread), sum(c.stored), sum(c.stored_bytes))::public.document_figures
    from (select f.* from public.documents d cross join app.figures_of(d, 1) f
      union all
      select k.owner_id, -k.listed, -k.unread, -k.stored, -k.stored_bytes from public.document_figures k) c
    group by c.owner_id))
$$;
alter function app.correct_document_figures owner to app_directory;
grant execute on function app.correct_document_figures to app_jobs;

-- How many files are stored, and how much they take.
create or replace function app.count_stored_files() returns table (files bigint, bytes bigint)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select count(*), coalesce(sum(d.file_size), 0)::bigint from public.documents d where not d.is_external_link;
end $$;
alter function app.count_stored_files owner to app_directory;
grant execute on function app.count_stored_files to app_user;
