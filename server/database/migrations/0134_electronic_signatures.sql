-- Consent to electronic records and signatures.
create table if not exists esign_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_profiles on delete restrict,
  version text not null check (length(version) between 1 and 40),
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  word text not null check (word ~ '^[a-z]{3,20}$'),
  tries integer not null default 0 check (tries between 0 and 100),
  asked_at timestamptz not null default now(),
  typed text,
  ip text check (length(ip) <= 100),
  user_agent text check (length(user_agent) <= 500),
  given_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references user_profiles on delete restrict,
  superseded_at timestamptz,
  constraint given_by_its_word check ((given_at is null) = (typed is null) and (typed is null or typed = word)),
  constraint withdrawn_after_given check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null or given_at is not null))
);
create unique index if not exists esign_consents_open on esign_consents (user_id) where withdrawn_at is null and superseded_at is null;
create index if not exists esign_consents_of_person on esign_consents (user_id, asked_at desc);
create index if not exists esign_consents_withdrawer on esign_consents (withdrawn_by) where withdrawn_by is not null;
alter table app.fund add column if not exists esign_version text not null default '';

-- What a signature of statements about accreditation rests on; null for earlier ones.
alter table representations
  add column if not exists round integer check (round > 0),
  add column if not exists signer text check (length(signer) between 1 and 600),
  add column if not exists capacity text check (capacity = btrim(capacity) and length(capacity) between 1 and 500),
  add column if not exists consent_id uuid references esign_consents on delete restrict,
  add column if not exists proof text check (proof in ('passkey', 'code', 'recovery-code', 'sign-in')),
  add column if not exists proved_at timestamptz;
alter table representations drop constraint if exists signed_under_consent;
alter table representations add constraint signed_under_consent
  check (num_nulls(round, signer, capacity, consent_id, proof, proved_at) in (0, 6));
create index if not exists representations_consent on representations (consent_id) where consent_id is not null;

-- The signed copy of each submission.
create table if not exists accreditation_copies (
  id uuid primary key default gen_random_uuid(),
  accreditation_id uuid not null references accreditations on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  round integer not null check (round > 0),
  submitted_at timestamptz not null default now(),
  document_id uuid references documents on delete set null,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  filed_at timestamptz,
  unique (accreditation_id, round),
  constraint filed_with_its_hash check ((sha256 is null) = (filed_at is null))
);
create index if not exists accreditation_copies_holder on accreditation_copies (holder_id);
create index if not exists accreditation_copies_document on accreditation_copies (document_id) where document_id is not null;
