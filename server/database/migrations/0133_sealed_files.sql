-- Files that are sealed with the fund’s certificate, and the certificates.
create table if not exists seal_certificates (
  id uuid primary key default gen_random_uuid(),
  certificate bytea not null check (octet_length(certificate) between 100 and 16384),
  chain text not null default '' check (length(chain) <= 65536),
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  subject text not null check (length(subject) between 1 and 500),
  issuer text not null check (length(issuer) between 1 and 500),
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  is_own boolean not null,
  sealed_key bytea check (octet_length(sealed_key) between 100 and 16384),
  key_id bytea check (octet_length(key_id) = 16),
  created_at timestamptz not null default now(),
  created_by uuid references user_profiles on delete restrict,
  in_force_from timestamptz,
  constraint seal_key_is_whole check ((sealed_key is null) = (key_id is null)),
  constraint own_is_brought check (is_own = (created_by is not null))
);
create unique index if not exists seal_certificates_in_force on seal_certificates ((true))
  where in_force_from is not null and sealed_key is not null;
create index if not exists seal_certificates_fingerprint on seal_certificates (fingerprint);
create index if not exists seal_certificates_bringer on seal_certificates (created_by) where created_by is not null;
create table if not exists sealed_files (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  subject_id uuid not null,
  holder_id uuid references holders on delete restrict,
  state text not null default 'sealing' check (state in ('sealing', 'sealed', 'failed')),
  document_id uuid not null unique default gen_random_uuid(),
  file_stamp bigint not null default (extract(epoch from clock_timestamp()) * 1e6)::bigint,
  created_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  problem text check (length(problem) between 1 and 500),
  original_sha256 text check (original_sha256 ~ '^[0-9a-f]{64}$'),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  level text check (level in ('B-B', 'B-T')),
  certificate_id uuid references seal_certificates on delete restrict,
  sealed_at timestamptz,
  constraint sealed_files_once unique (kind, subject_id),
  constraint sealed_is_whole check (num_nulls(original_sha256, sha256, level, certificate_id, sealed_at)
    = case when state = 'sealed' then 0 else 5 end)
);
create index if not exists sealed_files_open on sealed_files (state, created_at) where state <> 'sealed';
create index if not exists sealed_files_newest on sealed_files (created_at desc, id desc);
create index if not exists sealed_files_by_hash on sealed_files (sha256) where sha256 is not null;
create index if not exists sealed_files_of_holder on sealed_files (holder_id) where holder_id is not null;
create index if not exists sealed_files_certificate on sealed_files (certificate_id) where certificate_id is not null;
