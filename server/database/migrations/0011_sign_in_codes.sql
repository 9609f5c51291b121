-- Sign-in codes of our own: each browser that asks for a code gets one that works only there, so that nobody's requests
-- or wrong tries get in the way of somebody else's. And no session outlives thirty days from its sign-in.

-- ---------------------------------------------------------------------------------------------------------
-- auth.sign_in_codes: the codes of the last day. Spent ones stay that long because they are what friction counts.
-- Browser, address, network, device and codes are HMACs.
-- ---------------------------------------------------------------------------------------------------------
create table auth.sign_in_codes (
  id uuid primary key,
  browser text not null,
  address text not null,
  network text not null,
  -- The browser as auth.devices knows it; null for a stranger, whose browser this person has not signed in with.
  device text,
  code_hash text not null,
  -- For strangers: the second code in the same e-mail.
  second_hash text,
  attempts integer not null default 0 check (attempts >= 0),
  second_attempts integer not null default 0 check (second_attempts >= 0),
  -- The proof of work that paid for the request; each pays once.
  work text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attempted_at timestamptz,
  -- When the first code was right and the second one was asked for.
  confirmed_at timestamptz,
  used_at timestamptz
);
create index sign_in_codes_of_browser on auth.sign_in_codes (browser, address, created_at desc);
create index sign_in_codes_to_address on auth.sign_in_codes (address, created_at);
create index sign_in_codes_from_network on auth.sign_in_codes (network, created_at);
create index sign_in_codes_of_device on auth.sign_in_codes (device, created_at) where device is not null;
create index sign_in_codes_guessed on auth.sign_in_codes (attempted_at) where device is null and used_at is null;
create index sign_in_codes_oldest on auth.sign_in_codes (created_at);
grant select, insert, update, delete on auth.sign_in_codes to app_auth;

-- ---------------------------------------------------------------------------------------------------------
-- Use extends a session, but never beyond thirty days after its sign-in (sessionMaxLifetime in rules/limits.ts). Everything
-- that looks at expires_at agrees: sessions, lists of them, open streams, the clean-up.
-- ---------------------------------------------------------------------------------------------------------
create function auth.limit_session() returns trigger
language plpgsql
as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $$;
create trigger limited before insert or update of created_at, expires_at on auth.sessions
  for each row execute function auth.limit_session();
revoke execute on function auth.limit_session from public;
update auth.sessions set expires_at = created_at + interval '30 days'
  where expires_at > created_at + interval '30 days';
