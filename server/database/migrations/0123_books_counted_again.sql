-- Entries that were booked before something earlier was recorded are mirrored by entries of a kind of their own, and booked
-- again.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('funds', 'interest_due', 'payment',
  'payment_returned', 'principal', 'renewal', 'transfer', 'reversal', 'restated'));
alter table ledger_entries drop constraint reversal_has_its_entry;
alter table ledger_entries add constraint reversal_has_its_entry
  check ((kind in ('payment_returned', 'reversal', 'restated')) = (reverses is not null));
drop index if exists ledger_entries_of_cash;
create index ledger_entries_of_cash on ledger_entries (relates_to)
  where kind not in ('interest_due', 'renewal', 'transfer', 'reversal', 'restated');
