-- One way to a file's bytes: what is a tax document stays one, what was served before its release has a record, and who was
-- served a whole document has opened it.
alter table documents add column if not exists is_tax boolean not null default false;
alter table documents disable trigger user;
update documents d set is_tax = true
  where d.category = 'Tax'
    or exists (select from tax_certifications c where c.document_id = d.id)
    or exists (select from tax_returns r where r.document_id = d.id)
    or exists (select from evidence e where e.document_id = d.id and (e.kind = 'tax_form' or e.shows_tax_form or e.ssn_pages <> '{}'))
    or exists (select from paper_batch_items i join paper_batches b on b.id = i.batch_id
      where i.document_id = d.id and (b.category = 'Tax' or i.strong @> '[{"kind": "tin"}]'))
    or d.id::text in (select subject_id from audit_log where action = 'document.uploaded' and details ->> 'category' = 'Tax');
alter table documents enable trigger user;

alter table file_accesses alter column document_id drop not null;
alter table file_accesses add column if not exists item_id uuid;
alter table file_accesses add column if not exists delivery_id uuid;
alter table file_accesses add column if not exists delivery_n integer;
alter table file_accesses drop constraint if exists of_one_file;
alter table file_accesses add constraint of_one_file check (num_nonnulls(document_id, item_id, delivery_id) = 1
  and (delivery_id is null) = (delivery_n is null));
create index if not exists file_accesses_of_item on file_accesses (item_id, id) where item_id is not null;
create index if not exists file_accesses_of_delivery on file_accesses (delivery_id, delivery_n, id) where delivery_id is not null;

create table if not exists document_openings (
  document_id uuid not null references documents on delete cascade,
  user_id uuid not null references user_profiles on delete restrict,
  served int8multirange not null default '{}',
  opened_at timestamptz,
  primary key (document_id, user_id)
);
create index if not exists document_openings_of_user on document_openings (user_id);
insert into document_openings (document_id, user_id, served, opened_at)
  select a.document_id, a.user_id, range_agg(int8range(a.first_byte, a.first_byte + a.sent)),
    case when range_agg(int8range(a.first_byte, a.first_byte + a.sent)) @> int8range(0, d.file_size) then max(a.ended_at) end
  from file_accesses a join documents d on d.id = a.document_id where a.sent > 0 group by a.document_id, a.user_id, d.file_size
  on conflict do nothing;
