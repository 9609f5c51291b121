-- What holders have certified about their taxes, B-notices, and consent to paperless forms.
create table if not exists tax_certifications (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  form text not null check (form in ('w9', 'w8')),
  document_id uuid references documents on delete set null,
  filename text not null check (octet_length(filename) between 1 and 255),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'submitted' check (state in ('submitted', 'accepted', 'returned', 'superseded')),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 1000),
  submitted_by uuid not null references user_profiles on delete restrict,
  submitted_at timestamptz not null default now(),
  decided_by uuid references user_profiles on delete restrict,
  decided_at timestamptz,
  constraint returned_with_reason check ((state = 'returned') = (reason is not null)),
  constraint decided_once check ((decided_at is null) = (decided_by is null) and (state <> 'submitted' or decided_at is null))
);
create unique index if not exists tax_certifications_open on tax_certifications (holder_id) where state = 'submitted';
create index if not exists tax_certifications_of_holder on tax_certifications (holder_id, submitted_at desc);
create index if not exists tax_certifications_waiting on tax_certifications (submitted_at, id) where state = 'submitted';
create index if not exists tax_certifications_document on tax_certifications (document_id) where document_id is not null;
create index if not exists tax_certifications_submitter on tax_certifications (submitted_by);
create index if not exists tax_certifications_decider on tax_certifications (decided_by) where decided_by is not null;
create table if not exists tax_profiles (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null unique references holders on delete restrict,
  state text not null default 'missing' check (state in ('missing', 'provided', 'matched', 'mismatched', 'first_notice',
    'second_notice')),
  form text check (form in ('w9', 'w8')),
  name_line1 text check (name_line1 = btrim(name_line1) and length(name_line1) between 1 and 200),
  name_line2 text check (name_line2 = btrim(name_line2) and length(name_line2) between 1 and 200),
  classification text check (classification in ('individual', 'c_corporation', 's_corporation', 'partnership',
    'trust_estate', 'llc_c', 'llc_s', 'llc_p', 'other')),
  exempt_code integer check (exempt_code between 1 and 13),
  tin_kind text check (tin_kind in ('ssn', 'itin', 'ein')),
  tin_last4 text check (tin_last4 ~ '^[0-9]{4}$'),
  number_id uuid references vault_numbers on delete restrict,
  certification_id uuid references tax_certifications on delete restrict,
  certified_on date,
  validated_by text check (validated_by in ('ssa', 'irs')),
  match_code integer check (match_code between 0 and 8),
  checked_on date,
  updated_at timestamptz not null default now(),
  constraint number_is_whole check (num_nulls(tin_kind, tin_last4, number_id) in (0, 3)),
  constraint profile_is_whole check (case when certified_on is null
    then state = 'missing' and num_nonnulls(form, name_line1, name_line2, classification, exempt_code, tin_kind, certification_id) = 0
    else form is not null and name_line1 is not null and certification_id is not null and (form = 'w8' or tin_kind is not null) end),
  constraint answered_on_a_day check ((match_code is null) = (checked_on is null))
);
create index if not exists tax_profiles_by_state on tax_profiles (state);
create index if not exists tax_profiles_number on tax_profiles (number_id) where number_id is not null;
create index if not exists tax_profiles_certification on tax_profiles (certification_id) where certification_id is not null;
create table if not exists tin_notices (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  kind text not null check (kind in ('first', 'second')),
  number_id uuid not null references vault_numbers on delete restrict,
  notice_date date not null,
  received_on date not null,
  send_by date not null,
  withhold_from date not null,
  posted_on date,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  withdrawn_by uuid references user_profiles on delete restrict,
  constraint received_after_its_day check (notice_date <= received_on and received_on <= send_by and send_by <= withhold_from),
  constraint withdrawn_by_someone check ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index if not exists tin_notices_once on tin_notices (holder_id, extract(year from notice_date)) where withdrawn_at is null;
create index if not exists tin_notices_of_holder on tin_notices (holder_id, notice_date desc);
create index if not exists tin_notices_number on tin_notices (number_id);
create index if not exists tin_notices_recorder on tin_notices (recorded_by);
create index if not exists tin_notices_withdrawer on tin_notices (withdrawn_by) where withdrawn_by is not null;
create table if not exists tax_consents (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  version text not null check (length(version) between 1 and 40),
  software text not null check (length(software) between 1 and 40),
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  word text not null check (word ~ '^[a-z]{3,20}$'),
  tries integer not null default 0 check (tries between 0 and 100),
  asked_at timestamptz not null default now(),
  typed text,
  given_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references user_profiles on delete restrict,
  superseded_at timestamptz,
  constraint given_by_its_word check ((given_at is null) = (typed is null) and (typed is null or typed = word)),
  constraint withdrawn_after_given check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null or given_at is not null))
);
create unique index if not exists tax_consents_open on tax_consents (holder_id, user_id) where withdrawn_at is null and superseded_at is null;
create index if not exists tax_consents_of_holder on tax_consents (holder_id, given_at);
create index if not exists tax_consents_person on tax_consents (user_id);
create index if not exists tax_consents_withdrawer on tax_consents (withdrawn_by) where withdrawn_by is not null;
