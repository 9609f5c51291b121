-- Those who act for a holder choose how often it gets statements; all else of a holder stays the office's.
do $$
declare
  -- No column is called 'none'.
  columns text := 'array[''frozen_at'', (array[''none'', ''statement_rhythm''])[1 + app.acts_for_holder(new.id)::integer]]';
begin
  execute replace(pg_get_functiondef('app.guard_freeze()'::regprocedure),
    $old$to_jsonb(new) - 'frozen_at' is distinct from to_jsonb(old) - 'frozen_at'$old$,
    format('to_jsonb(new) - %1$s is distinct from to_jsonb(old) - %1$s', columns));
end $$;

create policy member_chooses_rhythm on holders for update to app_user using (app.acts_for_holder(id));
