-- The audit chain. The database itself says who acted, as what and when; no one changes or removes an entry; and each is
-- linked to the one before by its hash, so that an owner who goes around the triggers is found out (npm run audit -- verify).
-- Erasing a person takes what names them from the entries, says so in another, and leaves the chain whole.
-- Tests: app/audit/tests/audit-chain.test.ts, erasure.test.ts.

-- Functions

-- Who acted, as what and when, whatever the statement says. The owner's and the operator's entries name no person.
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

-- The canonical texts. app/audit/server/verify-chain.ts builds the same, so that checking doesn't rely on these functions.
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

-- Adds an entry's link to the chain.
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

-- Each entry is linked when its transaction commits.
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

-- No entry, link or redaction changes, or goes.
create or replace function audit.refuse_change() returns trigger language plpgsql as $$
begin
  -- Only app.redact_entries gets here as app_audit.
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
create trigger refuse_change before update or delete or truncate on audit.redactions execute function audit.refuse_change();
alter table audit.redactions enable always trigger refuse_change;

-- What an erasure leaves of an entry's details. `about`: they are about the person, so that what names them goes; addresses,
-- as a regular expression, go wherever they are.
create or replace function audit.without_person(details jsonb, about boolean, action text, addresses text, instead text)
  returns jsonb
language plpgsql immutable as $$
begin
  if about then
    details := details - '{email,full_name,organization,name,filename,subject,before,after,device}'::text[]
      - case when action ~ '^(email|session)[.]' then '{from,to,ip}'::text[] else '{}' end;
  end if;
  return audit.replace_in(details, addresses, instead);
end $$;
grant execute on function audit.without_person to app_audit;

-- The same JSON with what a regular expression finds in its texts replaced.
create or replace function audit.replace_in(value jsonb, pattern text, instead text) returns jsonb
language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(value #>> '{}', pattern, instead, 'gi'))
    when 'array' then (select coalesce(jsonb_agg(audit.replace_in(e.item, pattern, instead) order by e.n), '[]')
      from jsonb_array_elements(value) with ordinality e (item, n))
    when 'object' then (select coalesce(jsonb_object_agg(e.key, audit.replace_in(e.value, pattern, instead)), '{}')
      from jsonb_each(value) e)
    else value end;
end $$;
grant execute on function audit.replace_in to app_audit;

-- Erasing a person, for app.erase_person alone: the log keeps their id as a pseudonym. What they did as an investor
-- loses address, network, browser and details. Entries of the office retain the action and its origin, and so do
-- entries of others about the person: they lose only what names the person. The entry `audit.redacted`, which this
-- writes, names each entry by its position in the chain, and its remaining content by a digest; without it, `npm run
-- audit -- verify` calls them changed. `addresses`: all that the person has had.
create or replace function app.redact_entries(person uuid, addresses text[]) returns void language plpgsql security definer as $$
declare
  pattern text := '(?<![[:alnum:]._%+-])('
    || array_to_string(array(select regexp_replace(a, '(\W)', '\\\1', 'g') from unnest(addresses) a), '|')
    || ')(?![[:alnum:]_-]|[.][[:alnum:]])';
  places bigint[];
  hashes bytea[];
  redaction bigint;
begin
  if not exists (select from public.user_profiles p where p.id = person and p.erased_at = now()) then
    raise exception 'only an erasure takes details from the log' using errcode = '42501';
  end if;
  with found as (
    select a.id, a.actor_id, a.details, a.action,
      a.subject_id = person::text or a.details ->> 'user_id' = person::text as is_about,
      coalesce(a.actor_id = person, true) and coalesce(a.actor_role, 'visitor') in ('investor', 'visitor') as is_private
    from public.audit_log a join audit.chain c on c.entry_id = a.id
    where a.actor_id = person or a.subject_id = person::text or a.details ->> 'user_id' = person::text
      -- As the check has it: nothing is taken from the books because of what isn't hashed by itself.
      and a.action !~ '^(approval|payment|note|vault|ledger|register|statements|administrator|approver)[.]'
  ), left_over as (
    select f.id, f.is_private, f.actor_id = person as is_own,
      case when f.is_private and f.action !~ '^(approval|payment|note|vault)[.]'
        then jsonb_strip_nulls(jsonb_build_object('user_id', f.details -> 'user_id'))
        else audit.without_person(f.details, coalesce(f.is_about, false), f.action, pattern, person || '@erased.invalid')
      end as details
    from found f
  ), changed as (
    update public.audit_log a set details = l.details,
      actor_email = case when not l.is_private and not coalesce(l.is_own, false) then a.actor_email end,
      ip = case when not l.is_private then a.ip end,
      user_agent = case when not l.is_private then a.user_agent end
    from left_over l
    where a.id = l.id and (a.details <> l.details or a.actor_email is not null and (l.is_private or l.is_own)
      or l.is_private and (a.ip is not null or a.user_agent is not null))
    returning a.id, sha256(convert_to(audit.personal_text(a), 'UTF8')) as hash
  ), unsalted as (
    update audit.chain c set salt = null from changed where c.entry_id = changed.id returning c.position, changed.hash
  )
  select coalesce(array_agg(u.position order by u.position), '{}'), coalesce(array_agg(u.hash order by u.position), '{}')
    into places, hashes from unsalted u;
  insert into public.audit_log (actor_id, actor_role, action, subject_id, details)
  values (app.user_id(), 'administrator', 'audit.redacted', person::text, jsonb_build_object('entries', cardinality(places),
    'positions', (select coalesce(string_agg(case when upper(r) - lower(r) = 1 then lower(r)::text
      else lower(r) || '-' || upper(r) - 1 end, ',' order by lower(r)), '')
      from unnest((select range_agg(int8range(place, place, '[]')) from unnest(places) place)) r),
    'digest', encode(sha256(convert_to((select coalesce(string_agg(e.place || ':' || encode(e.hash, 'hex'), ','
      order by e.place), '') from unnest(places, hashes) e (place, hash)), 'UTF8')), 'hex')))
  returning id into redaction;
  insert into audit.redactions select redaction, e.place, e.hash from unnest(places, hashes) e (place, hash);
end $$;
alter function app.redact_entries owner to app_audit;
grant execute on function app.redact_entries to app_eraser;
