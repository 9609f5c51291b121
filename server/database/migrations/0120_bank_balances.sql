-- What the bank's statement says is in the account at the end of a day.
create table if not exists bank_balances (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  balance_cents bigint not null,
  other_cents bigint not null,
  other_words text not null check (length(other_words) <= 500),
  entered_by uuid not null references user_profiles on delete restrict,
  entered_at timestamptz not null default now(),
  difference_cents bigint,
  difference_words text check (length(difference_words) between 1 and 500),
  explained_by uuid references user_profiles on delete restrict,
  explained_at timestamptz,
  constraint other_is_explained check (other_cents = 0 or other_words <> ''),
  constraint difference_explained_by_someone check ((difference_cents is null) = (difference_words is null)
    and (difference_cents is null) = (explained_by is null) and (difference_cents is null) = (explained_at is null))
);
create index if not exists bank_balances_by_day on bank_balances (day desc, entered_at desc);
create index if not exists bank_balances_enterer on bank_balances (entered_by);
create index if not exists bank_balances_explainer on bank_balances (explained_by) where explained_by is not null;
