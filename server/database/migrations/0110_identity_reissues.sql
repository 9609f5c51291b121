-- A decider whose identity is re-issued waits, and their colleagues know why.
alter table user_profiles add column if not exists reissued_as text;
alter table user_profiles drop constraint if exists known_reissue;
alter table user_profiles add constraint known_reissue
  check (reissued_as in ('permit', 'passkey', 'recovery-code', 'address', 'reset', 'access'));
alter table user_profiles add column if not exists permitted_by uuid;
alter table user_profiles add column if not exists permitted_until timestamptz;
alter table user_profiles add column if not exists operator_granted_at timestamptz;
alter table user_profiles add column if not exists right_ended_at timestamptz;
alter table app.fund add column if not exists passkeys_required boolean not null default false;
create index if not exists user_profiles_right_ended on user_profiles (right_ended_at) where right_ended_at is not null;
