-- What belongs to somebody has one owner, a person or a holder, and an index has an owner's documents in the order of each
-- list. Figures of documents are kept, so that no page counts rows.
alter table documents
  add column if not exists owner_id uuid not null generated always as (coalesce(holder_id, user_id)) stored;
create index if not exists documents_of_owner on documents (owner_id, created_at desc, id desc);
create index if not exists documents_of_owner_by_name on documents (owner_id,
  (regexp_replace(regexp_replace(lower(filename), '\d+', '0000000000\&', 'g'), '\d*(\d{10})', '\1', 'g')) collate "und-x-icu",
  created_at desc, id desc);
create index if not exists documents_of_owner_by_size on documents (owner_id, file_size desc, created_at desc, id desc);
create index if not exists documents_of_owner_unread on documents (owner_id, created_at desc)
  where read_at is null and uploaded_by is distinct from user_id;
create index if not exists documents_of_owner_from_others on documents (owner_id, created_at desc) where uploaded_by is distinct from user_id;
create index if not exists documents_of_owner_signing on documents (owner_id, signing_sent_at, id) where signing_state is not null;
create index if not exists documents_of_owner_unlisted on documents (owner_id) where unreleased or check_state in ('waiting', 'infected');
create index if not exists documents_filed on documents (holder_id) where holder_id is not null;
drop index if exists documents_of_holder, documents_unread, documents_from_others, documents_to_sign, documents_signed_of_person;

create table if not exists document_figures (
  owner_id uuid primary key,
  listed bigint not null,
  unread bigint not null,
  stored bigint not null,
  stored_bytes bigint not null
);
-- Row-level security binds the owner, too.
alter table documents no force row level security;
insert into document_figures
  select f.owner_id, sum(f.listed), sum(f.unread), sum(f.stored), sum(f.stored_bytes)
  from (select *, (companion_of is null and not unreleased and check_state in ('unchecked', 'clean'))::integer as listed
      from documents) d
    cross join lateral (
      select whose as owner_id, listed, listed * (read_at is null and not is_external_link
        and uploaded_by is distinct from user_id)::integer as unread, 0 as stored, 0 as stored_bytes
      from unnest(array[d.owner_id, '00000000-0000-0000-0000-000000000000']) whose
      union all
      select user_id, 0, 0, (file_size > 0)::integer, file_size
      where check_state <> 'infected' and (d.owner_id = user_id or uploaded_by = user_id)) f
  group by f.owner_id;
alter table documents enable row level security, force row level security;
