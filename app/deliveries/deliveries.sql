-- Deliveries: the same files to several people and holders at once. A delivery names its files and all recipients'
-- documents before anything is copied; once all copies are stored, one transaction makes all of the documents, and
-- until then no one sees any. Each recipient has a file of their own, so deleting one harms no other. The list of
-- documents and recipients outlives the documents. Operations: app/deliveries/server/.
--
-- The gate: what goes to more than three holders, and any notice, is sent only once another person has opened its files
-- and approved it (app.require_delivery_gate, and the workflow 'delivery'). What is made is what was named
-- (app.guard_delivered). A recall hides the documents at once, without deleting them.

-- What one administrator sends, and how far it is.
create table document_deliveries (
  -- Chosen by the page, so that sending the same form again is the same delivery.
  id uuid primary key,
  title text not null check (length(title) between 1 and 300),
  category text not null check (category in ('Investment Documents', 'Statements', 'Tax', 'Agreements', 'Accreditation',
    'Notices')),
  fund_name text not null check (fund_name = btrim(fund_name) and length(fund_name) between 1 and 200),
  state text not null default 'sending' check (state in ('requested', 'sending', 'sent', 'failed', 'declined', 'recalled')),
  -- Why the delivery failed: no one has received anything.
  problem text check (length(problem) between 1 and 500),
  sent_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Where it took a second person.
  approval_id uuid references approvals on delete restrict,
  recalled_by uuid references user_profiles on delete restrict,
  recalled_at timestamptz,
  -- Of the recall.
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  constraint ends_once check (case state when 'sent' then sent_at is not null
    when 'recalled' then true else sent_at is null end and (state in ('failed', 'declined')) = (problem is not null)),
  constraint recalled_by_someone check ((state = 'recalled') = (recalled_at is not null)
    and (recalled_at is null) = (recalled_by is null) and (recalled_at is null) = (reason is null))
);
create index document_deliveries_newest on document_deliveries (created_at desc, id desc);
create index document_deliveries_sender on document_deliveries (sent_by);
create index document_deliveries_unsent on document_deliveries (created_at) where state = 'sending';
create index document_deliveries_approval on document_deliveries (approval_id) where approval_id is not null;
create index document_deliveries_recaller on document_deliveries (recalled_by) where recalled_by is not null;
-- Elsewhere on this table: mail.sql (announce_to_office).

-- Administrators; and the approver of a requested delivery, while it is pending and as they approve it (app.approves_delivery).
create policy admin_reads on document_deliveries for select to app_user
  using ((select app.is_admin()) or app.approves_delivery(id));
-- An administrator names it, in their own name. app.require_delivery_gate says where it has to be requested first.
create policy admin_sends on document_deliveries for insert to app_user with check ((select app.is_admin())
  and sent_by = (select app.user_id()) and state in ('requested', 'sending') and approval_id is null);
-- The approver starts it, in the transaction of the approval.
create policy second_person_approves on document_deliveries for update to app_user
  using (state = 'requested' and app.is_applying('delivery.send', id)) with check (state = 'sending');
-- The job acts as the sender, still an administrator, to finish it.
create policy sender_ends on document_deliveries for update to app_user
  using ((select app.is_admin()) and sent_by = (select app.user_id()) and state = 'sending')
  with check ((select app.is_admin()) and sent_by = (select app.user_id()) and state = 'sent');
-- Any administrator recalls it, in their own name.
create policy admin_recalls on document_deliveries for update to app_user
  using ((select app.is_admin()) and state in ('sending', 'sent'))
  with check ((select app.is_admin()) and state = 'recalled' and recalled_by = (select app.user_id()));
-- The job as itself finds deliveries that are being sent.
create policy jobs_read on document_deliveries for select to app_jobs using (true);
-- It gives up one that can't be sent.
create policy jobs_fail on document_deliveries for update to app_jobs using (state = 'sending') with check (state = 'failed');
grant select, insert (id, title, category, fund_name, state, sent_by), update (state, sent_at, approval_id, recalled_by,
  recalled_at, reason) on document_deliveries to app_user;
grant select, update (state, problem) on document_deliveries to app_jobs;
grant select, update (state, problem) on document_deliveries to app_steward;
grant select (id, state, sent_by, created_at, approval_id) on document_deliveries to app_directory;
-- What was named stays. A requested delivery changes only in the transaction of its approval.
create guard on document_deliveries for app_user refuse 'a delivery does not change so'
  -- A delivery that took no approval goes on by its steps.
  any change when old.state <> 'requested' or app.is_applying('delivery.send', new.id)
    and exists (select from public.approvals a where a.id = new.approval_id and a.kind = 'delivery.send'
      and a.subject_id = new.id and a.decision = 'approved')
  state
  approval_id when old.state = 'requested'
  sent_at when old.state = 'sending' and new.state = 'sent' and new.sent_at = now()
  recalled_by, recalled_at, reason when new.state = 'recalled' and old.state <> 'recalled';
-- Sets who and when, whatever the statement says.
create trigger stamp before update on document_deliveries for each row
  execute function app.stamp_act('recalled_by', 'recalled_at');
-- Only steps of the workflow 'delivery' (rules/workflows.ts).
create trigger step before update on document_deliveries for each row
  when (new.state is distinct from old.state) execute function app.guard_step('delivery');

-- Whether an approver decides on a delivery: while its approval is pending, and while they approve it. They see its
-- files and recipients, and nothing else of deliveries.
create or replace function app.approves_delivery(delivery uuid) returns boolean language sql stable as $$
  select app.is_approver() and (app.waiting_content('delivery.send', delivery) is not null
    or app.is_applying('delivery.send', delivery))
$$;
grant execute on function app.approves_delivery to app_steward, app_user;

-- Its files, as they were uploaded.
create table delivery_files (
  delivery_id uuid not null references document_deliveries on delete restrict,
  n integer not null check (n > 0),
  filename text not null check (octet_length(filename) between 1 and 255),
  file_type text not null check (file_type in ('pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'stl', 'txt')),
  file_size bigint not null check (file_size between 1 and 52428800),
  mime_type text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  marks text[],
  -- Where the uploaded file is, in the sender's folder, until every recipient has their own.
  file_path text unique,
  primary key (delivery_id, n)
);
create index delivery_files_same on delivery_files (sha256);

-- Seen with their delivery.
create policy admin_reads on delivery_files, delivery_documents for select to app_user
  using ((select app.is_admin()) or app.approves_delivery(delivery_id));
-- Nothing is added to a delivery after the transaction that names it.
create policy sender_adds on delivery_files, delivery_documents for insert to app_user with check ((select app.is_admin())
  and exists (select from document_deliveries d where d.id = delivery_id and d.sent_by = (select app.user_id())
    and d.created_at = now()));
-- The uploaded original is given up once every recipient has a copy, by the sender, or after a recall, by who recalled it.
create policy office_ends on delivery_files for update to app_user using (app.ends_delivery_files(delivery_id))
  with check (file_path is null);
grant select, insert, update (file_path) on delivery_files to app_user;
grant select, update (file_path) on delivery_files to app_jobs;
grant select on delivery_files to app_steward;
grant select (delivery_id, n, sha256) on delivery_files to app_directory;

-- Whether the person who acts is ending the files that were uploaded for a delivery: its sender, once everyone has their own, or
-- who has recalled it before.
create or replace function app.ends_delivery_files(delivery uuid) returns boolean language sql stable as $$
  select app.is_sending(delivery) or app.is_admin() and exists (select from public.document_deliveries d
    where d.id = delivery and d.state = 'recalled' and d.recalled_by = app.user_id())
$$;
grant execute on function app.ends_delivery_files to app_user;

-- A row for each file and recipient, written with the delivery.
create table delivery_documents (
  -- The document that is made of it; there is none before it is sent, nor after it was deleted.
  document_id uuid primary key default gen_random_uuid(),
  delivery_id uuid not null,
  n integer not null,
  -- The person with its folder, as in documents.
  user_id uuid not null references user_profiles on delete restrict,
  holder_id uuid references holders on delete restrict,
  owner_id uuid not null generated always as (coalesce(holder_id, user_id)) stored,
  file_path text not null unique check (file_path ~ ('^' || user_id::text || '/[0-9]{13,16}[.][a-z]{3,4}$')),
  unique (delivery_id, n, owner_id),
  foreign key (delivery_id, n) references delivery_files on delete restrict
);
create index delivery_documents_of_user on delivery_documents (user_id);
create index delivery_documents_of_holder on delivery_documents (holder_id) where holder_id is not null;
-- With delivery_files, above: admin_reads, sender_adds.
-- Elsewhere on this table: reach.sql (reach).

grant select, insert (document_id, delivery_id, n, user_id, holder_id, file_path) on delivery_documents to app_user;
grant select on delivery_documents to app_jobs;
grant select on delivery_documents to app_steward;
grant select on delivery_documents to app_directory;

-- Checked at the end of the transaction that creates a delivery, when it is complete.
create or replace function app.require_delivery_gate() returns trigger language plpgsql security definer as $$
declare
  d public.document_deliveries := (select x from public.document_deliveries x where x.id = new.delivery_id);
begin
  if d.state = 'requested' or d.approval_id is not null then
    return null;
  end if;
  -- Two deliveries of the same sender at once each see the other.
  perform pg_advisory_xact_lock(hashtextextended('deliveries of ' || d.sent_by, 0));
  if d.category = 'Notices' or app.delivery_mentions_payment(d.id) or 3 < (select count(*) from (
    select i.owner_id from public.delivery_documents i where i.delivery_id = d.id
    union select app.reached_alone(array(select f.sha256 from public.delivery_files f where f.delivery_id = d.id), d.id)) reached)
  then
    raise exception 'this delivery takes a second person' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger require_gate after insert on delivery_documents deferrable initially deferred
  for each row when (current_user = 'app_user') execute function app.require_delivery_gate();

-- Who has opened a file of a delivery, to its last byte, and when last. The approver has to, before they approve (files_opened in
-- rules/workflows.ts).
create table delivery_file_looks (
  delivery_id uuid not null,
  n integer not null,
  user_id uuid not null references user_profiles on delete restrict,
  looked_at timestamptz not null default now(),
  primary key (delivery_id, n, user_id),
  foreign key (delivery_id, n) references delivery_files on delete restrict
);
create index delivery_looks_of_user on delivery_file_looks (user_id);

-- Administrators, and an approver their own.
create policy office_reads on delivery_file_looks for select to app_user using ((select app.is_admin())
  or (select app.is_approver()) and user_id = (select app.user_id()));
-- A person records that they have opened a file they may see.
create policy own_opening_is_added on delivery_file_looks for insert to app_user with check (user_id = (select app.user_id())
  and exists (select from delivery_files f where f.delivery_id = delivery_file_looks.delivery_id and f.n = delivery_file_looks.n));
-- Opened again: when last.
create policy own_opening_is_updated on delivery_file_looks for update to app_user using (user_id = (select app.user_id())
  and exists (select from delivery_files f where f.delivery_id = delivery_file_looks.delivery_id and f.n = delivery_file_looks.n))
  with check (looked_at = now());
grant select, insert (delivery_id, n, user_id), update (looked_at) on delivery_file_looks to app_user;
grant select on delivery_file_looks to app_steward;

-- Functions

-- Who received one of these files from the current person within a day without approval, by another delivery or an
-- upload: so that a delivery can't be split to avoid approval.
create or replace function app.reached_alone(files text[], but uuid) returns setof uuid
language plpgsql stable security definer as $$
declare
  sender uuid := app.user_id();
begin
  perform app.require_admin();
  return query
    select i.owner_id from public.document_deliveries d join public.delivery_documents i on i.delivery_id = d.id
      join public.delivery_files f on f.delivery_id = i.delivery_id and f.n = i.n
      where d.sent_by = sender and d.created_at > now() - interval '1 day' and d.id is distinct from but and f.sha256 = any (files)
        and d.approval_id is null and d.state in ('sending', 'sent', 'recalled')
    union
    select d.owner_id from public.documents d where d.uploaded_by = sender and d.created_at > now() - interval '1 day'
      and d.sha256 = any (files) and d.owner_id <> sender and not d.unreleased
      and not exists (select from public.delivery_documents i where i.document_id = d.id);
end $$;
alter function app.reached_alone owner to app_directory;
grant execute on function app.reached_alone to app_user, app_steward;

-- Whether the names of a delivery read like payment instructions.
create or replace function app.delivery_mentions_payment(delivery uuid) returns boolean language sql stable security definer as $$
  select app.mentions_payment(concat_ws(' | ', d.title, d.fund_name, (select string_agg(f.filename, ' | ')
    from public.delivery_files f where f.delivery_id = d.id))) from public.document_deliveries d where d.id = delivery
$$;
grant execute on function app.delivery_mentions_payment to app_user;

-- Whether the current person has opened every file of a delivery.
create or replace function app.has_opened_delivery(delivery uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.delivery_files f where f.delivery_id = delivery)
    and not exists (select from public.delivery_files f where f.delivery_id = delivery and not exists (
      select from public.delivery_file_looks l where l.delivery_id = f.delivery_id and l.n = f.n and l.user_id = app.user_id()))
$$;
grant execute on function app.has_opened_delivery to app_user;

-- The recipients of a pending delivery, by name, for the people who decide.
create or replace function app.delivery_recipients(delivery uuid) returns table (n integer, owner_id uuid, recipient text)
language plpgsql stable security definer as $$
begin
  if not (app.is_admin() or app.approves_delivery(delivery)) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  return query select i.n, i.owner_id, coalesce(h.legal_name || ' (' || h.number || ')',
      nullif(p.full_name, '') || ' (' || p.email || ')', p.email)
    from public.delivery_documents i join public.user_profiles p on p.id = i.user_id
      left join public.holders h on h.id = i.holder_id
    where i.delivery_id = delivery;
end $$;
grant execute on function app.delivery_recipients to app_user;

-- The number of recipients who can't receive anything anymore: their access is closed, or the holder has no members.
create or replace function app.unreachable_recipients(delivery uuid) returns integer
language plpgsql stable security definer as $$
begin
  if not (app.is_admin() or app.approves_delivery(delivery)) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  return (select count(distinct i.owner_id) from public.delivery_documents i where i.delivery_id = delivery
    and (i.holder_id is null and not exists (select from public.user_profiles p where p.id = i.user_id
        and p.disabled_at is null and p.erased_at is null)
      or i.holder_id is not null and not exists (select from public.holder_members m join public.user_profiles p on p.id = m.user_id
        where m.holder_id = i.holder_id and m.ended_at is null and p.disabled_at is null)));
end $$;
grant execute on function app.unreachable_recipients to app_user;

-- A delivery that isn't approved is sent to no one. Its files go with its job (app/deliveries/server/deliver-files.ts). With the rights
-- of app_steward, because who decides may not change deliveries.
create or replace function app.decline_delivery() returns trigger language plpgsql security definer as $$
begin
  update public.document_deliveries set state = 'declined', problem = case new.decision
      when 'rejected' then left('It wasn''t approved' || coalesce(': ' || new.reason, '.'), 500)
      when 'withdrawn' then 'The request was withdrawn.'
      else 'The request became void: ' || coalesce(new.reason, 'something about it has changed.') end
    where id = new.subject_id and state = 'requested';
  return null;
end $$;
create trigger decline_delivery after update of decision on approvals
  for each row when (new.kind = 'delivery.send' and new.decision <> 'approved') execute function app.decline_delivery();

-- Whether a document that is being made is one of a delivery that passed its gate: its sender has proved who they are,
-- or a second person has approved it. app.guard_delivered checks that it is that very document.
create or replace function app.is_being_delivered(document uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.delivery_documents i join public.document_deliveries d on d.id = i.delivery_id
    where i.document_id = document and d.state = 'sending' and d.sent_by = app.user_id())
$$;
grant execute on function app.is_being_delivered to app_user, app_guard, app_directory;

-- Only a document that the delivery names is filed: the recipient's, with these very bytes, under this name, while the
-- delivery is being sent.
create or replace function app.guard_delivered() returns trigger language plpgsql security definer as $$
begin
  if exists (select from public.delivery_documents i where i.document_id = new.id)
    and not exists (select from public.delivery_documents i join public.document_deliveries d on d.id = i.delivery_id
      join public.delivery_files f on f.delivery_id = i.delivery_id and f.n = i.n
      where i.document_id = new.id and d.state = 'sending' and d.sent_by = new.uploaded_by and i.user_id = new.user_id
        and i.holder_id is not distinct from new.holder_id and i.file_path = new.file_path and f.sha256 = new.sha256
        and f.filename = new.filename and f.file_type = new.file_type and d.category = new.category
        and d.fund_name = new.fund_name and not new.is_external_link)
  then
    raise exception 'not what is delivered' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_delivered before insert on documents for each row when (current_user in ('app_user', 'app_jobs'))
  execute function app.guard_delivered();

-- Whether the person who acts is sending a delivery.
create or replace function app.is_sending(delivery uuid) returns boolean language sql stable as $$
  select app.is_admin() and exists (select from public.document_deliveries d where d.id = delivery and d.state = 'sending'
    and d.sent_by = app.user_id())
$$;
grant execute on function app.is_sending to app_user;

-- The state of a delivery's documents, including documents with a pending check, which administrators don't see
-- otherwise.
create or replace function app.delivered_documents(delivery uuid)
  returns table (document_id uuid, check_state text, opened_at timestamptz)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select d.id, d.check_state, d.read_at from public.delivery_documents i join public.documents d
    on d.id = i.document_id where i.delivery_id = delivery;
end $$;
alter function app.delivered_documents owner to app_directory;
grant execute on function app.delivered_documents to app_user;
