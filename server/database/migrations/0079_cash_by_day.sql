-- What moved on the fund's account about some days, which the bank list compares with the bank's lines.
create index if not exists ledger_entries_of_cash on ledger_entries (relates_to)
  where kind not in ('interest_due', 'renewal', 'transfer', 'reversal');
