-- Bulk delivery: one PDF of hundreds of pages, or hundreds of files, each to the holder it is for. A job reads the
-- files, divides them, and matches each document by its text; people match the rest by hand or leave it out. One person
-- requests the release; another one opens the sample that the database has drawn, and approves. A job then makes one
-- document for each recipient. A recall hides them at once, without deleting them. Operations: app/bulk-delivery/server/.
--
-- The rule: a document may go only to a holder who owns every strong key on its pages (app.check_batch_item), and becomes a
-- document of the portal only for the holder that two people approved (app.guard_batch_document).

-- Each reading of a batch has a number of its own, from which the paths of its documents are made.
create sequence paper_rounds;

-- One bulk delivery, from the upload to the release.
create table paper_batches (
  -- Chosen by the page, so that sending the same form again is the same batch.
  id uuid primary key,
  state text not null default 'uploaded' check (state in ('uploaded', 'matching', 'review', 'approved', 'released', 'recalled',
    'discarded')),
  category text not null check (category in ('Investment Documents', 'Statements', 'Tax', 'Agreements', 'Accreditation',
    'Notices')),
  fund_name text not null check (fund_name = btrim(fund_name) and length(fund_name) between 1 and 200),
  -- What the documents are called, before the period: 'Tax form' and '2025'. Without a period they have their files'
  -- names.
  word text not null check (length(word) <= 200),
  period text not null check (length(period) <= 40),
  split_mode text not null check (split_mode in ('whole', 'pages', 'bookmarks', 'keys')),
  split_pages integer not null check (split_pages between 1 and 500),
  -- Which reading of the files this is.
  round bigint not null default nextval('paper_rounds'),
  -- Pages of this reading that were read so far; once it is done, all of them.
  pages_read integer not null default 0 check (pages_read >= 0),
  -- SHA-256 of the register's keys as they were then.
  register_sha256 bytea check (octet_length(register_sha256) = 32),
  matched_at timestamptz,
  -- Why it couldn't be divided or released.
  problem text check (length(problem) between 1 and 500),
  created_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  approval_id uuid references approvals on delete restrict,
  -- The person who files its documents.
  filed_by uuid references user_profiles on delete restrict,
  released_at timestamptz,
  recalled_by uuid references user_profiles on delete restrict,
  recalled_at timestamptz,
  -- Of the recall.
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  constraint read_before_review check (state in ('uploaded', 'matching', 'discarded') or matched_at is not null and register_sha256 is not null),
  constraint approved_by_two check ((approval_id is null) = (filed_by is null)
    and (state not in ('approved', 'released', 'recalled') or approval_id is not null)),
  constraint released_once check (state not in ('released') or released_at is not null),
  constraint recalled_by_someone check ((state = 'recalled') = (recalled_at is not null)
    and (recalled_at is null) = (recalled_by is null) and (recalled_at is null) = (reason is null))
);
create index paper_batches_newest on paper_batches (created_at desc, id desc);
create index paper_batches_creator on paper_batches (created_by);
create index paper_batches_approval on paper_batches (approval_id) where approval_id is not null;
create index paper_batches_filer on paper_batches (filed_by) where filed_by is not null;
create index paper_batches_recaller on paper_batches (recalled_by) where recalled_by is not null;
create index paper_batches_working on paper_batches (created_at) where state in ('matching', 'approved');
-- Elsewhere on this table: mail.sql (announce_to_office).

-- Administrators; and, in the transaction of the release's approval, the approver, who need not be an administrator.
create policy office_reads on paper_batches for select to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{papers.release}'))::uuid[]));
-- An administrator uploads it, in their own name.
create policy admin_adds on paper_batches for insert to app_user
  with check ((select app.is_admin()) and created_by = (select app.user_id()) and state = 'uploaded');
-- The same people take its steps.
create policy office_changes on paper_batches for update to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{papers.release}'))::uuid[]));
grant select, insert (id, category, fund_name, word, period, split_mode, split_pages, created_by), update (state, split_mode,
  split_pages, round, pages_read, problem, approval_id, filed_by, released_at, recalled_by, recalled_at, reason) on paper_batches
  to app_user;
grant select, update (state, pages_read, register_sha256, matched_at, problem, released_at) on paper_batches to app_jobs;
grant usage on sequence paper_rounds to app_user;
grant select on paper_batches to app_steward;
-- What was uploaded stays. Its division changes only where it is read again, and its approval is given once.
create guard on paper_batches for app_user, app_jobs refuse 'a bulk delivery does not change so'
  any change when old.state not in ('recalled', 'discarded')
  -- Another reading begins with another number, and only then.
  any change when (new.round <> old.round) = (new.state = 'matching' and old.state <> 'matching' and old.matched_at is not null)
  split_mode, split_pages when new.state = 'matching'
  -- Jobs approve nothing.
  approval_id by app_jobs when false
  approval_id by app_user when app.is_applying('papers.release', new.id)
  -- Its documents are made in the name of the administrator who requested the release, or, once that person is no
  -- administrator anymore, of another one who resumes it.
  filed_by by app_user when new.filed_by = (select a.asked_by from public.approvals a where a.id = new.approval_id
      and app.is_applying('papers.release', new.id))
    or new.filed_by = app.user_id() and app.is_admin() and old.filed_by is not null
  state, round, pages_read, register_sha256, matched_at, problem, released_at, recalled_by, recalled_at, reason;
-- Sets who and when, whatever the statement says.
create trigger stamp before update on paper_batches for each row execute function app.stamp_act('recalled_by', 'recalled_at');
-- Only steps of the workflow 'paper_batch' (rules/workflows.ts).
create trigger step before update on paper_batches for each row execute function app.guard_step('paper_batch');

-- The files as they were uploaded.
create table paper_sources (
  batch_id uuid not null references paper_batches on delete restrict,
  n integer not null check (n > 0),
  filename text not null check (octet_length(filename) between 1 and 255),
  file_size bigint not null check (file_size between 1 and 52428800),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  marks text[],
  pages integer check (pages > 0),
  -- Why it can't be delivered, or not all of it.
  problem text check (problem in ('encrypted', 'unreadable', 'not_pdf', 'damaged', 'many_pages', 'not_divided', 'missing')),
  -- Where it is, in the folder of who uploaded it; none once its batch has ended.
  file_path text unique,
  primary key (batch_id, n)
);

-- Administrators alone: an approver sees documents that were drawn for them, never whole files.
create policy admin_reads on paper_sources for select to app_user using ((select app.is_admin()));
-- Nothing is added to a batch after the transaction that makes it.
create policy admin_adds on paper_sources for insert to app_user with check ((select app.is_admin())
  and exists (select from paper_batches b where b.id = batch_id and b.created_by = (select app.user_id())
    and b.created_at = now()));
-- An administrator gives the file up once its batch has ended.
create policy admin_ends on paper_sources for update to app_user using ((select app.is_admin()));
grant select, insert (batch_id, n, filename, file_size, sha256, marks, problem, file_path), update (file_path) on paper_sources
  to app_user;
grant select, update (pages, problem, file_path) on paper_sources to app_jobs;

-- A document of a batch, with its recipient.
create table paper_batch_items (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null,
  n integer not null check (n > 0),
  source_n integer not null,
  first_page integer not null check (first_page > 0),
  last_page integer not null,
  filename text not null check (octet_length(filename) between 1 and 255),
  state text not null check (state in ('matched', 'ambiguous', 'unmatched', 'conflict', 'excluded')),
  -- Its recipient.
  holder_id uuid references holders on delete restrict,
  -- The result of the matching: what identified the holder, or why nothing did.
  read_state text not null check (read_state in ('matched', 'ambiguous', 'unmatched', 'conflict')),
  read_holder_id uuid references holders on delete restrict,
  found text[] not null default '{}',
  doubts text[] not null default '{}',
  remarks text[] not null default '{}',
  -- Who may be chosen by hand, the likeliest first.
  suggested uuid[] not null default '{}',
  -- Strong keys on its pages: [{"kind": "note", "number": "LK-2026-0001", "holders": ["…"]}]. Tax numbers stay unnamed.
  strong jsonb not null default '[]',
  -- Who matched it by hand, or excluded it, and why.
  matched_by uuid references user_profiles on delete restrict,
  excluded_by uuid references user_profiles on delete restrict,
  excluded_reason text check (excluded_reason = btrim(excluded_reason) and length(excluded_reason) between 1 and 500),
  changed_at timestamptz not null default now(),
  -- Its pages as a file, until its batch has ended; null where they can't be read, so that no one can send it.
  part_path text unique,
  part_size bigint check (part_size between 1 and 209715200),
  part_sha256 text check (part_sha256 ~ '^[0-9a-f]{64}$'),
  -- Why the approver has to open it.
  drawn text check (drawn in ('by_hand', 'first', 'last', 'lot')),
  -- The document that is made of it, and its file, in the folder of a member of the holder.
  document_id uuid not null unique default gen_random_uuid(),
  user_id uuid references user_profiles on delete restrict,
  file_path text unique check (file_path ~ ('^' || user_id::text || '/[0-9]{13,16}[.]pdf$')),
  filed_at timestamptz,
  unique (batch_id, n),
  foreign key (batch_id, source_n) references paper_sources on delete restrict,
  constraint pages_in_order check (last_page >= first_page),
  constraint matched_to_someone check ((state = 'matched') = (holder_id is not null)),
  constraint left_out_by_someone check ((state = 'excluded') = (excluded_by is not null) and (excluded_by is null) = (excluded_reason is null)),
  constraint part_is_whole check (num_nulls(part_size, part_sha256) in (0, 2) and (part_path is null or part_size is not null)),
  constraint filed_somewhere check ((file_path is null) = (user_id is null) and (filed_at is null or file_path is not null))
);
create index paper_items_of_holder on paper_batch_items (holder_id) where holder_id is not null;
create index paper_items_read_holder on paper_batch_items (read_holder_id) where read_holder_id is not null;
create index paper_items_matcher on paper_batch_items (matched_by) where matched_by is not null;
create index paper_items_excluder on paper_batch_items (excluded_by) where excluded_by is not null;
create index paper_items_folder on paper_batch_items (user_id) where user_id is not null;
create index paper_items_of_source on paper_batch_items (batch_id, source_n);

-- Administrators; in the transaction of the release's approval, the approver; and, while the release is pending, an approver who may
-- decide sees the documents that were drawn for them to open.
create policy office_reads on paper_batch_items for select to app_user using ((select app.is_admin())
  or batch_id = any ((select app.applied_subjects('{papers.release}'))::uuid[])
  or (select app.is_approver()) and drawn is not null and app.waiting_content('papers.release', batch_id) is not null);
-- Administrators match and exclude; the approver fixes where each document will be stored.
create policy office_changes on paper_batch_items for update to app_user
  using ((select app.is_admin()) or batch_id = any ((select app.applied_subjects('{papers.release}'))::uuid[]));
grant select, update (state, holder_id, matched_by, excluded_by, excluded_reason, remarks, part_path, user_id, file_path, filed_at) on
  paper_batch_items to app_user;
grant select, insert (id, batch_id, n, source_n, first_page, last_page, filename, state, holder_id, read_state, read_holder_id,
  found, doubts, remarks, suggested, strong, matched_by, excluded_by, excluded_reason, part_path, part_size, part_sha256),
  update (part_path), delete on paper_batch_items to app_jobs;
grant select, update (drawn) on paper_batch_items to app_steward;
-- A document may go only to a holder who owns every strong key on its pages, and an unreadable one to no one. People change it
-- during the review. Once filed, it stays as it is.
create guard on paper_batch_items for app_user, app_jobs, app_steward refuse 'a document of a bulk delivery does not change so'
  state, holder_id, matched_by, excluded_by, excluded_reason, drawn
    when (select b.state from public.paper_batches b where b.id = new.batch_id) = 'review'
  -- A match by hand is recorded in the person's own name, because another person then has to open the document.
  holder_id, matched_by by app_user when new.holder_id is null or new.matched_by = app.user_id()
    or new.matched_by is null and new.holder_id is not distinct from new.read_holder_id
  excluded_by by app_user when new.excluded_by is null or new.excluded_by = app.user_id()
  part_path when new.part_path is null
  -- The approver says once where each file will be; no one else does.
  file_path, user_id by app_user when old.file_path is null and app.is_applying('papers.release', new.batch_id)
  file_path, user_id by app_jobs, app_steward when false
  filed_at when old.filed_at is null and new.filed_at = now() and exists (select from public.paper_batches b
      where b.id = new.batch_id and b.state = 'approved')
    and exists (select from public.documents d where d.id = new.document_id and d.holder_id = new.holder_id)
  remarks, changed_at;
-- Only steps of the workflow 'paper_item' (rules/workflows.ts).
create trigger step before update on paper_batch_items for each row
  when (new.state is distinct from old.state) execute function app.guard_step('paper_item');

-- A strong key on its pages decides: the document goes to its owner, or to no one.
create or replace function app.check_batch_item() returns trigger language plpgsql as $$
begin
  if new.holder_id is not null and (new.part_sha256 is null
    or exists (select from jsonb_array_elements(new.strong) k where not k -> 'holders' ? new.holder_id::text))
  then
    raise exception 'a number of another holder is on these pages' using errcode = '23514', constraint = 'papers_of_one';
  end if;
  if tg_op = 'UPDATE' and row(new.state, new.holder_id) is distinct from row(old.state, old.holder_id) then
    new.changed_at := now();
  end if;
  return new;
end $$;
create trigger check_item before insert or update on paper_batch_items for each row execute function app.check_batch_item();

-- Who has opened a document before it was released, to its last byte, and when last. The approver has to open those that were drawn
-- (drawn_opened in rules/workflows.ts).
create table paper_item_looks (
  item_id uuid not null references paper_batch_items on delete cascade,
  user_id uuid not null references user_profiles on delete restrict,
  looked_at timestamptz not null default now(),
  primary key (item_id, user_id)
);
create index paper_looks_of_user on paper_item_looks (user_id);

-- Administrators, and an approver their own.
create policy office_reads on paper_item_looks for select to app_user using ((select app.is_admin())
  or (select app.is_approver()) and user_id = (select app.user_id()));
-- A person records that they have opened a document they may see.
create policy own_opening_is_added on paper_item_looks for insert to app_user
  with check (user_id = (select app.user_id()) and exists (select from paper_batch_items i where i.id = item_id));
-- Opened again: when last.
create policy own_opening_is_updated on paper_item_looks for update to app_user
  using (user_id = (select app.user_id()) and exists (select from paper_batch_items i where i.id = item_id))
  with check (looked_at = now());
grant select, insert (item_id, user_id), update (looked_at) on paper_item_looks to app_user;
grant select on paper_item_looks to app_steward;

-- Functions

-- Whether a document of a bulk delivery is a tax document: by its category, or by a whole tax number on its pages.
create or replace function app.is_tax_form(category text, strong jsonb) returns boolean language sql immutable as $$
  select category = 'Tax' or strong @> '[{"kind": "tin"}]'
$$;
grant execute on function app.is_tax_form to app_steward;

-- The same by its id, for those who may decide on it.
create or replace function app.is_tax_item(item uuid) returns boolean language sql stable security definer as $$
  select (app.is_admin() or app.is_approver()) and coalesce((select app.is_tax_form(b.category, i.strong) from public.paper_batch_items i
    join public.paper_batches b on b.id = i.batch_id where i.id = item), false)
$$;
grant execute on function app.is_tax_item to app_user;

-- Only what two people approved is filed: the document is the holder's, with these very bytes, while its batch is being
-- released; and it stays the holder's.
create or replace function app.guard_batch_document() returns trigger language plpgsql security definer as $$
begin
  if tg_op = 'UPDATE' then
    if exists (select from public.paper_batch_items i where i.document_id = old.id) then
      raise exception 'a delivered document stays with its holder' using errcode = '42501';
    end if;
  elsif exists (select from public.paper_batch_items i join public.paper_batches b on b.id = i.batch_id
    where i.document_id = new.id and not (b.state = 'approved' and i.state = 'matched' and i.holder_id = new.holder_id
      and i.user_id = new.user_id and i.file_path = new.file_path and i.part_sha256 = new.sha256) is true)
  then
    raise exception 'not what two people approved' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_paper before insert on documents for each row execute function app.guard_batch_document();
create trigger papers_stay before update of holder_id on documents for each row
  when (new.holder_id is distinct from old.holder_id) execute function app.guard_batch_document();

-- The register, by the keys that documents carry: for the job that matches them, and to detect changes since. Tax numbers
-- by their HMAC alone.
create or replace function app.paper_register() returns table (id uuid, number text, legal_name text, address_lines text,
  tins text[], last_fours text[], notes text[], emails text[], can_receive boolean)
language plpgsql stable security definer as $$
begin
  if current_setting('role') <> 'app_jobs' and not app.is_admin() and not app.is_applying('papers.release') then
    raise exception 'only the office may ask' using errcode = '42501';
  end if;
  return query
    with tins as materialized (
      select t.holder_id, array_agg(t.key order by t.key) as keys, array_agg(t.last4 order by t.key) as last_fours
      from app.tax_number_keys() t group by t.holder_id),
    numbers as materialized (
      select n.holder_id, array_agg(n.number order by n.number) as notes from public.notes n where n.state <> 'cancelled'
      group by n.holder_id),
    members as materialized (
      select m.holder_id, array_agg(lower(p.email) order by p.email) filter (where p.erased_at is null) as emails,
        bool_or(p.disabled_at is null) as can_receive
      from public.holder_members m join public.user_profiles p on p.id = m.user_id where m.ended_at is null group by m.holder_id)
    select h.id, h.number, h.legal_name, h.address_lines, coalesce(t.keys, '{}'), coalesce(t.last_fours, '{}'),
      coalesce(n.notes, '{}'), coalesce(m.emails, '{}'), coalesce(m.can_receive, false)
    from public.holders h left join tins t on t.holder_id = h.id left join numbers n on n.holder_id = h.id
      left join members m on m.holder_id = h.id
    order by h.number;
end $$;
grant execute on function app.paper_register to app_jobs, app_user;

-- Tax numbers in force, by their HMAC and last digits: the numbers stay in the vault.
create or replace function app.tax_number_keys() returns table (holder_id uuid, key text, last4 text)
language sql stable security definer as $$
  select v.holder_id, encode(v.hmac, 'hex'), v.last4 from public.vault_numbers v
  where v.kind = 'tin' and v.in_force_from is not null and v.ended_at is null
$$;
alter function app.tax_number_keys owner to app_vault;
grant execute on function app.tax_number_keys to app_steward;

-- Draws the documents that the approver has to open: all that were matched by hand, the first, the last, and a random
-- sample of the others, in percent. No one chooses the sample, or knows it before it is drawn.
create or replace function app.draw_papers(batch uuid, percent integer) returns integer language plpgsql security definer as $$
declare
  drawn_now integer;
begin
  perform app.require_admin();
  if not exists (select from public.paper_batches b where b.id = batch and b.state = 'review') then
    raise exception 'nothing is drawn of it' using errcode = '42501';
  end if;
  with matched as (
    select i.id, i.n, i.matched_by is not null as by_hand, min(i.n) over () as first, max(i.n) over () as last
    from public.paper_batch_items i where i.batch_id = batch and i.state = 'matched'
  ), others as (
    select m.id, row_number() over (order by random()) as place, count(*) over () as count
    from matched m where not m.by_hand and m.n not in (m.first, m.last)
  ), chosen as (
    select i.id, case when m.by_hand then 'by_hand' when m.n = m.first then 'first' when m.n = m.last then 'last'
      when o.place <= ceil(o.count * percent / 100.0) then 'lot' end as why
    from public.paper_batch_items i left join matched m on m.id = i.id left join others o on o.id = i.id
    where i.batch_id = batch
  )
  update public.paper_batch_items i set drawn = c.why from chosen c where c.id = i.id and i.drawn is distinct from c.why;
  select count(*) into drawn_now from public.paper_batch_items i where i.batch_id = batch and i.drawn is not null;
  return drawn_now;
end $$;
grant execute on function app.draw_papers to app_user;

-- Whether the current person has opened every drawn document, in its current version.
create or replace function app.has_opened_papers(batch uuid) returns boolean language sql stable security definer as $$
  select not exists (select from public.paper_batch_items i where i.batch_id = batch and i.drawn is not null
    and not exists (select from public.paper_item_looks l where l.item_id = i.id and l.user_id = app.user_id()
      and l.looked_at >= i.changed_at))
$$;
grant execute on function app.has_opened_papers to app_user;

-- The remark on a document when its batch has another one for the same holder.
create or replace function app.more_for_holder(batch uuid, holder uuid, item uuid) returns text[] language sql stable as $$
  select case when exists (select from public.paper_batch_items o where o.batch_id = batch and o.holder_id = holder and o.id <> item)
    then '{two_for_one}'::text[] else '{}' end
$$;
grant execute on function app.more_for_holder to app_steward, app_user;

-- The documents that a second person must open before they approve a release, with their recipients; for administrators
-- and approvers, while the release is pending. An approver sees nothing else of bulk deliveries, and of holders only
-- these names.
create or replace function app.drawn_papers(batch uuid) returns table (id uuid, n integer, filename text, first_page integer,
  last_page integer, has_file boolean, drawn text, holder_id uuid, holder text, holder_number text, matched_by text, found text[],
  doubts text[], remarks text[], is_opened boolean)
language plpgsql stable security definer as $$
begin
  if not (app.is_admin() or app.is_approver()) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  return query
    select i.id, i.n, i.filename, i.first_page, i.last_page, i.part_path is not null, i.drawn, i.holder_id, h.legal_name, h.number,
      coalesce(nullif(m.full_name, ''), m.email), i.found, i.doubts,
      i.remarks || app.more_for_holder(i.batch_id, i.holder_id, i.id), coalesce(l.looked_at >= i.changed_at, false)
    from public.paper_batch_items i join public.holders h on h.id = i.holder_id
      left join public.user_profiles m on m.id = i.matched_by
      left join public.paper_item_looks l on l.item_id = i.id and l.user_id = app.user_id()
    where i.batch_id = batch and i.drawn is not null and app.waiting_content('papers.release', batch) is not null
    order by i.n;
end $$;
grant execute on function app.drawn_papers to app_user;

-- Whether a person was served a document as its recipient or a delegate, not as the office, regardless of their other rights:
-- a document of a holder, or of a person of their own.
create or replace function app.read_as_recipient(reader uuid, document uuid, holder uuid, at timestamptz) returns boolean
language sql stable as $$
  select reader is not distinct from holder
    or exists (select from public.holder_members m where m.holder_id = holder and m.user_id = reader and m.added_at <= at
      and (m.ended_at is null or m.ended_at > at))
    or exists (select from public.delegate_reads r where r.document_id = document and r.person_id = reader)
    or exists (select from public.user_profiles p where p.id = reader and not p.is_admin and not p.is_approver)
$$;
grant execute on function app.read_as_recipient to app_steward, app_user;

-- What was served of a batch's documents to those they went to, for the office.
create or replace function app.paper_accesses(batch uuid) returns table (document_id uuid, readers integer, requests integer,
  first_at timestamptz, last_at timestamptz, sent bigint)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select a.document_id, count(distinct a.user_id)::integer, sum(a.requests)::integer, min(a.begun_at), max(a.ended_at),
      sum(a.sent)::bigint
    from public.paper_batch_items i join public.file_accesses a on a.document_id = i.document_id
    where i.batch_id = batch and a.sent > 0 and app.read_as_recipient(a.user_id, i.document_id, i.holder_id, a.begun_at)
    group by a.document_id;
end $$;
grant select on file_accesses to app_steward;
grant execute on function app.paper_accesses to app_user;
