-- The bank's own lines, and which entries of the ledger they clear.
create table if not exists bank_lists (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (length(filename) between 1 and 255),
  first_day date not null,
  last_day date not null,
  line_count integer not null check (line_count > 0),
  unread_lines integer[] not null default '{}',
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  document_id uuid references documents on delete restrict,
  added_by uuid not null references user_profiles on delete restrict,
  added_at timestamptz not null default now(),
  constraint days_in_order check (first_day <= last_day)
);
create index if not exists bank_lists_newest on bank_lists (last_day desc, added_at desc, id);
create index if not exists bank_lists_first on bank_lists (first_day);
create index if not exists bank_lists_adder on bank_lists (added_by);
create index if not exists bank_lists_document on bank_lists (document_id) where document_id is not null;
create table if not exists bank_lines (
  id uuid primary key default gen_random_uuid(),
  bank_key text not null unique check (length(bank_key) between 1 and 300),
  list_id uuid not null references bank_lists on delete restrict,
  line integer not null check (line > 0),
  day date not null,
  cents bigint not null check (cents <> 0),
  reference text not null check (length(reference) between 1 and 200),
  description text not null check (length(description) <= 500),
  explained text check (explained in ('fee', 'interest', 'own_transfer', 'other')),
  explained_by uuid references user_profiles on delete restrict,
  explained_at timestamptz,
  constraint explained_by_someone check ((explained is null) = (explained_by is null) and (explained is null) = (explained_at is null))
);
create index if not exists bank_lines_by_day on bank_lines (day, line, id);
create index if not exists bank_lines_of_list on bank_lines (list_id);
create index if not exists bank_lines_explainer on bank_lines (explained_by) where explained_by is not null;
create table if not exists cleared_entries (
  entry_id uuid primary key references ledger_entries on delete restrict,
  line_id uuid not null references bank_lines on delete restrict,
  cleared_by uuid not null references user_profiles on delete restrict,
  cleared_at timestamptz not null default now()
);
create index if not exists cleared_entries_of_line on cleared_entries (line_id);
create index if not exists cleared_entries_clearer on cleared_entries (cleared_by);
