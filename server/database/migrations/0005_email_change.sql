-- Changing one's sign-in address (specification section 4, "Change-email flow"), taking such a change back, and what a
-- person may read about themselves.

-- Set while somebody has reported that an account was taken over; nobody can sign in to it then.
alter table auth.users add column locked_at timestamptz;

-- A change on its way: one for a session, gone with it. The step is kept here so that none can be skipped.
create table auth.email_changes (
  session_id uuid primary key references auth.sessions on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  step text not null check (step in ('verify-current', 'enter-new', 'verify-new')),
  -- The address when the change began. Where it is another by now, this change is void.
  old_email text not null,
  new_email text check (length(new_email) between 3 and 254),
  -- HMAC of the code under way.
  code_hash text check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  code_expires_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint step_has_what_it_needs check (
    case step
      when 'verify-current' then new_email is null and code_hash is not null and code_expires_at is not null
      when 'enter-new' then new_email is null and code_hash is null and code_expires_at is null
      else new_email is not null and code_hash is not null and code_expires_at is not null
    end)
);
create index email_changes_user on auth.email_changes (user_id);
create index email_changes_expiry on auth.email_changes (expires_at);

-- A change that was made. The old address holds a secret by which it can take it back for a while, and is nobody
-- else's until then.
create table auth.address_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  old_email text not null check (length(old_email) between 3 and 254),
  new_email text not null check (length(new_email) between 3 and 254),
  -- HMAC of the secret in the mail to the old address.
  token_hash text not null unique check (token_hash ~ '^[A-Za-z0-9_-]{43}$'),
  ip_address text,
  user_agent text,
  changed_at timestamptz not null default now(),
  report_until timestamptz not null,
  -- Reported: the account is locked. Restored: it is the old address's again. Voided: an earlier change was taken
  -- back, or the fund has unlocked the account.
  reported_at timestamptz,
  restored_at timestamptz,
  voided_at timestamptz,
  code_hash text check (code_hash ~ '^[A-Za-z0-9_-]{43}$'),
  code_expires_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  constraint restored_was_reported check (restored_at is null or reported_at is not null),
  constraint code_has_an_end check ((code_hash is null) = (code_expires_at is null))
);
create index address_changes_user on auth.address_changes (user_id, changed_at);
create index address_changes_old on auth.address_changes (lower(old_email))
  where restored_at is null and voided_at is null;
create index address_changes_end on auth.address_changes (report_until);

grant select, insert, update, delete on auth.email_changes, auth.address_changes to app_auth;
-- For npm run admin: making somebody known asks whether the address is kept, unlocking ends a report.
grant select, update (voided_at) on auth.address_changes to app_operator;
grant update (locked_at) on auth.users to app_operator;

-- Whose the address was until lately, while the change can still be taken back; null where nobody's.
create function auth.kept_for(address text) returns uuid
language sql stable
as $$
  select c.user_id from auth.address_changes c
  where lower(c.old_email) = lower(address) and c.restored_at is null and c.voided_at is null
    and (c.report_until > now() or c.reported_at is not null)
  order by c.changed_at limit 1
$$;

-- After, not before: the unique index has waited by then for whoever is giving the address up, and their entry shows.
create function auth.refuse_kept_address() returns trigger
language plpgsql
as $$
begin
  if auth.kept_for(new.email) <> new.id then
    raise exception 'this address was another person''s until lately' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger kept after insert or update of email on auth.users
  for each row execute function auth.refuse_kept_address();

-- The lock and a sign-in at the same moment wait for one another: `for share` is in the way of the lock's update.
create function auth.refuse_locked() returns trigger
language plpgsql
as $$
declare
  locked timestamptz;
begin
  select u.locked_at into locked from auth.users u where u.id = new.user_id for share;
  if locked is not null then
    raise exception 'this account is locked' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger locked before insert on auth.sessions for each row execute function auth.refuse_locked();

revoke execute on function auth.kept_for, auth.refuse_kept_address, auth.refuse_locked from public;
grant execute on function auth.kept_for to app_auth, app_operator;

-- The profile's address follows the sign-in's and can be no other: app_auth may write there what stands in auth.users.
grant usage on schema public to app_auth;
grant select (id, email, is_admin), update (email) on user_profiles to app_auth;
create policy sign_in_reads on user_profiles for select to app_auth using (true);
create policy address_follows on user_profiles for update to app_auth using (true)
  with check (lower(email) = (select lower(u.email) from auth.users u where u.id = user_profiles.id));

-- What the fund holds about a person, for that person.
create policy own_is_read on audit_log for select to app_user
  using (actor_id = (select app.user_id()) or subject_id = (select app.user_id())::text
    or details ->> 'user_id' = (select app.user_id())::text
    or subject_id in (select d.id::text from documents d where d.user_id = (select app.user_id())));
create index audit_log_actor on audit_log (actor_id, at);
create index audit_log_owner on audit_log ((details ->> 'user_id'), at);
create policy own_address_reads on messages for select to app_user
  using (lower(email) = (select lower(p.email) from user_profiles p where p.id = (select app.user_id())));
create policy own_address_reads on call_requests for select to app_user
  using (lower(email) = (select lower(p.email) from user_profiles p where p.id = (select app.user_id())));
