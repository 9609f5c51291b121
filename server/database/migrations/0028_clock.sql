-- A clock that was wrong and is put back: a limit's window must not last until the wrong time comes around again. So a
-- window that ends later than one that began now would, by more than transactions can be apart, has ended.
create or replace function auth.count_use(limit_key text, window_seconds double precision)
returns table (used integer, seconds_left double precision)
language sql
set search_path = pg_catalog, public, pg_temp
as $$
  insert into auth.limits as l (key, used, window_ends_at)
  values (limit_key, 1, now() + make_interval(secs => window_seconds))
  on conflict (key) do update set (used, window_ends_at) = (
    select case when ended then 1 else least(l.used, 1000000) + 1 end,
      case when ended then excluded.window_ends_at else l.window_ends_at end
    from (select l.window_ends_at <= now() or l.window_ends_at > excluded.window_ends_at + interval '5 minutes') as o (ended)
  )
  returning l.used, extract(epoch from l.window_ends_at - now())::double precision
$$;
