-- Whose a piece of evidence is, where joint holders prove by themselves that they are accredited: each of them sends
-- their own. 17 CFR 230.506(c)(2)(ii) verifies natural persons one by one, but for a couple's joint test.
alter table evidence add column person text check (length(person) between 1 and 200);

grant insert (person) on evidence to app_user;

-- As app.evidence_facts, which the version before uses, and whose it is.
create function app.evidence_of_people(verification uuid) returns table (id uuid, kind text, dated_on date,
  ssn_pages integer[], is_sent_anyway boolean, is_gone boolean, is_own boolean, person text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select e.id, e.kind, e.dated_on, e.ssn_pages, e.sent_anyway_at is not null, e.document_id is null,
      e.added_by = app.user_id(), e.person
    from public.evidence e where e.accreditation_id = verification and app.may_see(e.holder_id, 'Accreditation')
    order by e.added_at, e.id;
end $$;
grant create on schema app to app_steward;
alter function app.evidence_of_people(uuid) owner to app_steward;
revoke create on schema app from app_steward;
revoke all on function app.evidence_of_people(uuid) from public;
grant execute on function app.evidence_of_people(uuid) to app_user;
