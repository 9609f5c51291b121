-- A certificate of the seal can be revoked, and administrators hear before one that they brought ends.
alter table seal_certificates add column if not exists reminded_for integer;
alter table seal_certificates add column if not exists revoked_since date;
alter table seal_certificates add column if not exists revoke_reason text
  check (revoke_reason = btrim(revoke_reason) and length(revoke_reason) between 1 and 500);
alter table seal_certificates add column if not exists revoked_by uuid references user_profiles on delete restrict;
alter table seal_certificates add column if not exists revoked_at timestamptz;
alter table seal_certificates drop constraint if exists revoked_whole;
alter table seal_certificates add constraint revoked_whole
  check (num_nulls(revoked_since, revoke_reason, revoked_by, revoked_at) in (0, 4));
alter table seal_certificates drop constraint if exists own_is_brought;
alter table seal_certificates add constraint own_is_brought check (is_own <= (created_by is not null));
create index if not exists seal_certificates_revoker on seal_certificates (revoked_by) where revoked_by is not null;
drop function if exists app.find_seal(text, text);
