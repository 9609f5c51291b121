-- What runs of documents have in common that a job prepares and two people release. A kind of run has its lines in each view.
-- Operations: server/runs/.

-- Policies

grant select on app.run_items to app_jobs, app_steward, app_user;
grant select on app.run_approvals to app_steward;
grant select on app.recalled_runs to app_jobs;

-- Functions

-- The items of each run, and the approval that releases them.
create view app.run_items with (security_invoker = true) as
  select 'statements.release' as approval, s.run_id, s.holder_id, s.document_id, s.prepared_at from public.statements s union all
  select 'statements.release', s.run_id, s.holder_id, s.csv_document_id, s.prepared_at from public.statements s union all
  select 'tax.furnish', t.run_id, t.holder_id, t.document_id, t.prepared_at from public.tax_returns t union all
  select 'letters.release', l.run_id, l.holder_id, l.document_id, l.prepared_at from public.letters l;

-- The approvals that runs were released by, those of bulk deliveries too.
create view app.run_approvals with (security_invoker = true) as
  select r.id as run_id, r.approval_id from public.statement_runs r union all
  select r.id, r.furnish_approval_id from public.tax_runs r union all
  select r.id, r.file_approval_id from public.tax_runs r union all
  select r.id, r.approval_id from public.letter_runs r union all
  select b.id, b.approval_id from public.paper_batches b;

-- Runs that were recalled, of the kinds that can be.
create view app.recalled_runs with (security_invoker = true) as
  select r.id, r.recalled_by, r.recalled_at from public.letter_runs r where r.recalled_at is not null;

-- The people to notify of a run's recall: those who were sent an e-mail about its documents, or any of their bytes.
-- Without the office as such, and people who were notified already.
create or replace function app.run_readers(run uuid) returns table (user_id uuid, document_id uuid)
language plpgsql stable security definer as $$
begin
  if current_setting('role') <> 'app_jobs' then
    perform app.require_admin();
  end if;
  return query
    select distinct x.user_id, i.document_id
    from app.run_items i cross join lateral (
        select a.user_id, a.begun_at as at from public.file_accesses a where a.document_id = i.document_id and a.sent > 0
        union all select n.user_id, n.taken_at from public.notices n
          where n.document_id = i.document_id and n.kind = 'document-added' and n.mail_id is not null) x
    where i.run_id = run and app.read_as_recipient(x.user_id, i.document_id, i.holder_id, x.at)
      and not exists (select from public.notices n where n.user_id = x.user_id and n.document_id = i.document_id
        and n.kind = 'document-recalled');
end $$;
grant execute on function app.run_readers to app_jobs, app_user;
