-- Who is asking, in one statement (docs/decisions/0012). Until now each request asked the sign-in's connection for the
-- session, then the pages' one for the profile.
--
-- The pages' login calls it before it becomes a working role (server/database/migrate.ts grants it that): the session's
-- token is the proof. app_session_reader owns the function and sees only what it returns; nobody can become it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'app_session_reader') then
    begin
      create role app_session_reader nologin noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$;
do $$ begin execute format('grant app_session_reader to %I', current_user); end $$;

grant usage on schema app, auth, public to app_session_reader;
grant select (id, user_id, token, expires_at) on auth.sessions to app_session_reader;
grant select (session_id, passkey_at) on auth.session_proofs to app_session_reader;
grant select (id, email, full_name, organization, is_admin, created_at, updated_at, disabled_at) on user_profiles
  to app_session_reader;
create policy session_reader_reads on user_profiles for select to app_session_reader using (true);

-- The session with a token, whether or not it has expired, and the profile of its person; nothing where there is no such
-- session, null for what a person without a profile lacks.
create function app.find_session(token text)
returns table (session_id uuid, user_id uuid, expires_at timestamptz, passkey_at timestamptz, is_closed boolean,
  profile_id uuid, email text, full_name text, organization text, is_admin boolean, created_at timestamptz,
  updated_at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select s.id, s.user_id, s.expires_at, f.passkey_at, p.disabled_at is not null, p.id, p.email, p.full_name,
      p.organization, p.is_admin, p.created_at, p.updated_at
    from auth.sessions s
      left join auth.session_proofs f on f.session_id = s.id
      left join public.user_profiles p on p.id = s.user_id
    where s.token = find_session.token;
end $$;
grant create on schema app to app_session_reader;
alter function app.find_session(text) owner to app_session_reader;
revoke create on schema app from app_session_reader;
revoke execute on function app.find_session(text) from public;

-- What a person's home asks each time it is opened: what others added for them, and what they have signed.
create index documents_from_others on documents (user_id, created_at desc) where uploaded_by is distinct from user_id;
create index documents_signed_of_person on documents (user_id) where signing_state in ('said_signed', 'confirmed');
