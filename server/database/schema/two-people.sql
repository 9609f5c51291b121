-- Two people. What one person asks for, another decides on: what was asked never changes, and it is decided once. Tables that
-- take two people ask app.is_applying(kind, subject) in their policies and triggers, which is true only in the transaction of
-- the approval: holders and their members, entries of the ledger (ledger-balances.sql), steps of notes, elections and
-- verifications (workflows.sql), schedules, statements that are released, and files that are imported.
-- Tests: tests/integration/approvals.test.ts, frozen-holder.test.ts.

-- Functions

-- Whether only another administrator decides on it, and no approver: on a note that was signed before its verification, by
-- somebody who can look at that; and on a verification with evidence, of which an approver sees nothing.
create or replace function app.needs_administrator(kind text, content jsonb) returns boolean language sql immutable as $$
  select kind = 'note.sign' or kind = 'accreditation.approve' and content -> 'evidence' is distinct from '[]'::jsonb
$$;
grant execute on function app.needs_administrator to app_guard, app_user;

-- Why the person who acts may not approve what was asked for, as the code that the site tells them: it is their own, takes an
-- administrator, their right is new, who asked has left since, or it concerns them: they act for the holder, or for one that
-- its content names, or it names them. Null where they may.
create or replace function app.decision_refusal(asked public.approvals) returns text
language plpgsql stable security definer as $$
declare
  person uuid := app.user_id();
begin
  if not (app.is_admin() or app.is_approver()) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  return case
    when asked.asked_by = person then 'APPROVE_OWN'
    when app.needs_administrator(asked.kind, asked.content) and not app.is_admin() then 'ADMINISTRATOR_DECIDES'
    when app.concerned_by(asked.holder_id, asked.content) @> array[person] then 'APPROVE_CONCERNED'
    when exists (select from public.user_profiles p where p.id = person and p.decides_from > now()) then 'DECIDER_WAITS'
    when not exists (select from public.user_profiles p where p.id = asked.asked_by and p.is_admin and p.disabled_at is null)
      then 'REQUESTER_LEFT'
  end;
end $$;
alter function app.decision_refusal owner to app_guard;
grant execute on function app.decision_refusal to app_steward, app_user;

-- The content of what waits, of one kind and about one subject, for those who may look at what it rests on meanwhile: for
-- administrators, and for an approver who may decide on it now. Null for everyone else.
create or replace function app.waiting_content(act text, subject uuid) returns jsonb
language plpgsql stable security definer as $$
begin
  return case when app.is_admin() or app.is_approver() then (select a.content from public.approvals a
    where a.kind = act and a.subject_id = subject and a.decision is null
      and (app.is_admin() or app.decision_refusal(a) is null)) end;
end $$;
grant execute on function app.waiting_content to app_user;

-- Whom a request concerns: those who act for its holder, for the one that a note goes to, and for those that the content
-- lists under `concerns`, which may name people, too.
create or replace function app.concerned_by(holder uuid, content jsonb) returns uuid[]
language sql stable security definer as $$
  with named as (
    select holder as id union select (content ->> 'toHolderId')::uuid
    union select jsonb_array_elements_text(content -> 'concerns')::uuid)
  select array(select n.id from named n where n.id is not null
    union select m.user_id from named n join public.holder_members m on m.holder_id = n.id where m.ended_at is null)
$$;
alter function app.concerned_by owner to app_guard;
grant execute on function app.concerned_by to app_steward;

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
      else (app.is_admin() or app.is_approver()) and coalesce(app.decision_refusal(old), 'none') = any (
        case new.decision when 'rejected' then '{none,REQUESTER_LEFT}' else '{none}' end::text[]) end)
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

-- What somebody asked for is void once they may not ask any longer: their right was revoked, or their access closed.
create or replace function app.void_requests() returns trigger language plpgsql security definer as $$
begin
  update public.approvals set decision = 'void', decided_by = app.user_id(),
    reason = 'The person who asked for this is no longer an administrator.'
    where asked_by = new.id and decision is null;
  return null;
end $$;
create trigger void_requests after update of is_admin, disabled_at on user_profiles
  for each row when (old.is_admin and old.disabled_at is null and not (new.is_admin and new.disabled_at is null))
  execute function app.void_requests();

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

-- Whether what was approved is done: the ledger, or the row it is about, has it. Null for kinds whose effect is not a single
-- row; of those the log alone says so.
create or replace function app.approval_effect(approval uuid, act text, subject uuid) returns boolean
language plpgsql stable security definer as $$
begin
  return case
    when act in ('payment.record', 'note.fund', 'note.payoff', 'note.repay', 'note.renew', 'note.transfer',
      'note.unfund', 'ledger.reverse')
      then exists (select from public.ledger_entries e where e.approval_id = approval)
    when act = 'statements.release'
      then exists (select from public.statement_runs r where r.id = subject and r.approval_id = approval)
    when act = 'papers.release'
      then exists (select from public.paper_batches b where b.id = subject and b.approval_id = approval)
    when act in ('tax.furnish', 'tax.file')
      then exists (select from public.tax_runs r where r.id = subject
        and approval in (r.furnish_approval_id, r.file_approval_id))
    when act in ('holder.freeze', 'holder.unfreeze')
      then exists (select from public.holders h where h.id = subject
        and (h.frozen_at is null) = (act = 'holder.unfreeze'))
    when act in ('right.administrator', 'right.approver')
      then exists (select from public.user_profiles p where p.id = subject
        and case act when 'right.approver' then p.is_approver else p.is_admin end)
  end;
end $$;

-- Looked at when the transaction ends: nobody marks a request as approved without carrying it out, and what is carried out is
-- in the log, with the decision and in the same name.
create or replace function app.approval_is_carried_out() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') = 'app_user' and not (coalesce(app.approval_effect(new.id, new.kind, new.subject_id), true) and app.has_noted_decision(new.id)) then
    raise exception 'what was approved is carried out' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger approval_is_carried_out after update of decision on approvals
  deferrable initially deferred for each row when (new.decision = 'approved') execute function app.approval_is_carried_out();

create or replace function app.has_noted_decision(approval uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.audit_log a where a.actor_id = app.user_id() and a.at = now()
      and a.action = 'approval.approved' and a.subject_id = approval::text)
    and (select count(*) from public.audit_log a where a.actor_id = app.user_id() and a.at = now() and a.action not like 'approval.%')
      >= (select count(*) from public.approvals p where p.decided_by = app.user_id() and p.decided_at = now()
        and p.decision = 'approved')
$$;
alter function app.has_noted_decision owner to app_audit;
grant execute on function app.has_noted_decision to app_steward;

-- Giving somebody the right to decide takes two people; revoking it takes one, so that it is quick.
create or replace function app.require_right_change(act text, target uuid, granted boolean) returns void
language plpgsql stable as $$
begin
  if not granted then
    perform app.require_admin();
  elsif not app.is_applying(act, target) then
    raise exception 'giving this right takes two people' using errcode = '42501';
  end if;
end $$;
grant execute on function app.require_right_change to app_steward;

-- What the person who acts has approved, in this transaction, of this kind and about this subject: its content.
create or replace function app.approved_now(act text, subject uuid) returns jsonb
language sql stable security definer as $$
  select a.content from public.approvals a
    where app.is_applying(act, subject) and a.kind = act and a.subject_id = subject and a.decision = 'approved'
      and a.decided_by = app.user_id() and a.decided_at = now()
$$;
alter function app.approved_now owner to app_guard;
grant execute on function app.approved_now to app_user, app_vault;

-- Who a holder is, how it is paid and who has to sign for it takes two people, and becomes what they have approved; so do
-- freezing it and ending that. The rest is one administrator's, and its rhythm of statements its members', too.
create or replace function app.guard_holder() returns trigger language plpgsql as $$
declare
  approved jsonb;
  own text[];
  change record;
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  approved := app.approved_now('holder.identity', new.id) -> 'to';
  own := case when app.is_admin() then '{state,statement_rhythm}'
    when app.acts_for_holder(new.id) then '{statement_rhythm}' else '{}' end;
  for change in select n.key, n.value from jsonb_each(to_jsonb(new)) n where n.value is distinct from to_jsonb(old) -> n.key
  loop
    if (case
      when change.key = any (own) then true
      when change.key = 'frozen_at' then
        app.is_applying(case when new.frozen_at is null then 'holder.unfreeze' else 'holder.freeze' end, new.id)
      when change.key in ('legal_name', 'kind', 'custodian_name', 'signing_rule', 'address_lines') then
        approved -> change.key = change.value
      end) is not true
    then
      raise exception 'this change of a holder takes two people' using errcode = '42501';
    end if;
  end loop;
  return new;
end $$;
create trigger guard_holder before update on holders for each row execute function app.guard_holder();
