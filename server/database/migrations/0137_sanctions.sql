-- Names compared with OFAC's sanctions lists.
create table if not exists sanctions_lists (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('sdn', 'consolidated')),
  published_on date not null,
  filename text not null check (length(filename) between 1 and 255),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  alias_sha256 text check (alias_sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null check (size_bytes > 0),
  entry_count integer not null check (entry_count > 0),
  alias_count integer not null check (alias_count >= 0),
  added_by uuid not null references user_profiles on delete restrict,
  added_at timestamptz not null default now(),
  current_as_of timestamptz not null default now(),
  confirmed_by uuid references user_profiles on delete restrict,
  superseded_at timestamptz,
  reminded_at timestamptz
);
create unique index if not exists sanctions_lists_in_force on sanctions_lists (kind) where superseded_at is null;
create index if not exists sanctions_lists_newest on sanctions_lists (added_at desc, id);
create index if not exists sanctions_lists_of_file on sanctions_lists (sha256);
create index if not exists sanctions_lists_adder on sanctions_lists (added_by);
create index if not exists sanctions_lists_confirmer on sanctions_lists (confirmed_by) where confirmed_by is not null;
create table if not exists sanctions_entries (
  list_id uuid not null references sanctions_lists on delete restrict,
  uid text not null check (length(uid) between 1 and 30),
  kind text not null check (kind in ('individual', 'entity')),
  name text not null check (length(name) between 1 and 400),
  aliases jsonb not null default '[]' check (jsonb_typeof(aliases) = 'array'),
  programs text[] not null default '{}',
  births text[] not null default '{}',
  places text[] not null default '{}',
  remarks text not null default '' check (length(remarks) <= 4000),
  primary key (list_id, uid)
);
create table if not exists sanctions_checks (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references sanctions_lists on delete restrict,
  source text not null check (source in ('holder', 'member', 'owner', 'payee', 'originator')),
  holder_id uuid references holders on delete restrict,
  user_id uuid references user_profiles on delete restrict,
  name text not null check (length(name) between 1 and 500),
  hits integer not null check (hits >= 0),
  checked_at timestamptz not null default now(),
  unique nulls not distinct (holder_id, user_id, list_id, name),
  constraint check_is_of_someone check (num_nonnulls(holder_id, user_id) = 1)
);
create index if not exists sanctions_checks_of_list on sanctions_checks (list_id, checked_at desc, id);
create index if not exists sanctions_checks_person on sanctions_checks (user_id, list_id, name) where user_id is not null;
create table if not exists sanctions_hits (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references sanctions_lists on delete restrict,
  source text not null check (source in ('holder', 'member', 'owner', 'payee', 'originator')),
  holder_id uuid references holders on delete restrict,
  user_id uuid references user_profiles on delete restrict,
  name text not null check (length(name) between 1 and 500),
  kind text not null check (kind in ('sdn', 'consolidated')),
  uid text not null,
  entry jsonb not null,
  entry_sha256 text not null check (entry_sha256 ~ '^[0-9a-f]{64}$'),
  matched text not null,
  score integer not null check (score between 1 and 100),
  found_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  approval_id uuid references approvals on delete restrict,
  decided_at timestamptz,
  unique nulls not distinct (holder_id, user_id, kind, uid, entry_sha256, name),
  constraint hit_is_of_someone check (num_nonnulls(holder_id, user_id) = 1),
  constraint hit_decided_by_two check ((state = 'open') = (approval_id is null)
    and num_nulls(reason, approval_id, decided_at) in (0, 3))
);
create index if not exists sanctions_hits_open on sanctions_hits (found_at, id) where state = 'open';
create index if not exists sanctions_hits_of_list on sanctions_hits (list_id);
create index if not exists sanctions_hits_person on sanctions_hits (user_id) where user_id is not null;
create index if not exists sanctions_hits_approval on sanctions_hits (approval_id) where approval_id is not null;
alter table app.fund add column if not exists sanctions_list_days integer check (sanctions_list_days between 1 and 365);
