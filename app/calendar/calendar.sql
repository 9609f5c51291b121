-- An investor's payments in a calendar program of theirs. Operations: app/calendar/server/.

-- Addresses at which a calendar program fetches a person's payment days, without signing in. What is in an
-- address is 256 random bits, kept as an HMAC. Operations: app/calendar/server/.
create table calendar_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_profiles on delete cascade,
  token_hmac bytea not null unique check (octet_length(token_hmac) = 32),
  -- Whether its events name amounts; calendars are often shared.
  with_amounts boolean not null default false,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
-- One at a time for each person: a new one ends the one before.
create unique index calendar_addresses_active on calendar_addresses (user_id) where revoked_at is null;
create index calendar_addresses_of_person on calendar_addresses (user_id);

-- A person's own alone; an administrator doesn't see another's.
create policy own on calendar_addresses for all to app_user
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select (id, user_id, with_amounts, created_at, revoked_at), insert (user_id, token_hmac, with_amounts), update
  (with_amounts, revoked_at) on calendar_addresses to app_user;
grant select (id, user_id, token_hmac, with_amounts, revoked_at) on calendar_addresses to app_guard;
-- A revoked address stays revoked.
create guard on calendar_addresses refuse 'a revoked address stays revoked'
  any change when old.revoked_at is null
  with_amounts, revoked_at;
-- Sets when, whatever the statement says.
create trigger stamp before update on calendar_addresses for each row execute function app.stamp_act('revoked_at');

-- The last published version of each event, so that its SEQUENCE rises when that changes (RFC 5545 section 3.8.7.4).
create table calendar_events (
  address_id uuid not null references calendar_addresses on delete cascade,
  uid text not null check (length(uid) between 1 and 200),
  sequence integer not null default 0 check (sequence >= 0),
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  changed_at timestamptz not null default now(),
  primary key (address_id, uid)
);

-- Those of a person's own addresses.
create policy own on calendar_events for all to app_user
  using (address_id in (select a.id from calendar_addresses a where a.user_id = (select app.user_id())))
  with check (address_id in (select a.id from calendar_addresses a where a.user_id = (select app.user_id())));
grant select, insert, update (sequence, content_sha256, changed_at) on calendar_events to app_user;

-- Functions

-- The owner of a calendar address; no row once it is revoked or the person is disabled.
create or replace function app.find_calendar(token bytea) returns table (address_id uuid, user_id uuid, with_amounts boolean)
language sql stable security definer as $$
  select a.id, a.user_id, a.with_amounts
  from public.calendar_addresses a join public.user_profiles p on p.id = a.user_id
  where a.token_hmac = token and a.revoked_at is null and p.disabled_at is null and p.erased_at is null
$$;
alter function app.find_calendar owner to app_guard;
grant execute on function app.find_calendar to app_visitor;
