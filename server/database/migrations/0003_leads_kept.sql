-- What visitors left: administrators cancel a call, and nothing is kept for ever.

-- A cancellation is the end of a call, whoever makes it, and a call that has begun is beyond it. The row's policies
-- say so for whoever booked it; administrators also change the state and note of calls that are over.
create function app.keep_cancelled() returns trigger
language plpgsql
as $$
begin
  if old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at then
    raise exception 'a cancelled call stays cancelled' using errcode = 'insufficient_privilege';
  end if;
  if old.cancelled_at is null and new.cancelled_at is not null and old.starts_at <= now() then
    raise exception 'a call that has begun is not cancelled' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_cancelled before update of cancelled_at on call_requests
  for each row execute function app.keep_cancelled();
grant update (sequence, cancelled_at) on call_requests to app_user;

-- The clean-up (rules/limits.ts, leadsKept) removes what nobody has touched for long. Whatever it is told, it neither
-- sees nor removes what is younger than ninety days.
create policy old_for_cleanup on messages for select to app_jobs using (updated_at < now() - interval '90 days');
create policy old_are_removed on messages for delete to app_jobs using (updated_at < now() - interval '90 days');
grant select (id, updated_at), delete on messages to app_jobs;
create policy past_for_cleanup on call_requests for select to app_jobs using (ends_at < now() - interval '90 days');
create policy past_are_removed on call_requests for delete to app_jobs using (ends_at < now() - interval '90 days');
grant select (id, ends_at), delete on call_requests to app_jobs;
