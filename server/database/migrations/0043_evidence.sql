-- What evidence is destroyed, and when.

-- ---------------------------------------------------------------------------------------------------------
-- What was uploaded to prove accreditation and never sent is destroyed, too: counted from its last change. What is there
-- when this migration runs counts from then.
-- ---------------------------------------------------------------------------------------------------------

alter table documents
  -- Of the category Accreditation: when it was uploaded, added to a verification or removed from it, or came back with
  -- one. What the office has filed there is the office's to keep: infinity, until somebody adds it to a verification.
  add column evidence_changed_at timestamptz not null default now();
create index documents_unsent_evidence on documents (evidence_changed_at) where category = 'Accreditation';
grant select (evidence_changed_at, retain_until) on documents to app_jobs;
grant update (evidence_changed_at) on documents to app_user;

create function app.date_evidence() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Nobody gives a document another time than the present.
  if new.category is distinct from old.category then
    new.evidence_changed_at := 'infinity';
  elsif current_user = 'app_user' then
    new.evidence_changed_at := now();
  end if;
  return new;
end $$;
create trigger date_evidence before update of category, evidence_changed_at on documents for each row
  when (new.category is distinct from old.category or new.evidence_changed_at is distinct from old.evidence_changed_at)
  execute function app.date_evidence();

create function app.date_changed_evidence() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.documents set evidence_changed_at = now() where id = case when tg_op = 'DELETE' then old.document_id else new.document_id end;
  return null;
end $$;
create trigger date_document after insert or delete on evidence for each row execute function app.date_changed_evidence();

create function app.date_returned_evidence() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.documents set evidence_changed_at = now()
    where id in (select e.document_id from public.evidence e where e.accreditation_id = new.id);
  return null;
end $$;
create trigger date_evidence after update of state on accreditations for each row
  when (new.state = 'returned' and old.state <> 'returned') execute function app.date_returned_evidence();

-- A certificate without a verification is of a document that nobody had added to one. Evidence that was destroyed before
-- it was sent can still be removed from its verification, and the certificate stays.
alter table destruction_certificates
  alter column evidence_id drop not null,
  alter column accreditation_id drop not null,
  alter column holder_id drop not null,
  alter column kind drop not null,
  drop constraint destruction_certificates_evidence_id_fkey,
  add constraint destruction_certificates_evidence_id_fkey foreign key (evidence_id) references evidence on delete set null,
  add constraint verified_for_a_holder check ((accreditation_id is null) = (holder_id is null));

create or replace function app.record_destruction(certificate uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.audit_log (actor_role, action, subject_id, details)
    select 'system', 'accreditation.evidence_destroyed', coalesce(c.accreditation_id, c.document_id)::text,
      jsonb_strip_nulls(jsonb_build_object('holder_id', c.holder_id, 'user_id', c.owner_id, 'document_id', c.document_id,
        'filename', c.filename, 'sha256', c.sha256, 'due_on', c.due_on))
    from public.destruction_certificates c where c.id = certificate and c.destroyed_at = now();
  if not found then
    raise exception 'no such destruction' using errcode = '42501';
  end if;
end $$;

-- With its certificate, on its day, and unless it was sent.
create policy unsent_evidence_is_destroyed on documents for delete to app_jobs
  using (category = 'Accreditation' and uploaded_by = user_id
    and exists (select from destruction_certificates c where c.document_id = documents.id and c.destroyed_at = now()
      and c.due_on <= (now() at time zone 'UTC')::date and c.due_on > (evidence_changed_at at time zone 'UTC')::date)
    and not exists (select from evidence e join accreditations a on a.id = e.accreditation_id
      where e.document_id = documents.id and a.state not in ('started', 'returned')));

revoke execute on function app.date_evidence(), app.date_changed_evidence(), app.date_returned_evidence() from public;

-- ---------------------------------------------------------------------------------------------------------
-- What the search of its text found besides.
-- ---------------------------------------------------------------------------------------------------------
alter table evidence
  -- An IRS form, whatever its sender says that it is: destroyed like one. False for what was sent before.
  add column shows_tax_form boolean not null default false,
  -- Pages of a PDF that have no text, while others have: is_searched says nothing of them.
  add column unsearched_pages integer[] not null default '{}';
grant insert (shows_tax_form, unsearched_pages) on evidence to app_user;

-- ---------------------------------------------------------------------------------------------------------
-- What the sales until now relied on is kept for five years, as that of later ones is (server/accreditation/reliance.ts).
-- Row-level security binds the owner, too, and nobody's list has changed.
-- ---------------------------------------------------------------------------------------------------------
alter table documents no force row level security;
alter table evidence no force row level security;
alter table accreditations no force row level security;
alter table reliances no force row level security;
alter table documents disable trigger user;
update documents d set retain_until = greatest(d.retain_until, sold.kept_until)
from (
  select e.document_id, max((r.relied_on + interval '5 years')::date) as kept_until
  from reliances r join accreditations a on a.id = r.accreditation_id
    join evidence e on e.accreditation_id in (a.id, a.earlier_id)
  where e.destroy_on is null group by e.document_id
) sold where sold.document_id = d.id;
alter table documents enable trigger user;
alter table documents force row level security;
alter table evidence force row level security;
alter table accreditations force row level security;
alter table reliances force row level security;
