-- A person's page, for administrators: where the person is signed in. Nothing that would let anyone act as them.

create function app.sessions_of(target uuid)
returns table (id uuid, device text, ip text, signed_in_at timestamptz, last_seen timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may see sessions' using errcode = '42501';
  end if;
  return query select s.id, s.user_agent, s.ip_address, s.created_at, s.updated_at from auth.sessions s
    where s.user_id = target and s.expires_at > now() order by s.updated_at desc, s.id limit 100;
end $$;

grant select (user_agent, ip_address, created_at, expires_at) on auth.sessions to app_steward;
grant create on schema app to app_steward;
alter function app.sessions_of(uuid) owner to app_steward;
revoke create on schema app from app_steward;
revoke execute on function app.sessions_of(uuid) from public;
grant execute on function app.sessions_of(uuid) to app_user;
