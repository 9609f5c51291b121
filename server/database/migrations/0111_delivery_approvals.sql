-- A delivery to many takes a second person, and one that was sent can be recalled.
alter table document_deliveries add column if not exists approval_id uuid references approvals on delete restrict;
alter table document_deliveries add column if not exists recalled_by uuid references user_profiles on delete restrict;
alter table document_deliveries add column if not exists recalled_at timestamptz;
alter table document_deliveries add column if not exists reason text
  check (reason = btrim(reason) and length(reason) between 1 and 500);
alter table document_deliveries drop constraint if exists document_deliveries_state_check;
alter table document_deliveries add constraint document_deliveries_state_check
  check (state in ('requested', 'sending', 'sent', 'failed', 'declined', 'recalled'));
alter table document_deliveries drop constraint if exists ends_once;
alter table document_deliveries add constraint ends_once check (case state when 'sent' then sent_at is not null
  when 'recalled' then true else sent_at is null end and (state in ('failed', 'declined')) = (problem is not null));
alter table document_deliveries drop constraint if exists recalled_by_someone;
alter table document_deliveries add constraint recalled_by_someone check ((state = 'recalled') = (recalled_at is not null)
  and (recalled_at is null) = (recalled_by is null) and (recalled_at is null) = (reason is null));
create index if not exists document_deliveries_approval on document_deliveries (approval_id) where approval_id is not null;
create index if not exists document_deliveries_recaller on document_deliveries (recalled_by) where recalled_by is not null;
create index if not exists delivery_files_same on delivery_files (sha256);
create table if not exists delivery_file_looks (
  delivery_id uuid not null,
  n integer not null,
  user_id uuid not null references user_profiles on delete restrict,
  looked_at timestamptz not null default now(),
  primary key (delivery_id, n, user_id),
  foreign key (delivery_id, n) references delivery_files on delete restrict
);
create index if not exists delivery_looks_of_user on delivery_file_looks (user_id);
