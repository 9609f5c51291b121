-- One index for what all notes owe, of principal and of interest, in place of one for principal alone.
create index if not exists ledger_lines_owed on ledger_lines (account, note_id)
  include (entry_id, holder_id, debit_cents, credit_cents) where account in (2010, 2020, 2040);
drop index if exists ledger_lines_of_principal;
