-- What people are e-mailed about, what of it they want, and e-mail that failed. Operations: app/notifications/server/,
-- server/mail/.

-- A person's own choices. No row means the defaults. No one else reads or changes them, an
-- administrator neither.
create table mail_preferences (
  user_id uuid primary key references user_profiles on delete cascade,
  document_added boolean not null default true,
  delete_decided boolean not null default true,
  names_in_mail boolean not null default false,
  updated_at timestamptz not null default now(),
  messages boolean not null default true,
  action_needed boolean not null default true,
  file_received boolean not null default true,
  delete_requested boolean not null default true,
  person_joined boolean not null default true
);
-- Elsewhere on this table: roles.sql (touch).

-- A person's own alone.
create policy own_preferences on mail_preferences for all to app_user
  using (user_id = (select app.user_id())) with check (user_id = (select app.user_id()));
grant select (user_id), delete on mail_preferences to app_eraser;
grant select, insert, update (document_added, delete_decided, names_in_mail, messages, action_needed, file_received,
  delete_requested, person_joined) on mail_preferences to app_user;

-- Pending notices, written by the transaction of their event. Those of some minutes go out as one mail
-- (app/notifications/server/). No foreign key to documents: a notice of a deletion outlives the row.
create table notices (
  id uuid primary key,
  user_id uuid not null references user_profiles on delete cascade,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$' and length(kind) <= 40
    or kind in ('signature-asked', 'signature-reminder', 'document-asked', 'document-reminder')
    or kind in ('file-received', 'delete-requested')),
  document_id uuid,
  filename text,
  -- Null: the portal itself, which reminds.
  actor_id uuid,
  created_at timestamptz not null default now(),
  -- When it was processed, and its e-mail: the left half of the Message-ID. Null where the person doesn't want the
  -- e-mail, or nothing remains to report.
  taken_at timestamptz,
  mail_id uuid,
  person_id uuid references user_profiles on delete cascade,
  conversation_id uuid references conversations on delete cascade,
  -- The reason that a request was rejected for.
  detail text check (length(detail) between 1 and 500),
  request_id uuid references document_requests on delete cascade,
  note_id uuid references notes on delete cascade,
  -- When it may be mailed, if later than the rest.
  not_before timestamptz,
  constraint mailed_is_taken check (mail_id is null or taken_at is not null),
  constraint notice_has_its_subject check (
    case when kind ~ '^note-'
      then note_id is not null and num_nonnulls(document_id, filename, person_id, conversation_id, request_id) = 0
      else note_id is null and case when kind in ('document-asked', 'document-reminder')
        then request_id is not null and filename is not null and document_id is null and person_id is null
        else request_id is null and (num_nonnulls(document_id, person_id, conversation_id) >= 1
          and (document_id is null) = (filename is null)) end
    end)
);
create index notices_of_user on notices (user_id, created_at);
create index notices_taken on notices (taken_at);
create index notices_of_person on notices (person_id) where person_id is not null;
create index notices_of_conversation on notices (conversation_id) where conversation_id is not null;
create index notices_of_request on notices (request_id) where request_id is not null;
create index notices_of_note on notices (note_id) where note_id is not null;
create index notices_of_document on notices (document_id) where document_id is not null;

-- The job that mails reads all.
create policy jobs_read on notices for select to app_jobs using (true);
-- It marks what it has taken.
create policy jobs_claim on notices for update to app_jobs using (true);
-- It removes that a month later.
create policy old_are_removed on notices for delete to app_jobs using (taken_at < now() - interval '30 days');
-- A job adds those of its own, unsent.
create policy checked_are_announced on notices for insert to app_jobs with check (taken_at is null and mail_id is null);
-- Administrators, and an approver in the transaction of an approval, notify others, never themselves.
create policy admin_notifies_another on notices for insert to app_user
  with check (actor_id = (select app.user_id()) and user_id <> (select app.user_id()) and (select app.acts_for_office())
    and taken_at is null and mail_id is null);
-- A member who elects gets a confirmation.
create policy member_is_notified on notices for insert to app_user
  with check (kind = 'note-election-received' and taken_at is null and mail_id is null
    and exists (select from elections e join holder_members m on m.holder_id = e.holder_id and m.ended_at is null
      where e.note_id = notices.note_id and m.user_id = notices.user_id and e.made_by = (select app.user_id())
        and e.made_at = now()));
grant select (user_id, person_id), delete on notices to app_eraser;
grant select, insert, update (taken_at, mail_id), delete on notices to app_jobs;
grant insert on notices to app_user;
grant select (user_id, kind, document_id, taken_at, mail_id) on notices to app_steward;
grant insert (id, user_id, kind, document_id, filename, actor_id, person_id, conversation_id, note_id) on notices to
  app_steward;

-- E-mail that could not be delivered. A delivery removes its row. Codes aren't here: no one needs
-- them minutes later.
create table mail_failures (
  -- The local part of its Message-ID.
  id uuid primary key,
  person_id uuid references user_profiles on delete cascade,
  recipient text not null check (length(recipient) between 3 and 320),
  first_failed_at timestamptz not null default now(),
  last_failed_at timestamptz not null default now(),
  attempts integer not null default 1 check (attempts > 0),
  -- The mail server's answer, or that there was none.
  reason text not null check (length(reason) between 1 and 500),
  -- The mail server said that trying again won't help (RFC 5321: 5yz).
  refused boolean not null,
  dismissed_at timestamptz,
  -- Null for failures from before this column.
  sealed text,
  -- When an administrator last had it sent again.
  sent_again_at timestamptz,
  -- Delivered when it was sent again. The row stays, so that the queue, which still tries, skips it.
  delivered_at timestamptz
);
create index mail_failures_newest on mail_failures (last_failed_at desc, id);
create index mail_failures_of_person on mail_failures (person_id) where person_id is not null;

-- Administrators see which e-mail failed.
create policy admin_reads on mail_failures for select to app_user using ((select app.is_admin()));
-- They dismiss a failure, or send the e-mail again.
create policy admin_dismisses on mail_failures for update to app_user using ((select app.is_admin()));
grant select (person_id, recipient), delete on mail_failures to app_eraser;
grant select, insert, update, delete on mail_failures to app_jobs;
grant select, update (dismissed_at, sent_again_at) on mail_failures to app_user;
grant select (id, delivered_at) on mail_failures to app_steward;

-- Functions

-- Adds a notice about the current person for every other administrator. Returns the notices, for the queue.
create or replace function app.tell_administrators(what text) returns table (notice uuid, administrator uuid)
language plpgsql security definer as $$
declare
  person uuid := app.user_id();
  teller uuid;
begin
  if what not in ('person-joined', 'erasure-requested') and not (what in ('delivery-sent', 'delivery-recalled') and app.is_admin())
    or not app.is_active()
  then
    raise exception 'nothing to tell administrators' using errcode = '42501';
  end if;
  if what = 'person-joined' and exists (select from public.user_profiles p where p.id = person
    and (p.accepted_at is not null or app.is_delegate(p.id, p.email)))
  then
    return;
  end if;
  for teller in select p.id from public.user_profiles p where p.is_admin and p.disabled_at is null and p.id <> person
  loop
    notice := gen_random_uuid();
    administrator := teller;
    insert into public.notices (id, user_id, kind, person_id, actor_id) values (notice, teller, what, person, person);
    return next;
  end loop;
end $$;
grant execute on function app.tell_administrators to app_user;

-- Adds a notice of the current person's message for every other administrator. Returns the notices, for the queue.
create or replace function app.tell_administrators_of_message(conversation uuid) returns table (notice uuid, administrator uuid)
language plpgsql security definer as $$
declare
  person uuid := app.user_id();
begin
  if not app.is_active()
    or not exists (select from public.conversations c where c.id = conversation and c.person_id = person)
  then
    raise exception 'not a conversation of this person' using errcode = '42501';
  end if;
  for administrator in select p.id from public.user_profiles p
    where p.is_admin and p.disabled_at is null and p.id <> person
  loop
    notice := gen_random_uuid();
    insert into public.notices (id, user_id, kind, conversation_id, actor_id)
      values (notice, administrator, 'message-received', conversation, person);
    return next;
  end loop;
end $$;
grant execute on function app.tell_administrators_of_message to app_user;

-- Adds notices for all members of a note's holder that their late choice was rejected, in the transaction that rejects
-- it. The rejecting person may be an approver, who may read neither. Returns the notices, for the queue.
create or replace function app.tell_of_declined_election(election uuid) returns table (notice uuid, member uuid)
language plpgsql security definer as $$
declare
  note uuid;
  holder uuid;
begin
  select e.note_id, e.holder_id into note, holder from public.elections e join public.approvals a on a.subject_id = e.id
    where e.id = election and a.kind = 'election.accept' and a.decision = 'rejected' and a.decided_at = now()
      and a.decided_by = app.user_id();
  if not found then
    raise exception 'nothing to tell the members' using errcode = '42501';
  end if;
  foreach member in array app.members_of(holder)
  loop
    continue when member = app.user_id();
    notice := gen_random_uuid();
    insert into public.notices (id, user_id, kind, note_id, actor_id)
      values (notice, member, 'note-election-declined', note, app.user_id());
    return next;
  end loop;
end $$;
grant execute on function app.tell_of_declined_election to app_user;

-- Failures with a person's address go when their account is erased.
create or replace function app.erase_mail_failures() returns trigger language plpgsql security definer as $$
begin
  delete from public.mail_failures where person_id = new.id or lower(recipient) = lower(old.email);
  return null;
end $$;
alter function app.erase_mail_failures owner to app_eraser;
create trigger erase_mail_failures after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null) execute function app.erase_mail_failures();

-- Live counts: notifies every process that something on the administrators' pages changed. Documents have a trigger of
-- their own.
create or replace function app.announce_to_office() returns trigger language plpgsql as $$
begin
  perform pg_notify('office', '{}');
  return null;
end $$;
create trigger announce_to_office after insert or update on accreditations, approvals, paper_batches, document_deliveries, notes,
  statement_runs, tax_runs, tax_certifications for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert or update or delete on bank_lines, messages, call_requests, invitations
  for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert or delete on cleared_entries
  for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert on ledger_entries
  for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert or update of accepted_at, disabled_at, erase_requested_at on user_profiles
  for each statement execute function app.announce_to_office();
create trigger announce_to_office after insert or update of dismissed_at or delete on mail_failures
  for each statement execute function app.announce_to_office();
create trigger announce_delivery after update of delivered_at, sent_again_at on mail_failures
  for each statement execute function app.announce_to_office();

-- Adds a notice for every other administrator about what a person did with documents. Returns one notice for each
-- administrator, for the queue, which combines it with the others.
create or replace function app.note_for_administrators(what text, person uuid, documents uuid[], names text[])
  returns table (notice uuid, administrator uuid)
language plpgsql security definer as $$
begin
  if what not in ('file-received', 'delete-requested') then
    raise exception 'nothing to tell administrators' using errcode = '42501';
  end if;
  -- Administrators are notified about investors, not about each other.
  if exists (select from public.user_profiles p where p.id = person and p.is_admin) then return; end if;
  for administrator in select p.id from public.user_profiles p
    where p.is_admin and p.disabled_at is null and p.id <> person
  loop
    notice := gen_random_uuid();
    insert into public.notices (id, user_id, kind, document_id, filename, actor_id)
      select case when d.place = 1 then notice else gen_random_uuid() end, administrator, what, d.id, d.name, person
      from unnest(documents, names) with ordinality d (id, name, place);
    return next;
  end loop;
end $$;
grant execute on function app.note_for_administrators to app_directory, app_jobs;

-- The same for the acting person, about documents of their own.
create or replace function app.tell_administrators_of_documents(what text, documents uuid[])
  returns table (notice uuid, administrator uuid)
language plpgsql security definer as $$
declare
  person uuid := app.user_id();
  own uuid[];
  names text[];
begin
  select array_agg(d.id), array_agg(d.filename) into own, names from public.documents d
    where d.id = any (documents) and d.user_id = person;
  if own is null or not app.is_active() then
    raise exception 'not documents of this person' using errcode = '42501';
  end if;
  return query select * from app.note_for_administrators(what, person, own, names);
end $$;
alter function app.tell_administrators_of_documents owner to app_directory;
grant execute on function app.tell_administrators_of_documents to app_user;

-- The outcome of each recipient's e-mail about added documents: waiting, unwanted (turned off), sent or failed. Known
-- for a month, as long as notices are.
create or replace function app.mail_about_documents(documents uuid[])
  returns table (document_id uuid, user_id uuid, outcome text)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select n.document_id, n.user_id, case when n.taken_at is null then 'waiting' when n.mail_id is null then 'unwanted'
      when exists (select from public.mail_failures f where f.id = n.mail_id and f.delivered_at is null) then 'failed'
      else 'sent' end
    from public.notices n where n.kind = 'document-added' and n.document_id = any (documents);
end $$;
grant execute on function app.mail_about_documents to app_user;
