-- Tax that was withheld is deposited with the IRS: an entry of the fund's own, of no note and no holder.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('funds', 'interest_due', 'payment',
  'payment_returned', 'principal', 'renewal', 'transfer', 'tax_deposit', 'reversal', 'restated'));
alter table ledger_entries alter column note_id drop not null;
alter table ledger_entries alter column holder_id drop not null;
alter table ledger_entries drop constraint if exists of_a_note_or_the_fund;
alter table ledger_entries add constraint of_a_note_or_the_fund check ((note_id is null) = (holder_id is null)
  and (kind = 'tax_deposit') <= (note_id is null) and (note_id is null) <= (kind in ('tax_deposit', 'reversal')));
alter table ledger_lines alter column note_id drop not null;
alter table ledger_lines alter column holder_id drop not null;
alter table ledger_lines drop constraint if exists lines_of_a_note_or_the_fund;
alter table ledger_lines add constraint lines_of_a_note_or_the_fund check ((note_id is null) = (holder_id is null)
  and (note_id is not null or account in (1010, 2030)));
-- What is withheld and deposited: few lines, by which they are found.
create index if not exists ledger_lines_withheld on ledger_lines (entry_id) include (holder_id, note_id, debit_cents, credit_cents)
  where account = 2030;
