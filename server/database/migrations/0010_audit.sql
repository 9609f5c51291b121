-- The audit log, so that what it says can be relied on: the database itself sets who, as what and when; nobody changes
-- or removes an entry; and each entry is chained to the one before by its hash (docs/decisions/0010-audit-chain.md).
--
-- One more role, which nobody can become: app_audit owns the functions that chain entries, record events without a
-- session and read the log for the queue.
do $$
begin
  if not exists (select from pg_roles where rolname = 'app_audit') then
    begin
      create role app_audit nologin noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  execute format('grant app_audit to %I', current_user);
end $$;
create schema audit;
grant usage on schema public, app, audit to app_audit;
grant usage on schema app to app_auth;
grant usage on schema audit to app_jobs;

-- ---------------------------------------------------------------------------------------------------------
-- What an entry says
-- ---------------------------------------------------------------------------------------------------------
alter table audit_log
  -- As what the actor acted: administrator, investor, visitor (nobody is signed in), operator (npm run admin), owner (of
  -- the database), system. Null in entries from before this migration.
  add column actor_role text check (actor_role in ('administrator', 'investor', 'visitor', 'operator', 'owner', 'system')),
  add column session_id uuid,
  add column ip text check (length(ip) <= 64),
  add column user_agent text check (length(user_agent) <= 200),
  add column outcome text not null default 'done' check (outcome in ('done', 'refused', 'failed'));
create index audit_log_action on audit_log (action, id);
create index audit_log_ip on audit_log (ip, id) where ip is not null;
create index audit_log_time on audit_log (at, id);

create policy chained on audit_log for select to app_audit using (true);
create policy events_are_written on audit_log for insert to app_audit with check (true);
create policy erased_are_redacted on audit_log for update to app_audit using (true);
grant select, insert, update (actor_email, ip, user_agent, details) on audit_log to app_audit;
create policy audit_names_people on user_profiles for select to app_audit using (true);
grant select (id, email, full_name, is_admin) on user_profiles to app_audit;
create policy audit_finds_owner on documents for select to app_audit using (true);
grant select (id, user_id) on documents to app_audit;
grant execute on function app.user_id(), app.is_admin() to app_audit;

-- Number and time are the database's to set, for everyone.
revoke insert on audit_log from app_user, app_operator;
grant insert (actor_id, actor_email, action, subject_id, details, session_id, ip, user_agent, outcome)
  on audit_log to app_user;
grant insert (action, subject_id, details) on audit_log to app_operator;

create function app.stamp_audit_entry() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  acting uuid;
begin
  new.at := now();
  new.ip := left(new.ip, 64);
  new.user_agent := left(new.user_agent, 200);
  case current_user
    when 'app_audit' then
      -- app.record_security_event has set the actor.
      null;
    when 'app_user' then
      acting := app.user_id();
      if new.actor_id is distinct from acting and new.actor_id is not null then
        raise exception 'an entry is written in the name of who acts' using errcode = '42501';
      end if;
      new.actor_id := acting;
      new.actor_role := case when app.is_admin() then 'administrator' else 'investor' end;
      new.actor_email := (select p.email from public.user_profiles p where p.id = new.actor_id);
    else
      new.actor_id := null;
      new.actor_email := null;
      new.actor_role := case current_user when 'app_operator' then 'operator' else 'owner' end;
  end case;
  return new;
end $$;
create trigger stamp before insert on audit_log for each row execute function app.stamp_audit_entry();

-- ---------------------------------------------------------------------------------------------------------
-- The chain. Rows are added as their transactions commit, one transaction at a time, so positions have no gaps and
-- follow the order of commits.
-- ---------------------------------------------------------------------------------------------------------
create table audit.chain (
  position bigint primary key,
  entry_id bigint not null unique,
  -- Personal details are hashed by themselves, with a salt. An erasure removes them and the salt; this hash stays, and
  -- with it the chain.
  salt bytea,
  personal_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null
);
grant select, insert, update (salt) on audit.chain to app_audit;

-- The canonical texts. server/audit/canonical-text.ts builds the same, so that checking doesn't rely on these functions.
create function audit.personal_text(entry public.audit_log) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$ select jsonb_build_array(entry.actor_email, entry.ip, entry.user_agent, entry.details)::text $$;

create function audit.entry_text(place bigint, entry public.audit_log, personal bytea) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_array(place, entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.actor_id, entry.actor_role, entry.action, entry.subject_id, entry.session_id, entry.outcome,
    encode(personal, 'hex'))::text
$$;

create function audit.append(entry public.audit_log) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  last audit.chain;
  salt bytea := uuid_send(gen_random_uuid());
  personal bytea := sha256(salt || convert_to(audit.personal_text(entry), 'UTF8'));
begin
  -- Held until the transaction ends. It is taken when nothing but the commit is left to do, so it can't deadlock with
  -- locks on rows, and isn't held while a transaction works.
  perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
  select * into last from audit.chain order by position desc limit 1;
  last.position := coalesce(last.position, 0) + 1;
  last.hash := coalesce(last.hash, sha256(''));
  insert into audit.chain values (last.position, entry.id, salt, personal, last.hash,
    sha256(last.hash || convert_to(audit.entry_text(last.position, entry, personal), 'UTF8')));
end $$;

create function audit.chain_entry() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  entry public.audit_log;
begin
  -- As it is now: the same transaction may have redacted it.
  select * into entry from public.audit_log a where a.id = new.id;
  perform audit.append(entry);
  return null;
end $$;
create constraint trigger chain after insert on audit_log
  deferrable initially deferred for each row execute function audit.chain_entry();

create function audit.refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Only app.redact_audit gets here as app_audit.
  if tg_op = 'UPDATE' and current_user = 'app_audit' then
    return new;
  end if;
  raise exception 'the audit log is only added to' using errcode = '42501';
end $$;
create trigger refuse_change before update or delete on audit_log
  for each row execute function audit.refuse_change();
create trigger refuse_truncate before truncate on audit_log execute function audit.refuse_change();
create trigger refuse_change before update or delete on audit.chain
  for each row execute function audit.refuse_change();
create trigger refuse_truncate before truncate on audit.chain execute function audit.refuse_change();

-- Also where a session skips triggers (session_replication_role).
alter table audit_log enable always trigger stamp;
alter table audit_log enable always trigger chain;
alter table audit_log enable always trigger refuse_change;
alter table audit_log enable always trigger refuse_truncate;
alter table audit.chain enable always trigger refuse_change;
alter table audit.chain enable always trigger refuse_truncate;

-- ---------------------------------------------------------------------------------------------------------
-- Events without a transaction of a person's own: sign-ins, refusals, reading files.
-- ---------------------------------------------------------------------------------------------------------

-- Records an event. `about` is a row's id, or an address: then the person who has it, if anyone, is the subject.
create function app.record_security_event(event text, actor uuid, about text, client_ip text, client_agent text,
  session uuid, result text, facts jsonb) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person record;
begin
  if about like '%@%' then
    facts := facts || jsonb_build_object('address', lower(left(about, 254)));
    about := (select p.id::text from public.user_profiles p where lower(p.email) = lower(about));
  end if;
  if octet_length(facts::text) > 4000 then
    facts := jsonb_build_object('shortened', left(facts::text, 1000));
  end if;
  select p.id, p.email, p.is_admin into person from public.user_profiles p where p.id = actor;
  insert into public.audit_log
    (actor_id, actor_email, actor_role, action, subject_id, session_id, ip, user_agent, outcome, details)
  values (person.id, person.email,
    case when person.id is null then 'visitor' when person.is_admin then 'administrator' else 'investor' end,
    event, left(about, 254), session, client_ip, client_agent, result, facts);
end $$;

-- Every sign-in, by whatever means, in the transaction that makes its session.
create function app.record_session() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.audit_log (actor_id, actor_email, actor_role, action, subject_id, session_id, ip, user_agent)
  select new.user_id, p.email, case when p.is_admin then 'administrator' else 'investor' end, 'session.started',
    new.user_id::text, new.id, new.ip_address, new.user_agent
  from (select) one left join public.user_profiles p on p.id = new.user_id;
  return null;
end $$;
create trigger record after insert on auth.sessions for each row execute function app.record_session();

-- ---------------------------------------------------------------------------------------------------------
-- Reading
-- ---------------------------------------------------------------------------------------------------------

-- Administrators read everything. Everyone else reads entries about themselves and their documents: who, but not from
-- where others acted, nor that another person was refused what is theirs. An attempt at their account by nobody we
-- know is shown with its address.
drop policy own_is_read on audit_log;
create function app.may_read_audit() returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$ select app.user_id() is not null $$;
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
        or a.subject_id in (select d.id::text from public.documents d where d.user_id = (select app.user_id())))));
grant select on app.readable_audit to app_user;

-- For the queue, which sends entries elsewhere, and for `npm run audit`: those after a position, in the order of the
-- chain.
create function audit.entries_after(place bigint, most integer, since timestamptz default null,
  until timestamptz default null) returns table (line jsonb)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select jsonb_build_object('type', 'entry', 'position', c.position, 'id', a.id,
    'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'actor_id', a.actor_id,
    'actor_role', a.actor_role, 'actor_email', a.actor_email, 'action', a.action, 'subject_id', a.subject_id,
    'outcome', a.outcome, 'ip', a.ip, 'user_agent', a.user_agent, 'session_id', a.session_id, 'details', a.details,
    'previous_hash', encode(c.previous_hash, 'hex'), 'hash', encode(c.hash, 'hex'))
  from audit.chain c join public.audit_log a on a.id = c.entry_id
  where c.position > place and (since is null or a.at >= since) and (until is null or a.at < until)
  order by c.position limit most
$$;

-- The chain's newest link; no row while the log is empty.
create function audit.head() returns table ("position" bigint, hash text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select c.position, encode(c.hash, 'hex') from audit.chain c order by c.position desc limit 1 $$;

-- How far each destination of AUDIT_SINK has been sent the log.
create table audit.deliveries (
  -- HMAC of the destination, which may contain a password.
  sink text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update on audit.deliveries to app_jobs;

-- ---------------------------------------------------------------------------------------------------------
-- Erasing a person: the log keeps their id as a pseudonym and loses address, network, browser and details in the entries
-- by and about them. The entry `audit.redacted`, which this writes, says so; without it, `npm run audit -- verify` calls
-- such entries changed. For administrators and operators, in the transaction that erases. Returns how many entries.
-- ---------------------------------------------------------------------------------------------------------
create function app.redact_audit(person uuid) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  redacted bigint;
  -- From outside: current_user is app_audit in here.
  caller text := current_setting('role');
begin
  if not (caller = 'app_operator' or (caller = 'app_user' and app.is_admin())) then
    raise exception 'only an administrator may erase' using errcode = '42501';
  end if;
  with affected as (
    update public.audit_log a set actor_email = null, ip = null, user_agent = null,
      details = jsonb_strip_nulls(jsonb_build_object('user_id', a.details -> 'user_id'))
    where a.actor_id = person or a.subject_id = person::text or a.details ->> 'user_id' = person::text
    returning a.id
  ), unsalted as (
    update audit.chain c set salt = null from affected where c.entry_id = affected.id returning 1
  )
  select count(*) into redacted from unsalted;
  insert into public.audit_log (actor_id, actor_role, action, subject_id, details)
  values (app.user_id(), case caller when 'app_operator' then 'operator' else 'administrator' end, 'audit.redacted',
    person::text, jsonb_build_object('entries', redacted));
  return redacted;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Who may run what
-- ---------------------------------------------------------------------------------------------------------
grant create on schema app, audit to app_audit;
alter function app.record_security_event(text, uuid, text, text, text, uuid, text, jsonb) owner to app_audit;
alter function app.record_session() owner to app_audit;
alter function app.redact_audit(uuid) owner to app_audit;
alter view app.readable_audit owner to app_audit;
alter function audit.append(public.audit_log) owner to app_audit;
alter function audit.chain_entry() owner to app_audit;
alter function audit.entries_after(bigint, integer, timestamptz, timestamptz) owner to app_audit;
alter function audit.head() owner to app_audit;
revoke create on schema app, audit from app_audit;
revoke execute on all functions in schema audit from public;
revoke execute on function app.may_read_audit(), app.stamp_audit_entry(), app.record_session(), app.redact_audit(uuid),
  app.record_security_event(text, uuid, text, text, text, uuid, text, jsonb) from public;
grant execute on function audit.personal_text(public.audit_log), audit.entry_text(bigint, public.audit_log, bytea)
  to app_audit;
grant execute on function app.record_security_event(text, uuid, text, text, text, uuid, text, jsonb) to app_auth;
grant execute on function app.may_read_audit() to app_user, app_audit;
grant execute on function app.redact_audit(uuid) to app_user, app_operator;
grant execute on function audit.entries_after(bigint, integer, timestamptz, timestamptz), audit.head() to app_jobs;

-- Entries from before this migration, in their order. As app_audit, because row-level security binds the owner, too.
set local role app_audit;
do $$
declare
  entry public.audit_log;
begin
  for entry in select * from public.audit_log order by id loop
    perform audit.append(entry);
  end loop;
end $$;
reset role;
