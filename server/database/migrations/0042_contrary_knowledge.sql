-- What speaks against a verification may be learned after it has ended, too: most are good for one sale, within 90 days.
do $$
begin
  execute replace(pg_get_functiondef('app.guard_accreditation()'::regprocedure),
    $old$when 'revoked' then old.state = 'approved' and$old$,
    $new$when 'revoked' then old.state in ('approved', 'expired') and$new$);
end $$;
