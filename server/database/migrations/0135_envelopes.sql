-- Envelopes: documents that people sign in the portal.
create sequence envelope_numbers;
create table envelopes (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default
    'E-' || regexp_replace(to_char(nextval('envelope_numbers'), 'FM000000000000'), '^0*(\d{4,})$', '\1'),
  kind text not null check (kind in ('document', 'agreement', 'note')),
  subject_id uuid,
  holder_id uuid not null references holders on delete restrict,
  title text not null check (title = btrim(title) and length(title) between 1 and 200 and title !~ '[[:cntrl:]]'),
  document_id uuid not null references documents on delete restrict,
  original_sha256 text not null check (original_sha256 ~ '^[0-9a-f]{64}$'),
  pages jsonb not null check (jsonb_typeof(pages) = 'array' and jsonb_array_length(pages) between 1 and 2000),
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array' and jsonb_array_length(fields) <= 200),
  read_back jsonb not null default '[]' check (jsonb_typeof(read_back) = 'array' and jsonb_array_length(read_back) <= 40),
  state text not null default 'draft' check (state in ('draft', 'sent', 'signed', 'sealed', 'declined', 'voided', 'expired')),
  expires_on date,
  reason text check (reason = btrim(reason) and length(reason) between 1 and 1000),
  created_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  sent_by uuid references user_profiles on delete restrict,
  sent_at timestamptz,
  reminders integer not null default 0 check (reminders >= 0),
  reminded_at timestamptz,
  closed_at timestamptz,
  sealed_document_id uuid references documents on delete restrict,
  sealed_sha256 text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz,
  constraint sent_by_someone check ((sent_at is null) = (sent_by is null) and (sent_at is null or expires_on is not null)),
  constraint closed_with_its_state check ((closed_at is null) = (state in ('draft', 'sent'))),
  constraint closed_for_a_reason check ((reason is not null) = (state in ('declined', 'voided'))),
  constraint sealed_whole check (num_nulls(sealed_document_id, sealed_sha256, sealed_at) = case state when 'sealed' then 0 else 3 end)
);
create index if not exists envelopes_newest on envelopes (created_at desc, id desc);
create index if not exists envelopes_open on envelopes (expires_on, id) where state = 'sent';
create index if not exists envelopes_of_holder on envelopes (holder_id, created_at desc);
create index if not exists envelopes_document on envelopes (document_id);
create index if not exists envelopes_sealed_document on envelopes (sealed_document_id) where sealed_document_id is not null;
create index if not exists envelopes_creator on envelopes (created_by);
create index if not exists envelopes_sender on envelopes (sent_by) where sent_by is not null;
create index if not exists envelopes_subject on envelopes (subject_id) where subject_id is not null;
create table envelope_signers (
  id uuid primary key default gen_random_uuid(),
  envelope_id uuid not null references envelopes on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  turn integer not null check (turn between 1 and 20),
  role text not null check (role in ('holder', 'custodian', 'fund')),
  user_id uuid references user_profiles on delete restrict,
  capacity text not null check (capacity = btrim(capacity) and length(capacity) between 1 and 300 and capacity !~ '[[:cntrl:]]'),
  state text not null default 'waiting' check (state in ('waiting', 'viewed', 'signed', 'declined')),
  drawn integer[] not null default '{}',
  viewed_at timestamptz,
  signed_at timestamptz,
  signed_on date,
  typed_name text check (typed_name = btrim(typed_name) and length(typed_name) between 1 and 200 and typed_name !~ '[[:cntrl:]]'),
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 500),
  consent_id uuid references esign_consents on delete restrict,
  proof text check (proof in ('sign-in', 'passkey', 'code', 'recovery-code', 'paper')),
  proved_at timestamptz,
  paper_document_id uuid references documents on delete restrict,
  approval_id uuid references approvals on delete restrict,
  batch_id uuid,
  reason text check (reason = btrim(reason) and length(reason) between 1 and 1000),
  constraint has_a_person check (user_id is not null or role = 'fund' and state <> 'signed'),
  constraint signed_whole check ((state = 'signed') = (signed_at is not null)
    and num_nulls(signed_at, signed_on, typed_name, proof, proved_at) in (0, 5)),
  constraint declined_for_a_reason check ((state = 'declined') = (reason is not null)),
  constraint paper_is_approved check ((proof is not distinct from 'paper') = (paper_document_id is not null)
    and (paper_document_id is null) = (approval_id is null))
);
create unique index if not exists envelope_signers_turn on envelope_signers (envelope_id, turn);
create unique index if not exists envelope_signers_person on envelope_signers (envelope_id, user_id) where user_id is not null;
create index if not exists envelope_signers_of_person on envelope_signers (user_id, envelope_id) where user_id is not null;
create index if not exists envelope_signers_of_holder on envelope_signers (holder_id);
create index if not exists envelope_signers_consent on envelope_signers (consent_id) where consent_id is not null;
create index if not exists envelope_signers_paper on envelope_signers (paper_document_id) where paper_document_id is not null;
create index if not exists envelope_signers_approval on envelope_signers (approval_id) where approval_id is not null;
create table envelope_events (
  id bigint generated always as identity primary key,
  envelope_id uuid not null references envelopes on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  what text not null check (what in ('draft', 'sent', 'viewed', 'signed', 'declined', 'voided', 'expired', 'reminded', 'completed', 'sealed')),
  signer_id uuid,
  actor_id uuid references user_profiles on delete restrict,
  at timestamptz not null default now()
);
create index if not exists envelope_events_of_envelope on envelope_events (envelope_id, id);
create index if not exists envelope_events_of_holder on envelope_events (holder_id);
create index if not exists envelope_events_actor on envelope_events (actor_id) where actor_id is not null;
