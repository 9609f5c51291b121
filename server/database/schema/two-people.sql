-- Two people. What one person asks for, another decides on: what was asked never changes, and it is decided once. Tables that
-- take two people ask app.is_applying(kind, subject) in their policies and triggers, which is true only in the transaction of
-- the approval: holders and their members, entries of the ledger (ledger-balances.sql), steps of notes, elections and
-- verifications (workflows.sql), schedules, statements that are released, and files that are imported.
-- Tests: tests/integration/approvals.test.ts, frozen-holder.test.ts.

-- Functions

create or replace function app.guard_approval() returns trigger language plpgsql as $$
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
language plpgsql stable security definer as $$
begin
  return (app.is_admin() or app.is_approver()) and exists (select from public.approvals a
    where a.decided_by = (select app.user_id()) and a.decided_at = now() and a.decision = 'approved'
      and (act is null or a.kind = act) and (subject is null or a.subject_id = subject));
end $$;
alter function app.is_applying owner to app_guard;
grant execute on function app.is_applying to app_steward, app_user;

-- Freezing a holder, and ending that, needs two people; whoever approves it changes nothing else.
create or replace function app.guard_freeze() returns trigger language plpgsql as $$
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  if new.frozen_at is distinct from old.frozen_at
    and not app.is_applying(case when new.frozen_at is null then 'holder.unfreeze' else 'holder.freeze' end, new.id)
    or not app.is_admin() and to_jsonb(new) - array['frozen_at', (array['none', 'statement_rhythm'])[1 + app.acts_for_holder(new.id)::integer]] is distinct from to_jsonb(old) - array['frozen_at', (array['none', 'statement_rhythm'])[1 + app.acts_for_holder(new.id)::integer]]
  then
    raise exception 'freezing a holder takes two people' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_freeze before update on holders for each row execute function app.guard_freeze();
