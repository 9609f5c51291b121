-- What runs of documents have in common. A kind of run has its lines in each view; who may show its documents, who sees them
-- while they are released, that they stay, and who is notified of a recall follow from that. Operations: app/runs/server/.

-- Policies

grant select on app.run_items to app_jobs, app_steward, app_user;
grant select on app.runs to app_jobs, app_steward;
grant select on app.recalled_runs to app_jobs;
grant update (unreleased, retain_until) on documents to app_directory;

-- Functions

-- The items of each run, and the approval that releases them: of those that were prepared, it shows their documents; of the
-- others, it has them made.
create view app.run_items with (security_invoker = true) as
  select 'statements.release' as approval, true as is_prepared, s.run_id, s.holder_id as owner_id, s.document_id, s.prepared_at
    from public.statements s union all
  select 'statements.release', true, s.run_id, s.holder_id, s.csv_document_id, s.prepared_at from public.statements s union all
  select 'tax.furnish', true, t.run_id, t.holder_id, t.document_id, t.prepared_at from public.tax_returns t union all
  select 'letters.release', true, l.run_id, l.holder_id, l.document_id, l.prepared_at from public.letters l union all
  select 'delivery.send', false, i.delivery_id, i.owner_id, i.document_id, null from public.delivery_documents i union all
  select 'papers.release', false, i.batch_id, i.holder_id, i.document_id, null from public.paper_batch_items i;

-- Each run with its workflow, the approval that it was released by, and its recall. One of tax forms has a second approval.
create view app.runs with (security_invoker = true) as
  select 'statement_run' as workflow, r.id, r.state, r.approval_id, null::uuid as recalled_by, null::timestamptz as recalled_at
    from public.statement_runs r union all
  select 'tax_run', r.id, r.state, r.furnish_approval_id, null, null from public.tax_runs r union all
  select 'tax_run', r.id, r.state, r.file_approval_id, null, null from public.tax_runs r union all
  select 'letter_run', r.id, r.state, r.approval_id, r.recalled_by, r.recalled_at from public.letter_runs r union all
  select 'delivery', d.id, d.state, d.approval_id, d.recalled_by, d.recalled_at from public.document_deliveries d union all
  select 'paper_batch', b.id, b.state, b.approval_id, b.recalled_by, b.recalled_at from public.paper_batches b;

-- Hides the documents of a run that is being recalled from everyone but the office, those that wait for their check too, and
-- keeps them. Returns how many.
create or replace function app.hide_run(run uuid, kept_years integer) returns integer language plpgsql security definer as $$
begin
  perform app.require_admin();
  if not exists (select from app.runs r join app.workflow_steps() s on s.workflow = r.workflow and s.from_state = r.state
    where r.id = run and s.to_state = 'recalled')
  then
    raise exception 'nothing of it can be recalled' using errcode = '42501';
  end if;
  return app.hide_documents(array(select i.document_id from app.run_items i where i.run_id = run), kept_years);
end $$;
grant execute on function app.hide_run to app_user;

create or replace function app.hide_documents(recalled uuid[], kept_years integer) returns integer
language plpgsql security definer as $$
declare
  hidden integer;
begin
  update public.documents d set unreleased = true,
    retain_until = greatest(d.retain_until, (app.fund_day() + make_interval(kept_years))::date)
    where d.id = any (recalled);
  get diagnostics hidden = row_count;
  return hidden;
end $$;
alter function app.hide_documents owner to app_directory;
grant execute on function app.hide_documents to app_steward;

-- Who knows of a run's documents, by bytes that they were sent or by e-mail, other than the office as such: these are notified
-- of a recall, once. Of a bulk delivery, where a document may be another holder's, only those who were sent bytes.
create or replace function app.run_readers(run uuid) returns table (user_id uuid, document_id uuid)
language plpgsql stable security definer as $$
begin
  if current_setting('role') <> 'app_jobs' then
    perform app.require_admin();
  end if;
  return query
    select distinct p.id, i.document_id
    from app.run_items i cross join lateral (
        select a.user_id, a.begun_at as at from public.file_accesses a where a.document_id = i.document_id and a.sent > 0
        union all select n.user_id, n.taken_at from public.notices n where n.document_id = i.document_id
          and n.kind = 'document-added' and n.mail_id is not null and i.approval <> 'papers.release') x
      join public.user_profiles p on p.id = x.user_id and p.disabled_at is null
    where i.run_id = run and app.read_as_recipient(p.id, i.document_id, i.owner_id, x.at)
      and not exists (select from public.notices n where n.user_id = p.id and n.document_id = i.document_id
        and n.kind = 'document-recalled');
end $$;
grant execute on function app.run_readers to app_jobs, app_user;

-- Recalled runs, for the previous version of the site.
create view app.recalled_runs with (security_invoker = true) as
  select r.id, r.recalled_by, r.recalled_at from app.runs r where r.recalled_at is not null;

-- Hides a run and finds its readers, for the previous version of the site.
create or replace function app.hide_letters(run uuid, kept_years integer) returns integer language sql as $$
  select app.hide_run(run, kept_years)
$$;
create or replace function app.hide_delivered(delivery uuid, kept_years integer) returns integer language sql as $$
  select app.hide_run(delivery, kept_years)
$$;
create or replace function app.hide_papers(batch uuid, kept_years integer) returns integer language sql as $$
  select app.hide_run(batch, kept_years)
$$;
create or replace function app.told_of_delivered(delivery uuid) returns table (user_id uuid, document_id uuid)
language sql stable as $$
  select * from app.run_readers(delivery)
$$;
create or replace function app.late_paper_readers() returns table (user_id uuid, document_id uuid, recalled_by uuid)
language sql stable as $$
  select t.*, r.recalled_by from app.recalled_runs r cross join lateral app.run_readers(r.id) t
  where r.recalled_at > now() - interval '7 days'
$$;
grant execute on function app.hide_letters, app.hide_delivered, app.hide_papers to app_user;
grant execute on function app.told_of_delivered to app_jobs, app_user;
grant execute on function app.late_paper_readers to app_jobs;
