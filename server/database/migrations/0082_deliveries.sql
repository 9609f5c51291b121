-- The same files to several people and holders at once.
alter table uploads add column if not exists for_delivery boolean not null default false;
create table if not exists document_deliveries (
  id uuid primary key,
  title text not null check (length(title) between 1 and 300),
  category text not null check (category in ('Investment Documents', 'Statements', 'Tax', 'Agreements', 'Accreditation',
    'Notices')),
  fund_name text not null check (fund_name = btrim(fund_name) and length(fund_name) between 1 and 200),
  state text not null default 'sending' check (state in ('sending', 'sent', 'failed')),
  problem text check (length(problem) between 1 and 500),
  sent_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint ends_once check ((state = 'sent') = (sent_at is not null) and (state = 'failed') = (problem is not null))
);
create index if not exists document_deliveries_newest on document_deliveries (created_at desc, id desc);
create index if not exists document_deliveries_sender on document_deliveries (sent_by);
create index if not exists document_deliveries_unsent on document_deliveries (created_at) where state = 'sending';
create table if not exists delivery_files (
  delivery_id uuid not null references document_deliveries on delete restrict,
  n integer not null check (n > 0),
  filename text not null check (octet_length(filename) between 1 and 255),
  file_type text not null check (file_type in ('pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'stl', 'txt')),
  file_size bigint not null check (file_size between 1 and 52428800),
  mime_type text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  marks text[],
  file_path text unique,
  primary key (delivery_id, n)
);
create table if not exists delivery_documents (
  document_id uuid primary key default gen_random_uuid(),
  delivery_id uuid not null,
  n integer not null,
  user_id uuid not null references user_profiles on delete restrict,
  holder_id uuid references holders on delete restrict,
  owner_id uuid not null generated always as (coalesce(holder_id, user_id)) stored,
  file_path text not null unique check (file_path ~ ('^' || user_id::text || '/[0-9]{13,16}[.][a-z]{3,4}$')),
  unique (delivery_id, n, owner_id),
  foreign key (delivery_id, n) references delivery_files on delete restrict
);
create index if not exists delivery_documents_of_user on delivery_documents (user_id);
create index if not exists delivery_documents_of_holder on delivery_documents (holder_id) where holder_id is not null;
create index if not exists notices_of_document on notices (document_id) where document_id is not null;
