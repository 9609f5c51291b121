-- One PDF of hundreds of pages, or hundreds of files, each to the holder it is for; and news that wait.
alter table documents add column if not exists news_after timestamptz;
alter table notices add column if not exists not_before timestamptz;
create sequence if not exists paper_rounds;
create table if not exists paper_batches (
  id uuid primary key,
  state text not null default 'uploaded' check (state in ('uploaded', 'matching', 'review', 'approved', 'released', 'recalled',
    'discarded')),
  category text not null check (category in ('Investment Documents', 'Statements', 'Tax', 'Agreements', 'Accreditation',
    'Notices')),
  fund_name text not null check (fund_name = btrim(fund_name) and length(fund_name) between 1 and 200),
  word text not null check (length(word) <= 200),
  period text not null check (length(period) <= 40),
  split_mode text not null check (split_mode in ('whole', 'pages', 'bookmarks', 'keys')),
  split_pages integer not null check (split_pages between 1 and 500),
  round bigint not null default nextval('paper_rounds'),
  pages_read integer not null default 0 check (pages_read >= 0),
  register_sha256 bytea check (octet_length(register_sha256) = 32),
  matched_at timestamptz,
  problem text check (length(problem) between 1 and 500),
  created_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  approval_id uuid references approvals on delete restrict,
  filed_by uuid references user_profiles on delete restrict,
  released_at timestamptz,
  recalled_by uuid references user_profiles on delete restrict,
  recalled_at timestamptz,
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  constraint read_before_review check (state in ('uploaded', 'matching', 'discarded') or matched_at is not null and register_sha256 is not null),
  constraint approved_by_two check ((approval_id is null) = (filed_by is null)
    and (state not in ('approved', 'released', 'recalled') or approval_id is not null)),
  constraint released_once check (state not in ('released') or released_at is not null),
  constraint recalled_by_someone check ((state = 'recalled') = (recalled_at is not null)
    and (recalled_at is null) = (recalled_by is null) and (recalled_at is null) = (reason is null))
);
create index if not exists paper_batches_newest on paper_batches (created_at desc, id desc);
create index if not exists paper_batches_creator on paper_batches (created_by);
create index if not exists paper_batches_approval on paper_batches (approval_id) where approval_id is not null;
create index if not exists paper_batches_filer on paper_batches (filed_by) where filed_by is not null;
create index if not exists paper_batches_recaller on paper_batches (recalled_by) where recalled_by is not null;
create index if not exists paper_batches_working on paper_batches (created_at) where state in ('matching', 'approved');
create table if not exists paper_sources (
  batch_id uuid not null references paper_batches on delete restrict,
  n integer not null check (n > 0),
  filename text not null check (octet_length(filename) between 1 and 255),
  file_size bigint not null check (file_size between 1 and 52428800),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  marks text[],
  pages integer check (pages > 0),
  problem text check (problem in ('encrypted', 'unreadable', 'not_pdf', 'damaged', 'many_pages', 'not_divided', 'missing')),
  file_path text unique,
  primary key (batch_id, n)
);
create table if not exists paper_batch_items (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null,
  n integer not null check (n > 0),
  source_n integer not null,
  first_page integer not null check (first_page > 0),
  last_page integer not null,
  filename text not null check (octet_length(filename) between 1 and 255),
  state text not null check (state in ('matched', 'ambiguous', 'unmatched', 'conflict', 'excluded')),
  holder_id uuid references holders on delete restrict,
  read_state text not null check (read_state in ('matched', 'ambiguous', 'unmatched', 'conflict')),
  read_holder_id uuid references holders on delete restrict,
  found text[] not null default '{}',
  doubts text[] not null default '{}',
  remarks text[] not null default '{}',
  suggested uuid[] not null default '{}',
  strong jsonb not null default '[]',
  matched_by uuid references user_profiles on delete restrict,
  excluded_by uuid references user_profiles on delete restrict,
  excluded_reason text check (excluded_reason = btrim(excluded_reason) and length(excluded_reason) between 1 and 500),
  changed_at timestamptz not null default now(),
  part_path text unique,
  part_size bigint check (part_size between 1 and 209715200),
  part_sha256 text check (part_sha256 ~ '^[0-9a-f]{64}$'),
  drawn text check (drawn in ('by_hand', 'first', 'last', 'lot')),
  document_id uuid not null unique default gen_random_uuid(),
  user_id uuid references user_profiles on delete restrict,
  file_path text unique check (file_path ~ ('^' || user_id::text || '/[0-9]{13,16}[.]pdf$')),
  filed_at timestamptz,
  unique (batch_id, n),
  foreign key (batch_id, source_n) references paper_sources on delete restrict,
  constraint pages_in_order check (last_page >= first_page),
  constraint matched_to_someone check ((state = 'matched') = (holder_id is not null)),
  constraint left_out_by_someone check ((state = 'excluded') = (excluded_by is not null) and (excluded_by is null) = (excluded_reason is null)),
  constraint part_is_whole check (num_nulls(part_size, part_sha256) in (0, 2) and (part_path is null or part_size is not null)),
  constraint filed_somewhere check ((file_path is null) = (user_id is null) and (filed_at is null or file_path is not null))
);
create index if not exists paper_items_of_holder on paper_batch_items (holder_id) where holder_id is not null;
create index if not exists paper_items_read_holder on paper_batch_items (read_holder_id) where read_holder_id is not null;
create index if not exists paper_items_matcher on paper_batch_items (matched_by) where matched_by is not null;
create index if not exists paper_items_excluder on paper_batch_items (excluded_by) where excluded_by is not null;
create index if not exists paper_items_folder on paper_batch_items (user_id) where user_id is not null;
create index if not exists paper_items_of_source on paper_batch_items (batch_id, source_n);
create table if not exists paper_item_looks (
  item_id uuid not null references paper_batch_items on delete cascade,
  user_id uuid not null references user_profiles on delete restrict,
  looked_at timestamptz not null default now(),
  primary key (item_id, user_id)
);
create index if not exists paper_looks_of_user on paper_item_looks (user_id);
