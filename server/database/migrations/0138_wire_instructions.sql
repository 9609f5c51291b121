-- The fund's wire instructions, who may see them, and who did; their account numbers are in the vault without a holder.
alter table vault_numbers alter column holder_id drop not null;
alter table vault_numbers drop constraint if exists vault_numbers_kind_check;
alter table vault_numbers add constraint vault_numbers_kind_check
  check (kind in ('custodian_account', 'tin', 'bank_account', 'wire_account'));
alter table vault_numbers drop constraint if exists number_has_its_owner;
alter table vault_numbers add constraint number_has_its_owner check ((holder_id is null) = (kind = 'wire_account'));
create table if not exists wire_instructions (
  id uuid primary key default gen_random_uuid(),
  bank_name text not null check (bank_name = btrim(bank_name) and length(bank_name) between 1 and 120
    and bank_name !~ '[[:cntrl:]]'),
  bank_address text not null check (length(bank_address) between 1 and 300),
  routing_number text not null check (routing_number ~ '^[0-9]{9}$' and routing_number <> '000000000' and
    (3 * (substr(routing_number, 1, 1)::int + substr(routing_number, 4, 1)::int + substr(routing_number, 7, 1)::int)
    + 7 * (substr(routing_number, 2, 1)::int + substr(routing_number, 5, 1)::int + substr(routing_number, 8, 1)::int)
    + substr(routing_number, 3, 1)::int + substr(routing_number, 6, 1)::int + substr(routing_number, 9, 1)::int) % 10 = 0),
  account_name text not null check (account_name = btrim(account_name) and length(account_name) between 1 and 120
    and account_name !~ '[[:cntrl:]]'),
  number_id uuid not null unique references vault_numbers on delete restrict,
  account_last4 text not null check (account_last4 ~ '^[0-9A-Z]{1,4}$'),
  further_credit text check (length(further_credit) between 1 and 300),
  approval_id uuid not null references approvals on delete restrict,
  approved_by uuid references user_profiles on delete restrict,
  approved_at timestamptz not null default now(),
  stopped_by uuid references user_profiles on delete restrict,
  stopped_at timestamptz,
  stop_reason text check (stop_reason = btrim(stop_reason) and length(stop_reason) between 1 and 500),
  constraint wire_stop_is_whole check (num_nulls(stopped_by, stopped_at, stop_reason) in (0, 3))
);
create index if not exists wire_instructions_newest on wire_instructions (approved_at desc, id desc);
create index if not exists wire_instructions_approval on wire_instructions (approval_id);
create index if not exists wire_instructions_approver on wire_instructions (approved_by);
create index if not exists wire_instructions_stopper on wire_instructions (stopped_by) where stopped_by is not null;
create table if not exists wire_openings (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  subject_id uuid not null,
  reference text not null check (reference = btrim(reference) and length(reference) between 1 and 60
    and reference !~ '[[:cntrl:]]'),
  six_words text not null check (six_words ~ '^[a-z]+( [a-z]+){5}$'),
  opened_by uuid references user_profiles on delete restrict,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  read_back_with text check (read_back_with = btrim(read_back_with) and length(read_back_with) between 1 and 120
    and read_back_with !~ '[[:cntrl:]]'),
  read_back_by uuid references user_profiles on delete restrict,
  read_back_at timestamptz,
  constraint read_back_is_whole check (num_nulls(read_back_with, read_back_by, read_back_at) in (0, 3))
);
create unique index if not exists wire_openings_open on wire_openings (subject_id) where closed_at is null;
create index if not exists wire_openings_of_holder on wire_openings (holder_id, opened_at);
create index if not exists wire_openings_newest on wire_openings (opened_at desc, id desc);
create index if not exists wire_openings_opener on wire_openings (opened_by);
create index if not exists wire_openings_reader on wire_openings (read_back_by) where read_back_by is not null;
create table if not exists wire_views (
  id uuid primary key default gen_random_uuid(),
  opening_id uuid not null references wire_openings on delete restrict,
  version_id uuid not null references wire_instructions on delete restrict,
  viewer_id uuid references user_profiles on delete restrict,
  viewed_at timestamptz not null default now(),
  ip_address text
);
create index if not exists wire_views_of_opening on wire_views (opening_id, viewed_at desc);
create index if not exists wire_views_of_version on wire_views (version_id);
create index if not exists wire_views_viewer on wire_views (viewer_id, viewed_at desc);
