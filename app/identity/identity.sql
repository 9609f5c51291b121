-- Sign-in: people's addresses, codes, passkeys, sessions and browsers. What could be used to sign in is stored as an HMAC
-- or is useless without the signature in a cookie. Operations: app/identity/server/.

-- An account, with the address that signs in.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  name text not null default '',
  email text not null check (length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text,
  -- Details of a person before the first sign-in: full_name, name, organization, email (section 4).
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  locked_at timestamptz
);
create unique index users_email on auth.users (lower(email));
-- Elsewhere on this table: two-people.sql (reissue).

grant select, insert, update, delete on auth.users to app_auth;
grant select, update (name, email, email_verified, image, metadata, locked_at), delete on auth.users to app_eraser;
grant select, insert, update (locked_at) on auth.users to app_operator;
grant select (id, email), insert (email, metadata) on auth.users to app_steward;

-- After, not before: by then the unique index has waited for the transaction that gives the address up, so its entry is
-- visible.
create or replace function auth.refuse_kept_address() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if auth.kept_for(new.email) <> new.id then
    raise exception 'this address was another person''s until lately' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger kept after insert or update of email on auth.users
  for each row execute function auth.refuse_kept_address();

-- A browser that is signed in.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- SHA-256 of what the browser's cookie holds, in hexadecimal digits: no one who reads it can use a session.
  token_hash text not null unique
);
create index sessions_user on auth.sessions (user_id);
create index sessions_expiry on auth.sessions (expires_at);
-- Elsewhere on this table: people.sql (accept), audit.sql (record).

grant select, insert, update, delete on auth.sessions to app_auth;
grant select, delete on auth.sessions to app_eraser;
grant select (id, user_id), delete on auth.sessions to app_operator;
grant select (id, user_id, expires_at, ip_address, user_agent, created_at, updated_at), delete on auth.sessions to
  app_steward;
grant select (id, user_id, expires_at, ip_address, user_agent, created_at) on auth.sessions to app_vault;
grant select (id, user_id, token_hash, expires_at, created_at) on auth.sessions to app_session_reader;

-- Notifies every process that a session has ended, so that its open requests end with it; see app/documents/server/live-updates.ts.
create or replace function auth.announce_ended_session() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('sessions', json_build_object('id', old.id)::text);
  return null;
end $$;
create trigger announce after delete on auth.sessions for each row execute function auth.announce_ended_session();

-- Use extends a session, but never beyond thirty days after its sign-in (sessionMaxLifetime in rules/limits.ts).
-- Sessions, their lists, open streams and the clean-up all use expires_at.
create or replace function auth.limit_session() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $$;
create trigger limited before insert or update of created_at, expires_at on auth.sessions
  for each row execute function auth.limit_session();

-- No session begins while access is closed or the account is locked. The locks make a sign-in and a closing at the same
-- moment wait for each other: either the session is refused, or it is there to be ended.
create or replace function auth.refuse_closed() returns trigger language plpgsql as $$
declare
  closed boolean;
begin
  select p.disabled_at is not null into closed from public.user_profiles p where p.id = new.user_id for share;
  if closed then
    raise exception 'access is closed' using errcode = 'insufficient_privilege';
  end if;
  select u.locked_at is not null into closed from auth.users u where u.id = new.user_id for share;
  if closed then
    raise exception 'this account is locked' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger closed before insert on auth.sessions for each row execute function auth.refuse_closed();

-- How often something happened recently: codes requested and tried, by address and by client. `key` is an HMAC, so that
-- the table reveals no person's address.
create table auth.limits (
  key text primary key,
  used integer not null check (used > 0),
  window_ends_at timestamptz not null
);
create index limits_expiry on auth.limits (window_ends_at);

grant select, insert, update, delete on auth.limits to app_auth;
grant select, delete on auth.limits to app_eraser;

-- A change in progress: one for a session, deleted with it. The step is kept here so that none can be skipped.
create table auth.email_changes (
  session_id uuid primary key references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  step text not null check (step in ('verify-current', 'enter-new', 'verify-new')),
  -- The address when the change began. Where it is another by now, this change is void.
  old_email text not null,
  new_email text check (length(new_email) between 3 and 254),
  -- HMAC of the code in progress.
  code_hash text check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  code_expires_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  -- HMACs of the last codes that a newer one took the place of, newest first.
  earlier_hashes text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint step_has_what_it_needs check (
    case step
      when 'verify-current' then new_email is null and code_hash is not null and code_expires_at is not null
      when 'enter-new' then new_email is null and code_hash is null and code_expires_at is null
      else new_email is not null and code_hash is not null and code_expires_at is not null
    end)
);
create index email_changes_user on auth.email_changes (user_id);
create index email_changes_expiry on auth.email_changes (expires_at);
-- Elsewhere on this table: two-people.sql (guard).

grant select, insert, update, delete on auth.email_changes to app_auth;
grant select, delete on auth.email_changes to app_eraser;
grant select, delete on auth.email_changes to app_steward;

-- A change that was made. The old address holds a secret by which it can take it back for a while, and is no one
-- else's until then.
create table auth.address_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  old_email text not null check (length(old_email) between 3 and 254),
  new_email text not null check (length(new_email) between 3 and 254),
  -- HMAC of the secret in the mail to the old address.
  token_hash text not null unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  ip_address text,
  user_agent text,
  changed_at timestamptz not null default now(),
  report_until timestamptz not null,
  -- Reported: the account is locked. Restored: it is the old address's again. Voided: an earlier change was
  -- undone, or the fund has unlocked the account.
  reported_at timestamptz,
  restored_at timestamptz,
  voided_at timestamptz,
  code_hash text check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  code_expires_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  -- HMACs of the last codes that a newer one took the place of, newest first.
  earlier_hashes text[] not null default '{}',
  constraint restored_was_reported check (restored_at is null or reported_at is not null),
  constraint code_has_an_end check ((code_hash is null) = (code_expires_at is null))
);
create index address_changes_user on auth.address_changes (user_id, changed_at);
create index address_changes_old on auth.address_changes (lower(old_email))
  where restored_at is null and voided_at is null;
create index address_changes_end on auth.address_changes (report_until);

grant select, insert, update, delete on auth.address_changes to app_auth;
grant select, delete on auth.address_changes to app_eraser;
grant select, update (voided_at) on auth.address_changes to app_operator;
grant select on auth.address_changes to app_steward;

-- Browsers a person has signed in from, to notify them of a new one. The hash is an HMAC of the
-- browser's cookie and the person, so that the table links no two people.
create table auth.devices (
  user_id uuid not null references auth.users on delete cascade,
  device_hash text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index devices_seen on auth.devices (seen_at);

grant select, insert, update, delete on auth.devices to app_auth;
grant select, delete on auth.devices to app_eraser;
grant select (user_id, seen_at) on auth.devices to app_steward;

-- Codes of the last day, each for the browser that requested it, so that one person's requests and failures don't block
-- another's. Spent ones stay that long because they are what friction counts.
-- Browser, address, network, device and codes are HMACs.
create table auth.sign_in_codes (
  id uuid primary key,
  browser text not null,
  address text not null,
  network text not null,
  -- The browser as auth.devices knows it; null for a browser with which this person has not signed in.
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
  -- When the first code was right and the second one was requested.
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
grant select, delete on auth.sign_in_codes to app_eraser;

-- A passkey of an account.
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
-- Elsewhere on this table: two-people.sql (reissue, guard, reissue_reset).

grant select, insert, update, delete on auth.passkeys to app_auth;
grant select, delete on auth.passkeys to app_eraser, app_operator;

grant select (id, user_id) on auth.passkeys to app_steward;

-- A challenge for an authenticator to sign: used once, for one purpose, by the browser or session that requested it.
create table auth.challenges (
  challenge text primary key check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  purpose text not null check (purpose in ('sign-in', 'add', 'proof')),
  -- The session's id; at sign-in, HMAC of the browser's cookie.
  bound_to text not null,
  expires_at timestamptz not null
);
create index challenges_expiry on auth.challenges (expires_at);

grant select, insert, update, delete on auth.challenges to app_auth;
grant select, delete on auth.challenges to app_eraser;

-- A code that proves who a person is without a passkey, once.
create table auth.recovery_codes (
  -- HMAC
  code_hash text primary key check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
create index recovery_codes_user on auth.recovery_codes (user_id);

grant select, insert, update, delete on auth.recovery_codes to app_auth;
grant select, delete on auth.recovery_codes to app_eraser, app_operator;

-- One row for each session that has proved itself since it was made, or is about to.
create table auth.session_proofs (
  session_id uuid primary key references auth.sessions on delete cascade,
  proved_at timestamptz,
  method text check (method in ('passkey', 'code', 'recovery-code')),
  -- When it last showed a passkey, at sign-in or later.
  passkey_at timestamptz,
  -- HMAC of the e-mailed code in progress.
  code_hash text check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  code_expires_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  -- HMACs of the last codes that a newer one took the place of, newest first.
  earlier_hashes text[] not null default '{}',
  constraint proof_has_method check ((proved_at is null) = (method is null)),
  constraint code_has_an_end check ((code_hash is null) = (code_expires_at is null))
);
-- Elsewhere on this table: two-people.sql (reissue).

grant select, insert, update, delete on auth.session_proofs to app_auth;
grant select, delete on auth.session_proofs to app_eraser;
grant select (session_id, passkey_at, proved_at, method) on auth.session_proofs to app_session_reader;
grant select (session_id, proved_at) on auth.session_proofs to app_vault;
grant select (session_id, proved_at, method, passkey_at) on auth.session_proofs to app_steward;

-- Lets an administrator who lost their passkey add another one, once.
create table auth.passkey_permits (
  user_id uuid primary key references auth.users on delete cascade,
  granted_by uuid not null,
  expires_at timestamptz not null
);
-- Elsewhere on this table: two-people.sql (guard).

grant select, insert, update, delete on auth.passkey_permits to app_auth;
grant select, delete on auth.passkey_permits to app_eraser, app_operator;
grant select, insert, update on auth.passkey_permits to app_steward;

-- A person with neither a passkey at hand nor a recovery code may change their passkeys from starts_at to ends_at, unless
-- that was stopped: then the row is gone.
create table auth.passkey_recoveries (
  user_id uuid primary key references auth.users on delete cascade,
  asked_at timestamptz not null default now(),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- HMAC of the secret in the mail to each address of the account, which stops it.
  stop_hash text not null unique check (stop_hash ~ '^[A-Za-z0-9_-]{43}$'),
  ip_address text,
  user_agent text
);

grant select, insert, update, delete on auth.passkey_recoveries to app_auth;
grant select, delete on auth.passkey_recoveries to app_eraser, app_operator;
grant select (user_id, starts_at, ends_at) on auth.passkey_recoveries to app_steward;

-- Functions

-- Counts one use of a limit, in one step whatever else runs. Returns the uses in the current window, this one included,
-- and the seconds until it ends. The caller compares.
-- A clock that was wrong and is put back: a limit's window must not last until the wrong time comes around again. So a
-- window that ends later than one that began now would, by more than transactions can be apart, has ended.
create or replace function auth.count_use(limit_key text, window_seconds double precision)
returns table (used integer, seconds_left double precision)
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into auth.limits as l (key, used, window_ends_at)
  values (limit_key, 1, now() + make_interval(secs => window_seconds))
  on conflict (key) do update set (used, window_ends_at) = (
    select case when ended then 1 else least(l.used, 1000000) + 1 end,
      case when ended then excluded.window_ends_at else l.window_ends_at end
    from (select l.window_ends_at <= now() or l.window_ends_at > excluded.window_ends_at + interval '5 minutes') as o (ended)
  )
  returning l.used, extract(epoch from l.window_ends_at - now())::double precision
$$;
grant execute on function auth.count_use to app_auth;

-- The person who had this address until recently, while the change can be undone; null for none.
create or replace function auth.kept_for(address text) returns uuid
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select c.user_id from auth.address_changes c
  where lower(c.old_email) = lower(address) and c.restored_at is null and c.voided_at is null
    and (c.report_until > now() or c.reported_at is not null)
  order by c.changed_at limit 1
$$;
grant execute on function auth.kept_for to app_auth, app_eraser, app_operator, app_steward;

-- Records that a person signed in from a browser: 'known', 'new', or 'first' where it is the person's first sign-in.
create or replace function auth.meet_device(person uuid, device text) returns text
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  others boolean;
begin
  update auth.devices set seen_at = now() where user_id = person and device_hash = device;
  if found then
    return 'known';
  end if;
  others := exists (select from auth.devices where user_id = person);
  insert into auth.devices (user_id, device_hash) values (person, device) on conflict do nothing;
  return case when others then 'new' else 'first' end;
end $$;
grant execute on function auth.meet_device to app_auth;

-- Ends every session of a person. Returns how many.
create or replace function app.end_sessions(target uuid) returns integer language plpgsql security definer as $$
declare
  ended integer;
begin
  perform app.require_admin();
  delete from auth.sessions s where s.user_id = target;
  get diagnostics ended = row_count;
  return ended;
end $$;
grant execute on function app.end_sessions to app_user;

-- When each person last used a session, or signed in with a browser that is remembered.
create or replace function app.last_seen() returns table (user_id uuid, at timestamptz)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select used.person, max(used.moment) from (
    select s.user_id, s.updated_at from auth.sessions s union all select d.user_id, d.seen_at from auth.devices d
  ) used (person, moment) group by used.person;
end $$;
grant execute on function app.last_seen to app_user;

-- A person's sessions, for administrators.
create or replace function app.sessions_of(target uuid)
returns table (id uuid, device text, ip text, signed_in_at timestamptz, last_seen timestamptz)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select s.id, s.user_agent, s.ip_address, s.created_at, s.updated_at from auth.sessions s
    where s.user_id = target and s.expires_at > now() order by s.updated_at desc, s.id limit 100;
end $$;
grant execute on function app.sessions_of to app_user;

-- Ends one session of a person, for administrators. Returns where it was; nothing where there is no such session.
create or replace function app.end_session_of(target uuid, session uuid) returns table (device text, ip text)
language plpgsql security definer as $$
begin
  perform app.require_admin();
  return query delete from auth.sessions s where s.user_id = target and s.id = session
    returning s.user_agent, s.ip_address;
end $$;
grant execute on function app.end_session_of to app_user;

-- As app.last_seen, of these people alone.
create or replace function app.last_seen_of(people uuid[]) returns table (user_id uuid, at timestamptz)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select person, greatest((select max(s.updated_at) from auth.sessions s where s.user_id = person),
    (select max(d.seen_at) from auth.devices d where d.user_id = person)) from unnest(people) person;
end $$;
grant execute on function app.last_seen_of to app_user;

-- The session with a token, whether or not it has expired, and the profile of its person; nothing where there is no such
-- session, null for what a person without a profile lacks. The pages' login calls it before it becomes a working role
-- (server/database/logins.ts grants it that): the token is the proof.
create or replace function app.find_session(token_hash text)
returns table (session_id uuid, user_id uuid, expires_at timestamptz, passkey_at timestamptz, is_closed boolean,
  profile_id uuid, email text, full_name text, organization text, is_admin boolean, is_approver boolean,
  created_at timestamptz, updated_at timestamptz, is_member boolean, is_guest boolean)
language plpgsql stable security definer as $$
begin
  return query select s.id, s.user_id, s.expires_at, f.passkey_at, p.disabled_at is not null, p.id, p.email, p.full_name,
      p.organization, p.is_admin, p.is_approver, p.created_at, p.updated_at,
      exists (select from public.holder_members m where m.user_id = s.user_id and m.ended_at is null),
      -- Delegates were invited by a holder; for people the fund has accepted, this isn't checked.
      p.accepted_at is null and not exists (select from public.grants g where g.person_id = s.user_id
        and g.revoked_at is null and now() < g.ends_at)
    from auth.sessions s
      left join auth.session_proofs f on f.session_id = s.id
      left join public.user_profiles p on p.id = s.user_id
    where s.token_hash = find_session.token_hash;
end $$;
alter function app.find_session owner to app_session_reader;
