-- What is booked again of a payment that came back names that payment: its return is reversed, and then the payment.
alter table ledger_entries add column if not exists undoes uuid references ledger_entries on delete restrict;
create index if not exists ledger_entries_undoes on ledger_entries (undoes) where undoes is not null;
