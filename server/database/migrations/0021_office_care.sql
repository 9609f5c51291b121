-- Calls that visitors cancel, failed e-mail that is sent again, and single sessions that an administrator ends.

-- ---------------------------------------------------------------------------------------------------------
-- A canceled call's conversation is done: there is nothing left to answer. Where an administrator cancels, the
-- operation adds who it was.
-- ---------------------------------------------------------------------------------------------------------
create function app.close_cancelled_call() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.conversations set closed_at = now(), closed_by = null
    where call_request_id = new.id and closed_at is null;
  return null;
end $$;
create trigger close_conversation after update of cancelled_at on call_requests
  for each row when (old.cancelled_at is null and new.cancelled_at is not null)
  execute function app.close_cancelled_call();

update conversations c set closed_at = k.cancelled_at from call_requests k
  where k.id = c.call_request_id and k.cancelled_at is not null and c.awaits_answer;

-- ---------------------------------------------------------------------------------------------------------
-- Failed e-mail can be sent again: the message is kept, encrypted as in the queue (server/platform/seal.ts).
-- ---------------------------------------------------------------------------------------------------------
alter table mail_failures
  -- Not for failures of before.
  add column sealed text,
  -- When an administrator last asked to send it again.
  add column sent_again_at timestamptz,
  -- Delivered when it was sent again. The row stays, so that the queue, which still tries, skips it.
  add column delivered_at timestamptz;
grant update (sent_again_at) on mail_failures to app_user;
create trigger announce_delivery after update of delivered_at, sent_again_at on mail_failures
  for each statement execute function app.announce_to_office();

-- ---------------------------------------------------------------------------------------------------------
-- Ends one session of a person, for administrators. Returns where it was; nothing where there is no such session.
-- ---------------------------------------------------------------------------------------------------------
create function app.end_session_of(target uuid, session uuid) returns table (device text, ip text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may end sessions' using errcode = '42501';
  end if;
  return query delete from auth.sessions s where s.user_id = target and s.id = session
    returning s.user_agent, s.ip_address;
end $$;

grant create on schema app to app_steward;
alter function app.close_cancelled_call() owner to app_steward;
alter function app.end_session_of(uuid, uuid) owner to app_steward;
revoke create on schema app from app_steward;
revoke execute on function app.close_cancelled_call(), app.end_session_of(uuid, uuid) from public;
grant execute on function app.end_session_of(uuid, uuid) to app_user;
