-- Sessions without the sign-in library (docs/decisions/0026): the database keeps a token's hash, and nobody who reads it
-- can use a session. Sessions that are open stay so.
alter table auth.sessions add column token_hash text;
update auth.sessions set token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex');
alter table auth.sessions alter column token_hash set not null, add constraint sessions_token_hash_key unique (token_hash);

drop function app.find_signed_in(text), app.find_session(text);
alter table auth.sessions drop column token;
-- The library looked for addresses as they were typed.
drop index auth.users_address;

-- The session with a token, whether or not it has expired, and the profile of its person; nothing where there is no such
-- session, null for what a person without a profile lacks. The pages' login calls it before it becomes a working role
-- (server/database/logins.ts grants it that): the token is the proof. app_session_reader owns it and sees only what it
-- returns; nobody can become it.
grant select (token_hash) on auth.sessions to app_session_reader;
create function app.find_session(token_hash text)
returns table (session_id uuid, user_id uuid, expires_at timestamptz, passkey_at timestamptz, is_closed boolean,
  profile_id uuid, email text, full_name text, organization text, is_admin boolean, is_approver boolean,
  created_at timestamptz, updated_at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select s.id, s.user_id, s.expires_at, f.passkey_at, p.disabled_at is not null, p.id, p.email, p.full_name,
      p.organization, p.is_admin, p.is_approver, p.created_at, p.updated_at
    from auth.sessions s
      left join auth.session_proofs f on f.session_id = s.id
      left join public.user_profiles p on p.id = s.user_id
    where s.token_hash = find_session.token_hash;
end $$;
grant create on schema app to app_session_reader;
alter function app.find_session(text) owner to app_session_reader;
revoke create on schema app from app_session_reader;
revoke execute on function app.find_session(text) from public;
