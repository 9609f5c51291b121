-- Exports of the journal, and which entries each had.
create table if not exists journal_exports (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity unique,
  format text not null check (format in ('csv', 'quickbooks', 'xero')),
  period_start date not null,
  period_end date not null,
  up_to bigint not null,
  entries integer not null check (entries > 0),
  debit_cents bigint not null,
  credit_cents bigint not null,
  exported_by uuid not null references user_profiles on delete restrict,
  exported_at timestamptz not null default now(),
  constraint export_period_is_in_order check (period_start <= period_end),
  constraint export_balances check (debit_cents = credit_cents)
);
create index if not exists journal_exports_exporter on journal_exports (exported_by);
create table if not exists journal_export_entries (
  export_id uuid not null references journal_exports on delete restrict,
  entry_id uuid not null references ledger_entries on delete restrict,
  format text not null,
  is_again boolean not null,
  primary key (export_id, entry_id)
);
create unique index if not exists journal_exported_once on journal_export_entries (entry_id, format) where not is_again;
create index if not exists journal_export_entries_entry on journal_export_entries (entry_id);
