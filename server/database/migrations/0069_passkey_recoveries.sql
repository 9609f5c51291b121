-- Who has lost their passkeys may change them after a week that every address of the account can stop.
create table if not exists auth.passkey_recoveries (
  user_id uuid primary key references auth.users on delete cascade,
  asked_at timestamptz not null default now(),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  stop_hash text not null unique check (stop_hash ~ '^[A-Za-z0-9_-]{43}$'),
  ip_address text,
  user_agent text
);
