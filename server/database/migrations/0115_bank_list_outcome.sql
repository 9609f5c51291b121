-- What became of each line of a bank's list, and in which order its days are written.
alter table bank_lists
  add column if not exists outcome jsonb not null default '{}',
  add column if not exists day_order text check (day_order in ('month', 'day'));
