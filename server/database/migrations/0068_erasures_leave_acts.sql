-- An erasure takes from the log what names a person, and nobody else takes anything from it.
drop function if exists app.redact_audit(uuid);
create table if not exists audit.redactions (
  redaction bigint not null,
  position bigint not null,
  left_hash bytea not null,
  primary key (position, redaction)
);
create index if not exists redactions_of on audit.redactions (redaction, position);
