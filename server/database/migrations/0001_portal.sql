-- The portal's tables: specification section 3, with what it leaves to the server (spec decisions).
--
-- Three roles share the work; none of them owns anything:
--   app_user   acts as the person whose id is in app.user_id; row-level security decides what that person sees
--   app_auth   signs people in: the schema auth and nothing else
--   app_jobs   runs the queue: the schema jobs and nothing else
-- app_guard can do one thing: tell whether the acting person is an administrator. app_operator is taken by
-- commands an operator runs on the machine (npm run admin), never by the site.
-- Roles belong to the whole cluster, so another site's database may have made them already.

do $$
declare
  role_name text;
begin
  foreach role_name in array array['app_user', 'app_auth', 'app_jobs', 'app_guard', 'app_operator'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin noinherit', role_name);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end $$;

revoke create on schema public from public;
grant usage on schema public to app_user, app_guard, app_operator;

-- ---------------------------------------------------------------------------------------------------------
-- Sign-in: what the sign-in library keeps. Codes are stored as an HMAC, session tokens are useless without
-- the signature in the cookie.
-- ---------------------------------------------------------------------------------------------------------
create schema auth;
grant usage on schema auth to app_auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  name text not null default '',
  email text not null check (length(email) between 3 and 254),
  email_verified boolean not null default false,
  image text,
  -- What is known of a person before the first sign-in: full_name, name, organization, email (section 4).
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email on auth.users (lower(email));

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);
create index sessions_expiry on auth.sessions (expires_at);

create table auth.accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on auth.accounts (user_id);

create table auth.verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on auth.verifications (identifier);
create index verifications_expiry on auth.verifications (expires_at);

-- How often something happened lately: codes asked for and tried, by address and by client. `key` is an HMAC,
-- so that the table tells nobody's address.
create table auth.limits (
  key text primary key,
  used integer not null check (used > 0),
  window_ends_at timestamptz not null
);
create index limits_expiry on auth.limits (window_ends_at);

-- Counts one use of a limit, in one step whatever else runs. Returns the uses in the current window, this one
-- included, and the seconds until it ends. The caller compares.
create function auth.count_use(limit_key text, window_seconds double precision)
returns table (used integer, seconds_left double precision)
language sql
as $$
  insert into auth.limits as l (key, used, window_ends_at)
  values (limit_key, 1, now() + make_interval(secs => window_seconds))
  on conflict (key) do update set
    used = case when l.window_ends_at <= now() then 1 else least(l.used, 1000000) + 1 end,
    window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end
  returning l.used, extract(epoch from l.window_ends_at - now())::double precision
$$;

grant select, insert, update, delete on all tables in schema auth to app_auth;
revoke execute on function auth.count_use from public;
grant execute on function auth.count_use to app_auth;

-- ---------------------------------------------------------------------------------------------------------
-- Who acts
-- ---------------------------------------------------------------------------------------------------------
create schema app;
grant usage on schema app to app_user, app_guard;

create function app.user_id() returns uuid
language sql stable
as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

create function app.touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- user_profiles
-- ---------------------------------------------------------------------------------------------------------
create table user_profiles (
  id uuid primary key references auth.users on delete restrict,
  email text not null check (length(email) between 3 and 254),
  full_name text check (full_name = btrim(full_name) and length(full_name) between 1 and 200),
  organization text check (organization = btrim(organization) and length(organization) between 1 and 200),
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index user_profiles_email on user_profiles (lower(email));
create index user_profiles_newest on user_profiles (created_at desc, id desc);
create trigger touch before update on user_profiles for each row execute function app.touch_updated_at();

-- Asked by policies for each statement. It runs as app_guard, which may see this one table, because a policy
-- on user_profiles that read user_profiles would ask itself for ever.
create function app.is_admin() returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select p.is_admin from public.user_profiles p
    where p.id = nullif(current_setting('app.user_id', true), '')::uuid), false)
$$;
grant select (id, is_admin) on user_profiles to app_guard;
do $$ begin execute format('grant app_guard, app_operator to %I', current_user); end $$;
grant create on schema app to app_guard;
alter function app.is_admin() owner to app_guard;
revoke create on schema app from app_guard;
revoke execute on all functions in schema app from public;
grant execute on function app.user_id(), app.is_admin() to app_user, app_guard;

alter table user_profiles enable row level security;
alter table user_profiles force row level security;
create policy guard_reads on user_profiles for select to app_guard using (true);
create policy own_or_admin_reads on user_profiles for select to app_user
  using (id = (select app.user_id()) or (select app.is_admin()));
create policy own_is_made on user_profiles for insert to app_user
  with check (id = (select app.user_id()) and not is_admin);
create policy own_or_admin_edits on user_profiles for update to app_user
  using (id = (select app.user_id()) or (select app.is_admin()));
create policy operator_does on user_profiles for all to app_operator using (true);
grant select, insert on user_profiles to app_user;
grant select, insert, update (is_admin) on user_profiles to app_operator;
grant usage on schema auth to app_operator;
grant select, insert on auth.users to app_operator;
grant update (full_name, organization) on user_profiles to app_user;

-- ---------------------------------------------------------------------------------------------------------
-- documents
-- ---------------------------------------------------------------------------------------------------------
create table documents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_profiles on delete restrict,
  filename text not null check (octet_length(filename) between 1 and 255 and filename !~ '[[:cntrl:]/\\]'),
  file_path text not null default '',
  file_size bigint not null check (file_size between 0 and 52428800),
  mime_type text not null check (length(mime_type) between 3 and 255),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_by uuid references user_profiles on delete set null,
  fund_name text not null default 'General' check (fund_name = btrim(fund_name) and length(fund_name) between 1 and 200),
  category text not null default 'Investment Documents' check (category in ('Investment Documents')),
  is_external_link boolean not null default false,
  external_url text check (external_url ~ '^https://' and length(external_url) <= 2048),
  file_type text not null
    check (file_type in ('pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'stl', 'txt', 'docusign')),
  view_count integer not null default 0 check (view_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  delete_requested_by uuid references user_profiles on delete restrict,
  delete_requested_at timestamptz,
  delete_request_status text check (delete_request_status in ('pending', 'approved', 'rejected')),

  -- An uploaded file is stored at {userId}/{timestamp}.{extension}; a signing link stores nothing.
  constraint file_or_signing_link check (
    case when is_external_link
      then file_path = '' and file_size = 0 and sha256 is null and external_url is not null
        and file_type = 'docusign' and mime_type = 'application/docusign'
      else file_path ~ ('^' || user_id::text || '/[0-9]{13,16}[.]' || file_type || '$')
        and file_size > 0 and sha256 is not null and external_url is null and file_type <> 'docusign'
    end),
  -- Requester and time are there while a request is, and gone when it was rejected (section 4).
  constraint delete_request_agrees check (
    case when delete_request_status in ('pending', 'approved')
      then delete_requested_by is not null and delete_requested_at is not null
      else delete_requested_by is null and delete_requested_at is null
    end)
);
create unique index documents_file_path on documents (file_path) where file_path <> '';
create index documents_of_user on documents (user_id, created_at desc, id desc);
create index documents_newest on documents (created_at desc, id desc);
create index documents_pending on documents (delete_requested_at) where delete_request_status = 'pending';
create index documents_uploader on documents (uploaded_by);
create index documents_requester on documents (delete_requested_by) where delete_requested_by is not null;
create trigger touch before update on documents for each row execute function app.touch_updated_at();

-- Tells every process which person's list changed; see server/events.ts.
create function app.announce_document() returns trigger
language plpgsql
as $$
declare
  changed public.documents := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('documents',
    json_build_object('type', lower(tg_op), 'id', changed.id, 'user_id', changed.user_id)::text);
  return null;
end $$;
create trigger announce after insert or update or delete on documents
  for each row execute function app.announce_document();

-- What a person who is no administrator may change on a document: count a view, or ask for its deletion.
create function app.guard_document() returns trigger
language plpgsql
as $$
begin
  if current_user <> 'app_user' or app.is_admin() then
    return new;
  end if;
  if new.id is distinct from old.id or new.user_id is distinct from old.user_id
    or new.filename is distinct from old.filename or new.fund_name is distinct from old.fund_name
    or new.category is distinct from old.category or new.created_at is distinct from old.created_at
    or new.view_count not in (old.view_count, old.view_count + 1)
    or (row(new.delete_request_status, new.delete_requested_by, new.delete_requested_at)
        is distinct from row(old.delete_request_status, old.delete_requested_by, old.delete_requested_at)
      and (new.delete_request_status is distinct from 'pending' or old.delete_request_status in ('pending', 'approved')
        or new.delete_requested_by is distinct from app.user_id()))
  then
    raise exception 'only an administrator may change this' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard before update on documents for each row execute function app.guard_document();

alter table documents enable row level security;
alter table documents force row level security;
create policy own_or_admin_reads on documents for select to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
create policy own_or_admin_adds on documents for insert to app_user
  with check (uploaded_by = (select app.user_id()) and delete_request_status is null and view_count = 0
    and ((user_id = (select app.user_id()) and not is_external_link) or (select app.is_admin())));
create policy own_or_admin_changes on documents for update to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
create policy admin_deletes on documents for delete to app_user using ((select app.is_admin()));
grant select, insert, delete on documents to app_user;
grant update (filename, fund_name, category, view_count,
  delete_requested_by, delete_requested_at, delete_request_status) on documents to app_user;

-- ---------------------------------------------------------------------------------------------------------
-- document_views
-- ---------------------------------------------------------------------------------------------------------
create table document_views (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references documents on delete cascade,
  user_id uuid references user_profiles on delete set null,
  user_email text not null,
  user_name text,
  viewed_at timestamptz not null default now()
);
create index document_views_of_document on document_views (document_id, viewed_at desc, id desc);
create index document_views_viewer on document_views (user_id);

alter table document_views enable row level security;
alter table document_views force row level security;
-- The inner query is itself under the policy of documents: whoever sees a document sees who viewed it.
create policy with_document_reads on document_views for select to app_user
  using (exists (select from documents d where d.id = document_id));
create policy own_view_is_added on document_views for insert to app_user
  with check (user_id = (select app.user_id()) and exists (select from documents d where d.id = document_id));
grant select, insert on document_views to app_user;

-- Specification section 7: increment_view_count. Records one view and counts it, both or neither.
-- Returns the new count, or null where the acting person sees no such document.
create function increment_view_count(doc_id uuid, viewer_id uuid, viewer_email text, viewer_name text)
returns integer
language plpgsql
as $$
declare
  counted integer;
begin
  update documents set view_count = view_count + 1 where id = doc_id returning view_count into counted;
  if counted is not null then
    insert into document_views (document_id, user_id, user_email, user_name)
    values (doc_id, viewer_id, viewer_email, viewer_name);
  end if;
  return counted;
end $$;
revoke execute on function increment_view_count from public;
grant execute on function increment_view_count to app_user;

-- ---------------------------------------------------------------------------------------------------------
-- uploads: files on their way. A row is there before the first byte and stays until it expires, so whatever a
-- crash leaves on disk or in storage is named here and finished or cleaned up (server/uploads/).
-- ---------------------------------------------------------------------------------------------------------
create table uploads (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16,64}$'),
  user_id uuid not null references user_profiles on delete restrict,
  uploaded_by uuid not null references user_profiles on delete restrict,
  filename text not null check (octet_length(filename) between 1 and 255),
  file_type text not null check (file_type in ('pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'stl', 'txt')),
  file_size bigint not null check (file_size between 1 and 52428800),
  fund_name text not null,
  category text not null,
  -- Where the finished file goes and what it is, set before it is put there.
  file_path text unique,
  mime_type text,
  sha256 text,
  -- What became of it: the row stays a while after the document is made, so that a browser that never heard
  -- the answer can ask again and hears the same one. No foreign key: it stays set when the document is deleted,
  -- or the row would look unfinished again and a restart would bring the document back.
  document_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_of_uploader on uploads (uploaded_by);
create index uploads_of_user on uploads (user_id);
create index uploads_expiry on uploads (expires_at);

alter table uploads enable row level security;
alter table uploads force row level security;
create policy own_uploads on uploads for all to app_user
  using (uploaded_by = (select app.user_id()))
  with check (uploaded_by = (select app.user_id())
    and (user_id = (select app.user_id()) or (select app.is_admin())));
-- The clean-up job acts for nobody; it sees what has expired and nothing else.
grant usage on schema public to app_jobs;
create policy expired_for_cleanup on uploads for select to app_jobs using (true);
create policy expired_are_removed on uploads for delete to app_jobs using (expires_at <= now());
create policy recovery_claims on uploads for update to app_jobs using (true);
grant select, insert, update, delete on uploads to app_user;
grant select, delete, update (expires_at) on uploads to app_jobs;
-- Before it removes a stored file the queue asks whether a document refers to it, and sees no more than that.
create policy stored_paths_for_cleanup on documents for select to app_jobs using (true);
grant select (file_path) on documents to app_jobs;

-- ---------------------------------------------------------------------------------------------------------
-- audit_log: what was done, by whom; outlives the rows it speaks of. Never changed, never deleted.
-- ---------------------------------------------------------------------------------------------------------
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_email text,
  action text not null check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  subject_id text,
  details jsonb not null default '{}'
);
create index audit_log_subject on audit_log (subject_id, at);

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_acts_are_written on audit_log for insert to app_user with check (actor_id = (select app.user_id()));
create policy admin_reads on audit_log for select to app_user using ((select app.is_admin()));
create policy operator_writes on audit_log for insert to app_operator with check (actor_id is null);
grant insert, select on audit_log to app_user;
grant insert on audit_log to app_operator;

-- Tells every process that a session has ended, so that what it holds open ends with it; see server/events.ts.
create function auth.announce_ended_session() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('sessions', json_build_object('id', old.id)::text);
  return null;
end $$;
create trigger announce after delete on auth.sessions for each row execute function auth.announce_ended_session();
