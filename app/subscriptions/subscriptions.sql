-- Offerings, what is disclosed about them, and subscriptions: from an investor's first amount to the confirmed note.
-- Operations: app/subscriptions/server/.
--
-- An investor chooses terms and a holder, is verified, and makes an agreement of them. From then on a subscription follows what is
-- recorded elsewhere: the envelope's signatures, the wire instructions that were shown, and the note's funds.

-- An offering of notes. Its name is that of its notes (notes.offering).
create table offerings (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[[:cntrl:]]'),
  -- The kinds of holders that it accepts.
  kinds text[] not null check (cardinality(kinds) between 1 and 20 and kinds <@ array['individual', 'joint_jtwros', 'joint_tic',
    'joint_community', 'revocable_trust', 'irrevocable_trust', 'llc', 'lp', 'corporation', 'sdira', 'solo_401k']),
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  created_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  closed_at timestamptz
);
create index offerings_creator on offerings (created_by);

-- Administrators, and the approver in the transaction of its approval. Once it was opened, everyone who was accepted.
create policy office_or_accepted_reads on offerings for select to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{offering.open}'))::uuid[])
    or state <> 'draft' and (select app.is_accepted()));
create policy admin_adds on offerings for insert to app_user with check ((select app.is_admin()) and state = 'draft');
-- An administrator; the approver opens it.
create policy office_changes on offerings for update to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{offering.open}'))::uuid[]));
grant select, insert (id, name, kinds), update (name, kinds, state, opened_at, closed_at) on offerings to app_user;
grant select on offerings to app_jobs, app_steward;
-- Its name and kinds change while it isn't open: they were checked when it was opened.
create guard on offerings for app_user refuse 'an offering does not take this step'
  name when old.opened_at is null
  kinds when old.state <> 'open'
  opened_at when new.state = 'open' and old.state <> 'open'
  closed_at when new.state = 'closed' and old.state <> 'closed'
  state;
create trigger stamp before insert on offerings for each row execute function app.stamp_act('created_by', 'created_at');
create trigger stamp_opened before update on offerings for each row execute function app.stamp_act('opened_at');
create trigger stamp_closed before update on offerings for each row execute function app.stamp_act('closed_at');
-- Only steps of the workflow 'offering' (rules/workflows.ts).
create trigger step before update on offerings for each row when (new.state <> old.state) execute function app.guard_step('offering');
create trigger refuse_removal before delete or truncate on offerings, disclosures, disclosure_receipts, subscriptions
  execute function app.refuse_removal();

-- An offering's memorandum, number 1, and its supplements: documents of the office, which everyone who was accepted may open.
create table disclosures (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references offerings on delete restrict,
  number integer not null check (number between 1 and 999),
  title text not null check (title = btrim(title) and length(title) between 1 and 150 and title !~ '[[:cntrl:]]'),
  document_id uuid not null unique references documents on delete restrict,
  published_by uuid not null references user_profiles on delete restrict,
  published_at timestamptz not null default now(),
  unique (offering_id, number)
);
create index disclosures_publisher on disclosures (published_by);
-- Elsewhere on this table: reach.sql (reach).

create policy with_their_offering on disclosures for select to app_user
  using (exists (select from offerings o where o.id = offering_id));
create policy admin_publishes on disclosures for insert to app_user with check ((select app.is_admin()));
grant select, insert (id, offering_id, number, title, document_id) on disclosures to app_user;
grant select on disclosures to app_jobs, app_steward;
-- What is published stays. It is a PDF of the office's own, and of no holder.
create guard on disclosures refuse 'a disclosure is a PDF of the office'
  new row by app_user when app.is_own_pdf(new.document_id);
create trigger stamp before insert on disclosures for each row execute function app.stamp_act('published_by', 'published_at');

-- Who has read a published disclosure opens it as its owner does (app.disclosed).
create policy accepted_read_disclosures on documents for select to app_user
  using (id = any ((select app.disclosed())::uuid[]) and check_state in ('unchecked', 'clean'));

-- The hidden document of an agreement's envelope (app.send_agreement).
create policy agreements_are_filed on documents for insert to app_steward
  with check (category = 'Agreements' and holder_id is not null and unreleased and uploaded_by is null);

-- Who was served which disclosure, to its last byte, and has said that they read it.
create table disclosure_receipts (
  disclosure_id uuid not null references disclosures on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  -- The last byte (document_openings).
  served_at timestamptz not null,
  acknowledged_at timestamptz not null default now(),
  primary key (disclosure_id, user_id)
);
create index disclosure_receipts_person on disclosure_receipts (user_id);
create policy own_or_office_reads on disclosure_receipts for select to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
create policy own_acknowledges on disclosure_receipts for insert to app_user with check (user_id = (select app.user_id()));
grant select, insert (disclosure_id) on disclosure_receipts to app_user;
grant select on disclosure_receipts to app_steward;

-- Who and when are the database's, and so is whether every byte was served.
create or replace function app.stamp_receipt() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') <> 'app_user' then
    return new;
  end if;
  new.user_id := app.user_id();
  new.acknowledged_at := now();
  new.served_at := (select o.opened_at from public.disclosures d join public.document_openings o on o.document_id = d.document_id
    where d.id = new.disclosure_id and o.user_id = new.user_id);
  if new.served_at is null then
    raise exception 'not every byte was served' using errcode = '23514', constraint = 'disclosure_was_served';
  end if;
  return new;
end $$;
create trigger stamp before insert on disclosure_receipts for each row execute function app.stamp_receipt();

-- Documents that a kind of holder has to have given before it invests, such as a certificate of trust (content/agreement.ts).
create table holder_papers (
  holder_id uuid not null references holders on delete restrict,
  paper text not null check (length(paper) between 1 and 100),
  document_id uuid not null references documents on delete restrict,
  given_by uuid not null references user_profiles on delete restrict,
  given_at timestamptz not null default now(),
  primary key (holder_id, paper)
);
create index holder_papers_document on holder_papers (document_id);
create index holder_papers_giver on holder_papers (given_by);
create policy office_or_member_reads on holder_papers for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.my_owners())::uuid[]));
create policy office_or_member_gives on holder_papers for insert to app_user
  with check ((select app.is_admin()) or app.acts_for_holder(holder_id));
create policy office_or_member_replaces on holder_papers for update to app_user
  using ((select app.is_admin()) or app.acts_for_holder(holder_id));
grant select, insert (holder_id, paper, document_id), update (document_id) on holder_papers to app_user;
create guard on holder_papers for app_user refuse 'it is a document of the holder'
  new row when app.is_document_of(new.document_id, new.holder_id)
  document_id when app.is_document_of(new.document_id, new.holder_id)
  given_by, given_at;
create trigger stamp before insert or update on holder_papers for each row execute function app.stamp_act('given_by', 'given_at', 'always');

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
  constraint sold_with_its_note check ((state in ('countersigned', 'wire_shown', 'received', 'confirmed')) <= (note_id is not null))
);
-- One that isn't agreed on yet, of a person and an offering: two tabs begin the same.
create unique index subscriptions_begun on subscriptions (person_id, offering_id, coalesce(renews_id, offering_id))
  where state in ('started', 'terms', 'holder', 'accreditation');
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
  new row when new.renews_id is null or exists (select from public.notes n where n.id = new.renews_id and app.acts_for_holder(n.holder_id))
  amount_cents, term_months, payout, rate_bp, quoted_through when new.state = 'terms'
    and old.state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'lapsed') and old.note_id is null
    and app.acts_for(coalesce(old.holder_id, old.person_id))
  holder_id when new.state = 'holder' and app.acts_for_holder(new.holder_id)
  person_id when old.state = 'prepared' and new.state = 'terms' and new.person_id = app.user_id()
  wanted_kind, wanted_name when new.state = 'terms' and old.state = 'terms' and app.acts_for(old.person_id)
  agreed when new.state = 'agreement' and old.state = 'accreditation' and app.acts_for(old.holder_id)
  note_id when new.state = 'countersigned' and old.note_id is null
  reason when new.state = 'rejected' and old.state <> 'rejected'
  reminded_at when app.is_admin() and new.reminded_at = now()
  since when new.since = now() and new.state <> old.state
  state;
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

-- Functions

-- Whether the current person was accepted, and has open access.
create or replace function app.is_accepted() returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from public.user_profiles p
    where p.id = app.user_id() and p.accepted_at is not null and p.disabled_at is null);
end $$;
alter function app.is_accepted owner to app_guard;
grant execute on function app.is_accepted to app_steward, app_user;

-- Whether a document is a checked PDF that the current person uploaded to their own.
create or replace function app.is_own_pdf(document uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from public.documents d where d.id = document and d.file_type = 'pdf' and d.holder_id is null
    and d.user_id = app.user_id() and d.uploaded_by = d.user_id and d.check_state in ('unchecked', 'clean'));
end $$;
grant execute on function app.is_own_pdf to app_user;

-- Whether a document, as far as the current person sees it, is a holder's.
create or replace function app.is_document_of(document uuid, holder uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from public.documents d where d.id = document and d.holder_id = holder);
end $$;
grant execute on function app.is_document_of to app_user;

-- Documents that the current person may open because they were published about an offering that was opened.
create or replace function app.disclosed() returns uuid[] language plpgsql stable security definer as $$
begin
  return case when app.is_accepted() then array(select d.document_id from public.disclosures d
    join public.offerings o on o.id = d.offering_id where o.state <> 'draft') else '{}' end;
end $$;
grant execute on function app.disclosed to app_user;

-- Whether every byte of a document was served to the current person.
create or replace function app.has_been_served(document uuid) returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from public.document_openings o
    where o.document_id = document and o.user_id = app.user_id() and o.opened_at is not null);
end $$;
grant execute on function app.has_been_served to app_user;

-- Whether a holder lets the current person prepare an investment: as its financial adviser, at this moment.
create or replace function app.advises(holder uuid) returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from app.my_shares() s join public.grants g on g.id = s.grant_id
    where s.owner_id = holder and g.kind = 'adviser');
end $$;
grant execute on function app.advises to app_user;

grant execute on function app.acts_for, app.acts_for_holder to app_steward;

-- Voids the agreement of a subscription that is still out, for its investor or the office.
create or replace function app.void_agreement(subscription uuid, why text) returns void language plpgsql security definer as $$
begin
  if app.is_admin() or app.acts_for((select coalesce(s.holder_id, s.person_id) from public.subscriptions s where s.id = subscription)) then
    update public.envelopes e set state = 'voided', reason = why, closed_at = now()
      where e.subject_id = subscription and e.kind = 'agreement' and e.state in ('draft', 'sent');
  end if;
end $$;
grant execute on function app.void_agreement to app_user;

-- Who signs for a holder's custodian, for those who act for it, who see no other profiles: delegates of that kind.
create or replace function app.custodians_of(holder uuid) returns table (user_id uuid, name text)
language plpgsql stable security definer as $$
begin
  return query select distinct on (p.id) p.id, coalesce(p.full_name, p.email) from public.grants g
      join public.user_profiles p on p.id = g.person_id and lower(p.email) = g.invited_address
    where app.acts_for_holder(holder) and g.holder_id = holder and g.kind = 'custodian' and 'Agreements' = any (g.categories)
      and g.revoked_at is null and now() < g.ends_at and p.disabled_at is null;
end $$;
grant execute on function app.custodians_of to app_user;

-- Makes and sends the envelope of an agreement, as its investor made it in this transaction: its hidden document, its signers and
-- its state. Who acts is its sender.
create or replace function app.send_agreement(made jsonb) returns void language plpgsql security definer as $$
declare
  envelope public.envelopes := jsonb_populate_record(null::public.envelopes, made);
  document public.documents := jsonb_populate_record(null::public.documents, made -> 'document');
begin
  if not app.acts_for_holder(envelope.holder_id) or envelope.kind <> 'agreement' or not exists (select from public.subscriptions s
    where s.id = envelope.subject_id and s.holder_id = envelope.holder_id and s.state = 'agreement' and s.since = now()
      and s.quoted_through = envelope.expires_on)
  then
    raise exception 'an agreement is sent as it is made' using errcode = '42501';
  end if;
  document.id := gen_random_uuid();
  insert into public.documents (id, user_id, filename, file_path, file_size, mime_type, sha256, category, file_type, holder_id,
      retain_until, unreleased)
    values (document.id, document.user_id, document.filename, document.file_path, document.file_size, 'application/pdf',
      envelope.original_sha256, 'Agreements', 'pdf', envelope.holder_id, document.retain_until, true);
  insert into public.envelopes (id, kind, subject_id, holder_id, title, document_id, original_sha256, pages, fields, read_back,
      created_by)
    values (envelope.id, envelope.kind, envelope.subject_id, envelope.holder_id, envelope.title, document.id,
      envelope.original_sha256, envelope.pages, envelope.fields, envelope.read_back, app.user_id());
  insert into public.envelope_signers (envelope_id, holder_id, turn, role, user_id, capacity)
    select envelope.id, envelope.holder_id, s.turn, s.role, s.user_id, s.capacity
      from jsonb_to_recordset(made -> 'signers') s (turn integer, role text, user_id uuid, capacity text);
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

-- Whom to tell of what their adviser has prepared.
create or replace function app.members_advised(holder uuid) returns uuid[] language plpgsql stable security definer as $$
begin
  return case when app.advises(holder) then array(select m.user_id from public.holder_members m
    where m.holder_id = holder and m.ended_at is null and m.member_right <> 'viewer') else '{}' end;
end $$;
grant execute on function app.members_advised to app_user;

-- Why an offering can't open, as far as the database knows; openProblems says it in words.
create or replace function app.offering_problems(offering uuid) returns text[] language plpgsql stable security definer as $$
begin
  if not app.acts_for_office() then
    raise exception 'only the office may ask' using errcode = '42501';
  end if;
  return array(select 'kinds' from public.offerings o where o.id = offering
      and not o.kinds <@ (select f.agreement_kinds from app.fund f)
    union all select 'disclosure' where not exists (select from public.disclosures d where d.offering_id = offering)
    union all select 'wire' where app.wire_in_force() is null
    union all select 'covered' from app.fund f where f.covered_persons_required and exists (select from app.covered_problems()));
end $$;
grant execute on function app.offering_problems to app_user;

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
    when 'disclosed' then not exists (select from public.disclosures d where d.offering_id = s.offering_id
      and not exists (select from public.disclosure_receipts r where r.disclosure_id = d.id and r.user_id = app.user_id()))
    -- Of the note that is locked in this transaction, every column that was agreed on.
    when 'note_as_agreed' then exists (select from public.notes n where n.id = s.note_id and n.state = 'signed' and n.signed_at = now()
      and not exists (select from jsonb_each(s.agreed) a where to_jsonb(n) -> a.key is distinct from a.value))
  end;
end $$;
grant execute on function app.subscription_has to app_jobs, app_user;
