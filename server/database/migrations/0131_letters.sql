-- A year's letter to each holder of a note.
create table if not exists letter_runs (
  id uuid primary key default gen_random_uuid(),
  year integer not null check (year between 1900 and 2200),
  subject text not null check (subject = btrim(subject) and length(subject) between 1 and 120),
  text text not null check (length(text) between 1 and 6000),
  state text not null default 'preparing' check (state in ('preparing', 'prepared', 'released', 'recalled')),
  requested_by uuid references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  begun_at timestamptz not null default now(),
  prepared_at timestamptz,
  problem text check (length(problem) between 1 and 500),
  released_by uuid references user_profiles on delete restrict,
  released_at timestamptz,
  approval_id uuid references approvals on delete restrict,
  recalled_by uuid references user_profiles on delete restrict,
  recalled_at timestamptz,
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  constraint letters_released_by_two check ((state in ('released', 'recalled')) = (released_at is not null)
    and num_nulls(released_by, released_at, approval_id) in (0, 3)),
  constraint letters_recalled_by_someone check ((state = 'recalled') = (recalled_at is not null)
    and num_nulls(recalled_by, recalled_at, reason) in (0, 3))
);
create unique index if not exists letter_runs_once on letter_runs (year) where state <> 'recalled';
create index if not exists letter_runs_newest on letter_runs (created_at desc, id desc);
create index if not exists letter_runs_requester on letter_runs (requested_by) where requested_by is not null;
create index if not exists letter_runs_releaser on letter_runs (released_by) where released_by is not null;
create index if not exists letter_runs_approval on letter_runs (approval_id) where approval_id is not null;
create index if not exists letter_runs_recaller on letter_runs (recalled_by) where recalled_by is not null;
create table if not exists letters (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references letter_runs on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  file_stamp bigint not null check (file_stamp between 1000000000000000 and 9999999999999999),
  left_out text check (left_out = btrim(left_out) and length(left_out) between 1 and 500),
  name text,
  principal_cents bigint,
  interest_cents bigint,
  ledger_seq bigint,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  document_id uuid references documents on delete restrict,
  prepared_at timestamptz,
  unique (run_id, holder_id),
  constraint letter_is_whole check (num_nulls(name, principal_cents, interest_cents, ledger_seq, sha256, document_id) in (0, 6))
);
create index if not exists letters_of_holder on letters (holder_id);
create index if not exists letters_person on letters (user_id);
create index if not exists letters_document on letters (document_id) where document_id is not null;
