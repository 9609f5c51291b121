-- A site moves by a backup that is restored elsewhere while it is stopped; so nothing has to be read-only while it runs.
do $$
declare
  guarded regclass;
begin
  for guarded in select tgrelid from pg_trigger where tgname = 'refuse_while_read_only' loop
    execute format('drop trigger refuse_while_read_only on %s', guarded);
  end loop;
end $$;
drop table if exists app.site_state, app.moved_files;
