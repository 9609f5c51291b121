-- The audit log: what was done, by whom. Why it can be trusted: audit-chain.sql and docs/decisions/0010-audit-chain.md.
-- Operations: app/audit/server/.

-- Outlives the rows it speaks of. Never changed, never deleted.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_email text,
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  subject_id text,
  details jsonb not null default '{}',
  -- As what the actor acted: administrator, investor, visitor (no one is signed in), operator (npm run admin), owner (of
  -- the database), system. Null in the oldest entries.
  actor_role text check (actor_role in ('administrator', 'approver', 'investor', 'visitor',
    'operator', 'owner', 'system')),
  session_id uuid,
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 200),
  outcome text not null default 'done' check (outcome in ('done', 'refused', 'failed'))
);
create index audit_log_actor on audit_log (actor_id, at);
create index audit_log_owner on audit_log ((details ->> 'user_id'), at);
create index audit_log_action on audit_log (action, id);
create index audit_log_ip on audit_log (ip, id) where ip is not null;
create index audit_log_time on audit_log (at, id);
-- Each index is in the order of the list, so that a page is read from its end, however much came before.
create index audit_log_of_subject on audit_log (subject_id, id);
create index audit_log_by on audit_log (actor_id, id) where actor_id is not null;
create index audit_log_about on audit_log ((details ->> 'user_id'), id) where details ->> 'user_id' is not null;
-- Elsewhere on this table: audit-chain.sql (stamp, chain, refuse_change, refuse_truncate).

-- A person writes entries in their own name (app.stamp_audit_entry).
create policy own_acts_are_written on audit_log for insert to app_user with check (actor_id = (select app.user_id()));
-- Administrators read the table; everyone else their part of it, by app.readable_audit.
create policy admin_reads on audit_log for select to app_user using ((select app.is_admin()));
-- `npm run admin` writes entries that name no person.
create policy operator_writes on audit_log for insert to app_operator with check (actor_id is null);
-- Only reading: a report about a changed address (auth.address_changes) is recorded whatever the account's state.
create policy active_only on audit_log as restrictive for select to app_user using ((select app.is_active()));
grant select, insert, update (actor_email, details, ip, user_agent) on audit_log to app_audit;
grant select, insert (actor_id, actor_email, action, subject_id, details, session_id, ip, user_agent, outcome) on
  audit_log to app_user;
grant insert (action, subject_id, details) on audit_log to app_operator;

-- Rows are added as their transactions commit, one transaction at a time, so positions have no gaps and
-- follow the order of commits.
create table audit.chain (
  position bigint primary key,
  entry_id bigint not null unique,
  -- Personal details are hashed by themselves, with a salt. An erasure removes what names a person, and the salt; this
  -- hash stays, and with it the chain.
  salt bytea,
  personal_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null
);
-- Elsewhere on this table: audit-chain.sql (refuse_change, refuse_truncate).

-- The chain is written by functions alone.
grant select, insert, update (salt) on audit.chain to app_audit;

-- What remains of the entries that an erasure redacted (app.redact_entries). Its entry `audit.redacted` has a digest of
-- its rows.
create table audit.redactions (
  -- `audit_log.id` of the entry that says so.
  redaction bigint not null,
  -- In the chain.
  position bigint not null,
  -- SHA-256 of the remaining personal details. The newest row of a position is the one that applies.
  left_hash bytea not null,
  primary key (position, redaction)
);
create index redactions_of on audit.redactions (redaction, position);
-- Elsewhere on this table: audit-chain.sql (refuse_change).

grant select, insert on audit.redactions to app_audit;

-- How far each destination of AUDIT_SINK has been sent the log.
create table audit.deliveries (
  -- HMAC of the destination, which may contain a password.
  sink text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);

grant select, insert, update on audit.deliveries to app_jobs;
grant select on audit.deliveries to app_audit;

-- Functions

-- Records an event. `about` is a row's id, or an address: then the person who has it, if anyone, is the subject.
create or replace function app.record_security_event(event text, actor uuid, about text, client_ip text, client_agent text,
  session uuid, result text, facts jsonb) returns void
language plpgsql security definer as $$
declare
  person record;
  -- What the sign-in's login records: events before a person is known, and repeated reads.
  by_sign_in text[] := array['access.refused', 'passkey.refused', 'passkey.used', 'proof.given', 'proof.refused',
    'recovery_codes.refused', 'session.signed_out', 'session.signed_out_everywhere', 'sign_in.alarm', 'sign_in.code_failed',
    'sign_in.code_requested', 'sign_in.refused', 'sign_in.second_code_failed'];
  repeated text[] := array['archive.downloaded', 'file.downloaded', 'file.opened'];
begin
  if current_setting('role') = 'app_auth' and not (event = any (by_sign_in)
    or event = any (repeated) and facts ? 'repeated')
  then
    raise exception 'the sign-in records nothing else' using errcode = '42501';
  end if;
  if about like '%@%' then
    facts := facts || jsonb_build_object('address', lower(left(about, 254)));
    about := (select p.id::text from public.user_profiles p where lower(p.email) = lower(about));
  end if;
  if octet_length(facts::text) > 4000 then
    facts := jsonb_build_object('shortened', left(facts::text, 1000));
  end if;
  select p.id, p.email, p.is_admin, p.is_approver into person from public.user_profiles p where p.id = actor;
  insert into public.audit_log
    (actor_id, actor_email, actor_role, action, subject_id, session_id, ip, user_agent, outcome, details)
  values (person.id, person.email,
    case when person.id is null then 'visitor' when person.is_admin then 'administrator'
      when person.is_approver then 'approver' else 'investor' end,
    event, left(about, 254), session, client_ip, client_agent, result, facts);
end $$;
alter function app.record_security_event owner to app_audit;
grant execute on function app.record_security_event to app_auth, app_vault;

-- Every sign-in, by whatever means, in the transaction that makes its session.
create or replace function app.record_session() returns trigger language plpgsql security definer as $$
begin
  insert into public.audit_log (actor_id, actor_email, actor_role, action, subject_id, session_id, ip, user_agent)
  select new.user_id, p.email, case when p.is_admin then 'administrator' when p.is_approver then 'approver' else 'investor' end, 'session.started',
    new.user_id::text, new.id, new.ip_address, new.user_agent
  from (select) one left join public.user_profiles p on p.id = new.user_id;
  return null;
end $$;
alter function app.record_session owner to app_audit;
create trigger record after insert on auth.sessions for each row execute function app.record_session();

create or replace function app.may_read_audit() returns boolean
language sql stable as $$ select app.user_id() is not null and app.is_active() $$;
grant execute on function app.may_read_audit to app_audit, app_user;

-- For the queue, which sends entries elsewhere, and for `npm run audit`: those after a position, in the order of the
-- chain.
create or replace function audit.entries_after(place bigint, most integer, since timestamptz default null,
  until timestamptz default null) returns table (line jsonb)
language sql stable security definer as $$
  select jsonb_build_object('type', 'entry', 'position', c.position, 'id', a.id,
    'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'actor_id', a.actor_id,
    'actor_role', a.actor_role, 'actor_email', a.actor_email, 'action', a.action, 'subject_id', a.subject_id,
    'outcome', a.outcome, 'ip', a.ip, 'user_agent', a.user_agent, 'session_id', a.session_id, 'details', a.details,
    'previous_hash', encode(c.previous_hash, 'hex'), 'hash', encode(c.hash, 'hex'))
  from audit.chain c join public.audit_log a on a.id = c.entry_id
  where c.position > place and (since is null or a.at >= since) and (until is null or a.at < until)
  order by c.position limit most
$$;
alter function audit.entries_after owner to app_audit;
grant execute on function audit.entries_after to app_jobs;

-- The chain's newest link; no row while the log is empty.
create or replace function audit.head() returns table ("position" bigint, hash text)
language sql stable security definer as $$ select c.position, encode(c.hash, 'hex') from audit.chain c order by c.position desc limit 1 $$;
alter function audit.head owner to app_audit;
grant execute on function audit.head to app_jobs;

-- When a signed head last left the site, for administrators; no row before the first.
create or replace function app.last_head() returns table (sent_at timestamptz, "position" bigint)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select d.updated_at, d.position from audit.deliveries d where d.sink = 'signed head';
end $$;
alter function app.last_head owner to app_audit;
grant execute on function app.last_head to app_user;

-- Ids of entries, newest first, that meet every condition that is given: by or about these people, of these kinds, from
-- this address, since, and before a time, before an entry. Without row-level security, under which no index could serve
-- `details`; the entries themselves are read under it.
create or replace function app.find_audit_entries(people uuid[], actions text[], address text, since timestamptz, until timestamptz,
  before bigint, most integer) returns bigint[]
language plpgsql stable security definer as $$
declare
  -- Ids follow the times of entries except for transactions that ran at once. None runs for an hour.
  lowest bigint := (select a.id from public.audit_log a where a.at < since - interval '1 hour'
    order by a.at desc, a.id desc limit 1);
  highest bigint := least(before, (select a.id from public.audit_log a where a.at >= until + interval '1 hour'
    order by a.at, a.id limit 1));
  -- The columns by which entries are looked up, and the values that are looked up in them.
  columns text[] := array['a.actor_id', 'a.subject_id', 'a.details ->> ''user_id'''];
  keys text[] := people::text[];
  rest text := '';
  part bigint[];
  found bigint[] := '{}';
begin
  perform app.require_admin();
  if lowest is not null then rest := format('%s and a.id > %s', rest, lowest); end if;
  if highest is not null then rest := format('%s and a.id < %s', rest, highest); end if;
  -- No index of times is to be used here: the ids are near enough.
  if since is not null then rest := format('%s and a.at + interval ''0'' >= %L', rest, since); end if;
  if until is not null then rest := format('%s and a.at + interval ''0'' < %L', rest, until); end if;
  if people is null then
    if address is not null then
      columns := array['a.ip'];
      keys := array[address];
    elsif actions is not null then
      columns := array['a.action'];
      keys := actions;
    else
      columns := '{}';
    end if;
  elsif address is not null then
    rest := format('%s and a.ip = %L', rest, address);
  end if;
  if actions is not null and columns[1] <> 'a.action' then
    rest := format('%s and a.action = any (%L)', rest, actions);
  end if;
  if columns = '{}' then
    execute format('select array(select a.id from public.audit_log a where true %s order by a.id desc limit %s)', rest, most)
      into found;
    return found;
  end if;
  for place in 1 .. cardinality(columns) loop
    -- A range of one value, and an order that names its column: only the index of both gives that order. After `=`, the
    -- planner might walk the whole log along its ids, because it doesn't know how rare a value is.
    execute format('select array(select e.id from unnest($1) key cross join lateral (select a.id from public.audit_log a
      where %1$s between key%2$s and key%2$s %3$s order by %1$s desc, a.id desc limit %4$s) e order by 1 desc limit %4$s)',
      columns[place], case columns[place] when 'a.actor_id' then '::uuid' else '' end, rest, most) into part using keys;
    found := found || part;
  end loop;
  return array(select distinct id from unnest(found) id order by 1 desc limit most);
end $$;
alter function app.find_audit_entries owner to app_audit;
grant execute on function app.find_audit_entries to app_user;

-- A former member of a holder no longer reads what others did with its documents.
create view app.readable_audit with (security_barrier) as
  select a.id, a.at, a.actor_id, a.actor_role, a.action, a.subject_id, a.outcome, a.details,
    coalesce(p.email, a.actor_email) as actor_email, p.full_name as actor_name,
    case when m.sees_where then a.session_id end as session_id,
    case when m.sees_where then a.ip end as ip,
    case when m.sees_where then a.user_agent end as user_agent
  from public.audit_log a
  left join public.user_profiles p on p.id = a.actor_id
  cross join lateral (select (select app.is_admin()) or coalesce(a.actor_id = (select app.user_id()),
    a.subject_id = (select app.user_id())::text, false) as sees_where) m
  where (select app.may_read_audit()) and ((select app.is_admin()) or a.actor_id = (select app.user_id())
    or ((a.outcome = 'done' or a.actor_id is null)
      and (a.subject_id = (select app.user_id())::text or a.details ->> 'user_id' = (select app.user_id())::text
        or a.subject_id in (select d.id::text from public.documents d where d.user_id = (select app.user_id())))
      and a.subject_id not in (select d.id::text from public.documents d where d.user_id = (select app.user_id())
        and (d.unreleased or d.owner_id <> all ((select app.my_owners())::uuid[])))));
alter view app.readable_audit owner to app_audit;
grant select on app.readable_audit to app_user;
