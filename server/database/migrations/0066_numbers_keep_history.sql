-- An account number that another one replaced is kept, and one that is asked for waits for a second person.
alter table vault_numbers add column if not exists in_force_from timestamptz default now();
alter table vault_numbers add column if not exists ended_at timestamptz;
alter table vault_numbers drop constraint if exists ended_was_in_force;
alter table vault_numbers add constraint ended_was_in_force check (ended_at is null or in_force_from is not null);
create unique index if not exists vault_numbers_in_force on vault_numbers (holder_id, kind)
  where in_force_from is not null and ended_at is null and kind <> 'bank_account';
