-- Evidence that was added and never sent is destroyed on its day, too, with a certificate: what was described in a
-- verification that nobody sent, what was taken out of one, and what was uploaded and never described.
alter table documents add column own_evidence boolean not null default false;
comment on column documents.own_evidence is
  'Uploaded by its owner as evidence. What the office files under Accreditation is not.';
create index documents_own_evidence on documents (created_at) where own_evidence;

create function app.mark_own_evidence() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.own_evidence := new.category = 'Accreditation' and new.uploaded_by = new.user_id;
  return new;
end $$;
create trigger mark_own_evidence before insert on documents for each row execute function app.mark_own_evidence();

-- The latter two belong to no verification.
alter table destruction_certificates
  alter column evidence_id drop not null,
  alter column accreditation_id drop not null,
  alter column holder_id drop not null,
  add constraint certificate_of_evidence check ((evidence_id is null) = (accreditation_id is null)
    and (evidence_id is null) = (holder_id is null));

create policy jobs_read on accreditation_reviews for select to app_jobs using (true);
grant select on accreditation_reviews to app_jobs;
grant select (id, user_id, filename, category, created_at, file_size, sha256, own_evidence, retain_until) on documents
  to app_jobs;
-- With its certificate, and only what wasn't sent.
create policy unsent_evidence_is_destroyed on documents for delete to app_jobs
  using (own_evidence and category = 'Accreditation'
    and exists (select from destruction_certificates c where c.document_id = documents.id and c.destroyed_at = now())
    and not exists (select from evidence e join accreditations a on a.id = e.accreditation_id
      where e.document_id = documents.id and a.state not in ('started', 'returned')));

do $$
begin
  execute replace(pg_get_functiondef('app.record_destruction(uuid)'::regprocedure),
    'c.accreditation_id::text', 'coalesce(c.accreditation_id, c.document_id)::text');
end $$;
