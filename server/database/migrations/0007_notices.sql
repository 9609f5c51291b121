-- Mail a person gets about what others did with their documents, what of it they want, and the browsers they sign in
-- from.

-- ---------------------------------------------------------------------------------------------------------
-- mail_preferences: a person's own choices. No row means the defaults. Nobody else reads or changes them, an
-- administrator neither.
-- ---------------------------------------------------------------------------------------------------------
create table mail_preferences (
  user_id uuid primary key references user_profiles on delete cascade,
  document_added boolean not null default true,
  delete_decided boolean not null default true,
  names_in_mail boolean not null default false,
  updated_at timestamptz not null default now()
);
create trigger touch before update on mail_preferences for each row execute function app.touch_updated_at();

alter table mail_preferences enable row level security;
alter table mail_preferences force row level security;
create policy own_preferences on mail_preferences for all to app_user
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select, insert, update (document_added, delete_decided, names_in_mail) on mail_preferences to app_user;

-- ---------------------------------------------------------------------------------------------------------
-- notices: what is to be mailed, written by the transaction that did it. Those of some minutes go out as one mail
-- (server/notifications/). No foreign key to documents: a deletion is told of after its row is gone.
-- ---------------------------------------------------------------------------------------------------------
create table notices (
  id uuid primary key,
  user_id uuid not null references user_profiles on delete cascade,
  kind text not null check (kind in ('document-added', 'delete-approved', 'delete-rejected')),
  document_id uuid not null,
  filename text not null,
  actor_id uuid not null,
  created_at timestamptz not null default now(),
  -- When it was looked at, and the mail it went into: the left half of that mail's Message-ID. No mail where the
  -- person does not want it or there is nothing left to tell.
  taken_at timestamptz,
  mail_id uuid,
  constraint mailed_is_taken check (mail_id is null or taken_at is not null)
);
create index notices_of_user on notices (user_id, created_at);
create index notices_taken on notices (taken_at);

alter table notices enable row level security;
alter table notices force row level security;
-- Only administrators do things to other people's documents, and they write as themselves. Nobody reads.
create policy admin_tells_another on notices for insert to app_user
  with check (actor_id = (select app.user_id()) and user_id <> (select app.user_id()) and (select app.is_admin())
    and taken_at is null and mail_id is null);
create policy gathered on notices for select to app_jobs using (true);
create policy gathered_once on notices for update to app_jobs using (true);
create policy old_are_removed on notices for delete to app_jobs using (taken_at < now() - interval '30 days');
grant insert on notices to app_user;
grant select, update (taken_at, mail_id), delete on notices to app_jobs;

-- ---------------------------------------------------------------------------------------------------------
-- auth.devices: browsers a person has signed in from, so that a new one can be told of. The hash is an HMAC of the
-- browser's cookie and the person, so that the table links no two people.
-- ---------------------------------------------------------------------------------------------------------
create table auth.devices (
  user_id uuid not null references auth.users on delete cascade,
  device_hash text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create index devices_seen on auth.devices (seen_at);
grant select, insert, update, delete on auth.devices to app_auth;

-- Notes that a person signed in from a browser: 'known', 'new', or 'first' where it is the person's first sign-in.
create function auth.meet_device(person uuid, device text) returns text
language plpgsql
as $$
declare
  others boolean;
begin
  update auth.devices set seen_at = now() where user_id = person and device_hash = device;
  if found then
    return 'known';
  end if;
  others := exists (select from auth.devices where user_id = person);
  insert into auth.devices (user_id, device_hash) values (person, device) on conflict do nothing;
  return case when others then 'new' else 'first' end;
end $$;
revoke execute on function auth.meet_device from public;
grant execute on function auth.meet_device to app_auth;
