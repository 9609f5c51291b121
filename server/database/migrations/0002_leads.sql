-- What visitors leave: messages, and calls they book (specification sections 2 and 9, spec decisions: where no
-- third party's form or calendar is set, the site's own stands in its place).
--
-- Two more roles, both for people who are nobody to the site:
--   app_visitor  may add a message or a call, and see which times are taken: no name, no address
--   app_caller   holds the secret of one call: may see that one, move it and cancel it
do $$
declare
  role_name text;
begin
  foreach role_name in array array['app_visitor', 'app_caller'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin noinherit', role_name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end $$;
grant usage on schema public to app_visitor, app_caller;

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
create trigger touch before update on messages for each row execute function app.touch_updated_at();

create table call_requests (
  id uuid primary key,
  -- Whose time it takes. The team's phone and video calls share one calendar.
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
  -- HMAC of the secret in the visitor's mail; whoever reads this table cannot make the link.
  token_hash text not null unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  cancelled_at timestamptz,
  state text not null default 'new' check (state in ('new', 'answered')),
  note text check (length(note) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint call_has_a_length check (ends_at > starts_at and ends_at <= starts_at + interval '4 hours'),
  constraint phone_call_has_a_number check (kind <> 'phone' or phone is not null),
  -- Nobody is promised a time that somebody else has. One constraint a calendar, so that no extension is needed.
  constraint team_is_free exclude using gist (tstzrange(starts_at, ends_at) with &&)
    where (calendar = 'team' and cancelled_at is null),
  constraint founder_is_free exclude using gist (tstzrange(starts_at, ends_at) with &&)
    where (calendar = 'founder' and cancelled_at is null)
);
create index call_requests_newest on call_requests (created_at desc, id desc);
create index call_requests_taken on call_requests (calendar, ends_at) where cancelled_at is null;
create trigger touch before update on call_requests for each row execute function app.touch_updated_at();

alter table messages enable row level security;
alter table messages force row level security;
alter table call_requests enable row level security;
alter table call_requests force row level security;

create policy visitor_writes on messages for insert to app_visitor with check (state = 'new' and note is null);
grant insert (id, topic, name, email, phone, amount_range, message) on messages to app_visitor;

create policy visitor_books on call_requests for insert to app_visitor
  with check (starts_at > now() and cancelled_at is null and sequence = 0 and state = 'new' and note is null);
grant insert (id, calendar, kind, name, email, phone, message, time_zone, starts_at, ends_at, token_hash)
  on call_requests to app_visitor;
create policy visitor_sees_what_is_taken on call_requests for select to app_visitor
  using (cancelled_at is null and ends_at > now());
-- The id is there so that a form that comes twice is known again.
grant select (id, calendar, starts_at, ends_at, cancelled_at) on call_requests to app_visitor;

create policy caller_sees_own on call_requests for select to app_caller
  using (token_hash = (select nullif(current_setting('app.call_token', true), '')));
-- What is cancelled stays cancelled, and what has begun stays as it is.
create policy caller_changes_own on call_requests for update to app_caller
  using (token_hash = (select nullif(current_setting('app.call_token', true), ''))
    and cancelled_at is null and starts_at > now())
  with check (token_hash = (select nullif(current_setting('app.call_token', true), '')) and starts_at > now());
grant select (id, calendar, kind, name, email, phone, message, time_zone, starts_at, ends_at, sequence, token_hash,
  cancelled_at) on call_requests to app_caller;
grant update (starts_at, ends_at, sequence, cancelled_at) on call_requests to app_caller;

create policy admin_reads on messages for select to app_user using ((select app.is_admin()));
create policy admin_notes on messages for update to app_user using ((select app.is_admin()));
create policy admin_reads on call_requests for select to app_user using ((select app.is_admin()));
create policy admin_notes on call_requests for update to app_user using ((select app.is_admin()));
grant select, update (state, note) on messages to app_user;
-- Not the hash: nobody who reads needs it.
grant select (id, calendar, kind, name, email, phone, message, time_zone, starts_at, ends_at, sequence, cancelled_at,
  state, note, created_at, updated_at), update (state, note) on call_requests to app_user;
