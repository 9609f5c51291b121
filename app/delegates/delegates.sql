-- Delegates: people who view what a holder shares with them. A grant names the categories of documents, whether its
-- figures belong to it, and its end; app.my_shares() on who-sees-a-row.sql says which grants apply at this moment, so a
-- grant ends by the database's clock, and no job has to end it. Everything a delegate reads is recorded here.
-- Operations: app/delegates/server/, app/documents/server/shared-reads.ts.

-- What a holder shares with one delegate.
create table grants (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  -- The person who accepted. The grant stays theirs even if another person has the address later.
  person_id uuid references user_profiles on delete restrict,
  -- In lower case. A grant applies only while its person signs in with this address.
  invited_address text not null check (invited_address = lower(invited_address)
    and length(invited_address) between 3 and 254),
  kind text not null check (kind in ('accountant', 'spouse', 'attorney', 'adviser', 'custodian')),
  -- Of documents.
  categories text[] not null check (categories <@ array['Investment Documents', 'Statements', 'Tax', 'Agreements',
    'Accreditation', 'Notices']),
  -- Notes and payments.
  sees_figures boolean not null,
  -- Otherwise the portal shows documents, and saves none.
  may_download boolean not null,
  -- The first moment at which nothing is seen: the midnight after a day in the fund's zone.
  ends_at timestamptz not null,
  invited_by uuid not null references user_profiles on delete restrict,
  invited_at timestamptz not null default now(),
  accepted_at timestamptz,
  revoked_at timestamptz,
  -- No one: the person was erased.
  revoked_by uuid references user_profiles on delete restrict,
  -- When both sides were notified that it ends soon.
  end_told_at timestamptz,
  -- The month, by its first day, up to which the members were notified of reads.
  reads_told_for date,
  constraint accepted_by_somebody check ((person_id is null) = (accepted_at is null)),
  constraint revoked_by_nobody_before check (revoked_by is null or revoked_at is not null),
  constraint something_is_shown check (cardinality(categories) > 0 or sees_figures),
  constraint ends_after_its_invitation check (ends_at > invited_at)
);
create index grants_of_person on grants (person_id) where person_id is not null;
create index grants_of_holder on grants (holder_id, invited_at);
create index grants_of_address on grants (invited_address);
create index grants_ending on grants (ends_at) where revoked_at is null;
create index grants_inviter on grants (invited_by);
create index grants_revoker on grants (revoked_by) where revoked_by is not null;

-- The holder's members, administrators, and an approver in the transaction of an approval about the holder.
create policy member_or_office_reads on grants for select to app_user
  using (holder_id = any ((select app.my_owners())::uuid[]) or (select app.is_admin())
    or holder_id = any ((select app.office_owners())::uuid[]));
-- The delegate; before acceptance, the person with the invited address.
create policy own_reads on grants for select to app_user
  using (coalesce(person_id = (select app.user_id()), invited_address = (select app.my_address())));
-- A member who acts for the holder invites, in their own name.
create policy member_invites on grants for insert to app_user
  with check (invited_by = (select app.user_id()) and app.acts_for_holder(holder_id));
-- Any member, a viewer too, and any administrator may revoke.
create policy member_or_office_revokes on grants for update to app_user
  using (holder_id = any ((select app.my_owners())::uuid[]) or (select app.is_admin()));
-- Who accepts makes it their own.
create policy invited_accepts on grants for update to app_user
  using (person_id is null and invited_address = (select app.my_address()))
  with check (person_id = (select app.user_id()));
-- Whether an address is invited opens the sign-in where people can't sign up by themselves; a grant that has ended ends its
-- live updates.
create policy sign_in_reads on grants for select to app_auth using (true);
grant select, insert (id, holder_id, invited_address, kind, categories, sees_figures, may_download, ends_at, invited_by),
  update (person_id, accepted_at, revoked_at, revoked_by) on grants to app_user;
grant select (person_id, invited_address, ends_at, revoked_at) on grants to app_auth;
grant select (id, holder_id, person_id, invited_address, categories, sees_figures, may_download, ends_at, revoked_at) on grants
  to app_directory, app_guard;
-- The operator's command refuses to make a delegate an administrator.
create policy operator_reads on grants for select to app_operator using (true);
grant select (person_id, invited_address, ends_at, revoked_at) on grants to app_operator;
grant select (person_id, ends_at, revoked_at) on grants to app_session_reader;
grant select on grants to app_steward;
grant select (person_id, invited_address, revoked_at), update (invited_address, revoked_at) on grants to app_eraser;
grant select, update (end_told_at, reads_told_for) on grants to app_jobs;
-- What was granted never changes. It is accepted once, by the person invited, or revoked once; who and when change with no other
-- step.
create guard on grants for app_user refuse 'a grant is accepted, or revoked'
  any change when old.revoked_at is null and case when new.revoked_at is not null
    then new.accepted_at is not distinct from old.accepted_at
    else old.accepted_at is null and new.accepted_at is not null and new.revoked_by is null end
  person_id, accepted_at, revoked_at, revoked_by;
-- Only steps of the workflow 'grant' (rules/workflows.ts).
create trigger step before insert or update on grants for each row execute function app.guard_step('grant');

-- The current person's address, in lower case.
create or replace function app.my_address() returns text language plpgsql stable security definer as $$
begin
  return (select lower(p.email) from public.user_profiles p where p.id = app.user_id());
end $$;
grant execute on function app.my_address to app_user;

-- What the guard above can't say: an invitation takes a lock and answers with constraints, no one who works for the fund accepts
-- one, and who did what, and when, is set here.
create or replace function app.guard_grant() returns trigger language plpgsql as $$
declare
  refusal text;
begin
  -- The owner restores, and an erasure ends.
  if current_user <> 'app_user' then
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- One at a time, so that concurrent invitations can't exceed the limit together.
    perform pg_advisory_xact_lock(hashtextextended('grants of ' || new.holder_id, 0));
    refusal := app.grant_refusal(new);
    if refusal is not null then
      raise exception 'nobody is invited like this' using errcode = '23514', constraint = refusal;
    end if;
    return new;
  end if;
  if new.revoked_at is not null then
    new.person_id := old.person_id;
    new.revoked_at := now();
    new.revoked_by := app.user_id();
  else
    if app.is_any_approver(app.user_id()) then
      raise exception 'who works for the fund is nobody''s delegate' using errcode = '23514', constraint = 'delegate_of_office';
    end if;
    new.person_id := app.user_id();
    new.accepted_at := now();
    new.revoked_by := old.revoked_by;
  end if;
  return new;
end $$;
create trigger guard_grant before insert or update on grants for each row execute function app.guard_grant();

-- Live updates of a delegate end with what they were about; see app/documents/server/live-updates.ts.
create or replace function app.announce_grant() returns trigger language plpgsql as $$
begin
  perform pg_notify('grants', json_build_object('person_id', new.person_id)::text);
  return null;
end $$;
create trigger announce after update on grants for each row
  when (new.person_id is not null and (old.revoked_at is distinct from new.revoked_at
    or old.accepted_at is distinct from new.accepted_at))
  execute function app.announce_grant();

-- What delegates have read, before its first byte left. The document may be gone since.
create table delegate_reads (
  id uuid primary key default gen_random_uuid(),
  grant_id uuid not null references grants on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  person_id uuid not null references user_profiles on delete restrict,
  how text not null check (how in ('viewed', 'opened', 'downloaded', 'archived', 'figures')),
  document_id uuid,
  -- Its name then.
  filename text,
  read_at timestamptz not null default now(),
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 200),
  constraint figures_have_no_document check ((how = 'figures') = (document_id is null)
    and (document_id is null) = (filename is null))
);
create index delegate_reads_of_grant on delegate_reads (grant_id, read_at desc, id desc);
create index delegate_reads_of_holder on delegate_reads (holder_id, read_at desc);
create index delegate_reads_of_person on delegate_reads (person_id, read_at);
create index delegate_reads_of_document on delegate_reads (document_id) where document_id is not null;

-- The holder's members, administrators, an approver in the transaction of an approval about the holder, and the delegate.
create policy member_or_office_reads on delegate_reads for select to app_user
  using (holder_id = any ((select app.my_owners())::uuid[]) or (select app.is_admin())
    or holder_id = any ((select app.office_owners())::uuid[])
    or person_id = (select app.user_id()));
grant select on delegate_reads to app_user, app_jobs;
grant select (document_id, person_id) on delegate_reads to app_steward;
grant insert (grant_id, holder_id, person_id, how, document_id, filename, ip, user_agent) on delegate_reads to
  app_directory;
grant select (person_id), update (ip, user_agent) on delegate_reads to app_eraser;

-- Functions

-- Whether a person is a delegate now, or invited to be one: such a person isn't a guest to accept.
create or replace function app.is_delegate(person uuid, address text) returns boolean
language sql stable reset search_path as $$
  select exists (select from public.grants g where (g.person_id = person
      or g.person_id is null and g.invited_address = lower(address)) and g.revoked_at is null and now() < g.ends_at)
$$;
grant execute on function app.is_delegate to app_directory, app_steward, app_user;

-- Whether a holder ever gave this person access, or invites their address: the fund has not chosen them.
create or replace function app.came_by_grant(person uuid, address text) returns boolean
language sql stable reset search_path as $$
  select exists (select from public.grants g where g.person_id = person
    or g.person_id is null and g.invited_address = lower(address) and g.revoked_at is null and now() < g.ends_at)
$$;
grant execute on function app.came_by_grant to app_directory, app_operator, app_steward, app_user;

-- Whether a holder is frozen, for an invited person, who sees no holder.
create or replace function app.is_frozen(holder uuid) returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from public.holders h where h.id = holder and h.frozen_at is not null
    and (app.may_read(h.id) or exists (select from public.grants g where g.holder_id = h.id
      and g.invited_address = app.my_address())));
end $$;
grant execute on function app.is_frozen to app_user;

-- Which of a holder's delegates read one of these categories now. For triggers.
create or replace function app.delegates_of(holder uuid, of_categories text[]) returns uuid[]
language sql stable security definer as $$
  select array(select g.person_id from public.grants g join public.user_profiles p on p.id = g.person_id
    where g.holder_id = holder and g.categories && of_categories and g.revoked_at is null and now() < g.ends_at
      and g.invited_address = lower(p.email))
$$;
alter function app.delegates_of owner to app_guard;

-- Why no one can be invited like this, as the code of its message in lower case; null where they can. Nothing here depends on
-- whether an address has an account, or which: an inviter would learn who works for the fund.
create or replace function app.grant_refusal(asked public.grants) returns text language plpgsql stable security definer as $$
declare
  last_day date := app.fund_day(asked.ends_at - interval '1 second');
begin
  if not app.acts_for_holder(asked.holder_id) then
    raise exception 'only those who act for the holder may ask' using errcode = '42501';
  end if;
  return case
    when last_day < app.fund_day() or asked.ends_at <> app.after_fund_day(last_day) then 'delegate_day_past'
    when last_day > app.fund_day() + interval '24 months' then 'delegate_day_far'
    when asked.invited_address = app.my_address() then 'delegate_oneself'
    when exists (select from public.holder_members m join public.user_profiles p on p.id = m.user_id
      where m.holder_id = asked.holder_id and m.ended_at is null and lower(p.email) = asked.invited_address)
      then 'delegate_member'
    when exists (select from public.grants g where g.holder_id = asked.holder_id
      and g.invited_address = asked.invited_address and g.revoked_at is null and now() < g.ends_at)
      then 'delegate_twice'
    when (select count(*) from public.grants g where g.holder_id = asked.holder_id
      and g.revoked_at is null and now() < g.ends_at) >= 20
      then 'delegate_limit'
  end;
end $$;
grant execute on function app.grant_refusal to app_user;

-- Whether a person is an administrator or approver, regardless of the session's proof: these see what they need without
-- a grant.
create or replace function app.is_any_approver(person uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.user_profiles p where p.id = person and person = app.user_id() and (p.is_admin or p.is_approver))
$$;
alter function app.is_any_approver owner to app_guard;
grant execute on function app.is_any_approver to app_user;

-- A delegate's name, and whether they sign in with an address other than the invited one, and so see nothing. For the
-- holder's members and the office.
create or replace function app.delegate_person(of_grant uuid) returns table (name text, has_moved boolean)
language plpgsql stable security definer as $$
begin
  return query select p.full_name, lower(p.email) <> g.invited_address
    from public.grants g join public.user_profiles p on p.id = g.person_id
    where g.id = of_grant and app.may_read(g.holder_id);
end $$;
grant execute on function app.delegate_person to app_user;

-- What others share with the current person, and that person's open invitations. Of the owner and the inviter it shows
-- only their names.
create or replace function app.shared_with_me() returns table (grant_id uuid, holder_id uuid, holder_name text, kind text,
  categories text[], sees_figures boolean, may_download boolean, ends_at timestamptz, accepted_at timestamptz,
  invited_by text)
language plpgsql stable security definer as $$
begin
  return query select g.id, g.holder_id, h.legal_name, g.kind, g.categories, g.sees_figures, g.may_download, g.ends_at,
      g.accepted_at, coalesce(i.full_name, i.email)
    from public.user_profiles p join public.grants g on coalesce(g.person_id = p.id, true) and g.invited_address = lower(p.email)
      join public.holders h on h.id = g.holder_id join public.user_profiles i on i.id = g.invited_by
    where p.id = app.user_id() and p.disabled_at is null and g.revoked_at is null and now() < g.ends_at
    order by g.accepted_at is null desc, lower(h.legal_name), g.id;
end $$;
grant execute on function app.shared_with_me to app_user;

-- Facts for the current person's home: their name, when they answered the question for it, when their profile was
-- created (null where they have hidden the steps of investing), and their numbers of accepted and open grants.
create or replace function app.my_home()
returns table (full_name text, details_asked_at timestamptz, steps_since timestamptz, shares bigint, invitations bigint)
language plpgsql stable security definer as $$
begin
  return query select p.full_name, p.details_asked_at, case when p.steps_hidden_at is null then p.created_at end,
      g.accepted, g.all_grants - g.accepted
    from public.user_profiles p cross join lateral (select count(*) as all_grants, count(g.accepted_at) as accepted
      from public.grants g where coalesce(g.person_id = p.id, true) and g.invited_address = lower(p.email)
        and g.revoked_at is null and now() < g.ends_at) g
    where p.id = app.user_id() and p.disabled_at is null;
end $$;
grant execute on function app.my_home to app_user;

-- The two counts alone, for the previous version of the site.
create or replace function app.count_shared() returns table (shares integer, invitations integer)
language plpgsql stable security definer as $$
begin
  return query select count(s.accepted_at)::integer, (count(*) - count(s.accepted_at))::integer from app.shared_with_me() s;
end $$;
grant execute on function app.count_shared to app_user;

-- Records that the current person reads documents as a delegate, and counts their views. Returns the documents that
-- they may still read this way.
create or replace function app.record_shared_reads(documents uuid[], way text, from_ip text, with_agent text) returns uuid[]
language plpgsql security definer as $$
declare
  readable uuid[];
begin
  if way not in ('viewed', 'opened', 'downloaded', 'archived') then
    raise exception 'nobody reads like this' using errcode = '42501';
  end if;
  readable := array(select d.id from public.documents d
      join app.my_shares() s on s.owner_id = d.owner_id and s.category = d.category
    where d.id = any (documents) and not d.unreleased and not d.is_external_link
      and d.check_state in ('unchecked', 'clean') and (way in ('viewed', 'opened') or s.may_download));
  insert into public.delegate_reads (grant_id, holder_id, person_id, how, document_id, filename, ip, user_agent)
    select s.grant_id, s.owner_id, app.user_id(), way, d.id, d.filename, from_ip, with_agent
    from public.documents d join app.my_shares() s on s.owner_id = d.owner_id and s.category = d.category
    where d.id = any (readable) order by d.id;
  if way = 'viewed' then
    update public.documents d set view_count = d.view_count + 1, opened_by_others_at = coalesce(d.opened_by_others_at, now())
      where d.id = any (readable);
    insert into public.document_views (document_id, user_id, user_email, user_name)
      select d.id, p.id, p.email, p.full_name from public.user_profiles p cross join public.documents d
      where p.id = app.user_id() and d.id = any (readable);
  end if;
  return readable;
end $$;
alter function app.record_shared_reads owner to app_directory;
grant execute on function app.record_shared_reads to app_user;

-- The same of a holder's figures. Returns whether they may be read.
create or replace function app.record_figures_read(holder uuid, from_ip text, with_agent text) returns boolean
language plpgsql security definer as $$
begin
  insert into public.delegate_reads (grant_id, holder_id, person_id, how, ip, user_agent)
    select s.grant_id, s.owner_id, app.user_id(), 'figures', from_ip, with_agent
    from app.my_shares() s where s.owner_id = holder and s.category = 'figures';
  return found;
end $$;
alter function app.record_figures_read owner to app_directory;
grant execute on function app.record_figures_read to app_user;

-- A holder's notes and payments on a day for a delegate whom it shows its figures, in the rows of
-- app/holdings/server/holding-statements.ts, without the account that they are paid to. Null where they are not shown.
create or replace function app.shared_figures(holder uuid, day date) returns jsonb
language plpgsql stable security definer as $$
begin
  if not exists (select from app.my_shares() s where s.owner_id = holder and s.category = 'figures') then
    return null;
  end if;
  return jsonb_build_object(
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'number', n.number, 'holderId', n.holder_id,
          'offering', n.offering, 'principal', n.principal_cents::text, 'rateBp', n.rate_bp, 'termMonths', n.term_months,
          'payout', n.payout, 'dayCount', n.day_count, 'convention', n.convention, 'issueDate', n.issue_date,
          'firstPaymentDate', n.first_payment_date, 'maturityDate', n.maturity_date, 'maturityDays', n.maturity_days,
          'state', n.state, 'defaultRateBp', n.default_rate_bp, 'predecessorId', n.predecessor_id,
          'closedOn', n.closed_on, 'payee', null, 'owed', b.principal_cents::text, 'unpaid', b.interest_cents::text,
          'lateCredit', (select c.cents from app.late_credit(n.id, day) c)::text)
        order by n.maturity_date nulls first, n.number), '[]')
      from public.notes n, app.note_balance(n.id, day) b
      where n.holder_id = holder and n.signed_at is not null),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('noteId', l.note_id, 'n', l.n, 'startDate', l.start_date,
          'dueDate', l.due_date, 'payDate', l.pay_date, 'days', l.days, 'isStub', l.is_stub,
          'interest', l.interest_cents::text, 'principal', l.principal_cents::text, 'paid', l.paid_cents::text,
          'principalLeft', l.principal_left_cents::text)
        order by l.note_id, l.due_date, l.n), '[]')
      from public.notes n join app.line_status l on l.note_id = n.id and l.version = n.version
        and l.interest_cents + l.principal_cents > 0
      where n.holder_id = holder and n.signed_at is not null),
    'settlements', (select coalesce(jsonb_agg(jsonb_build_object('noteId', m.note_id, 'kind', m.kind,
          'reversedKind', case when m.reverses is not null then m.about end, 'dueDate', s.due_date, 'day', m.relates_to,
          'interest', (-m.interest_cents)::text, 'principal', (-m.principal_cents)::text, 'withheld', m.withheld_cents::text, 'reference', null)
        order by m.note_id, m.seq), '[]')
      from public.notes n join app.note_movements m on m.note_id = n.id
        left join public.schedule_lines s on s.note_id = m.note_id and s.version = m.schedule_version and s.n = m.line_n
      where n.holder_id = holder and n.signed_at is not null
        and m.about not in ('funds', 'interest_due')
        and not (m.about in ('transfer', 'renewal') and (m.principal_cents > 0
          or exists (select from public.ledger_entries r where r.reverses = m.entry_id)))));
end $$;
grant execute on function app.shared_figures to app_user;

-- Ends the grants of an erased delegate, and invitations to their address. What they read stays recorded, without the
-- place.
create or replace function app.end_grants_of_erased() returns trigger language plpgsql security definer as $$
begin
  update public.grants set revoked_at = coalesce(revoked_at, now()), invited_address = lower(new.email)
    where person_id = new.id or person_id is null and invited_address = lower(old.email);
  update public.delegate_reads set ip = null, user_agent = null where person_id = new.id;
  return null;
end $$;
alter function app.end_grants_of_erased owner to app_eraser;
create trigger end_grants after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function app.end_grants_of_erased();
