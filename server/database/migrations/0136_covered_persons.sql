-- The register of covered persons (17 CFR 230.506(d)): app/covered-persons/covered-persons.sql.
create table if not exists covered_persons (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  capacity text not null check (capacity in ('issuer', 'predecessor', 'affiliate', 'director', 'executive_officer',
    'other_officer', 'manager', 'owner', 'promoter', 'investment_manager', 'solicitor', 'principal')),
  user_id uuid references user_profiles on delete restrict,
  since date not null,
  added_by uuid not null references user_profiles on delete restrict,
  added_at timestamptz not null default now(),
  ended_on date check (ended_on >= since),
  end_reason text check (end_reason = btrim(end_reason) and length(end_reason) between 1 and 500),
  ended_by uuid references user_profiles on delete restrict,
  ended_at timestamptz,
  constraint covered_person_ended_by_someone check (num_nulls(ended_on, end_reason, ended_by, ended_at) in (0, 4))
);
create unique index if not exists covered_persons_once on covered_persons (lower(name), capacity) where ended_on is null;
create index if not exists covered_persons_account on covered_persons (user_id) where user_id is not null;
create index if not exists covered_persons_adder on covered_persons (added_by);
create index if not exists covered_persons_ender on covered_persons (ended_by) where ended_by is not null;
create table if not exists covered_questionnaires (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references covered_persons on delete restrict,
  is_bring_down boolean not null default false,
  version text not null check (length(version) between 1 and 40),
  text text not null check (length(text) between 1 and 40000),
  sha256 bytea not null,
  events text[] not null default '{}' check (events <@ array['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']),
  details text check (details = btrim(details) and length(details) between 1 and 4000),
  signed_on date not null,
  typed_name text not null check (typed_name = btrim(typed_name) and length(typed_name) between 1 and 200),
  document_id uuid references documents on delete restrict,
  consent_id uuid references esign_consents on delete restrict,
  ip text,
  user_agent text check (length(user_agent) <= 500),
  due_on date not null,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now(),
  finding text check (finding in ('disqualified', 'before', 'waiver', 'authority', 'no_event')),
  finding_reason text check (finding_reason = btrim(finding_reason) and length(finding_reason) between 1 and 500),
  found_by uuid references user_profiles on delete restrict,
  found_at timestamptz,
  constraint covered_events_have_details check ((events = '{}') = (details is null)),
  constraint covered_bring_down_has_no_events check (not is_bring_down or events = '{}'),
  constraint covered_due_within_a_year check (due_on > signed_on and due_on <= signed_on + interval '1 year'),
  constraint covered_finding_of_events check (num_nulls(finding, finding_reason, found_by, found_at) in (0, 4)
    and (finding is null or events <> '{}'))
);
create index if not exists covered_questionnaires_of_person on covered_questionnaires (person_id, signed_on desc, recorded_at desc);
create index if not exists covered_questionnaires_document on covered_questionnaires (document_id) where document_id is not null;
create index if not exists covered_questionnaires_consent on covered_questionnaires (consent_id) where consent_id is not null;
create index if not exists covered_questionnaires_recorder on covered_questionnaires (recorded_by);
create index if not exists covered_questionnaires_finder on covered_questionnaires (found_by) where found_by is not null;
create table if not exists covered_reminders (
  person_id uuid not null references covered_persons on delete restrict,
  due_on date not null,
  kind text not null check (kind in ('soon', 'due')),
  reminded_at timestamptz not null default now(),
  primary key (person_id, due_on, kind)
);
alter table app.fund add column if not exists covered_persons_required boolean not null default false;
