-- What was filed about an offering's sales: Form D, its amendments, and the notices of states.
create table if not exists sale_filings (
  id uuid primary key default gen_random_uuid(),
  offering text not null check (length(offering) between 1 and 200),
  kind text not null check (kind in ('form_d', 'amendment', 'notice')),
  state text check (state ~ '^[A-Z]{2}$'),
  filed_on date not null,
  receipt text check (receipt = btrim(receipt) and length(receipt) between 1 and 200 and receipt !~ '[[:cntrl:]]'),
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now(),
  withdrawn_by uuid references user_profiles on delete restrict,
  withdrawn_at timestamptz,
  constraint notice_has_its_state check ((kind = 'notice') = (state is not null)),
  constraint withdrawn_by_someone check ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index if not exists sale_filings_once on sale_filings (offering, kind, coalesce(state, ''), filed_on) where withdrawn_at is null;
create index if not exists sale_filings_recorder on sale_filings (recorded_by);
create index if not exists sale_filings_withdrawer on sale_filings (withdrawn_by) where withdrawn_by is not null;
