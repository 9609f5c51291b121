-- Commands that need two people: one requests, another decides (two-people.sql). Operations: app/approvals/server/.

-- What one person requests and another decides. A request never changes, and is decided once.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z_-]+([.][a-z_-]+)+$'),
  subject_id uuid not null,
  holder_id uuid references holders on delete restrict,
  content jsonb not null,
  -- Of the content, as the database writes it.
  content_sha256 bytea not null,
  summary text not null check (length(summary) between 1 and 500),
  asked_by uuid not null references user_profiles on delete restrict,
  asked_at timestamptz not null default now(),
  -- Null where a job has voided it.
  decided_by uuid references user_profiles on delete restrict,
  decided_at timestamptz,
  decision text check (decision in ('approved', 'rejected', 'withdrawn', 'void')),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  constraint two_people check (decision is null or decision not in ('approved', 'rejected') or asked_by <> decided_by),
  constraint decided_by_someone check ((decision is null) = (decided_at is null)
    and case when decision is null then decided_by is null else decided_by is not null or decision = 'void' end)
);
create unique index approvals_open on approvals (kind, subject_id) where decision is null;
create index approvals_waiting on approvals (asked_at, id) where decision is null;
create index approvals_of_subject on approvals (subject_id, asked_at);
create index approvals_of_holder on approvals (holder_id, asked_at) where holder_id is not null;
create index approvals_decided on approvals (decided_at desc, id) where decided_at is not null;
create index approvals_decider on approvals (decided_by, decided_at) where decided_by is not null;
create index approvals_asker on approvals (asked_by);
alter table holder_members add foreign key (approval_id) references approvals on delete restrict;
-- Elsewhere on this table: two-people.sql (guard, stamp, step, approval_is_carried_out), retention.sql (refuse_removal),
-- holders.sql (drop_refused_number), deliveries.sql (decline_delivery), sealing.sql (drop_refused_seal_key), mail.sql
-- (announce_to_office).

-- Administrators and approvers read every request. What it is about, they see by the policies of other tables.
create policy approvers_read on approvals for select to app_user
  using ((select app.is_admin()) or (select app.is_approver()));
-- Only an administrator requests, in their own name.
create policy admin_requests on approvals for insert to app_user
  with check ((select app.is_admin()) and asked_by = (select app.user_id()) and decision is null);
-- Who may decide on which request: the workflow 'approval', which asks app.decision_refusal (two-people.sql).
create policy approvers_decide on approvals for update to app_user
  using ((select app.is_admin()) or (select app.is_approver()));
grant select on approvals to app_audit, app_jobs;
grant select, update (decided_by, decision, reason) on approvals to app_steward;
grant select, insert (id, kind, subject_id, holder_id, content, summary), update (decision, reason) on approvals to
  app_user;
grant select (id, kind, subject_id, content, decided_by, decided_at, decision) on approvals to app_guard;

-- Functions

-- Voids the open approvals of a subject that has changed. For the office, for those who act for the holder,
-- and for jobs. Returns how many.
create or replace function app.void_approvals(act text, subject uuid) returns integer
language plpgsql security definer as $$
declare
  voided integer;
  -- From outside: current_user is app_steward in here.
  caller text := current_setting('role');
begin
  update public.approvals a set decision = 'void', decided_by = app.user_id(), reason = 'What it was about has changed.'
    where a.kind = act and a.subject_id = subject and a.decision is null
      and (caller = 'app_jobs' or app.is_admin() or app.is_applying(null, subject) or a.holder_id = any (app.office_owners())
        or app.acts_for_holder(a.holder_id));
  get diagnostics voided = row_count;
  return voided;
end $$;
grant execute on function app.void_approvals to app_jobs, app_user;

-- The names of the people who requested and decided, with their addresses, since people choose their names. For
-- administrators and approvers, because an approver sees no other profile.
create or replace function app.approval_names(approvals uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer as $$
begin
  if not (app.is_admin() or app.is_approver()) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  -- With the address: people choose their names, and may choose a colleague's.
  return query select p.id, coalesce(p.full_name || ' (' || p.email || ')', p.email) from public.user_profiles p
    where p.id in (select unnest(array[a.asked_by, a.decided_by]) from public.approvals a where a.id = any (approvals));
end $$;
grant execute on function app.approval_names to app_user;

-- All administrators and approvers, so that the office and jobs can notify them.
create or replace function app.deciders() returns uuid[] language plpgsql stable security definer as $$
begin
  if current_setting('role') <> 'app_jobs' and not app.acts_for_office() then
    raise exception 'only the office may ask' using errcode = '42501';
  end if;
  return array(select p.id from public.user_profiles p where (p.is_admin or p.is_approver) and p.disabled_at is null
    order by p.id);
end $$;
grant execute on function app.deciders to app_jobs, app_user;

-- The number of people other than the current one who could decide on their request: it must concern neither them nor a
-- holder of which they are a member.
create or replace function app.count_other_deciders(holder uuid, content jsonb, administrators_only boolean) returns integer
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return (select count(*) from public.user_profiles p where (p.is_admin or p.is_approver and not administrators_only)
    and p.disabled_at is null and p.accepted_at is not null and p.id is distinct from app.user_id()
    and p.id <> all (app.people_concerned(holder, content)));
end $$;
grant execute on function app.count_other_deciders to app_user;

-- For the previous version of the site.
create or replace function app.count_other_approvers() returns integer language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return (select count(*) from public.user_profiles p where (p.is_admin or p.is_approver) and p.disabled_at is null
    and p.accepted_at is not null and p.id is distinct from app.user_id());
end $$;
grant execute on function app.count_other_approvers to app_user;
