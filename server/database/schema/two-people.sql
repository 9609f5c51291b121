-- Two people. One person requests, another decides: a request never changes, and is decided once. Tables that take two people
-- ask app.is_applying(kind, subject) in their policies and triggers, which is true only in the transaction of the approval:
-- holders and their members, entries of the ledger (ledger-balances.sql), steps of notes, elections and verifications
-- (workflows.sql), schedules, statements that are released, and files that are imported. Tests:
-- app/approvals/tests/approvals.test.ts, frozen-holder.test.ts.

-- Functions

-- Whether a request needs another administrator rather than an approver: a note that was signed before its
-- verification, and new notes imported without one, since only administrators review verifications; a verification
-- with evidence, a covered person's answer, or a scan of a signature, which approvers can't see; the fund's wire
-- instructions; and a message, since approvers read none.
create or replace function app.needs_administrator(kind text, content jsonb) returns boolean language sql immutable as $$
  select kind in ('note.sign', 'covered_person.decide', 'envelope.paper', 'wire.change', 'message.send')
    or kind = 'accreditation.approve' and content -> 'evidence' is distinct from '[]'::jsonb
    or kind = 'register.import' and coalesce(jsonb_array_length(content -> 'new_notes'), 0) > 0
$$;
grant execute on function app.needs_administrator to app_guard, app_user;

-- Why the current person may not approve a request, as the site's message code; null where they may. The reasons: it is
-- their own; it needs an administrator; their right is new or their identity was re-issued; one of the two people has
-- allowed the other to add a passkey; the requester has left since; or it concerns them, as a member of its holder or
-- of one in its content, or by their own id.
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
    when app.people_concerned(asked.holder_id, asked.content) @> array[person] then 'APPROVE_CONCERNED'
    when exists (select from public.user_profiles p where p.id = person and p.decides_from > now()) then 'DECIDER_WAITS'
    when exists (select from public.user_profiles p where p.permitted_until > now()
      and (p.id, p.permitted_by) in ((person, asked.asked_by), (asked.asked_by, person))) then 'PERMIT_BETWEEN'
    when not exists (select from public.user_profiles p where p.id = asked.asked_by and p.is_admin and p.disabled_at is null)
      then 'REQUESTER_LEFT'
  end;
end $$;
alter function app.decision_refusal owner to app_guard;
grant execute on function app.decision_refusal to app_steward, app_user;

-- The content of the pending approval for (kind, subject), for people allowed to see its evidence: administrators, and an
-- approver who may decide on it now. Null for everyone else.
create or replace function app.waiting_content(act text, subject uuid) returns jsonb
language plpgsql stable security definer as $$
begin
  return case when app.is_admin() or app.is_approver() then (select a.content from public.approvals a
    where a.kind = act and a.subject_id = subject and a.decision is null
      and (app.is_admin() or app.decision_refusal(a) is null)) end;
end $$;
grant execute on function app.waiting_content to app_user;

-- The people that a request concerns: those who act for its holder, for the one that a note goes to, and for those that the content
-- lists under `concerns`, which may name people, too.
create or replace function app.people_concerned(holder uuid, content jsonb) returns uuid[]
language sql stable security definer as $$
  with named as (
    select holder as id union select (content ->> 'toHolderId')::uuid
    union select jsonb_array_elements_text(content -> 'concerns')::uuid)
  select array(select n.id from named n where n.id is not null
    union select m.user_id from named n join public.holder_members m on m.holder_id = n.id where m.ended_at is null)
$$;
alter function app.people_concerned owner to app_guard;
grant execute on function app.people_concerned to app_steward;

-- Who may decide: rules/workflows.ts and app.decision_refusal.
create guard on approvals refuse 'what was asked stays as it is'
  any change when old.decision is null and new.decision is not null
  decision by app_steward when new.decision = 'void'
  decided_by, decided_at, reason;
-- Who requested and who decided, when, and the hash of the content are set here, whatever the statement says.
create or replace function app.stamp_approval() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.content_sha256 := sha256(convert_to(new.content::text, 'UTF8'));
    if current_user = 'app_user' then
      new.asked_by := app.user_id();
      new.asked_at := now();
    end if;
    return new;
  end if;
  new.decided_at := now();
  if current_user = 'app_user' then
    new.decided_by := app.user_id();
  end if;
  return new;
end $$;
create trigger stamp before insert or update on approvals for each row execute function app.stamp_approval();
alter table approvals enable always trigger stamp;
-- Only steps of the workflow 'approval' (rules/workflows.ts).
create trigger step before update on approvals for each row execute function app.guard_step('approval');
alter table approvals enable always trigger step;

-- Requests are void once the requester loses the right to make them, or their access is closed.
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

-- Whether the current person has approved, in this transaction, a request of this kind about this subject; without
-- these, any request.
create or replace function app.is_applying(act text default null, subject uuid default null) returns boolean
language plpgsql stable security definer as $$
begin
  return (app.is_admin() or app.is_approver()) and exists (select from public.approvals a
    where a.decided_by = (select app.user_id()) and a.decided_at = now() and a.decision = 'approved'
      and (act is null or a.kind = act) and (subject is null or a.subject_id = subject));
end $$;
alter function app.is_applying owner to app_guard;
grant execute on function app.is_applying to app_steward, app_user;

-- Whether an approval was carried out, by the ledger or the row it is about. Null for kinds without a single row: the log alone
-- shows those.
create or replace function app.approval_effect(approval uuid, act text, subject uuid) returns boolean
language plpgsql stable security definer as $$
begin
  return case
    when act in ('payment.record', 'note.fund', 'note.payoff', 'note.repay', 'note.renew', 'note.transfer',
      'note.unfund', 'note.untransfer', 'note.unrenew', 'ledger.reverse')
      then exists (select from public.ledger_entries e where e.approval_id = approval)
    when act = 'note.cancel'
      then exists (select from public.notes n where n.id = subject and n.state = 'cancelled')
    when act like '%.release' or act in ('tax.furnish', 'tax.file', 'delivery.send')
      then exists (select from app.runs r where r.id = subject and r.approval_id = approval)
    when act = 'wire.change'
      then exists (select from public.wire_instructions w where w.id = subject and w.approval_id = approval)
    when act = 'message.send'
      then exists (select from public.conversation_messages m where m.id = subject)
    when act in ('holder.freeze', 'holder.unfreeze')
      then exists (select from public.holders h where h.id = subject
        and (h.frozen_at is null) = (act = 'holder.unfreeze'))
    when act = 'sanctions.decide'
      then exists (select from public.sanctions_hits h where h.id = subject and h.approval_id = approval)
    when act in ('right.administrator', 'right.approver')
      then exists (select from public.user_profiles p where p.id = subject
        and case act when 'right.approver' then p.is_approver else p.is_admin end)
  end;
end $$;

-- Checked when the transaction ends: an approved request was carried out, and both the decision and its effect are in
-- the log, in the name of the person who decided.
create or replace function app.approval_is_carried_out() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') = 'app_user' and not (coalesce(app.approval_effect(new.id, new.kind, new.subject_id), true) and app.has_logged_decision(new.id)) then
    raise exception 'what was approved is carried out' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger approval_is_carried_out after update of decision on approvals
  deferrable initially deferred for each row when (new.decision = 'approved') execute function app.approval_is_carried_out();

create or replace function app.has_logged_decision(approval uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.audit_log a where a.actor_id = app.user_id() and a.at = now()
      and a.action = 'approval.approved' and a.subject_id = approval::text)
    and (select count(*) from public.audit_log a where a.actor_id = app.user_id() and a.at = now() and a.action not like 'approval.%')
      >= (select count(*) from public.approvals p where p.decided_by = app.user_id() and p.decided_at = now()
        and p.decision = 'approved')
$$;
alter function app.has_logged_decision owner to app_audit;
grant execute on function app.has_logged_decision to app_steward;

-- Granting the right to decide takes two people; revoking it takes one, so that it is quick.
create or replace function app.require_right_change(act text, target uuid, granted boolean) returns void
language plpgsql stable as $$
begin
  if not granted then
    perform app.require_admin();
  elsif not app.is_applying(act, target) then
    raise exception 'giving this right takes two people' using errcode = '42501';
  elsif lower(app.approved_now(act, target) ->> 'email')
    <> (select lower(p.email) from public.user_profiles p where p.id = target)
  then
    raise exception 'the person''s address has changed since' using errcode = '23514', constraint = 'address_unchanged';
  end if;
end $$;
grant execute on function app.require_right_change to app_steward;

-- Whether fewer than two people can decide once this one loses rights: 'administrator', 'approver', or both. A lock
-- makes concurrent removals see each other.
create or replace function app.leaves_one_decider(target uuid, losing text[]) returns boolean
language plpgsql security definer as $$
begin
  perform app.require_admin();
  perform app.lock_administrators();
  return exists (select from public.user_profiles p where p.id = target and p.accepted_at is not null and p.disabled_at is null
      and (p.is_admin or p.is_approver)
      and not (p.is_admin and 'administrator' <> all (losing) or p.is_approver and 'approver' <> all (losing))
      -- The last administrator stays anyway (app.require_an_administrator).
      and (not p.is_admin or exists (select from public.user_profiles a where a.is_admin and a.disabled_at is null
        and a.id <> target)))
    and app.count_deciders(target) < 2;
end $$;
grant execute on function app.leaves_one_decider to app_user;

-- The number of people who can decide, except this one if given.
create or replace function app.count_deciders(besides uuid) returns bigint language sql stable security definer as $$
  select count(*) from public.user_profiles p where (p.is_admin or p.is_approver) and p.disabled_at is null
    and p.accepted_at is not null and p.id is distinct from besides
$$;
grant execute on function app.count_deciders to app_operator, app_steward;

-- Leaving the fund with fewer than two people who can decide needs a reason in the log, because nothing that takes two
-- people could be approved then, not even a new right. The operator's command logs its own.
create or replace function app.second_decider_stays() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') <> 'app_user' then
    return null;
  end if;
  perform app.lock_administrators();
  if app.count_deciders(null) < 2 and not app.has_logged_reason(new.id) then
    raise exception 'nothing could be approved' using errcode = '23514', constraint = 'a_second_decider_stays';
  end if;
  return null;
end $$;
create constraint trigger second_decider_stays after update of is_admin, is_approver, disabled_at on user_profiles
  deferrable initially deferred for each row
  when (old.accepted_at is not null and old.disabled_at is null and (old.is_admin or old.is_approver)
    and not (new.disabled_at is null and (new.is_admin or new.is_approver)))
  execute function app.second_decider_stays();

create or replace function app.has_logged_reason(target uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.audit_log a where a.actor_id = app.user_id() and a.at = now()
    and a.subject_id = target::text and a.action in ('administrator.revoked', 'approver.revoked', 'person.disabled')
    and a.details ->> 'alone' <> '')
$$;
alter function app.has_logged_reason owner to app_audit;
grant execute on function app.has_logged_reason to app_steward;

-- The content of the approval of this kind and subject that the current person has given in this transaction.
create or replace function app.approved_now(act text, subject uuid) returns jsonb
language sql stable security definer as $$
  select a.content from public.approvals a
    where app.is_applying(act, subject) and a.kind = act and a.subject_id = subject and a.decision = 'approved'
      and a.decided_by = app.user_id() and a.decided_at = now()
$$;
alter function app.approved_now owner to app_guard;
grant execute on function app.approved_now to app_steward, app_user, app_vault;

-- Whether each of these fields that changes becomes what the approval of this transaction says, under `to`.
create or replace function app.as_approved(act text, subject uuid, was jsonb, becomes jsonb) returns boolean
language plpgsql stable as $$
declare
  approved jsonb := app.approved_now(act, subject) -> 'to';
begin
  return not exists (select from jsonb_each(becomes) n where n.value is distinct from was -> n.key
    and n.value is distinct from approved -> n.key);
end $$;
grant execute on function app.as_approved to app_user;

-- Who a holder is, how it is paid and who has to sign for it takes two people, and becomes what they have approved; so do
-- freezing it and ending that. The rest is one administrator's, and its rhythm of statements its members', too.
create guard on holders for app_user refuse 'this change of a holder takes two people'
  state when app.is_admin()
  statement_rhythm when app.is_admin() or app.acts_for_holder(new.id)
  frozen_at when app.is_applying(case when new.frozen_at is null then 'holder.unfreeze' else 'holder.freeze' end, new.id)
  legal_name, kind, custodian_name, signing_rule, address_lines when app.as_approved('holder.identity', new.id,
    to_jsonb(old), to_jsonb(new) - '{state,statement_rhythm,frozen_at}'::text[]);

-- A re-issued identity inherits no trust: the waiting period of an administrator or approver begins again with the
-- transaction that re-issues it, and no later event shortens it. For everyone else nothing changes, since a new right
-- has a waiting period anyway.
create or replace function app.reissue_identity(person uuid, how text) returns void language sql security definer as $$
  update public.user_profiles p set reissued_as = how, decides_from = greatest(p.decides_from, now() + app.approver_wait()),
    permitted_until = case when p.permitted_until > now() then greatest(p.permitted_until, now() + app.approver_wait()) end
    where p.id = person and (p.is_admin or p.is_approver)
$$;

-- Whether a session has shown one of the person's passkeys within freshProof (rules/limits.ts); the operation checks
-- first, and the extra minute is for the time between the two checks.
create or replace function app.has_shown_passkey(session uuid, person uuid) returns boolean
language sql stable security definer as $$
  select exists (select from auth.session_proofs f join auth.sessions s on s.id = f.session_id
    where s.id = session and s.user_id = person and f.passkey_at > now() - interval '11 minutes')
$$;

-- A passkey re-issues the identity unless the session that adds it has shown another one. The first one doesn't where
-- the site requires none, since it replaces nothing there, nor within a day of the operator's command that made the
-- person an administrator or approver, or confirmed them. A change of address that began without a passkey ends here.
create or replace function app.passkey_reissues() returns trigger language plpgsql security definer as $$
declare
  is_first boolean := not exists (select from auth.passkeys k where k.user_id = new.user_id and k.id <> new.id);
begin
  delete from auth.email_changes c where c.user_id = new.user_id;
  if not (case
    when is_first then not coalesce((select f.passkeys_required from app.fund f), false)
      or exists (select from public.user_profiles p
        where p.id = new.user_id and p.operator_granted_at > now() - interval '24 hours')
    else app.has_shown_passkey(app.session_id(), new.user_id) end)
  then
    perform app.reissue_identity(new.user_id, 'passkey');
  end if;
  return null;
end $$;
create trigger reissue after insert on auth.passkeys for each row execute function app.passkey_reissues();

-- Nor does a passkey pass to another person or become another key.
create guard on auth.passkeys refuse 'a passkey stays as it was added'
  counter, transports, backed_up, name, created_at, last_used_at;

-- Removing passkeys in place of their owner. The sign-in's own removals need one of them, or come with a change of address.
create or replace function app.reset_reissues() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') not in ('app_auth', 'app_eraser', 'app_user') then
    perform app.reissue_identity(old.user_id, 'reset');
  end if;
  return null;
end $$;
create trigger reissue_reset after delete on auth.passkeys for each row execute function app.reset_reissues();

-- A recovery code re-issues the identity of the person who uses it.
create or replace function app.recovery_reissues() returns trigger language plpgsql security definer as $$
begin
  perform app.reissue_identity(s.user_id, 'recovery-code') from auth.sessions s where s.id = new.session_id;
  return null;
end $$;
create trigger reissue after insert or update of method, proved_at on auth.session_proofs
  for each row when (new.method = 'recovery-code') execute function app.recovery_reissues();

-- Pending requests for a right or a permit of this person were submitted about another address. An address with
-- passkeys changes only by a change that began with one (guard_email_change), or back to an address that has reported
-- its change.
create or replace function app.address_reissues() returns trigger language plpgsql security definer as $$
declare
  person uuid := new.id;
begin
  if lower(new.email) = lower(old.email) then
    if old.locked_at is not null and new.locked_at is null then
      perform app.reissue_identity(new.id, 'access');
    end if;
    return null;
  end if;
  if current_setting('role') = 'app_auth' and exists (select from auth.passkeys k where k.user_id = new.id)
    and not exists (select from auth.email_changes c where c.user_id = new.id and c.step = 'verify-new'
      and lower(c.new_email) = lower(new.email))
    and not exists (select from auth.address_changes c where c.user_id = new.id and lower(c.old_email) = lower(new.email)
      and c.reported_at is not null and c.restored_at is null and c.voided_at is null)
  then
    raise exception 'changing the address of an account with passkeys takes one' using errcode = '42501';
  end if;
  perform app.reissue_identity(person, 'address');
  update public.approvals a set decision = 'void', decided_by = app.user_id(),
    reason = 'The person’s address has changed.'
    where a.kind in ('right.administrator', 'right.approver', 'passkey.permit') and a.subject_id = person
      and a.decision is null;
  return null;
end $$;
create trigger reissue after update of email, locked_at on auth.users
  for each row execute function app.address_reissues();

-- A person with a passkey begins a change of address with it, with a recovery code, or after the week.
create or replace function app.guard_email_change() returns trigger language plpgsql security definer as $$
begin
  -- Not for the database's owner, who could disable the trigger.
  if current_setting('role') = 'none'
    or tg_op = 'UPDATE' and row(new.user_id, new.session_id) = row(old.user_id, old.session_id)
      and (new.step <> 'verify-current' or old.step = 'verify-current')
  then
    return new;
  end if;
  if exists (select from auth.passkeys k where k.user_id = new.user_id)
    and not app.has_shown_passkey(new.session_id, new.user_id)
    and not exists (select from auth.session_proofs f join auth.sessions s on s.id = f.session_id where s.id = new.session_id
      and s.user_id = new.user_id and f.method = 'recovery-code' and f.proved_at > now() - interval '11 minutes')
    and not exists (select from auth.passkey_recoveries r where r.user_id = new.user_id and r.starts_at <= now()
      and r.ends_at > now() - interval '1 minute')
  then
    raise exception 'changing the address of an account with passkeys takes one' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard before insert or update on auth.email_changes for each row execute function app.guard_email_change();

-- All current and recent administrators and approvers; each in one row, by an index.
create or replace function app.recent_approvers() returns table (id uuid, is_accepted boolean, is_open boolean)
language sql stable security definer as $$
  select p.id, p.accepted_at is not null, p.disabled_at is null from public.user_profiles p where p.is_admin and p.disabled_at is null
  union
  select p.id, p.accepted_at is not null, p.disabled_at is null from public.user_profiles p where p.is_approver and p.disabled_at is null
  union
  select p.id, p.accepted_at is not null, p.disabled_at is null from public.user_profiles p
    where p.right_ended_at > now() - app.approver_wait() and p.erased_at is null
$$;
grant execute on function app.recent_approvers to app_steward;

-- Whether a third person could approve a permit for this one, or could until recently: one person can revoke that
-- right, and must not be able to grant the permit alone then.
create or replace function app.permit_takes_two(target uuid) returns boolean
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return exists (select from app.recent_approvers() d where d.id not in (target, app.user_id()) and d.is_accepted);
end $$;
grant execute on function app.permit_takes_two to app_user;

-- Two people give a permit where a third one decides, otherwise another administrator. It re-issues the identity.
create or replace function app.guard_permit() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') <> 'none' and not app.is_applying('passkey.permit', new.user_id) then
    perform app.require_admin();
    if new.user_id = app.user_id() or app.permit_takes_two(new.user_id) then
      raise exception 'this permit takes two people' using errcode = '42501';
    end if;
    new.granted_by := app.user_id();
  end if;
  update public.user_profiles p set permitted_by = new.granted_by,
    permitted_until = greatest(new.expires_at, now() + app.approver_wait()) where p.id = new.user_id;
  perform app.reissue_identity(new.user_id, 'permit');
  return new;
end $$;
create trigger guard before insert or update on auth.passkey_permits for each row execute function app.guard_permit();

-- Allows an administrator or approver to add a passkey within so many seconds without showing one: by two people where
-- a third one can decide, otherwise by one. False where the person has neither right, or another address than the
-- approved one.
create or replace function app.permit_new_passkey(target uuid, seconds double precision) returns boolean
language plpgsql security definer as $$
declare
  asked public.approvals;
begin
  if app.is_applying('passkey.permit', target) then
    select a.* into asked from public.approvals a where a.kind = 'passkey.permit' and a.subject_id = target
      and a.decision = 'approved' and a.decided_by = app.user_id() and a.decided_at = now();
  else
    perform app.require_admin();
  end if;
  perform from public.user_profiles p where p.id = target and (p.is_admin or p.is_approver) and p.disabled_at is null
    and lower(p.email) = lower(coalesce(asked.content ->> 'email', p.email)) for update;
  if not found then
    return false;
  end if;
  insert into auth.passkey_permits (user_id, granted_by, expires_at)
    values (target, coalesce(asked.asked_by, app.user_id()), now() + least(make_interval(secs => seconds), interval '24 hours'))
    on conflict (user_id) do update set granted_by = excluded.granted_by, expires_at = excluded.expires_at;
  return true;
end $$;
grant execute on function app.permit_new_passkey to app_user;

-- The people to notify of a re-issued identity: the other current and recent administrators and approvers, with the
-- time from which the person can decide again. Empty for a person with neither right. For the person themselves and the
-- office.
create or replace function app.reissue_of(target uuid) returns table (deciders uuid[], decides_from timestamptz)
language plpgsql stable security definer as $$
begin
  if target is distinct from app.user_id() and not app.acts_for_office() then
    raise exception 'another person''s identity' using errcode = '42501';
  end if;
  return query select array(select d.id from app.recent_approvers() d where d.id <> target and d.is_open order by d.id),
    case when p.decides_from > now() then p.decides_from end
    from public.user_profiles p where p.id = target and (p.is_admin or p.is_approver or p.reissued_as = 'access');
end $$;
grant execute on function app.reissue_of to app_user;
