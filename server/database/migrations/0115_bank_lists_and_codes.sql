-- What became of each line of a bank's list, and in which order its days are written.
alter table bank_lists
  add column if not exists outcome jsonb not null default '{}',
  add column if not exists day_order text check (day_order in ('month', 'day'));
-- Codes that a newer one took the place of: who enters one of them is told to use the newest.
alter table auth.email_changes add column if not exists earlier_hashes text[] not null default '{}';
alter table auth.address_changes add column if not exists earlier_hashes text[] not null default '{}';
alter table auth.session_proofs add column if not exists earlier_hashes text[] not null default '{}';
