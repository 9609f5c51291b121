-- Conversations between an investor and the fund, and what the fund answers to visitors' messages and calls, so that one
-- inbox shows all of them. Beside them, notes that administrators write for each other. Operations: app/messages/server/.
--
-- A conversation belongs to exactly one person, visitor's message or call. The words of a visitor's message stay in
-- `messages` and `call_requests`; conversation_messages has only what the fund answered.

-- One subject, with one person, visitor's message or call.
create table conversations (
  -- Created with the form, so that a form sent twice is one conversation.
  id uuid primary key default gen_random_uuid(),
  person_id uuid references user_profiles on delete cascade,
  visitor_message_id uuid unique references messages on delete cascade,
  call_request_id uuid unique references call_requests on delete cascade,
  -- What it is about.
  document_id uuid references documents on delete set null,
  -- Null for visitors: their topic or kind of call says it.
  subject text check (subject = btrim(subject) and length(subject) between 1 and 200 and subject !~ '[[:cntrl:]]'),
  created_at timestamptz not null default now(),
  -- When each side wrote last; set by the database with each message.
  from_person_at timestamptz,
  from_fund_at timestamptz,
  -- The administrator who answered last.
  answered_by uuid references user_profiles on delete set null,
  closed_at timestamptz,
  closed_by uuid references user_profiles on delete set null,
  last_message_at timestamptz not null
    generated always as (coalesce(greatest(from_person_at, from_fund_at), created_at)) stored,
  -- The person wrote last, and no one has closed the conversation since.
  awaits_answer boolean not null generated always as (closed_at is null and from_person_at is not null
    and (from_fund_at is null or from_fund_at < from_person_at)) stored,
  constraint has_one_other_side check (num_nonnulls(person_id, visitor_message_id, call_request_id) = 1),
  constraint people_name_a_subject check ((person_id is null) = (subject is null)),
  constraint visitors_have_no_documents check (person_id is not null or document_id is null),
  constraint closed_is_complete check (closed_by is null or closed_at is not null)
);
create index conversations_of_person on conversations (person_id, last_message_at desc, id desc)
  where person_id is not null;
create index conversations_newest on conversations (last_message_at desc, id desc);
create index conversations_awaiting on conversations (last_message_at desc, id desc) where awaits_answer;
create index conversations_open on conversations (last_message_at desc, id desc) where closed_at is null;
create index conversations_answered_by on conversations (answered_by, last_message_at desc, id desc);
create index conversations_of_document on conversations (document_id) where document_id is not null;
create index conversations_closed_by on conversations (closed_by) where closed_by is not null;
create index conversations_done on conversations (last_message_at desc, id desc) where closed_at is not null;
create index conversations_of_visitors on conversations (last_message_at desc, id desc) where visitor_message_id is not null;
create index conversations_about_calls on conversations (last_message_at desc, id desc) where call_request_id is not null;
-- Elsewhere on this table: reach.sql (reach).

-- The person, and administrators; a visitor reads in their e-mail.
create policy own_or_admin_reads on conversations for select to app_user
  using (person_id = (select app.user_id()) or (select app.is_admin()));
-- An administrator closes it in their own name, or opens it again.
create policy admin_closes on conversations for update to app_user using ((select app.is_admin()))
  with check (closed_by is null or closed_by = (select app.user_id()));
-- Either side starts one, about a document only if that belongs to the person.
create policy own_or_admin_starts on conversations for insert to app_user
  with check ((person_id = (select app.user_id()) or (select app.is_admin()))
    and (document_id is null or exists (select from documents d where d.id = document_id
      and d.owner_id = any (app.owners_of(conversations.person_id)))));
grant select (id, person_id), delete on conversations to app_eraser;
grant select (id, person_id, visitor_message_id, call_request_id, subject, last_message_at) on conversations to app_directory;
grant select, insert (visitor_message_id, call_request_id, from_person_at), update (from_person_at, from_fund_at,
  answered_by, closed_at, closed_by) on conversations to app_steward;
grant select, insert (id, person_id, document_id, subject), update (closed_at, closed_by) on conversations to
  app_user;
-- Sets who and when, whatever the statement says.
create trigger stamp before update of closed_by, closed_at on conversations for each row
  execute function app.stamp_act('closed_by', 'closed_at');

-- The state of a visitor's message or call follows its conversation.
create or replace function app.follow_conversation() returns trigger language plpgsql security definer as $$
declare
  reached text := case when new.awaits_answer then 'new' else 'answered' end;
begin
  update public.messages set state = reached where id = new.visitor_message_id and state <> reached;
  update public.call_requests set state = reached where id = new.call_request_id and state <> reached;
  return null;
end $$;
create trigger follow after update on conversations
  for each row when (new.person_id is null and new.awaits_answer is distinct from old.awaits_answer)
  execute function app.follow_conversation();

-- Notifies every process of a conversation with news, and its person (null: a visitor's).
create or replace function app.announce_conversation() returns trigger language plpgsql as $$
declare
  changed public.conversations := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('conversations', json_build_object('id', changed.id, 'user_id', changed.person_id)::text);
  return null;
end $$;
create trigger announce after insert or update or delete on conversations
  for each row execute function app.announce_conversation();

-- What one side wrote.
create table conversation_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations on delete cascade,
  sender_id uuid references user_profiles on delete set null,
  from_fund boolean not null,
  -- As it was then.
  sender_name text not null check (length(sender_name) between 1 and 254 and sender_name !~ '[[:cntrl:]]'),
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz not null default now()
);
create index conversation_messages_of on conversation_messages (conversation_id, created_at, id);
create index conversation_messages_sender on conversation_messages (sender_id);
-- Elsewhere on this table: reach.sql (reach).

-- Who sees a conversation sees its messages: the inner query is under that table's policies.
create policy with_conversation_reads on conversation_messages for select to app_user
  using (exists (select from conversations c where c.id = conversation_id));
-- In a person's own name, or the requester's where a second person approves it. In their own conversation an administrator
-- is the person, too.
create policy both_sides_write on conversation_messages for insert to app_user
  with check ((sender_id = (select app.user_id()) or exists (select from approvals a where a.kind = 'message.send'
      and a.subject_id = conversation_messages.id and a.asked_by = sender_id and app.is_applying(a.kind, a.subject_id)))
    and exists (select from conversations c
    where c.id = conversation_id and from_fund = (c.person_id is distinct from (select app.user_id()))));
grant select, insert (id, conversation_id, sender_id, from_fund, sender_name, body) on conversation_messages to
  app_user;
grant select (sender_id), update (sender_name) on conversation_messages to app_eraser;
grant select (id) on conversation_messages to app_steward;

-- Each message: its time, and what it changes about its conversation. The conversation's row is locked until the
-- transaction ends, so that messages have their times in the order in which they appear, each a whole millisecond (as
-- precise as JavaScript's dates): nothing can arrive before a message that was already read.
create or replace function app.stamp_conversation_message() returns trigger language plpgsql security definer as $$
begin
  perform from public.conversations c where c.id = new.conversation_id for no key update;
  select greatest(date_trunc('milliseconds', clock_timestamp()),
      date_trunc('milliseconds', c.last_message_at) + interval '1 millisecond')
    into new.created_at from public.conversations c where c.id = new.conversation_id;
  if new.from_fund then
    update public.conversations set from_fund_at = new.created_at, answered_by = new.sender_id
      where id = new.conversation_id;
  else
    update public.conversations set from_person_at = new.created_at, closed_at = null, closed_by = null
      where id = new.conversation_id;
  end if;
  return new;
end $$;
create trigger stamp before insert on conversation_messages
  for each row execute function app.stamp_conversation_message();

-- The row of a deleted document stays without it: the message still says that something was attached.
create table conversation_attachments (
  message_id uuid not null references conversation_messages on delete cascade,
  position smallint not null check (position between 1 and 10),
  document_id uuid references documents on delete set null,
  primary key (message_id, position),
  unique (message_id, document_id)
);
create index conversation_attachments_document on conversation_attachments (document_id);
-- Elsewhere on this table: reach.sql (reach).

-- Who sees a message sees its attachments.
create policy with_message_reads on conversation_attachments for select to app_user
  using (exists (select from conversation_messages m where m.id = message_id));
-- The sender attaches released, checked documents that belong to the person.
create policy sender_attaches on conversation_attachments for insert to app_user
  with check (exists (select from conversation_messages m join conversations c on c.id = m.conversation_id
    join documents d on d.id = conversation_attachments.document_id
    where m.id = conversation_attachments.message_id
      and (m.sender_id = (select app.user_id()) or app.is_applying('message.send', m.id))
      and d.owner_id = any (app.owners_of(c.person_id))
      and not d.unreleased and d.check_state in ('unchecked', 'clean')));
grant select, insert on conversation_attachments to app_user;

-- How far each reader has read.
create table conversation_reads (
  conversation_id uuid not null references conversations on delete cascade,
  reader_id uuid not null references user_profiles on delete cascade,
  -- The time of the newest message that the reader has seen.
  read_at timestamptz not null,
  primary key (conversation_id, reader_id)
);
create index conversation_reads_reader on conversation_reads (reader_id);

-- Each side sees how far the other has read.
create policy with_conversation_reads on conversation_reads for select to app_user
  using (exists (select from conversations c where c.id = conversation_id));
-- A reader records how far they have read.
create policy own_is_recorded on conversation_reads for insert to app_user
  with check (reader_id = (select app.user_id()) and exists (select from conversations c where c.id = conversation_id));
-- They move that on.
create policy own_is_moved on conversation_reads for update to app_user
  using (reader_id = (select app.user_id())) with check (reader_id = (select app.user_id()));
grant select, insert, update (read_at) on conversation_reads to app_user;

-- Notifies pages that show the conversation how far it was read.
create or replace function app.announce_read() returns trigger language plpgsql as $$
begin
  perform pg_notify('conversations', json_build_object('id', new.conversation_id, 'user_id',
    (select c.person_id from public.conversations c where c.id = new.conversation_id), 'read_by', new.reader_id)::text);
  return null;
end $$;
create trigger announce_new after insert on conversation_reads for each row execute function app.announce_read();
create trigger announce after update on conversation_reads
  for each row when (new.read_at is distinct from old.read_at) execute function app.announce_read();

-- What administrators note for each other about a person or a conversation.
create table admin_notes (
  id uuid primary key default gen_random_uuid(),
  person_id uuid references user_profiles on delete cascade,
  conversation_id uuid references conversations on delete cascade,
  author_id uuid references user_profiles on delete set null,
  author_name text not null check (length(author_name) between 1 and 254 and author_name !~ '[[:cntrl:]]'),
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz not null default now(),
  constraint note_has_its_subject check (num_nonnulls(person_id, conversation_id) = 1)
);
create index admin_notes_of_person on admin_notes (person_id, created_at) where person_id is not null;
create index admin_notes_of_conversation on admin_notes (conversation_id, created_at) where conversation_id is not null;
create index admin_notes_author on admin_notes (author_id);

-- Only administrators, even about themselves.
create policy admin_reads on admin_notes for select to app_user using ((select app.is_admin()));
-- In their own name.
create policy admin_writes on admin_notes for insert to app_user
  with check (author_id = (select app.user_id()) and (select app.is_admin()));
grant select (person_id, author_id), update (author_name), delete on admin_notes to app_eraser;
grant select, insert (id, person_id, conversation_id, author_id, author_name, body) on admin_notes to app_user;

-- Functions

-- A visitor's message or call begins a conversation.
create or replace function app.open_visitor_conversation() returns trigger language plpgsql security definer as $$
begin
  if tg_table_name = 'messages' then
    insert into public.conversations (visitor_message_id, from_person_at)
      values (new.id, date_trunc('milliseconds', clock_timestamp()));
  else
    insert into public.conversations (call_request_id, from_person_at)
      values (new.id, date_trunc('milliseconds', clock_timestamp()));
  end if;
  return null;
end $$;
create trigger open_conversation after insert on messages
  for each row execute function app.open_visitor_conversation();
create trigger open_conversation after insert on call_requests
  for each row execute function app.open_visitor_conversation();

-- A person's conversations go when their account is erased; what they wrote as the office stays without their name.
create or replace function app.erase_conversations() returns trigger language plpgsql security definer as $$
begin
  delete from public.conversations where person_id = new.id;
  delete from public.admin_notes where person_id = new.id;
  update public.conversation_messages set sender_name = coalesce(new.full_name, 'Erased') where sender_id = new.id;
  update public.admin_notes set author_name = coalesce(new.full_name, 'Erased') where author_id = new.id;
  return null;
end $$;
alter function app.erase_conversations owner to app_eraser;
create trigger erase_conversations after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function app.erase_conversations();
