-- An entity all of whose owners are accredited may be verified owner by owner: 17 CFR 230.501(a)(8). Directors, executive
-- officers and general partners of the fund, (a)(4), are verified by its own records.
alter table accreditations
  drop constraint accreditations_method_check,
  add constraint accreditations_method_check check (method in ('high_minimum', 'earlier', 'letter', 'income',
    'net_worth', 'license', 'insider', 'owners', 'other'));

alter table evidence
  -- Of a license printout: 17 CFR 230.501(a)(10) counts three.
  add column license_series text check (license_series in ('7', '65', '82')),
  -- Of an IRS form: 17 CFR 230.506(c)(2)(ii)(A) asks for two years. Null for one that was sent before it was asked.
  add column tax_year integer check (tax_year between 1990 and 2200);
grant insert (license_series, tax_year) on evidence to app_user;

-- As app.evidence_of_people, which the version before uses, and of which year it is.
create function app.evidence_sent(verification uuid) returns table (id uuid, kind text, dated_on date,
  ssn_pages integer[], is_sent_anyway boolean, is_gone boolean, is_own boolean, person text, tax_year integer)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select e.id, e.kind, e.dated_on, e.ssn_pages, e.sent_anyway_at is not null, e.document_id is null,
      e.added_by = app.user_id(), e.person, e.tax_year
    from public.evidence e where e.accreditation_id = verification and app.may_see(e.holder_id, 'Accreditation')
    order by e.added_at, e.id;
end $$;
grant create on schema app to app_steward;
alter function app.evidence_sent(uuid) owner to app_steward;
revoke create on schema app from app_steward;
revoke all on function app.evidence_sent(uuid) from public;
grant execute on function app.evidence_sent(uuid) to app_user;
