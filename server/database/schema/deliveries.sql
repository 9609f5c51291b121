-- Deliveries: the same files to several people and holders at once. A delivery names its files and everybody's documents
-- before anything is copied; once all copies are stored, one transaction makes all of the documents, and until then nobody
-- sees any. Each recipient has a file of their own, so deleting one harms no other. What was sent to whom stays known after
-- the documents are gone. Operations: server/deliveries/.

-- Tables

create table document_deliveries (
  -- Chosen by the page, so that sending the same form again is the same delivery.
  id uuid primary key,
  title text not null check (length(title) between 1 and 300),
  category text not null check (category in ('Investment Documents', 'Statements', 'Tax', 'Agreements', 'Accreditation',
    'Notices')),
  fund_name text not null check (fund_name = btrim(fund_name) and length(fund_name) between 1 and 200),
  state text not null default 'sending' check (state in ('sending', 'sent', 'failed')),
  -- Why nobody has received anything.
  problem text check (length(problem) between 1 and 500),
  sent_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint ends_once check ((state = 'sent') = (sent_at is not null) and (state = 'failed') = (problem is not null))
);
create index document_deliveries_newest on document_deliveries (created_at desc, id desc);
create index document_deliveries_sender on document_deliveries (sent_by);
create index document_deliveries_unsent on document_deliveries (created_at) where state = 'sending';

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

create table delivery_documents (
  -- The document that is made of it; there is none before it is sent, nor after somebody has deleted it.
  document_id uuid primary key default gen_random_uuid(),
  delivery_id uuid not null,
  n integer not null,
  -- In whose folder it is, as in documents.
  user_id uuid not null references user_profiles on delete restrict,
  holder_id uuid references holders on delete restrict,
  owner_id uuid not null generated always as (coalesce(holder_id, user_id)) stored,
  file_path text not null unique check (file_path ~ ('^' || user_id::text || '/[0-9]{13,16}[.][a-z]{3,4}$')),
  unique (delivery_id, n, owner_id),
  foreign key (delivery_id, n) references delivery_files on delete restrict
);
create index delivery_documents_of_user on delivery_documents (user_id);
create index delivery_documents_of_holder on delivery_documents (holder_id) where holder_id is not null;

-- Policies

create policy admin_reads on document_deliveries for select to app_user using ((select app.is_admin()));
create policy admin_sends on document_deliveries for insert to app_user
  with check ((select app.is_admin()) and sent_by = (select app.user_id()) and state = 'sending');
-- Its job acts as who sent it.
create policy sender_ends on document_deliveries for update to app_user
  using ((select app.is_admin()) and sent_by = (select app.user_id()) and state = 'sending')
  with check ((select app.is_admin()) and state = 'sent');
create policy jobs_look on document_deliveries for select to app_jobs using (true);
create policy jobs_give_up on document_deliveries for update to app_jobs using (state = 'sending') with check (state = 'failed');
grant select, insert (id, title, category, fund_name, sent_by), update (state, sent_at) on document_deliveries to app_user;
grant select, update (state, problem) on document_deliveries to app_jobs;

create policy admin_reads on delivery_files for select to app_user using ((select app.is_admin()));
create policy sender_adds on delivery_files for insert to app_user with check (app.is_sending(delivery_id));
create policy sender_ends on delivery_files for update to app_user using (app.is_sending(delivery_id));
grant select, insert, update (file_path) on delivery_files to app_user;
grant select on delivery_files to app_jobs;

create policy admin_reads on delivery_documents for select to app_user using ((select app.is_admin()));
create policy sender_adds on delivery_documents for insert to app_user with check (app.is_sending(delivery_id));
grant select, insert (document_id, delivery_id, n, user_id, holder_id, file_path) on delivery_documents to app_user;
grant select on delivery_documents to app_jobs;

-- Functions

-- Whether the person who acts is sending a delivery.
create or replace function app.is_sending(delivery uuid) returns boolean language sql stable as $$
  select app.is_admin() and exists (select from public.document_deliveries d where d.id = delivery and d.state = 'sending'
    and d.sent_by = app.user_id())
$$;
grant execute on function app.is_sending to app_user;

-- What became of a delivery's documents, also of those that wait for their check, which administrators don't see otherwise.
create or replace function app.delivered_documents(delivery uuid)
  returns table (document_id uuid, check_state text, opened_at timestamptz)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select d.id, d.check_state, d.read_at from public.delivery_documents i join public.documents d
    on d.id = i.document_id where i.delivery_id = delivery;
end $$;
alter function app.delivered_documents owner to app_directory;
grant select on delivery_documents to app_directory;
grant execute on function app.delivered_documents to app_user;
