-- Acts that take two people: one asks, another decides. Where a table takes two people, its policies and triggers ask
-- app.is_applying(kind, subject), true only in the transaction that approves it. Operations: server/approvals/.

-- Tables

-- What one person asks for and another decides on. What was asked never changes; it is decided once.
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

-- Policies

create policy deciders_read on approvals for select to app_user
  using ((select app.is_admin()) or (select app.is_approver()));
create policy admin_asks on approvals for insert to app_user
  with check ((select app.is_admin()) and asked_by = (select app.user_id()) and decision is null);
create policy deciders_decide on approvals for update to app_user
  using ((select app.is_admin()) or (select app.is_approver()));
create policy guard_reads on approvals for select to app_guard using (true);
create policy steward_voids on approvals for all to app_steward using (true);
create policy jobs_read on approvals for select to app_jobs using (true);
grant select on approvals to app_jobs;
grant select, update (decided_by, decision) on approvals to app_steward;
grant select, insert (id, kind, subject_id, holder_id, content, summary), update (decision, reason) on approvals to
  app_user;
grant select (id, kind, subject_id, decided_by, decided_at, decision) on approvals to app_guard;

-- Functions

create or replace function app.guard_approval() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.content_sha256 := sha256(convert_to(new.content::text, 'UTF8'));
    if current_user = 'app_user' then
      new.asked_by := app.user_id();
      new.asked_at := now();
    end if;
    return new;
  end if;
  if old.decision is not null then
    raise exception 'an approval is decided once' using errcode = '42501';
  end if;
  if row(new.id, new.kind, new.subject_id, new.holder_id, new.content, new.content_sha256, new.summary, new.asked_by,
      new.asked_at) is distinct from row(old.id, old.kind, old.subject_id, old.holder_id, old.content,
      old.content_sha256, old.summary, old.asked_by, old.asked_at) or new.decision is null
  then
    raise exception 'what was asked stays as it is' using errcode = '42501';
  end if;
  new.decided_at := now();
  if current_user = 'app_user' then
    new.decided_by := app.user_id();
    if (case new.decision
      when 'withdrawn' then new.decided_by = old.asked_by
      when 'void' then false
      else new.decided_by <> old.asked_by and (app.is_admin() or app.is_approver()) end)
      is not true
    then
      raise exception 'this person does not decide on it' using errcode = '42501';
    end if;
  elsif current_user = 'app_steward' and new.decision <> 'void' then
    raise exception 'only a person decides' using errcode = '42501';
  end if;
  if new.decision in ('approved', 'rejected') and new.decided_by is not distinct from new.asked_by then
    raise exception 'two people decide on this' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard before insert or update on approvals for each row execute function app.guard_approval();
alter table approvals enable always trigger guard;

-- Whether the person who acts has approved, in this transaction, something of this kind, about this subject; without these,
-- anything at all.
create or replace function app.is_applying(act text default null, subject uuid default null) returns boolean
language sql stable security definer as $$
  select (app.is_admin() or app.is_approver()) and exists (select from public.approvals a
    where a.decided_by = (select app.user_id()) and a.decided_at = now() and a.decision = 'approved'
      and (act is null or a.kind = act) and (subject is null or a.subject_id = subject))
$$;
alter function app.is_applying owner to app_guard;
grant execute on function app.is_applying to app_steward, app_user;

-- Voids what is still open about a subject, because it has changed. For the office, for those who act for the holder,
-- and for jobs. Returns how many.
create or replace function app.void_approvals(act text, subject uuid) returns integer
language plpgsql security definer as $$
declare
  voided integer;
  -- From outside: current_user is app_steward in here.
  caller text := current_setting('role');
begin
  update public.approvals a set decision = 'void', decided_by = app.user_id()
    where a.kind = act and a.subject_id = subject and a.decision is null
      and (caller = 'app_jobs' or app.acts_for_office() or app.acts_for_holder(a.holder_id));
  get diagnostics voided = row_count;
  return voided;
end $$;
alter function app.void_approvals owner to app_steward;
grant execute on function app.void_approvals to app_jobs, app_user;

-- The names of those who have asked and decided, for those who decide: an approver sees no other profile.
create or replace function app.approval_names(approvals uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer as $$
begin
  if not (app.is_admin() or app.is_approver()) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  return query select p.id, coalesce(p.full_name, p.email) from public.user_profiles p
    where p.id in (select unnest(array[a.asked_by, a.decided_by]) from public.approvals a where a.id = any (approvals));
end $$;
alter function app.approval_names owner to app_steward;
grant execute on function app.approval_names to app_user;

-- How many people other than the one who acts could decide on what they ask for.
create or replace function app.count_other_approvers() returns integer
language plpgsql stable security definer as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may count' using errcode = '42501';
  end if;
  return (select count(*) from public.user_profiles p where (p.is_admin or p.is_approver) and p.disabled_at is null
    and p.accepted_at is not null and p.id is distinct from app.user_id());
end $$;
alter function app.count_other_approvers owner to app_steward;
grant execute on function app.count_other_approvers to app_user;

create trigger announce_to_office after insert or update on approvals
  for each statement execute function app.announce_to_office();
create trigger refuse_removal before delete or truncate on approvals execute function app.refuse_removal();
alter table approvals enable always trigger refuse_removal;
