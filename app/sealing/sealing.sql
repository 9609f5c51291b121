-- Files that are sealed with the fund's certificate, and the certificates. Operations: app/sealing/server/.

-- A certificate that the portal made, or that the fund brought. Old ones stay, so that what they sealed can be checked.
create table seal_certificates (
  id uuid primary key default gen_random_uuid(),
  -- X.509, DER, and those of its issuers, PEM.
  certificate bytea not null check (octet_length(certificate) between 100 and 16384),
  chain text not null default '' check (length(chain) <= 65536),
  -- SHA-256 of the certificate.
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  subject text not null check (length(subject) between 1 and 500),
  issuer text not null check (length(issuer) between 1 and 500),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  is_own boolean not null,
  -- PKCS #8, encrypted with a key derived from VAULT_KEY and the row's id, and which VAULT_KEY; without one, from AUTH_SECRET.
  -- Gone once another certificate took its place.
  sealed_key bytea check (octet_length(sealed_key) between 100 and 16384),
  key_id bytea check (octet_length(key_id) = 16),
  created_at timestamptz not null default now(),
  created_by uuid references user_profiles on delete restrict,
  -- Null while it is pending approval.
  in_force_from timestamptz,
  constraint seal_key_is_whole check ((sealed_key is null) = (key_id is null)),
  constraint own_is_brought check (is_own = (created_by is not null))
);
create unique index seal_certificates_in_force on seal_certificates ((true))
  where in_force_from is not null and sealed_key is not null;
create index seal_certificates_fingerprint on seal_certificates (fingerprint);
create index seal_certificates_bringer on seal_certificates (created_by) where created_by is not null;

-- Administrators, and the approver of one; never its key.
create policy office_reads on seal_certificates for select to app_user
  using ((select app.is_admin()) or app.is_applying('seal.bring_certificate', id));
-- An administrator brings one.
create policy admin_brings on seal_certificates for insert to app_user
  with check ((select app.is_admin()) and is_own and in_force_from is null and sealed_key is not null);
-- The second person's approval puts it in force.
create policy approver_puts_in_force on seal_certificates for update to app_user
  using (app.is_applying('seal.bring_certificate', id));
-- A job makes one, and seals with the one in force.
create policy job_reads on seal_certificates for select to app_jobs using (true);
-- Administrators alone bring one.
create policy job_makes on seal_certificates for insert to app_jobs with check (not is_own);
grant select (id, fingerprint, subject, issuer, valid_from, valid_until, is_own, created_at, created_by, in_force_from),
  insert (id, certificate, chain, fingerprint, subject, issuer, valid_from, valid_until, is_own, sealed_key, key_id),
  update (in_force_from) on seal_certificates to app_user;
grant select, insert (id, certificate, chain, fingerprint, subject, issuer, valid_from, valid_until, is_own, sealed_key,
  key_id, in_force_from) on seal_certificates to app_jobs;
grant select, update (sealed_key, key_id) on seal_certificates to app_vault;
grant select (fingerprint, in_force_from) on seal_certificates to app_directory;
-- Nothing else changes, and a key that is gone stays gone.
create guard on seal_certificates refuse 'a certificate of the seal does not change'
  sealed_key, key_id when old.sealed_key is not null
  in_force_from when old.in_force_from is null and old.sealed_key is not null;
-- Sets who and when, whatever the statement says.
create trigger stamp before insert on seal_certificates for each row execute function app.stamp_act('created_by');
-- The moment of the approval.
create trigger stamp_in_force before update of in_force_from on seal_certificates for each row
  execute function app.stamp_act('in_force_from', 'always');
-- What was sealed has to be checkable.
create trigger refuse_removal before delete or truncate on seal_certificates, sealed_files
  execute function app.refuse_removal();

-- The key of the certificate that was in force before is destroyed.
create or replace function app.retire_seal_keys() returns trigger language plpgsql security definer as $$
begin
  update public.seal_certificates c set sealed_key = null, key_id = null
    where c.id <> new.id and c.in_force_from is not null and c.sealed_key is not null;
  return new;
end $$;
alter function app.retire_seal_keys owner to app_vault;
create trigger retire_keys before insert or update of in_force_from on seal_certificates for each row
  when (new.in_force_from is not null) execute function app.retire_seal_keys();

-- So is the key of one that is rejected, withdrawn or voided.
create or replace function app.drop_refused_seal_key() returns trigger language plpgsql security definer as $$
begin
  update public.seal_certificates c set sealed_key = null, key_id = null
    where c.id = new.subject_id and c.in_force_from is null and c.sealed_key is not null;
  return null;
end $$;
alter function app.drop_refused_seal_key owner to app_vault;
create trigger drop_refused_seal_key after update on approvals for each row
  when (new.kind = 'seal.bring_certificate' and new.decision <> 'approved')
  execute function app.drop_refused_seal_key();

-- A file to be sealed, and then its document: exactly one for what a kind of file is about. Its states: rules/workflows.ts.
create table sealed_files (
  id uuid primary key default gen_random_uuid(),
  -- Of app/sealing/server/seal-kinds.ts, and what it is about there.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  subject_id uuid not null,
  holder_id uuid references holders on delete restrict,
  state text not null default 'sealing' check (state in ('sealing', 'sealed', 'failed', 'dropped')),
  -- Chosen before the file is written, so that an attempt that was interrupted is repeated with the same file.
  document_id uuid not null unique default gen_random_uuid(),
  file_stamp bigint not null default (extract(epoch from clock_timestamp()) * 1e6)::bigint,
  created_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  -- Of the last attempt; of a sealed file, why it has no time stamp.
  problem text check (length(problem) between 1 and 500),
  -- SHA-256 of the file as it was sent, and as it is sealed.
  original_sha256 text check (original_sha256 ~ '^[0-9a-f]{64}$'),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  level text check (level in ('B-B', 'B-T')),
  certificate_id uuid references seal_certificates on delete restrict,
  sealed_at timestamptz,
  constraint sealed_files_once unique (kind, subject_id),
  constraint sealed_is_whole check (num_nulls(original_sha256, sha256, level, certificate_id, sealed_at)
    = case when state = 'sealed' then 0 else 5 end)
);
create index sealed_files_open on sealed_files (state, created_at) where state <> 'sealed';
create index sealed_files_newest on sealed_files (created_at desc, id desc);
create index sealed_files_by_hash on sealed_files (sha256) where sha256 is not null;
create index sealed_files_of_holder on sealed_files (holder_id) where holder_id is not null;
create index sealed_files_certificate on sealed_files (certificate_id) where certificate_id is not null;

-- Administrators, an approver in the transaction of an approval about the holder, the holder's members, and a custodian who
-- signs for it.
create policy own_or_office_reads on sealed_files for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.my_owners())::uuid[])
    or holder_id = any ((select app.office_owners())::uuid[]) or app.signs_as_custodian(holder_id));
-- The person who completes what is sealed, in the same transaction: the office, a member, or a custodian who signs.
create policy completed_are_queued on sealed_files for insert to app_user
  with check ((select app.acts_for_office()) or app.acts_for_holder(holder_id)
    or app.signs_as_custodian(holder_id));
-- An administrator tries again.
create policy admin_tries_again on sealed_files for update to app_user using ((select app.is_admin()));
grant select, insert (kind, subject_id, holder_id), update (state, attempts) on sealed_files to app_user;
grant select, insert (kind, subject_id, holder_id), update (state, attempts, problem, original_sha256, sha256, level,
  certificate_id, sealed_at) on sealed_files to app_jobs;
grant select (sha256, sealed_at, level) on sealed_files to app_directory;
-- A person only begins the attempts again. What is sealed stays as it is.
create guard on sealed_files refuse 'a sealed file does not take this step'
  state
  attempts when old.state <> 'sealed'
  attempts by app_user when old.state = 'failed' and new.state = 'sealing' and new.attempts = 0
  problem, original_sha256, sha256, level, certificate_id, sealed_at when old.state = 'sealing';
-- Only steps of the workflow 'sealed_file' (rules/workflows.ts).
create trigger step before update on sealed_files for each row when (new.state is distinct from old.state)
  execute function app.guard_step('sealed_file');
-- Live counts on the administrators' pages.
create trigger announce_to_office after insert or update of state on sealed_files for each statement
  execute function app.announce_to_office();

-- Jobs write no entries themselves: both hashes, and what failed for good.
create or replace function app.record_seal() returns trigger language plpgsql security definer as $$
begin
  insert into public.audit_log (actor_role, action, subject_id, details)
    values ('system', case new.state when 'sealed' then 'seal.sealed' else 'seal.failed' end, new.id::text,
      jsonb_strip_nulls(jsonb_build_object('kind', new.kind, 'about', new.subject_id, 'holder_id', new.holder_id,
        'document_id', case when new.state = 'sealed' then new.document_id end, 'original_sha256', new.original_sha256,
        'sha256', new.sha256, 'level', new.level)));
  return null;
end $$;
alter function app.record_seal owner to app_audit;
create trigger record_seal after update of state on sealed_files for each row
  when (new.state in ('sealed', 'failed') and new.state <> old.state) execute function app.record_seal();
-- The same for a certificate that the portal made.
create or replace function app.record_seal_certificate() returns trigger language plpgsql security definer as $$
begin
  insert into public.audit_log (actor_role, action, subject_id, details)
    values ('system', 'seal.certificate_made', new.id::text,
      jsonb_build_object('fingerprint', new.fingerprint, 'valid_until', new.valid_until));
  return null;
end $$;
alter function app.record_seal_certificate owner to app_audit;
create trigger record_made after insert on seal_certificates for each row
  when (not new.is_own) execute function app.record_seal_certificate();

-- A job files what it has sealed, with the id that its row has.
create policy sealed_are_filed on documents for insert to app_jobs with check (not unreleased and uploaded_by is null
  and not is_external_link and retain_until is not null and exists (select from sealed_files s
    where s.document_id = documents.id and s.state = 'sealing' and s.holder_id is not distinct from documents.holder_id));

-- Functions

-- What anyone may know of a file whose hash and seal they have: when it was sealed, and whether the certificate is one of the
-- fund's.
create or replace function app.find_seal(file_sha256 text, certificate_sha256 text)
  returns table (sealed_at timestamptz, is_ours boolean) language plpgsql stable security definer as $$
begin
  return query select (select s.sealed_at from public.sealed_files s where s.sha256 = file_sha256),
    exists (select from public.seal_certificates c
      where c.fingerprint = certificate_sha256 and c.in_force_from is not null);
end $$;
alter function app.find_seal owner to app_directory;
grant execute on function app.find_seal to app_visitor;
