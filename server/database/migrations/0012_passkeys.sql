-- Passkeys (WebAuthn), recovery codes, and when a session last proved who is at it.

create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- Chosen by the authenticator: at most 1023 bytes, in base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1364 and credential_id ~ '^[A-Za-z0-9_-]+$'),
  -- COSE key
  public_key bytea not null,
  -- How often the authenticator says it was used. Synced passkeys always say 0.
  counter bigint not null default 0 check (counter >= 0),
  transports text[] not null default '{}',
  -- Whether it is synced to the person's other devices.
  backed_up boolean not null,
  name text not null check (name = btrim(name) and length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on auth.passkeys (user_id, created_at);

-- What an authenticator is asked to sign: used once, for one purpose, by the browser or session that asked.
create table auth.challenges (
  challenge text primary key check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  purpose text not null check (purpose in ('sign-in', 'add', 'proof')),
  -- The session's id; at sign-in, HMAC of the browser's cookie.
  bound_to text not null,
  expires_at timestamptz not null
);
create index challenges_expiry on auth.challenges (expires_at);

create table auth.recovery_codes (
  -- HMAC
  code_hash text primary key check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
create index recovery_codes_user on auth.recovery_codes (user_id);

-- One row for each session that has proved itself since it was made, or is about to.
create table auth.session_proofs (
  session_id uuid primary key references auth.sessions on delete cascade,
  proved_at timestamptz,
  method text check (method in ('passkey', 'code', 'recovery-code')),
  -- When it last showed a passkey, at sign-in or later.
  passkey_at timestamptz,
  -- HMAC of the e-mailed code under way.
  code_hash text check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  code_expires_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  constraint proof_has_method check ((proved_at is null) = (method is null)),
  constraint code_has_an_end check ((code_hash is null) = (code_expires_at is null))
);

-- Lets an administrator who lost their passkey add another one, once.
create table auth.passkey_permits (
  user_id uuid primary key references auth.users on delete cascade,
  granted_by uuid not null,
  expires_at timestamptz not null
);

grant select, insert, update, delete
  on auth.passkeys, auth.challenges, auth.recovery_codes, auth.session_proofs, auth.passkey_permits to app_auth;

-- For npm run admin -- reset-passkey.
grant select, delete on auth.passkeys, auth.recovery_codes, auth.passkey_permits to app_operator;
grant select (id, user_id), delete on auth.sessions to app_operator;
