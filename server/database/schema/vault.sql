-- Keys of files that are encrypted at rest. Operations: server/vault/.

-- Files can be encrypted at rest (server/vault). Each has a key of its own, derived from one of these and from a salt in
-- the file; these are wrapped with VAULT_KEY, which the database never sees.
create table app.vault_keys (
  -- Derived from the key, and named in the files it encrypts.
  id bytea primary key check (octet_length(id) = 16),
  -- AES-256-GCM: nonce, encrypted key, proof.
  wrapped bytea not null check (octet_length(wrapped) = 60),
  -- Which VAULT_KEY wraps it.
  wrapped_by bytea not null check (octet_length(wrapped_by) = 16),
  -- The newest encrypts new files.
  created_at timestamptz not null default clock_timestamp()
);

grant select, insert on app.vault_keys to app_jobs;

-- Since when no stored file is plain, so that one that is was not written by the site. Without a row, some may be.
create table app.vault (
  only_one boolean primary key default true check (only_one),
  all_sealed_at timestamptz not null default now()
);

grant select, insert on app.vault to app_jobs;
