-- Late interest that was paid while its principal came back comes off what that principal earns.
alter table schedule_lines add column credit_cents bigint not null default 0;
create index if not exists schedule_lines_of_credit on schedule_lines (note_id, version) where credit_cents <> 0;
