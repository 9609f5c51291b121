-- Form 1099-INT: runs, forms, and the e-mails about them.
create table if not exists tax_runs (
  id uuid primary key default gen_random_uuid(),
  year integer not null check (year between 1900 and 2200),
  holder_id uuid references holders on delete restrict,
  corrects uuid,
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  state text not null default 'draft' check (state in ('draft', 'reviewed', 'furnished', 'filed')),
  requested_by uuid references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  begun_at timestamptz not null default now(),
  prepared_at timestamptz,
  problem text check (length(problem) between 1 and 500),
  reviewed_by uuid references user_profiles on delete restrict,
  reviewed_at timestamptz,
  furnished_by uuid references user_profiles on delete restrict,
  furnished_at timestamptz,
  furnish_approval_id uuid references approvals on delete restrict,
  filed_by uuid references user_profiles on delete restrict,
  filed_on date,
  receipt text check (receipt = btrim(receipt) and length(receipt) between 1 and 100),
  file_approval_id uuid references approvals on delete restrict,
  constraint alone_for_a_reason check ((holder_id is null) = (reason is null) and (corrects is null or holder_id is not null)),
  constraint reviewed_by_someone check ((state = 'draft') = (reviewed_by is null) and (reviewed_by is null) = (reviewed_at is null)),
  constraint furnished_by_two check ((state in ('furnished', 'filed')) = (furnished_at is not null)
    and num_nulls(furnished_by, furnished_at, furnish_approval_id) in (0, 3)),
  constraint filed_by_two check ((state = 'filed') = (filed_on is not null)
    and num_nulls(filed_by, filed_on, receipt, file_approval_id) in (0, 4))
);
create unique index if not exists tax_runs_once on tax_runs (year) where holder_id is null;
create unique index if not exists tax_runs_correction on tax_runs (corrects) where corrects is not null;
create unique index if not exists tax_runs_alone on tax_runs (year, holder_id) where holder_id is not null and state in ('draft', 'reviewed');
create index if not exists tax_runs_newest on tax_runs (year desc, created_at desc, id desc);
create index if not exists tax_runs_holder on tax_runs (holder_id) where holder_id is not null;
create index if not exists tax_runs_requester on tax_runs (requested_by) where requested_by is not null;
create index if not exists tax_runs_reviewer on tax_runs (reviewed_by) where reviewed_by is not null;
create index if not exists tax_runs_furnisher on tax_runs (furnished_by) where furnished_by is not null;
create index if not exists tax_runs_filer on tax_runs (filed_by) where filed_by is not null;
create index if not exists tax_runs_furnish_approval on tax_runs (furnish_approval_id) where furnish_approval_id is not null;
create index if not exists tax_runs_file_approval on tax_runs (file_approval_id) where file_approval_id is not null;
create table if not exists tax_returns (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references tax_runs on delete restrict,
  year integer not null,
  holder_id uuid not null references holders on delete restrict,
  user_id uuid references user_profiles on delete restrict,
  file_stamp bigint not null check (file_stamp between 1000000000000000 and 9999999999999999),
  left_out text check (left_out in ('account', 'code', 'corporation', 'foreign', 'threshold', 'nothing')),
  problem text check (problem in ('address', 'member', 'letters', 'negative')),
  flags text[] not null default '{}' check (flags <@ array['no_number', 'second_notice', 'mismatched', 'unmatched', 'name',
    'came_back_later', 'came_back_earlier', 'unlike_last_year']),
  interest_cents bigint,
  withheld_cents bigint check (withheld_cents >= 0),
  last_year_cents bigint,
  name_line1 text,
  name_line2 text,
  address_lines text,
  is_person boolean,
  tin_kind text check (tin_kind in ('ssn', 'itin', 'ein')),
  tin_last4 text check (tin_last4 ~ '^[0-9]{4}$'),
  number_id uuid references vault_numbers on delete restrict,
  is_second_notice boolean not null default false,
  facts_sha256 text check (facts_sha256 ~ '^[0-9a-f]{64}$'),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  document_id uuid references documents on delete restrict,
  prepared_at timestamptz,
  furnished_at timestamptz,
  delivery text check (delivery in ('portal', 'paper')),
  paper_reason text check (paper_reason in ('no_consent', 'bounced', 'asked')),
  paper_due date,
  paper_sent_on date,
  corrects uuid references tax_returns on delete restrict,
  corrected_at timestamptz,
  created_at timestamptz not null default now(),
  unique (run_id, holder_id),
  constraint return_is_whole check (case when prepared_at is null then num_nonnulls(left_out, problem, interest_cents, facts_sha256, document_id) = 0
    else interest_cents is not null and withheld_cents is not null and facts_sha256 is not null
      and num_nonnulls(left_out, problem, document_id) = 1 and (document_id is null) = (sha256 is null) end),
  constraint form_is_not_negative check (document_id is null or interest_cents >= 0),
  constraint delivered_once_furnished check ((delivery is not null) = (furnished_at is not null and document_id is not null)
    and (delivery is not distinct from 'paper') = (paper_reason is not null) and (paper_reason is null) = (paper_due is null)
    and (paper_sent_on is null or paper_due is not null)),
  constraint corrected_once_furnished check (corrected_at is null or furnished_at is not null)
);
create index if not exists tax_returns_of_holder on tax_returns (holder_id, year desc);
create index if not exists tax_returns_document on tax_returns (document_id) where document_id is not null;
create index if not exists tax_returns_person on tax_returns (user_id) where user_id is not null;
create index if not exists tax_returns_number on tax_returns (number_id) where number_id is not null;
create unique index if not exists tax_returns_corrects on tax_returns (corrects) where corrects is not null;
create index if not exists tax_returns_on_paper on tax_returns (paper_due, id) where delivery = 'paper' and paper_sent_on is null;
do $$ begin
  if not exists (select from pg_constraint where conname = 'tax_runs_corrects_fkey') then
    alter table tax_runs add foreign key (corrects) references tax_returns on delete restrict;
  end if;
end $$;
create table if not exists tax_return_mails (
  mail_id uuid primary key,
  return_id uuid not null references tax_returns on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  sent_at timestamptz not null default now()
);
create index if not exists tax_return_mails_return on tax_return_mails (return_id);
create index if not exists tax_return_mails_holder on tax_return_mails (holder_id);
create index if not exists tax_return_mails_person on tax_return_mails (user_id);
