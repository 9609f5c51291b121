-- What reaches investors in the fund's name. The protection covers the effect, whichever statement causes it: an
-- administrator who makes something new visible to anyone else acts in a session that was made, or proved itself,
-- within ten hours, and within ten minutes for a link, for anything in Notices, for wire instructions, and for more than
-- one owner in one transaction. What reads like payment instructions takes a second person instead: it is a message or a
-- delivery that one approves. Operations check first (app/identity/server/reach-proof.ts), so that people prove
-- themselves before anything is done. Without a session, only
-- what was decided before reaches anyone: a delivery, or a bulk delivery that two people approved. Tests:
-- tests/attacks/reach.test.ts, which names every table that investors read and administrators write.

-- Functions

-- When the session that acts was made, or last proved itself; null without a session, or after its end.
create or replace function app.proved_at() returns timestamptz language plpgsql stable security definer as $$
begin
  return (select greatest(s.created_at, f.proved_at)
    from auth.sessions s left join auth.session_proofs f on f.session_id = s.id
    where s.id = app.session_id() and s.user_id = app.user_id() and s.expires_at > clock_timestamp());
end $$;
alter function app.proved_at owner to app_session_reader;
grant execute on function app.proved_at to app_user;

-- Whether a text has the words of payment instructions. Numbers of accounts are the operations' to find.
create or replace function app.mentions_payment(texts text) returns boolean language plpgsql stable security definer as $$
begin
  return coalesce(regexp_replace(lower(normalize(texts, NFKC)), '[\s_\-–—.]+', ' ', 'g')
    ~ (select f.payment_words from app.fund f), false);
end $$;
grant execute on function app.mentions_payment to app_user;

-- Whether a bulk delivery that two people have approved makes this document.
create or replace function app.releases(document uuid) returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from public.paper_batch_items i join public.paper_batches b on b.id = i.batch_id
    where i.document_id = document and b.state = 'approved' and i.filed_at is null);
end $$;
alter function app.releases owner to app_directory;
grant select (id, state) on paper_batches to app_directory;
grant select (batch_id, document_id, filed_at) on paper_batch_items to app_directory;
grant execute on function app.releases to app_user;

-- Refuses what reaches an owner (a person, a holder, or a conversation with a visitor) without the required proof. The
-- site turns this into PROOF_NEEDED, so that every form asks for the proof and is then sent again. Which owner the
-- transaction has reached is kept in a setting: someone who could change that could as well use a transaction for each.
create or replace function app.require_proof_to_reach(owner uuid, is_weighty boolean) returns void language plpgsql as $$
declare
  reached text := coalesce(current_setting('app.reached', true), '');
begin
  if owner is null or owner = app.user_id() or not app.acts_for_office() then
    return;
  end if;
  if reached = '' then
    perform set_config('app.reached', owner::text, true);
  end if;
  if (app.proved_at() > clock_timestamp() - case when is_weighty or reached not in ('', owner::text)
      then interval '10 minutes' else interval '10 hours' end) is not true
  then
    raise exception 'what reaches investors takes a newer proof' using errcode = 'PROOF';
  end if;
end $$;
grant execute on function app.require_proof_to_reach to app_user;

-- Refuses words to an owner that read like payment instructions, unless a second person approves them in this
-- transaction. The site turns this into PAYMENT_WORDS.
create or replace function app.require_second_for_payment(owner uuid, words text) returns void language plpgsql as $$
begin
  if owner is null or owner = app.user_id() or not app.mentions_payment(words) or app.is_applying() or not app.acts_for_office() then
    return;
  end if;
  raise exception 'payment instructions take a second person' using errcode = 'WORDS';
end $$;
grant execute on function app.require_second_for_payment to app_user;

-- Of a table with a column for its owner, the trigger's first argument; further ones are the columns with words.
create or replace function app.guard_reach() returns trigger language plpgsql as $$
declare
  fields jsonb := to_jsonb(new);
  words text := (select string_agg(fields ->> name, ' | ') from unnest(tg_argv) with ordinality c (name, n) where n > 1);
begin
  perform app.require_proof_to_reach((fields ->> tg_argv[0])::uuid, tg_table_name = 'wire_openings');
  perform app.require_second_for_payment((fields ->> tg_argv[0])::uuid, words);
  return null;
end $$;

-- Uploads that need a second person as a delivery does: a notice, and one file for more than three owners within a day.
-- The site turns this into UPLOAD_SECOND_PERSON.
create or replace function app.require_one_person_enough(document public.documents) returns void
language plpgsql security definer as $$
begin
  if document.owner_id is null or document.owner_id = app.user_id() or not app.is_admin() or app.is_applying() then
    return;
  end if;
  -- Two uploads of the same sender at once each see the other.
  perform pg_advisory_xact_lock(hashtextextended('deliveries of ' || app.user_id(), 0));
  if document.category = 'Notices' or document.sha256 <> '' and 3 < (select count(*) from (
    select document.owner_id union select app.reached_alone(array[document.sha256], null)) reached)
  then
    raise exception 'this document takes a second person' using errcode = '23514', constraint = 'second_person';
  end if;
end $$;
grant execute on function app.require_one_person_enough to app_user;

-- Documents: a new one, one with another owner, category, name, fund or address, one that is no longer
-- hidden, and a link that asks for its signature again. A hidden document reaches no one yet. The name of an investor's
-- own upload isn't the office's word.
create or replace function app.guard_document_reach() returns trigger language plpgsql as $$
declare
  is_new boolean := tg_op = 'INSERT' or new.uploaded_by is distinct from new.user_id
    and row(new.owner_id, new.unreleased) is distinct from row(old.owner_id, old.unreleased);
begin
  if new.unreleased or tg_op = 'INSERT' and (app.is_being_delivered(new.id) or app.releases(new.id)) then
    return null;
  end if;
  perform app.require_proof_to_reach(new.owner_id, new.category = 'Notices' or new.is_external_link);
  perform app.require_second_for_payment(new.owner_id, concat_ws(' | ',
    case when is_new or new.filename <> old.filename then new.filename end,
    case when is_new or new.fund_name <> old.fund_name then new.fund_name end));
  if tg_op = 'INSERT' or row(new.owner_id, new.category, new.sha256, new.unreleased)
    is distinct from row(old.owner_id, old.category, old.sha256, old.unreleased)
  then
    perform app.require_one_person_enough(new);
  end if;
  return null;
end $$;
create trigger reach after insert on documents for each row when (current_user = 'app_user')
  execute function app.guard_document_reach();
create trigger reach_changed after update on documents for each row when (current_user = 'app_user'
    and (row(new.user_id, new.holder_id, new.category, new.filename, new.fund_name, new.is_external_link, new.external_url,
        new.file_path, new.unreleased)
      is distinct from row(old.user_id, old.holder_id, old.category, old.filename, old.fund_name, old.is_external_link,
        old.external_url, old.file_path, old.unreleased)
      or new.signing_state = 'sent' and old.signing_state is distinct from 'sent'))
  execute function app.guard_document_reach();

-- A delivery, when it is created or approved: its job has no session.
create or replace function app.guard_delivery_reach() returns trigger language plpgsql as $$
declare
  delivery public.document_deliveries := (select d from public.document_deliveries d where d.id = new.delivery_id);
begin
  perform app.require_proof_to_reach(new.owner_id, delivery.category = 'Notices' or app.delivery_mentions_payment(delivery.id));
  return null;
end $$;
create trigger reach after insert on delivery_documents for each row when (current_user = 'app_user')
  execute function app.guard_delivery_reach();

-- Conversations. A visitor has no account, so the conversation stands for them.
create or replace function app.guard_message_reach() returns trigger language plpgsql as $$
declare
  message public.conversation_messages;
begin
  if tg_table_name = 'conversation_messages' then
    message := new;
  else
    select m.* into message from public.conversation_messages m where m.id = new.message_id;
  end if;
  perform app.require_proof_to_reach((select coalesce(c.person_id, c.id) from public.conversations c
    where c.id = message.conversation_id), false);
  if message.from_fund and app.mentions_payment(message.body)
    and app.approved_now('message.send', message.id) ->> 'body' is distinct from message.body
  then
    raise exception 'payment instructions take a second person' using errcode = 'WORDS';
  end if;
  return null;
end $$;
create trigger reach after insert on conversations for each row when (current_user = 'app_user')
  execute function app.guard_reach('person_id', 'subject');
create trigger reach after insert on conversation_messages for each row when (current_user = 'app_user' and new.from_fund)
  execute function app.guard_message_reach();
create trigger reach after insert on conversation_attachments for each row when (current_user = 'app_user')
  execute function app.guard_message_reach();

-- Document requests, decisions on delete requests, and reasons for rejections.
create trigger reach after insert on document_requests for each row when (current_user = 'app_user')
  execute function app.guard_reach('person_id', 'name', 'note');
create trigger reach after insert on delete_decisions for each row when (current_user = 'app_user')
  execute function app.guard_reach('user_id', 'reason');
create trigger reach after update on accreditations for each row
  when (current_user = 'app_user' and new.reason is distinct from old.reason)
  execute function app.guard_reach('holder_id', 'reason');
create trigger reach after update on call_requests for each row
  when (current_user = 'app_user' and new.cancelled_at is distinct from old.cancelled_at)
  execute function app.guard_reach('id');
create trigger reach after insert on disclosures for each row when (current_user = 'app_user')
  execute function app.guard_reach('offering_id', 'title');
create trigger reach after update on subscriptions for each row
  when (current_user = 'app_user' and new.reason is distinct from old.reason)
  execute function app.guard_reach('person_id', 'reason');
-- A remark on a subscription. An adviser's has no payment instructions, either.
create or replace function app.guard_remark_reach() returns trigger language plpgsql as $$
declare
  owner uuid := (select coalesce(s.holder_id, s.person_id) from public.subscriptions s where s.id = new.subscription_id);
begin
  perform app.require_proof_to_reach(owner, false);
  if new.side <> 'investor' and app.mentions_payment(new.body) then
    raise exception 'payment instructions take a second person' using errcode = 'WORDS';
  end if;
  return null;
end $$;
create trigger reach after insert on subscription_remarks for each row when (current_user = 'app_user')
  execute function app.guard_remark_reach();
create trigger reach after update on tax_certifications for each row
  when (current_user = 'app_user' and new.reason is distinct from old.reason)
  execute function app.guard_reach('holder_id', 'reason');
-- Wire instructions that a holder may see.
create trigger reach after insert on wire_openings for each row when (current_user = 'app_user')
  execute function app.guard_reach('holder_id');
-- A document that is filed with a note reaches the note's holder.
create or replace function app.guard_batch_reach() returns trigger language plpgsql as $$
begin
  perform app.require_proof_to_reach((select n.holder_id from public.notes n where n.id = new.note_id), false);
  return null;
end $$;
create trigger reach after insert on note_papers for each row when (current_user = 'app_user')
  execute function app.guard_batch_reach();
