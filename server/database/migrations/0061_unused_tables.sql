-- What nothing uses any more: tables of the sign-in library, and a counter that document_figures replaced. People had no
-- accounts with providers, so rows there are somebody's work, and stop this.
do $$ begin
  if to_regclass('auth.accounts') is not null and exists (select from auth.accounts) then
    raise exception 'auth.accounts has rows, which this site never wrote. Move them elsewhere, then start again.';
  end if;
end $$;
drop table if exists auth.accounts, auth.verifications, app.document_count;
