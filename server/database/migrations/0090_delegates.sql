-- Delegates: what a holder lets somebody look at, and what they have looked at.
create table if not exists grants (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  person_id uuid references user_profiles on delete restrict,
  invited_address text not null check (invited_address = lower(invited_address)
    and length(invited_address) between 3 and 254),
  kind text not null check (kind in ('accountant', 'spouse', 'attorney', 'adviser', 'custodian')),
  categories text[] not null check (categories <@ array['Investment Documents', 'Statements', 'Tax', 'Agreements',
    'Accreditation', 'Notices']),
  sees_figures boolean not null,
  may_download boolean not null,
  ends_at timestamptz not null,
  invited_by uuid not null references user_profiles on delete restrict,
  invited_at timestamptz not null default now(),
  accepted_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references user_profiles on delete restrict,
  end_told_at timestamptz,
  reads_told_for date,
  constraint accepted_by_somebody check ((person_id is null) = (accepted_at is null)),
  constraint revoked_by_nobody_before check (revoked_by is null or revoked_at is not null),
  constraint something_is_shown check (cardinality(categories) > 0 or sees_figures),
  constraint ends_after_its_invitation check (ends_at > invited_at)
);
create index if not exists grants_of_person on grants (person_id) where person_id is not null;
create index if not exists grants_of_holder on grants (holder_id, invited_at);
create index if not exists grants_of_address on grants (invited_address);
create index if not exists grants_ending on grants (ends_at) where revoked_at is null;
create index if not exists grants_inviter on grants (invited_by);
create index if not exists grants_revoker on grants (revoked_by) where revoked_by is not null;
create table if not exists delegate_reads (
  id uuid primary key default gen_random_uuid(),
  grant_id uuid not null references grants on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  person_id uuid not null references user_profiles on delete restrict,
  how text not null check (how in ('viewed', 'opened', 'downloaded', 'archived', 'figures')),
  document_id uuid,
  filename text,
  read_at timestamptz not null default now(),
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 200),
  constraint figures_have_no_document check ((how = 'figures') = (document_id is null)
    and (document_id is null) = (filename is null))
);
create index if not exists delegate_reads_of_grant on delegate_reads (grant_id, read_at desc, id desc);
create index if not exists delegate_reads_of_holder on delegate_reads (holder_id, read_at desc);
create index if not exists delegate_reads_of_person on delegate_reads (person_id, read_at);
create index if not exists delegate_reads_of_document on delegate_reads (document_id) where document_id is not null;
