-- The audit chain. The database itself says who acted, as what and when; nobody changes or removes an entry; and each is
-- linked to the one before by its hash, so that an owner who goes around the triggers is found out (npm run audit -- verify).
-- Erasing a person takes their details from the entries, says so in another, and leaves the chain whole.
-- Tests: tests/integration/audit-chain.test.ts, erasure.test.ts.

-- Functions

create or replace function app.stamp_audit_entry() returns trigger language plpgsql as $$
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
      new.actor_role := case when app.is_admin() then 'administrator' when app.is_approver() then 'approver' else 'investor' end;
      new.actor_email := (select p.email from public.user_profiles p where p.id = new.actor_id);
    else
      new.actor_id := null;
      new.actor_email := null;
      new.actor_role := case current_user when 'app_operator' then 'operator' else 'owner' end;
  end case;
  return new;
end $$;
create trigger stamp before insert on audit_log for each row execute function app.stamp_audit_entry();
alter table audit_log enable always trigger stamp;

-- The canonical texts. server/audit/canonical-text.ts builds the same, so that checking doesn't rely on these functions.
create or replace function audit.personal_text(entry public.audit_log) returns text
language sql stable as $$ select jsonb_build_array(entry.actor_email, entry.ip, entry.user_agent, entry.details)::text $$;
grant execute on function audit.personal_text to app_audit;

create or replace function audit.entry_text(place bigint, entry public.audit_log, personal bytea) returns text
language sql stable as $$
  select jsonb_build_array(place, entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    entry.actor_id, entry.actor_role, entry.action, entry.subject_id, entry.session_id, entry.outcome,
    encode(personal, 'hex'))::text
$$;
grant execute on function audit.entry_text to app_audit;

create or replace function audit.append(entry public.audit_log) returns void language plpgsql security definer as $$
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
alter function audit.append owner to app_audit;

create or replace function audit.chain_entry() returns trigger language plpgsql security definer as $$
declare
  entry public.audit_log;
begin
  -- As it is now: the same transaction may have redacted it.
  select * into entry from public.audit_log a where a.id = new.id;
  perform audit.append(entry);
  return null;
end $$;
alter function audit.chain_entry owner to app_audit;
create constraint trigger chain after insert on audit_log
  deferrable initially deferred for each row execute function audit.chain_entry();
alter table audit_log enable always trigger chain;

create or replace function audit.refuse_change() returns trigger language plpgsql as $$
begin
  -- Only app.redact_audit gets here as app_audit.
  if tg_op = 'UPDATE' and current_user = 'app_audit' then
    return new;
  end if;
  raise exception 'the audit log is only added to' using errcode = '42501';
end $$;
create trigger refuse_change before update or delete on audit_log
  for each row execute function audit.refuse_change();
alter table audit_log enable always trigger refuse_change;
create trigger refuse_truncate before truncate on audit_log execute function audit.refuse_change();
alter table audit_log enable always trigger refuse_truncate;
create trigger refuse_change before update or delete on audit.chain
  for each row execute function audit.refuse_change();
alter table audit.chain enable always trigger refuse_change;
create trigger refuse_truncate before truncate on audit.chain execute function audit.refuse_change();
alter table audit.chain enable always trigger refuse_truncate;

-- Erasing a person: the log keeps their id as a pseudonym and loses address, network, browser and details in the entries
-- by and about them. The entry `audit.redacted`, which this writes, says so; without it, `npm run audit -- verify` calls
-- such entries changed. For administrators and operators, in the transaction that erases. Returns how many entries.
create or replace function app.redact_audit(person uuid) returns bigint language plpgsql security definer as $$
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
alter function app.redact_audit owner to app_audit;
grant execute on function app.redact_audit to app_operator, app_user;
