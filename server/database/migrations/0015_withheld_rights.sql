-- What the database left to the site until now: the entry of an erased document that administrators don't see, the
-- rights of administrators who have not shown their passkey, and who hears of a file that waits for its check.

-- ---------------------------------------------------------------------------------------------------------
-- Erasing a hidden document takes an entry in the audit log, too. Checked at the end of the transaction, as
-- app.deletion_is_noted is, with the rights of app_audit, because app_eraser may not read the log.
-- ---------------------------------------------------------------------------------------------------------
create function app.erasure_is_noted() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from public.audit_log a where a.subject_id = old.id::text and a.at = now()
    and a.actor_id = app.user_id() and a.action = 'document.deleted')
  then
    raise exception 'an erasure is noted in the audit log' using errcode = '42501';
  end if;
  return null;
end $$;
grant create on schema app to app_audit;
alter function app.erasure_is_noted() owner to app_audit;
revoke create on schema app from app_audit;
create constraint trigger erasure_is_noted after delete on documents
  deferrable initially deferred for each row when (current_user = 'app_eraser')
  execute function app.erasure_is_noted();
revoke execute on function app.erasure_is_noted() from public;

-- ---------------------------------------------------------------------------------------------------------
-- app.actor may say between the person's id and the signature, and signed with the id, that an administrator's rights are
-- withheld until their session shows a passkey (REQUIRE_ADMIN_PASSKEY). Without that word it is what it was.
-- ---------------------------------------------------------------------------------------------------------
create or replace function app.user_id() returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  token text := current_setting('app.actor', true);
  claim text := regexp_replace(token, ' [^ ]*$', '');
  signed bytea := convert_to(claim || ' ' || pg_backend_pid() || ' ' || extract(epoch from now()), 'UTF8');
begin
  if exists (
    select from app.actor_keys k where (k.retired_at is null or k.retired_at > now() - interval '1 hour')
      and token = claim || ' ' || encode(sha256(k.outer_block || sha256(k.inner_block || signed)), 'hex')
  ) then
    return split_part(claim, ' ', 1)::uuid;
  end if;
  return null;
end $$;

-- The word is looked at only where app.user_id() has found the signature right.
create or replace function app.is_admin() returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select p.is_admin and p.disabled_at is null from public.user_profiles p
    where p.id = (select app.user_id()) and split_part(current_setting('app.actor', true), ' ', 2) <> 'withheld'), false)
$$;

-- npm run admin -- reset-passkey queues an e-mail (app.enqueue).
grant usage on schema app to app_operator;

-- ---------------------------------------------------------------------------------------------------------
-- What changes about a document that waits or is infected is news for the person who uploaded it alone, unless others
-- saw it before.
-- ---------------------------------------------------------------------------------------------------------
create or replace function app.announce_document() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  changed public.documents := case when tg_op = 'DELETE' then old else new end;
  hidden boolean := changed.check_state in ('waiting', 'infected')
    and (tg_op <> 'UPDATE' or old.check_state in ('waiting', 'infected'));
begin
  perform pg_notify('documents', json_build_object('type', lower(tg_op), 'id', changed.id, 'user_id', changed.user_id,
    'hidden', hidden, 'uploaded_by', changed.uploaded_by)::text);
  return null;
end $$;
