-- What a new decider approves counts after a while.
alter table user_profiles add column if not exists decides_from timestamptz;
alter table app.fund add column if not exists decider_wait_days integer not null default 3
  check (decider_wait_days between 0 and 30);
