-- Offerings, disclosures and subscriptions.
create table if not exists offerings (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[[:cntrl:]]'),
  kinds text[] not null check (cardinality(kinds) between 1 and 20 and kinds <@ array['individual', 'joint_jtwros', 'joint_tic',
    'joint_community', 'revocable_trust', 'irrevocable_trust', 'llc', 'lp', 'corporation', 'sdira', 'solo_401k']),
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  created_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  closed_at timestamptz
);
create index if not exists offerings_creator on offerings (created_by);
create table if not exists disclosures (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references offerings on delete restrict,
  number integer not null check (number between 1 and 999),
  title text not null check (title = btrim(title) and length(title) between 1 and 150 and title !~ '[[:cntrl:]]'),
  document_id uuid not null unique references documents on delete restrict,
  published_by uuid not null references user_profiles on delete restrict,
  published_at timestamptz not null default now(),
  unique (offering_id, number)
);
create index if not exists disclosures_publisher on disclosures (published_by);
create table if not exists disclosure_receipts (
  disclosure_id uuid not null references disclosures on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  served_at timestamptz not null,
  acknowledged_at timestamptz not null default now(),
  primary key (disclosure_id, user_id)
);
create index if not exists disclosure_receipts_person on disclosure_receipts (user_id);
create table if not exists subscriptions (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references offerings on delete restrict,
  person_id uuid not null references user_profiles on delete restrict,
  holder_id uuid references holders on delete restrict,
  state text not null default 'started' check (state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'agreement',
    'signed', 'custodian_signed', 'countersigned', 'wire_shown', 'received', 'confirmed', 'lapsed', 'withdrawn', 'rejected')),
  amount_cents bigint check (amount_cents between 1 and 100000000000000),
  term_months integer check (term_months in (12, 24)),
  payout text check (payout in ('monthly', 'quarterly', 'annually')),
  rate_bp integer check (rate_bp between 1 and 10000),
  quoted_through date,
  agreed jsonb check (jsonb_typeof(agreed) = 'object' and length(agreed::text) < 20000),
  note_id uuid unique references notes on delete restrict,
  renews_id uuid references notes on delete restrict,
  prepared_by uuid references user_profiles on delete restrict,
  wanted_kind text,
  wanted_name text check (wanted_name = btrim(wanted_name) and length(wanted_name) between 1 and 200 and wanted_name !~ '[[:cntrl:]]'),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  reminded_at timestamptz,
  lapse_told_for date,
  constraint wanted_together check ((wanted_kind is null) = (wanted_name is null)),
  constraint quoted_whole check (num_nulls(amount_cents, term_months, payout, rate_bp, quoted_through) in (0, 5)),
  constraint quoted_before_its_holder check (state in ('started', 'withdrawn', 'rejected', 'lapsed') or amount_cents is not null),
  constraint held_before_its_agreement check (state in ('started', 'terms', 'withdrawn', 'rejected', 'lapsed') or holder_id is not null),
  constraint agreed_with_its_agreement check (state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'withdrawn', 'rejected', 'lapsed')
    or agreed is not null),
  constraint agreed_as_quoted check (state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'withdrawn', 'rejected', 'lapsed')
    or (agreed ->> 'holder_id', agreed ->> 'principal_cents', agreed ->> 'term_months', agreed ->> 'payout', agreed ->> 'rate_bp')
      is not distinct from (holder_id::text, amount_cents::text, term_months::text, payout, rate_bp::text)),
  constraint sold_with_its_note check ((state in ('countersigned', 'wire_shown', 'received', 'confirmed')) <= (note_id is not null))
);
create unique index if not exists subscriptions_begun on subscriptions (person_id, offering_id, coalesce(renews_id, offering_id))
  where state in ('started', 'terms', 'holder', 'accreditation') and agreed is null;
create unique index if not exists subscriptions_prepared on subscriptions (holder_id, offering_id, prepared_by) where state = 'prepared';
create index if not exists subscriptions_of_offering on subscriptions (offering_id);
create index if not exists subscriptions_of_holder on subscriptions (holder_id) where holder_id is not null;
create index if not exists subscriptions_of_renewal on subscriptions (renews_id) where renews_id is not null;
create index if not exists subscriptions_preparer on subscriptions (prepared_by) where prepared_by is not null;
create index if not exists subscriptions_in_state on subscriptions (state, since);
create index if not exists subscriptions_ending on subscriptions (quoted_through) where state in ('started', 'prepared', 'terms', 'holder', 'accreditation', 'agreement', 'signed', 'custodian_signed');
create table if not exists subscription_remarks (
  id uuid primary key default gen_random_uuid(),
  subscription_id uuid not null references subscriptions on delete restrict,
  about text not null check (about in ('amount', 'term', 'payout', 'holder', 'accreditation', 'disclosures', 'agreement', 'sign', 'pay', 'confirm')),
  body text not null check (body = btrim(body) and length(body) between 1 and 500 and body !~ '[[:cntrl:]]'),
  written_by uuid not null references user_profiles on delete restrict,
  side text not null check (side in ('investor', 'adviser', 'office')),
  written_at timestamptz not null default now()
);
create index if not exists subscription_remarks_in_order on subscription_remarks (subscription_id, written_at);
create index if not exists subscription_remarks_author on subscription_remarks (written_by);
alter table document_requests add column if not exists holder_id uuid references holders on delete restrict;
create unique index if not exists document_requests_of_holder on document_requests (holder_id, name)
  where holder_id is not null and withdrawn_at is null;
create index if not exists document_requests_by_holder on document_requests (holder_id) where holder_id is not null;
alter table app.fund add column if not exists agreement_kinds text[] not null default '{}';
