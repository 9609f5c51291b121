-- Visitors' messages and booked calls. All of them are deleted after a time. Operations: app/leads/server/.

-- What a visitor wrote with the contact form.
create table messages (
  -- Made with the form, so that a form sent twice is one message.
  id uuid primary key,
  topic text not null check (topic in ('question', 'consultation')),
  name text not null check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[[:cntrl:]]'),
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  phone text check (length(phone) between 5 and 40 and phone !~ '[[:cntrl:]]'),
  amount_range text check (length(amount_range) between 1 and 60 and amount_range !~ '[[:cntrl:]]'),
  message text not null check (length(message) between 1 and 5000),
  -- The administrators' own: whether it was answered, and what they note about it.
  state text not null default 'new' check (state in ('new', 'answered')),
  note text check (length(note) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index messages_newest on messages (created_at desc, id desc);
create index messages_new on messages (created_at desc) where state = 'new';
-- Elsewhere on this table: roles.sql (touch), conversations.sql (open_conversation), mail.sql (announce_to_office).

-- A visitor writes a message, and reads none.
create policy visitor_writes on messages for insert to app_visitor with check (state = 'new' and note is null);
-- Administrators read them.
create policy admin_reads on messages, call_requests for select to app_user using ((select app.is_admin()));
-- They change the state and note; of a call also whether it is canceled.
create policy admin_notes on messages, call_requests for update to app_user using ((select app.is_admin()));
-- A job sees messages that nothing has changed for 90 days; rules/limits.ts (leadsKept) says when it removes them.
create policy old_for_cleanup on messages for select to app_jobs using (updated_at < now() - interval '90 days');
-- It removes no others.
create policy old_are_removed on messages for delete to app_jobs using (updated_at < now() - interval '90 days');
-- A signed-in person sees what was sent with their address.
create policy own_address_reads on messages, call_requests for select to app_user
  using (lower(email) = (select lower(p.email) from user_profiles p where p.id = (select app.user_id())));
grant select (email), delete on messages to app_eraser;
grant select (id, updated_at), delete on messages to app_jobs;
grant select, update (state, note) on messages to app_user;
grant insert (id, topic, name, email, phone, amount_range, message) on messages to app_visitor;
grant select (id, state), update (state) on messages to app_steward;
grant select (id, name, email) on messages to app_directory;

-- A call that a visitor booked.
create table call_requests (
  id uuid primary key,
  -- The calendar with its time. The team's phone and video calls share one calendar.
  calendar text not null check (calendar in ('team', 'founder')),
  kind text not null check (kind in ('phone', 'video')),
  name text not null check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[[:cntrl:]]'),
  email text not null check (length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  phone text check (length(phone) between 5 and 40 and phone !~ '[[:cntrl:]]'),
  message text check (length(message) between 1 and 5000),
  -- The visitor's (IANA), so that mail speaks of their hours.
  time_zone text not null check (length(time_zone) between 1 and 64 and time_zone ~ '^[A-Za-z0-9_+/-]+$'),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- RFC 5545 section 3.8.7.4: goes up with each change, so that calendars know the newest.
  sequence integer not null default 0 check (sequence >= 0),
  -- HMAC of the secret in the visitor's mail; no one who reads this table can make the link.
  token_hash text not null unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  cancelled_at timestamptz,
  state text not null default 'new' check (state in ('new', 'answered')),
  note text check (length(note) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint call_has_a_length check (ends_at > starts_at and ends_at <= starts_at + interval '4 hours'),
  constraint phone_call_has_a_number check (kind <> 'phone' or phone is not null),
  -- No two calls overlap. One constraint for each calendar needs no extension.
  constraint team_is_free exclude using gist (tstzrange(starts_at, ends_at) with &&)
    where (calendar = 'team' and cancelled_at is null),
  constraint founder_is_free exclude using gist (tstzrange(starts_at, ends_at) with &&)
    where (calendar = 'founder' and cancelled_at is null)
);
create index call_requests_newest on call_requests (created_at desc, id desc);
create index call_requests_taken on call_requests (calendar, ends_at) where cancelled_at is null;
create index call_requests_upcoming on call_requests (starts_at) where cancelled_at is null;
-- With messages, above: admin_reads, admin_notes, own_address_reads.
-- Elsewhere on this table: roles.sql (touch), conversations.sql (open_conversation), mail.sql (announce_to_office), reach.sql
-- (reach).

-- A visitor books a call that is yet to come.
create policy visitor_books on call_requests for insert to app_visitor
  with check (starts_at > now() and cancelled_at is null and sequence = 0 and state = 'new' and note is null);
-- The times that are taken; by the grant no more of a call.
create policy visitor_reads_taken_times on call_requests for select to app_visitor
  using (cancelled_at is null and ends_at > now());
-- Who has the link in the visitor's e-mail. The site sets its token's HMAC for the transaction.
create policy caller_sees_own on call_requests for select to app_caller
  using (token_hash = (select nullif(current_setting('app.call_token', true), '')));
-- A canceled call stays canceled, and one that has begun stays as it is.
create policy caller_changes_own on call_requests for update to app_caller
  using (token_hash = (select nullif(current_setting('app.call_token', true), ''))
    and cancelled_at is null and starts_at > now())
  with check (token_hash = (select nullif(current_setting('app.call_token', true), '')) and starts_at > now());
-- A job sees calls 90 days after their end.
create policy past_for_cleanup on call_requests for select to app_jobs using (ends_at < now() - interval '90 days');
-- It removes no others.
create policy past_are_removed on call_requests for delete to app_jobs using (ends_at < now() - interval '90 days');
grant select (email), delete on call_requests to app_eraser;
grant select (id, ends_at), delete on call_requests to app_jobs;
grant select (id, calendar, starts_at, ends_at, cancelled_at), insert (id, calendar, kind, name, email, phone,
  message, time_zone, starts_at, ends_at, token_hash) on call_requests to app_visitor;
grant select (id, calendar, kind, name, email, phone, message, time_zone, starts_at, ends_at, sequence, token_hash,
  cancelled_at), update (starts_at, ends_at, sequence, cancelled_at) on call_requests to app_caller;
grant select (id, calendar, kind, name, email, phone, message, time_zone, starts_at, ends_at, sequence, cancelled_at,
  state, note, created_at, updated_at), update (sequence, cancelled_at, state, note) on call_requests to app_user;
grant select (id, state), update (state) on call_requests to app_steward;
grant select (id, name, email) on call_requests to app_directory;
-- A call is canceled once, before it begins. Administrators also change the state and note of calls that are over.
create guard on call_requests for app_caller, app_steward, app_user refuse 'a call is canceled once, before it begins'
  cancelled_at when old.cancelled_at is null and old.starts_at > now()
  starts_at, ends_at, sequence, state, note, updated_at;

-- A canceled call's conversation is done: there is nothing left to answer. Where an administrator cancels, the
-- operation adds who it was.
create or replace function app.close_canceled_call() returns trigger language plpgsql security definer as $$
begin
  update public.conversations set closed_at = now(), closed_by = null
    where call_request_id = new.id and closed_at is null;
  return null;
end $$;
create trigger close_conversation after update of cancelled_at on call_requests
  for each row when (old.cancelled_at is null and new.cancelled_at is not null)
  execute function app.close_canceled_call();
