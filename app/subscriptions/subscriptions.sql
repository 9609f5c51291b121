-- Subscriptions: from an investor's first amount to the confirmed note. Operations: app/subscriptions/server/.
--
-- An investor chooses terms and a holder, is verified, and makes an agreement of them. From then on a subscription follows what is
-- recorded elsewhere: the envelope's signatures, the wire instructions that were shown, and the note's funds.

-- A subscription. Its states: the workflow 'subscription' (rules/workflows.ts).
create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references offerings on delete restrict,
  -- Who began it, or has taken over what their adviser prepared.
  person_id uuid not null references user_profiles on delete restrict,
  holder_id uuid references holders on delete restrict,
  state text not null default 'started' check (state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'agreement',
    'signed', 'custodian_signed', 'countersigned', 'wire_shown', 'received', 'confirmed', 'lapsed', 'withdrawn', 'rejected')),
  amount_cents bigint check (amount_cents between 1 and 100000000000000),
  term_months integer check (term_months in (12, 24)),
  payout text check (payout in ('monthly', 'quarterly', 'annually')),
  -- The tier's rate on the day of the quote, and the last day on which it counts.
  rate_bp integer check (rate_bp between 1 and 10000),
  quoted_through date,
  -- The columns of the note as the agreement has them; frozen with it.
  agreed jsonb check (jsonb_typeof(agreed) = 'object' and length(agreed::text) < 20000),
  note_id uuid unique references notes on delete restrict,
  -- The maturing note to which this adds new money.
  renews_id uuid references notes on delete restrict,
  -- The adviser who filled it in; the member confirms and signs.
  prepared_by uuid references user_profiles on delete restrict,
  -- A holder that the office is asked to set up.
  wanted_kind text,
  wanted_name text check (wanted_name = btrim(wanted_name) and length(wanted_name) between 1 and 200 and wanted_name !~ '[[:cntrl:]]'),
  -- Why it was rejected.
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  -- Of its state.
  since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  reminded_at timestamptz,
  -- For which last day the investor heard that it lapses soon.
  lapse_told_for date,
  constraint wanted_together check ((wanted_kind is null) = (wanted_name is null)),
  constraint quoted_whole check (num_nulls(amount_cents, term_months, payout, rate_bp, quoted_through) in (0, 5)),
  constraint quoted_before_its_holder check (state in ('started', 'withdrawn', 'rejected', 'lapsed') or amount_cents is not null),
  constraint held_before_its_agreement check (state in ('started', 'terms', 'withdrawn', 'rejected', 'lapsed') or holder_id is not null),
  constraint agreed_with_its_agreement check (state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'withdrawn', 'rejected', 'lapsed')
    or agreed is not null),
  -- What is frozen is what was quoted.
  constraint agreed_as_quoted check (state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'withdrawn', 'rejected', 'lapsed')
    or (agreed ->> 'holder_id', agreed ->> 'principal_cents', agreed ->> 'term_months', agreed ->> 'payout', agreed ->> 'rate_bp')
      is not distinct from (holder_id::text, amount_cents::text, term_months::text, payout, rate_bp::text)),
  constraint sold_with_its_note check ((state in ('countersigned', 'wire_shown', 'received', 'confirmed')) <= (note_id is not null))
);
-- One that wasn't agreed on yet, of a person and an offering: two tabs begin the same. One whose agreement was voided may be
-- beside it.
create unique index subscriptions_begun on subscriptions (person_id, offering_id, coalesce(renews_id, offering_id))
  where state in ('started', 'terms', 'holder', 'accreditation') and agreed is null;
-- An adviser prepares one at a time for a holder.
create unique index subscriptions_prepared on subscriptions (holder_id, offering_id, prepared_by) where state = 'prepared';
create index subscriptions_of_offering on subscriptions (offering_id);
create index subscriptions_of_holder on subscriptions (holder_id) where holder_id is not null;
create index subscriptions_of_renewal on subscriptions (renews_id) where renews_id is not null;
create index subscriptions_preparer on subscriptions (prepared_by) where prepared_by is not null;
create index subscriptions_in_state on subscriptions (state, since);
create index subscriptions_ending on subscriptions (quoted_through) where state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'agreement', 'signed', 'custodian_signed');
-- Elsewhere on this table: reach.sql (reach).

-- Members of its holder, or who began it while it has none; administrators, and an approver in the transaction of an approval
-- about the holder; the adviser who prepared it, while they have access.
create policy member_or_office_reads on subscriptions for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.my_owners())::uuid[])
    or holder_id is null and person_id = (select app.user_id()) or holder_id = any ((select app.office_owners())::uuid[])
    or prepared_by = (select app.user_id()) and app.advises(holder_id));
-- Who was accepted begins one for themselves; an adviser prepares one for a holder that lets them.
create policy own_begins on subscriptions for insert to app_user
  with check (person_id = (select app.user_id()) and (select app.is_accepted()) and state = 'started' and holder_id is null
    and prepared_by is null or prepared_by = (select app.user_id()) and person_id = prepared_by and state = 'prepared' and app.advises(holder_id));
-- Who acts for its holder, or began it; administrators.
create policy member_or_office_changes on subscriptions for update to app_user
  using ((select app.is_admin()) or app.acts_for(coalesce(holder_id, person_id)))
  with check ((select app.is_admin()) or app.acts_for(coalesce(holder_id, person_id)));
grant select, insert (id, offering_id, person_id, holder_id, state, amount_cents, term_months, payout, rate_bp, quoted_through,
  renews_id, prepared_by), update (state, person_id, holder_id, amount_cents, term_months, payout, rate_bp, quoted_through, agreed,
  note_id, wanted_kind, wanted_name, reason, reminded_at) on subscriptions to app_user;
grant select, update (state, since, lapse_told_for) on subscriptions to app_jobs, app_steward;
-- The investor's are their terms, until an agreement freezes them; the office's are reasons, reminders and the note.
create guard on subscriptions for app_user refuse 'a subscription does not take this step'
  -- New money joins a renewing note of a holder that the person acts for.
  new row when new.renews_id is null or exists (select from public.notes n where n.id = new.renews_id
    and n.state in ('current', 'matured', 'defaulted', 'renewed') and app.acts_for_holder(n.holder_id))
  amount_cents, term_months, payout, rate_bp, quoted_through when new.state = 'terms'
    and old.state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'lapsed') and old.note_id is null
    and app.acts_for(coalesce(old.holder_id, old.person_id))
  holder_id when new.state = 'holder' and app.acts_for_holder(new.holder_id)
  -- A member takes over what their adviser prepared.
  person_id when old.person_id = old.prepared_by and new.state = 'terms' and new.person_id = app.user_id()
  wanted_kind, wanted_name when new.state = 'terms' and old.state = 'terms' and app.acts_for(old.person_id)
  agreed when new.state = 'agreement' and old.state = 'accreditation' and app.acts_for(old.holder_id)
  note_id when new.state = 'countersigned' and old.note_id is null
  reason when new.state = 'rejected' and old.state <> 'rejected'
  reminded_at when app.is_admin() and new.reminded_at = now()
  since when new.since = now() and new.state <> old.state
  state;
-- However it ended, it stays, with what was said about it.
create trigger refuse_removal before delete or truncate on subscriptions, subscription_remarks execute function app.refuse_removal();
-- Only steps of the workflow 'subscription' (rules/workflows.ts).
create trigger step before update on subscriptions for each row when (new.state <> old.state) execute function app.guard_step('subscription');

-- When it came to its state, by any step.
create or replace function app.stamp_since() returns trigger language plpgsql as $$
begin
  new.since := now();
  return new;
end $$;
create trigger a_since before update on subscriptions for each row when (new.state <> old.state) execute function app.stamp_since();

-- What a job or the register does with a subscription is in the log, too: jobs write no entries themselves.
create or replace function app.record_subscription() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') = 'app_jobs' then
    insert into public.audit_log (actor_role, action, subject_id, details)
      values ('system', 'subscription.' || new.state, new.id::text, jsonb_build_object('holder_id', new.holder_id, 'note_id', new.note_id));
  end if;
  return null;
end $$;
alter function app.record_subscription owner to app_audit;
create trigger record after update of state on subscriptions for each row
  when (new.state <> old.state and new.state in ('lapsed', 'confirmed')) execute function app.record_subscription();

-- A note's funds move its subscription: they arrive, or were recorded by mistake; a note that is canceled without lets it lapse.
create or replace function app.follow_note() returns trigger language plpgsql security definer as $$
begin
  update public.subscriptions s set state = case new.state when 'funded' then 'received' when 'signed' then 'wire_shown' else 'lapsed' end
    where s.note_id = new.id and s.state = any (case new.state when 'signed' then '{received,confirmed}'
      else '{countersigned,wire_shown}' end::text[]);
  return null;
end $$;
create trigger follow_subscription after update of state on notes for each row
  when (new.state <> old.state and (new.state in ('funded', 'cancelled') or new.state = 'signed' and old.state <> 'draft'))
  execute function app.follow_note();

-- The agreement's envelope moves it: the holder's last signature, the custodian's, and an end without the fund's signature. The
-- fund's moves it with the note (the workflow's step countersign).
create or replace function app.follow_agreement() returns trigger language plpgsql security definer as $$
declare
  ended text := case new.state when 'voided' then 'terms' when 'declined' then 'withdrawn' when 'expired' then 'lapsed' end;
begin
  if new.kind = 'agreement' then
    update public.subscriptions s set state = ended
      where s.id = new.subject_id and s.state in ('agreement', 'signed', 'custodian_signed');
  end if;
  return null;
end $$;
create trigger follow_subscription after update of state on envelopes for each row
  when (new.state <> old.state and new.state in ('voided', 'declined', 'expired')) execute function app.follow_agreement();

-- The last signature of a side moves it.
create or replace function app.follow_signature() returns trigger language plpgsql security definer as $$
declare
  subject uuid := (select e.subject_id from public.envelopes e where e.id = new.envelope_id and e.kind = 'agreement');
begin
  update public.subscriptions s set state = case new.role when 'custodian' then 'custodian_signed' else 'signed' end
    where s.id = subject and s.state = case new.role when 'custodian' then 'signed' else 'agreement' end
      and not exists (select from public.envelope_signers o where o.envelope_id = new.envelope_id and o.role = new.role
        and o.state <> 'signed');
  return null;
end $$;
create trigger follow_subscription after update of state on envelope_signers for each row
  when (new.state = 'signed' and old.state <> 'signed' and new.role <> 'fund') execute function app.follow_signature();

-- The first view of the wire instructions moves it, too.
create or replace function app.follow_wire() returns trigger language plpgsql security definer as $$
begin
  update public.subscriptions s set state = 'wire_shown' from public.wire_openings o
    where o.id = new.opening_id and s.note_id = o.subject_id and s.state = 'countersigned';
  return null;
end $$;
create trigger follow_subscription after insert on wire_views for each row execute function app.follow_wire();

-- What the adviser, those who act for the investor, and the office say about one step or term of a subscription.
create table subscription_remarks (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references subscriptions on delete restrict,
  -- The step or term.
  about text not null check (about in ('amount', 'term', 'payout', 'holder', 'accreditation', 'disclosures', 'agreement', 'sign', 'pay', 'confirm')),
  body text not null check (body = btrim(body) and length(body) between 1 and 500 and body !~ '[[:cntrl:]]'),
  written_by uuid not null references user_profiles on delete restrict,
  -- For whom they said it.
  side text not null check (side in ('investor', 'adviser', 'office')),
  written_at timestamptz not null default now()
);
create index subscription_remarks_in_order on subscription_remarks (subscription_id, written_at);
create index subscription_remarks_author on subscription_remarks (written_by);
-- Elsewhere on this table: reach.sql (reach).

-- As their subscription.
create policy with_their_subscription on subscription_remarks for select to app_user
  using (exists (select from subscriptions s where s.id = subscription_id));
-- No viewer.
create policy own_remarks on subscription_remarks for insert to app_user
  with check (written_by = (select app.user_id()) and exists (select from subscriptions s where s.id = subscription_id
    and ((select app.is_admin()) or app.acts_for(coalesce(s.holder_id, s.person_id)) or s.prepared_by = (select app.user_id()))));
grant select, insert (subscription_id, about, body) on subscription_remarks to app_user;
-- Sets who and when, whatever the statement says.
create trigger stamp before insert on subscription_remarks for each row execute function app.stamp_act('written_by', 'written_at');
-- For whom, too, whatever the statement says.
create or replace function app.stamp_side() returns trigger language plpgsql as $$
begin
  new.side := (select case when app.acts_for(coalesce(s.holder_id, s.person_id)) then 'investor'
    when s.prepared_by = app.user_id() then 'adviser' else 'office' end from public.subscriptions s where s.id = new.subscription_id);
  return new;
end $$;
create trigger stamp_side before insert on subscription_remarks for each row when (current_user = 'app_user')
  execute function app.stamp_side();

-- The hidden document of an agreement's envelope (app.send_agreement).
create policy agreements_are_filed on documents for insert to app_steward
  with check (category = 'Agreements' and holder_id is not null and unreleased and uploaded_by is null);

-- Functions

-- Whether a holder lets the current person prepare an investment: as its financial adviser, at this moment.
create or replace function app.advises(holder uuid) returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from app.my_shares() s join public.grants g on g.id = s.grant_id
    where s.owner_id = holder and g.kind = 'adviser');
end $$;
grant execute on function app.advises to app_user;

grant execute on function app.acts_for, app.acts_for_holder to app_steward;

-- Voids the agreement of a subscription that is still out, for its investor or the office. Before the subscription is locked:
-- a signature locks the envelope first, too. Returns who else heard of it: those who have opened or signed it, and whose turn
-- it is; null where none was out.
create or replace function app.void_agreement(subscription uuid, why text) returns uuid[] language plpgsql security definer as $$
declare
  voided uuid;
begin
  if app.is_admin() or app.acts_for((select coalesce(s.holder_id, s.person_id) from public.subscriptions s where s.id = subscription)) then
    update public.envelopes e set state = 'voided', reason = why, closed_at = now()
      where e.subject_id = subscription and e.kind = 'agreement' and e.state = 'sent' returning e.id into voided;
  end if;
  return case when voided is not null then array(select s.user_id from public.envelope_signers s
    where s.envelope_id = voided and s.role <> 'fund' and s.user_id <> app.user_id() and (s.state <> 'waiting'
      or not exists (select from public.envelope_signers b where b.envelope_id = voided and b.turn < s.turn and b.state <> 'signed')))
    end;
end $$;
grant execute on function app.void_agreement to app_user;

-- Who may sign for a holder, for those who act for it, who see no other profiles: its members except viewers, and delegates of
-- its custodian.
create or replace function app.signers_of(holder uuid) returns table (role text, user_id uuid, name text)
language plpgsql stable security definer as $$
begin
  return query select 'holder', m.user_id, coalesce(p.full_name, p.email) from public.holder_members m
      join public.user_profiles p on p.id = m.user_id
    where app.acts_for_holder(holder) and m.holder_id = holder and m.ended_at is null and m.member_right <> 'viewer'
  union select 'custodian', p.id, coalesce(p.full_name, p.email) from public.grants g
      join public.user_profiles p on p.id = g.person_id and lower(p.email) = g.invited_address
    where app.acts_for_holder(holder) and g.holder_id = holder and g.kind = 'custodian' and 'Agreements' = any (g.categories)
      and g.revoked_at is null and now() < g.ends_at and p.disabled_at is null;
end $$;
grant execute on function app.signers_of to app_user;

-- Makes and sends the envelope of an agreement, as its investor made it in this transaction: its hidden document in their own
-- folder, its signers, the fund last, and its state. Who acts is its sender.
create or replace function app.send_agreement(made jsonb) returns void language plpgsql security definer as $$
declare
  envelope public.envelopes := jsonb_populate_record(null::public.envelopes, made);
  document public.documents := jsonb_populate_record(null::public.documents, made -> 'document');
begin
  if not app.acts_for_holder(envelope.holder_id) or envelope.kind <> 'agreement' or not exists (select from public.subscriptions s
    where s.id = envelope.subject_id and s.holder_id = envelope.holder_id and s.state = 'agreement' and s.since = now()
      and s.quoted_through = envelope.expires_on)
    or document.file_path not like app.user_id() || '/%'
  then
    raise exception 'an agreement is sent as it is made' using errcode = '42501';
  end if;
  document.id := gen_random_uuid();
  insert into public.documents (id, user_id, filename, file_path, file_size, mime_type, sha256, category, file_type, holder_id,
      retain_until, unreleased)
    values (document.id, app.user_id(), document.filename, document.file_path, document.file_size, 'application/pdf',
      envelope.original_sha256, 'Agreements', 'pdf', envelope.holder_id, document.retain_until, true);
  insert into public.envelopes (id, kind, subject_id, holder_id, title, document_id, original_sha256, pages, fields, read_back,
      created_by)
    values (envelope.id, envelope.kind, envelope.subject_id, envelope.holder_id, envelope.title, document.id,
      envelope.original_sha256, envelope.pages, envelope.fields, envelope.read_back, app.user_id());
  insert into public.envelope_signers (envelope_id, holder_id, turn, role, user_id, capacity)
    select envelope.id, envelope.holder_id, s.turn, s.role, s.user_id, s.capacity
      from jsonb_to_recordset(made -> 'signers') s (turn integer, role text, user_id uuid, capacity text);
  if not app.is_envelope_seated(envelope.id) or not exists (select from public.envelope_signers s
    where s.envelope_id = envelope.id and s.role = 'fund' and s.user_id is null)
  then
    raise exception 'the fund signs an agreement last' using errcode = '42501';
  end if;
  update public.envelopes e set state = 'sent', sent_at = now(), sent_by = app.user_id(), expires_on = envelope.expires_on
    where e.id = envelope.id;
end $$;
grant insert (id, user_id, filename, file_path, file_size, mime_type, sha256, category, file_type, holder_id, retain_until, unreleased)
  on documents to app_steward;
grant select (id), insert on envelopes to app_steward;
grant update (sent_at, sent_by, expires_on) on envelopes to app_steward;
grant insert on envelope_signers to app_steward;
grant usage on sequence envelope_numbers to app_steward;
grant execute on function app.send_agreement to app_user;

-- Whom else to tell of what was prepared or remarked: those who act for its holder, or who began it while it has none, and the
-- adviser who prepared it, while they have access.
create or replace function app.notified_of_subscription(subscription uuid) returns uuid[] language plpgsql stable security definer as $$
declare
  it public.subscriptions := (select s from public.subscriptions s where s.id = subscription);
begin
  if not (app.is_admin() or app.acts_for(coalesce(it.holder_id, it.person_id)) or it.prepared_by = app.user_id() and app.advises(it.holder_id)) then
    return '{}';
  end if;
  return array(select t.person from (
      select m.user_id as person from public.holder_members m
        where m.holder_id = it.holder_id and m.ended_at is null and m.member_right <> 'viewer'
      union select it.person_id where it.holder_id is null
      union select g.person_id from public.grants g where g.person_id = it.prepared_by and g.holder_id = it.holder_id
        and g.kind = 'adviser' and g.revoked_at is null and now() < g.ends_at) t
    where t.person <> app.user_id());
end $$;
grant execute on function app.notified_of_subscription to app_user;

-- Asks the person who makes an agreement, in this transaction, for the documents that the holder's kind needs and that weren't
-- requested before.
create or replace function app.request_documents(subscription uuid, papers text[]) returns void language plpgsql security definer as $$
declare
  holder uuid := (select s.holder_id from public.subscriptions s
    where s.id = subscription and s.state = 'agreement' and s.since = now());
begin
  if app.acts_for_holder(holder) is not true then
    raise exception 'an agreement is made' using errcode = '42501';
  end if;
  insert into public.document_requests (person_id, name, holder_id) select app.user_id(), p.name, holder from unnest(papers) p (name)
    on conflict do nothing;
end $$;
grant insert (person_id, name, holder_id) on document_requests to app_steward;
grant execute on function app.request_documents to app_user;

-- Whether a subscription has what a step needs. It reads as the current person.
create or replace function app.subscription_has(need text, s public.subscriptions) returns boolean language plpgsql stable as $$
begin
  return case need
    when 'quoted' then s.quoted_through >= app.fund_day()
      and exists (select from public.offerings o where o.id = s.offering_id and o.state = 'open')
    when 'kind_accepted' then exists (select from public.offerings o, public.holders h
      where o.id = s.offering_id and h.id = s.holder_id and h.kind = any (o.kinds))
    when 'verified' then exists (select from public.accreditations a where a.holder_id = s.holder_id and a.state = 'approved'
        and app.fund_day() between a.valid_from and a.valid_through)
      and not exists (select from public.accreditations a where a.holder_id = s.holder_id and a.state = 'revoked' and a.cleared_at is null)
    when 'disclosed' then app.unread_disclosures(s.offering_id, app.user_id()) = 0
    -- New money joins a note that is still owed, or that was renewed.
    when 'joined' then s.renews_id is null or exists (select from public.notes n
      where n.id = s.renews_id and n.state in ('current', 'matured', 'defaulted', 'renewed'))
    -- Of the note that is locked in this transaction, every column that was agreed on.
    when 'note_as_agreed' then exists (select from public.notes n where n.id = s.note_id and n.state = 'signed' and n.signed_at = now()
      and not exists (select from jsonb_each(s.agreed) a where to_jsonb(n) -> a.key is distinct from a.value))
  end;
end $$;
grant execute on function app.subscription_has to app_jobs, app_user;
