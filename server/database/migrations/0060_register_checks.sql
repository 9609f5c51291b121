-- What the daily comparison of the register with its ledger finds, and an index of all principal.
create table if not exists register_checks (
  day date primary key,
  checked_at timestamptz not null default now(),
  register_cents bigint not null,
  ledger_cents bigint not null,
  due_cents bigint not null,
  notes text[] not null default '{}'
);
create index if not exists ledger_lines_of_principal on ledger_lines (note_id)
  include (entry_id, holder_id, debit_cents, credit_cents) where account = 2010;
