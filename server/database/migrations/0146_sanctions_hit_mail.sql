-- Administrators are notified of each sanctions hit, once, and see who can't be compared for want of a name.
alter table sanctions_hits add column if not exists mailed_at timestamptz;
create index if not exists user_profiles_nameless on user_profiles (id) where full_name is null;
