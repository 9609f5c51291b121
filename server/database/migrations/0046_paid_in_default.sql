-- A note in default that was recorded as paid is in default again once that payment is reversed.
do $$
begin
  execute replace(pg_get_functiondef('app.guard_note()'::regprocedure),
    $old$when 'paid current', 'paid matured' then$old$,
    $new$when 'paid current', 'paid matured', 'paid defaulted' then$new$);
end $$;
