-- What a holder has certified about its taxes: the W-9 or W-8, the tax number, the IRS's answer about it, and which
-- members have agreed to paperless forms. The number itself is in vault_numbers (holders.sql). Operations: app/tax/server/.
--
-- A form that is entered takes two people, as a holder's details do: the guard of tax_profiles lets through exactly what an
-- approval of the kind tax.profile says, and app.put_number_in_force the number that it names.

-- A W-9 or W-8 that a member, or the office, has uploaded. Its document is in the folder of a member, and not the
-- holder's own: it shows the whole number, which neither other members nor accountants need to see.
create table tax_certifications (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  form text not null check (form in ('w9', 'w8')),
  -- Null once the document was deleted.
  document_id uuid references documents on delete set null,
  filename text not null check (octet_length(filename) between 1 and 255),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'submitted' check (state in ('submitted', 'accepted', 'returned', 'superseded')),
  -- Why it was sent back, for the members.
  reason text check (reason = btrim(reason) and length(reason) between 1 and 1000),
  submitted_by uuid not null references user_profiles on delete restrict,
  submitted_at timestamptz not null default now(),
  decided_by uuid references user_profiles on delete restrict,
  decided_at timestamptz,
  constraint returned_with_reason check ((state = 'returned') = (reason is not null)),
  constraint decided_once check ((decided_at is null) = (decided_by is null) and (state <> 'submitted' or decided_at is null))
);
create unique index tax_certifications_open on tax_certifications (holder_id) where state = 'submitted';
create index tax_certifications_of_holder on tax_certifications (holder_id, submitted_at desc);
create index tax_certifications_waiting on tax_certifications (submitted_at, id) where state = 'submitted';
create index tax_certifications_document on tax_certifications (document_id) where document_id is not null;
create index tax_certifications_submitter on tax_certifications (submitted_by);
create index tax_certifications_decider on tax_certifications (decided_by) where decided_by is not null;
-- Elsewhere on this table: retention.sql (refuse_removal), mail.sql (announce_to_office), reach.sql (reach).

-- Administrators, the holder's members, and an approver in the transaction of an approval about the holder. Delegates don't.
create policy office_or_member_reads on tax_certifications, tax_profiles, tin_notices for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.my_owners())::uuid[])
    or holder_id = any ((select app.office_owners())::uuid[]));
-- An administrator, or a member who acts for the holder, in their own name.
create policy office_or_member_sends on tax_certifications for insert to app_user
  with check (submitted_by = (select app.user_id()) and state = 'submitted'
    and ((select app.is_admin()) or app.acts_for_holder(holder_id)));
-- The office decides; who sends another form replaces the one before.
create policy office_or_member_changes on tax_certifications for update to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[]) or app.acts_for_holder(holder_id));
grant select, insert (id, holder_id, form, document_id, filename, sha256, submitted_by), update (state, reason, decided_by,
  decided_at) on tax_certifications to app_user;
-- The person and time of a decision are recorded with it, and stay when another form replaces this one.
create guard on tax_certifications for app_user refuse 'a decision on a form stays as it is'
  state when new.state not in ('accepted', 'returned') or new.decided_by is not null and new.decided_at is not null
  reason, decided_by, decided_at when new.state <> old.state and new.state in ('accepted', 'returned');
-- Sets who and when, whatever the statement says.
create trigger stamp before update on tax_certifications for each row
  execute function app.stamp_act('decided_by', 'decided_at');
-- Only steps of the workflow 'tax_certification' (rules/workflows.ts).
create trigger step before update on tax_certifications for each row when (new.state is distinct from old.state)
  execute function app.guard_step('tax_certification');
-- The form is a tax document from then on, wherever it is filed.
create trigger mark_tax after insert or update of document_id on tax_certifications
  for each row when (new.document_id is not null) execute function app.mark_tax_document();

-- A holder's tax profile. A holder without a row has sent no form.
create table tax_profiles (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null unique references holders on delete restrict,
  state text not null default 'missing' check (state in ('missing', 'provided', 'matched', 'mismatched', 'first_notice',
    'second_notice')),
  form text check (form in ('w9', 'w8')),
  -- As the form has them.
  name_line1 text check (name_line1 = btrim(name_line1) and length(name_line1) between 1 and 200),
  name_line2 text check (name_line2 = btrim(name_line2) and length(name_line2) between 1 and 200),
  classification text check (classification in ('individual', 'c_corporation', 's_corporation', 'partnership',
    'trust_estate', 'llc_c', 'llc_s', 'llc_p', 'other')),
  exempt_code integer check (exempt_code between 1 and 13),
  tin_kind text check (tin_kind in ('ssn', 'itin', 'ein')),
  tin_last4 text check (tin_last4 ~ '^[0-9]{4}$'),
  -- The number in force. A W-8 may have none.
  number_id uuid references vault_numbers on delete restrict,
  certification_id uuid references tax_certifications on delete restrict,
  -- When two people entered it, 'YYYY-MM-DD' of the fund.
  certified_on date,
  -- What proved the number after a second B-notice.
  validated_by text check (validated_by in ('ssa', 'irs')),
  -- The IRS's last answer about this number: its indicator, and the day it was read.
  match_code integer check (match_code between 0 and 8),
  checked_on date,
  updated_at timestamptz not null default now(),
  constraint number_is_whole check (num_nulls(tin_kind, tin_last4, number_id) in (0, 3)),
  constraint profile_is_whole check (case when certified_on is null
    then state = 'missing' and num_nonnulls(form, name_line1, name_line2, classification, exempt_code, tin_kind, certification_id) = 0
    else form is not null and name_line1 is not null and certification_id is not null and (form = 'w8' or tin_kind is not null) end),
  constraint answered_on_a_day check ((match_code is null) = (checked_on is null))
);
create index tax_profiles_by_state on tax_profiles (state);
create index tax_profiles_number on tax_profiles (number_id) where number_id is not null;
create index tax_profiles_certification on tax_profiles (certification_id) where certification_id is not null;
-- With tax_certifications, above: office_or_member_reads.
-- Elsewhere on this table: retention.sql (refuse_removal).

-- An empty one, before the first data of a holder is entered.
create policy office_adds on tax_profiles for insert to app_user with check ((select app.acts_for_office()) and state = 'missing');
-- Administrators, and the approver in the transaction of an approval about the holder.
create policy office_changes on tax_profiles for update to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[]));
grant select on tax_profiles to app_jobs;
grant select, insert (id, holder_id), update (state, form, name_line1, name_line2, classification, exempt_code, tin_kind,
  tin_last4, number_id, certification_id, certified_on, validated_by, match_code, checked_on, updated_at) on tax_profiles to
  app_user;
-- A profile becomes exactly what two people have approved; one administrator records the answers of the IRS.
create guard on tax_profiles for app_user refuse 'what is on file about taxes takes two people'
  match_code, checked_on, updated_at, state when app.acts_for_office()
  form, name_line1, name_line2, classification, exempt_code, tin_kind, tin_last4, number_id, certification_id, certified_on,
    validated_by when app.as_approved('tax.profile', new.holder_id, to_jsonb(old),
    to_jsonb(new) - '{match_code,checked_on,updated_at,state}'::text[])
  -- A W-9 alone doesn't prove a number after a second B-notice.
  state when not (old.state = 'second_notice' and new.state = 'provided') or new.validated_by is not null
    or app.approved_now('tax.profile', new.holder_id) -> 'to' is null;
-- Only steps of the workflow 'tax_profile' (rules/workflows.ts).
create trigger step before update on tax_profiles for each row when (new.state is distinct from old.state)
  execute function app.guard_step('tax_profile');

-- B-notices: the IRS has said twice at most, in three calendar years, that a name and number don't match.
create table tin_notices (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  kind text not null check (kind in ('first', 'second')),
  -- The number that the notice is about.
  number_id uuid not null references vault_numbers on delete restrict,
  -- The day on the IRS's notice, and the day it arrived.
  notice_date date not null,
  received_on date not null,
  -- By when the holder is written to, and from when payments are subject to backup withholding.
  send_by date not null,
  withhold_from date not null,
  -- When the letter was mailed.
  posted_on date,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by uuid references user_profiles on delete restrict,
  constraint received_after_its_day check (notice_date <= received_on and received_on <= send_by and send_by <= withhold_from),
  constraint withdrawn_by_someone check ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index tin_notices_once on tin_notices (holder_id, extract(year from notice_date)) where withdrawn_at is null;
create index tin_notices_of_holder on tin_notices (holder_id, notice_date desc);
create index tin_notices_number on tin_notices (number_id);
create index tin_notices_recorder on tin_notices (recorded_by);
create index tin_notices_withdrawer on tin_notices (withdrawn_by) where withdrawn_by is not null;
-- With tax_certifications, above: office_or_member_reads.
-- Elsewhere on this table: retention.sql (refuse_removal).

-- An administrator records a notice, in their own name.
create policy admin_records on tin_notices for insert to app_user
  with check ((select app.is_admin()) and recorded_by = (select app.user_id()) and withdrawn_at is null);
-- An administrator records that it was mailed, or withdraws it.
create policy admin_changes on tin_notices for update to app_user using ((select app.is_admin()));
grant select on tin_notices to app_jobs;
grant select, insert (id, holder_id, kind, number_id, notice_date, received_on, send_by, withhold_from, recorded_by), update
  (posted_on, withdrawn_at, withdrawn_by) on tin_notices to app_user;
-- A notice is mailed once, and withdrawn once.
create guard on tin_notices for app_user refuse 'a notice does not take this step'
  any change when old.withdrawn_at is null
  posted_on when old.posted_on is null
  withdrawn_at, withdrawn_by;
-- Sets who and when, whatever the statement says.
create trigger stamp before update on tin_notices for each row execute function app.stamp_act('withdrawn_by', 'withdrawn_at');

-- Consent to paperless tax forms: of one member, for one holder. The word on the sample form, which the person has typed, shows
-- that they can open what they will get.
create table tax_consents (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  -- Of the disclosure that was shown, and of the software that it names.
  version text not null check (length(version) between 1 and 40),
  software text not null check (length(software) between 1 and 40),
  -- Of the disclosure's whole text.
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  word text not null check (word ~ '^[a-z]{3,20}$'),
  tries integer not null default 0 check (tries between 0 and 100),
  asked_at timestamptz not null default now(),
  -- What was typed.
  typed text,
  given_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references user_profiles on delete restrict,
  -- When it was replaced by a new request, such as after a change of the software that is needed.
  superseded_at timestamptz,
  constraint given_by_its_word check ((given_at is null) = (typed is null) and (typed is null or typed = word)),
  constraint withdrawn_after_given check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null or given_at is not null))
);
create unique index tax_consents_open on tax_consents (holder_id, user_id) where withdrawn_at is null and superseded_at is null;
create index tax_consents_of_holder on tax_consents (holder_id, given_at);
create index tax_consents_person on tax_consents (user_id);
create index tax_consents_withdrawer on tax_consents (withdrawn_by) where withdrawn_by is not null;
-- Elsewhere on this table: retention.sql (refuse_removal).

-- The member, administrators, and an approver in the transaction of an approval about the holder.
create policy own_or_office_reads on tax_consents for select to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin())
    or holder_id = any ((select app.office_owners())::uuid[]));
-- A member who acts for the holder begins a consent of their own.
create policy member_is_asked on tax_consents for insert to app_user
  with check (user_id = (select app.user_id()) and given_at is null and app.acts_for_holder(holder_id));
-- The member gives, replaces and withdraws it; an administrator may withdraw it for them.
create policy own_or_admin_changes on tax_consents for update to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
grant select on tax_consents to app_jobs;
grant select, insert (id, holder_id, user_id, version, software, text_sha256, word), update (word, tries, typed, given_at,
  withdrawn_at, withdrawn_by, superseded_at) on tax_consents to app_user;
-- A consent is requested, given once, and withdrawn once; only the person themselves gives it.
create guard on tax_consents for app_user refuse 'a consent does not take this step'
  any change when old.withdrawn_at is null
  given_at, typed, word when old.given_at is null
  given_at when new.given_at = now() and old.superseded_at is null and new.user_id = app.user_id()
    and app.acts_for_holder(new.holder_id)
  withdrawn_at, withdrawn_by when new.withdrawn_at = now() and new.withdrawn_by = app.user_id()
  word, tries when new.user_id = app.user_id()
  superseded_at;
-- Only steps of the workflow 'consent' (rules/workflows.ts).
create trigger step before update on tax_consents for each row
  when (new.given_at is distinct from old.given_at or new.withdrawn_at is distinct from old.withdrawn_at)
  execute function app.guard_step('consent');

-- Functions

-- What a second person compares before a form's data is on file: the uploaded form and the entered number, while the
-- data is pending.
create or replace function app.is_form_to_compare(document uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.approvals a where a.kind = 'tax.profile' and a.decision is null
    and a.content ->> 'documentId' = document::text and app.waiting_content(a.kind, a.subject_id) is not null)
$$;
grant execute on function app.is_form_to_compare to app_user;

create or replace function app.is_number_to_compare(number_id uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.approvals a where a.kind = 'tax.profile' and a.decision is null
    and a.content ->> 'numberId' = number_id::text and app.waiting_content(a.kind, a.subject_id) is not null)
$$;
grant execute on function app.is_number_to_compare to app_user, app_vault;
