-- Envelopes: a PDF that people sign in the portal, one after the other, and the fund at the end. The original is a document
-- that is never released: its bytes reach signers through the envelope alone. A signer sends one statement for their own
-- row; what that means for the envelope follows here, under its lock, so that a signature, a decline, a void and an expiry
-- at the same moment have one winner. Sealing the signed file: app/sealing/. Operations: app/signing/server/.

create sequence envelope_numbers;

-- A document to sign.
create table envelopes (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default
    'E-' || regexp_replace(to_char(nextval('envelope_numbers'), 'FM000000000000'), '^0*(\d{4,})$', '\1'),
  kind text not null check (kind in ('document', 'agreement', 'note')),
  -- What it belongs to, such as a subscription; null for a document that the office sends by itself.
  subject_id uuid,
  holder_id uuid not null references holders on delete restrict,
  title text not null check (title = btrim(title) and length(title) between 1 and 200 and title !~ '[[:cntrl:]]'),
  document_id uuid not null references documents on delete restrict,
  original_sha256 text not null check (original_sha256 ~ '^[0-9a-f]{64}$'),
  -- Each page's width and height as shown, in points.
  pages jsonb not null check (jsonb_typeof(pages) = 'array' and jsonb_array_length(pages) between 1 and 2000),
  -- Where a signer's name, signature, day or capacity goes: turn, what, page from 1, and a box in points from the top left.
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array' and jsonb_array_length(fields) <= 200),
  -- What signers confirm before they sign: label, value, and where to change it.
  read_back jsonb not null default '[]' check (jsonb_typeof(read_back) = 'array' and jsonb_array_length(read_back) <= 40),
  state text not null default 'draft' check (state in ('draft', 'sent', 'signed', 'sealed', 'declined', 'voided', 'expired')),
  -- The last day on which it can be signed, in the fund's zone.
  expires_on date,
  -- Why it was declined or voided.
  reason text check (reason = btrim(reason) and length(reason) between 1 and 1000),
  created_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  sent_by uuid references user_profiles on delete restrict,
  sent_at timestamptz,
  reminders integer not null default 0 check (reminders >= 0),
  reminded_at timestamptz,
  -- When its last signer signed, or it was declined or voided or expired.
  closed_at timestamptz,
  sealed_document_id uuid references documents on delete restrict,
  sealed_sha256 text check (sealed_sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz,
  constraint sent_by_someone check ((sent_at is null) = (sent_by is null) and (sent_at is null or expires_on is not null)),
  constraint closed_with_its_state check ((closed_at is null) = (state in ('draft', 'sent'))),
  constraint closed_for_a_reason check ((reason is not null) = (state in ('declined', 'voided'))),
  constraint sealed_whole check (num_nulls(sealed_document_id, sealed_sha256, sealed_at) = case state when 'sealed' then 0 else 3 end)
);
create index envelopes_newest on envelopes (created_at desc, id desc);
create index envelopes_open on envelopes (expires_on, id) where state = 'sent';
create index envelopes_of_holder on envelopes (holder_id, created_at desc);
create index envelopes_document on envelopes (document_id);
create index envelopes_sealed_document on envelopes (sealed_document_id) where sealed_document_id is not null;
create index envelopes_creator on envelopes (created_by);
create index envelopes_sender on envelopes (sent_by) where sent_by is not null;
create index envelopes_subject on envelopes (subject_id) where subject_id is not null;
-- Elsewhere on this table: subscriptions.sql (follow_subscription).

-- Administrators, and an approver in the transaction of an approval about the holder. Once it was sent: the holder's members,
-- and its signers. What a delegate sees of it is the sealed document, in its category.
create policy office_or_signer_reads on envelopes for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[])
    or id = any ((select app.my_envelopes())::uuid[]));
-- An administrator prepares it, in their own name.
create policy admin_prepares on envelopes for insert to app_user
  with check ((select app.is_admin()) and created_by = (select app.user_id()) and state = 'draft');
-- An administrator changes a draft, sends it, reminds and voids.
create policy admin_changes on envelopes for update to app_user using ((select app.is_admin()));
grant usage on sequence envelope_numbers to app_user;
grant select, insert (id, kind, subject_id, holder_id, title, document_id, original_sha256, pages, fields, read_back, created_by),
  update (title, document_id, original_sha256, pages, fields, read_back, state, expires_on, reason, sent_by, sent_at, reminders,
  reminded_at, closed_at) on envelopes to app_user;
grant select, update (state, reminders, reminded_at, closed_at, sealed_document_id, sealed_sha256, sealed_at) on envelopes to app_jobs;
grant select, update (state, reason, closed_at) on envelopes to app_steward;
grant select (id, state, holder_id) on envelopes to app_guard;
-- A draft changes until it is sent. After that only its state does, and reminders are counted.
create guard on envelopes for app_user refuse 'an envelope that was sent stays as it is'
  title, document_id, original_sha256, pages, fields, read_back, expires_on, sent_by, sent_at when old.state = 'draft'
  sent_at when new.state = 'sent'
  reminders, reminded_at when old.state = 'sent' and new.reminders = old.reminders + 1 and new.reminded_at = now()
  reason when new.state = 'voided' and old.state <> 'voided'
  closed_at when new.closed_at = now() and new.state = 'voided'
  state;
-- Who did it and when are set here.
create trigger stamp before update on envelopes for each row execute function app.stamp_act('sent_by', 'sent_at');
-- Only steps of the workflow 'envelope' (rules/workflows.ts).
create trigger step before update on envelopes for each row when (new.state is distinct from old.state)
  execute function app.guard_step('envelope');

-- The signers, one after the other by their turn. The fund's seat is an administrator's, and has a person once one has signed.
create table envelope_signers (
  id uuid primary key default gen_random_uuid(),
  envelope_id uuid not null references envelopes on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  turn integer not null check (turn between 1 and 20),
  role text not null check (role in ('holder', 'custodian', 'fund')),
  user_id uuid references user_profiles on delete restrict,
  -- As it is printed, such as 'Doe Family LLC, by Jane Doe, Manager'.
  capacity text not null check (capacity = btrim(capacity) and length(capacity) between 1 and 300 and capacity !~ '[[:cntrl:]]'),
  state text not null default 'waiting' check (state in ('waiting', 'viewed', 'signed', 'declined')),
  -- Pages that their browser has drawn.
  drawn integer[] not null default '{}',
  viewed_at timestamptz,
  signed_at timestamptz,
  -- The act's day in the fund's zone; of a signature on paper, the day beside it.
  signed_on date,
  typed_name text check (typed_name = btrim(typed_name) and length(typed_name) between 1 and 200 and typed_name !~ '[[:cntrl:]]'),
  ip text check (length(ip) <= 64),
  user_agent text check (length(user_agent) <= 500),
  consent_id uuid references esign_consents on delete restrict,
  -- How they proved that it's them; 'paper' for a scan that two people have accepted.
  proof text check (proof in ('sign-in', 'passkey', 'code', 'recovery-code', 'paper')),
  proved_at timestamptz,
  paper_document_id uuid references documents on delete restrict,
  approval_id uuid references approvals on delete restrict,
  -- Of several that were countersigned together.
  batch_id uuid,
  reason text check (reason = btrim(reason) and length(reason) between 1 and 1000),
  constraint has_a_person check (user_id is not null or role = 'fund' and state <> 'signed'),
  constraint signed_whole check ((state = 'signed') = (signed_at is not null)
    and num_nulls(signed_at, signed_on, typed_name, proof, proved_at) in (0, 5)),
  constraint declined_for_a_reason check ((state = 'declined') = (reason is not null)),
  constraint paper_is_approved check ((proof is not distinct from 'paper') = (paper_document_id is not null)
    and (paper_document_id is null) = (approval_id is null))
);
create unique index envelope_signers_turn on envelope_signers (envelope_id, turn);
-- Two signatures take two accounts, and never one for both sides.
create unique index envelope_signers_person on envelope_signers (envelope_id, user_id) where user_id is not null;
create index envelope_signers_of_person on envelope_signers (user_id, envelope_id) where user_id is not null;
create index envelope_signers_of_holder on envelope_signers (holder_id);
create index envelope_signers_consent on envelope_signers (consent_id) where consent_id is not null;
create index envelope_signers_paper on envelope_signers (paper_document_id) where paper_document_id is not null;
create index envelope_signers_approval on envelope_signers (approval_id) where approval_id is not null;
-- Elsewhere on this table: subscriptions.sql (follow_subscription).

-- As their envelope.
create policy office_or_signer_reads on envelope_signers, envelope_events for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[])
    or envelope_id = any ((select app.my_envelopes())::uuid[]));
-- An administrator says who signs, until it is sent.
create policy admin_seats on envelope_signers for insert to app_user
  with check ((select app.is_admin()) and state = 'waiting'
    and exists (select from envelopes e where e.id = envelope_id and e.state = 'draft' and e.holder_id = envelope_signers.holder_id));
-- And takes them out again.
create policy admin_unseats on envelope_signers for delete to app_user
  using ((select app.is_admin()) and exists (select from envelopes e where e.id = envelope_id and e.state = 'draft'));
-- Their own seat; the fund's, an administrator; that of a scan, the person who approves it.
create policy own_signs on envelope_signers for update to app_user
  using (user_id = (select app.user_id()) or role = 'fund' and (select app.is_admin()) or app.is_applying('envelope.paper', envelope_id))
  with check (user_id = (select app.user_id()) or app.is_applying('envelope.paper', envelope_id));
grant select, insert (id, envelope_id, holder_id, turn, role, user_id, capacity), update (user_id, state, drawn, viewed_at,
  signed_at, signed_on, typed_name, ip, user_agent, consent_id, proof, paper_document_id, approval_id, batch_id, reason),
  delete on envelope_signers to app_user;
grant select on envelope_signers to app_jobs, app_steward;
grant select (envelope_id, user_id) on envelope_signers to app_guard;
-- What else a step takes: app.sign_envelope, which also says who, when and with which proof.
create guard on envelope_signers for app_user refuse 'a signer does not take this step'
  any change when old.state in ('waiting', 'viewed')
  drawn when new.drawn @> old.drawn
  viewed_at when new.state = 'viewed' and old.state = 'waiting'
  user_id when old.role = 'fund' and new.state = 'signed'
  paper_document_id, approval_id when new.state = 'signed' and app.is_applying('envelope.paper', new.envelope_id)
  signed_at, signed_on, typed_name, ip, user_agent, consent_id, proof, batch_id when new.state = 'signed'
  reason when new.state = 'declined'
  -- Under the signer's consent to electronic records.
  state when new.state <> 'signed' or new.role = 'fund' or new.paper_document_id is not null or app.consents_now(new.consent_id);

-- What happened to an envelope, in order. Triggers write it.
create table envelope_events (
  id bigint generated always as identity primary key,
  envelope_id uuid not null references envelopes on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  what text not null check (what in ('draft', 'sent', 'viewed', 'signed', 'declined', 'voided', 'expired', 'reminded', 'completed', 'sealed')),
  signer_id uuid,
  -- Null for a job.
  actor_id uuid references user_profiles on delete restrict,
  at timestamptz not null default now()
);
create index envelope_events_of_envelope on envelope_events (envelope_id, id);
create index envelope_events_of_holder on envelope_events (holder_id);
create index envelope_events_actor on envelope_events (actor_id) where actor_id is not null;
grant select on envelope_events to app_user, app_jobs;
grant insert (envelope_id, holder_id, what, signer_id, actor_id) on envelope_events to app_steward;
-- What happened stays.
create trigger refuse_change before delete or update or truncate on envelope_events execute function app.refuse_removal();
alter table envelope_events enable always trigger refuse_change;
-- An envelope stays, however it ended.
create trigger refuse_removal before delete or truncate on envelopes execute function app.refuse_removal();
alter table envelopes enable always trigger refuse_removal;

-- Functions

-- Envelopes that the current person sees: sent ones of holders that they are a member of, and those that they sign.
create or replace function app.my_envelopes() returns uuid[] language plpgsql stable security definer as $$
begin
  return array(select e.id from public.envelopes e where e.state <> 'draft' and e.holder_id = any (app.my_owners())
    union select e.id from public.envelopes e join public.envelope_signers s on s.envelope_id = e.id
      where e.state <> 'draft' and s.user_id = app.user_id());
end $$;
alter function app.my_envelopes owner to app_guard;
grant execute on function app.my_envelopes to app_user;

-- Whether a person may sign now for a holder, as a custodian's delegate who sees its agreements.
create or replace function app.signs_as_custodian(holder uuid) returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from app.my_shares() s join public.grants g on g.id = s.grant_id
    where s.owner_id = holder and s.category = 'Agreements' and g.kind = 'custodian');
end $$;
grant execute on function app.signs_as_custodian to app_user;

-- Whether a signer has read the document: every byte was served to them, or pieces of it, and their browser drew every page.
create or replace function app.has_read_envelope(envelope uuid, person uuid, drawn integer[]) returns boolean
language sql stable security definer as $$
  select exists (select from public.envelopes e join public.document_openings o on o.document_id = e.document_id
    where e.id = envelope and o.user_id = person and (o.opened_at is not null
      or drawn @> array(select generate_series(1, jsonb_array_length(e.pages)))))
$$;

-- A signer's step, under the envelope's lock: refused where it is closed or past its day, where another signer comes first,
-- for anyone but that signer, and with an unread page. Who, when and on which day are set here.
-- The site turns the constraints into its messages.
create or replace function app.sign_envelope() returns trigger language plpgsql security definer as $$
declare
  envelope public.envelopes;
  on_paper boolean := new.paper_document_id is not null;
begin
  if current_setting('role') <> 'app_user' or new.state = old.state and new.drawn = old.drawn then
    return new;
  end if;
  select e.* into envelope from public.envelopes e where e.id = new.envelope_id for update;
  if envelope.state <> 'sent' then
    raise exception 'this envelope is closed' using errcode = '23514', constraint = 'envelope_closed';
  elsif envelope.expires_on < app.fund_day(clock_timestamp()) then
    raise exception 'this envelope has expired' using errcode = '23514', constraint = 'envelope_expired';
  elsif new.state in ('waiting', 'viewed') then
    new.viewed_at := coalesce(old.viewed_at, now());
    return new;
  elsif not (on_paper or new.role = 'fund' and app.is_admin() or new.role = 'custodian' and app.signs_as_custodian(new.holder_id)
    or new.role = 'holder' and app.acts_for_holder(new.holder_id))
  then
    raise exception 'this seat is another person''s' using errcode = '42501';
  elsif new.state = 'declined' then
    return new;
  elsif exists (select from public.envelope_signers s where s.envelope_id = new.envelope_id and s.turn < new.turn and s.state <> 'signed') then
    raise exception 'others sign first' using errcode = '23514', constraint = 'envelope_turn';
  elsif not on_paper and new.role <> 'fund' and not app.has_read_envelope(new.envelope_id, new.user_id, new.drawn) then
    raise exception 'not every page was read' using errcode = '23514', constraint = 'envelope_unread';
  end if;
  new.signed_at := clock_timestamp();
  if not on_paper then
    new.user_id := app.user_id();
    new.signed_on := app.fund_day(new.signed_at);
  else
    new.proof := 'paper';
    new.proved_at := new.signed_at;
  end if;
  return new;
end $$;
create trigger sign before update on envelope_signers for each row execute function app.sign_envelope();
-- With fresh proof of who signs.
create trigger stamp_proof before update on envelope_signers for each row
  when (current_user = 'app_user' and new.state = 'signed' and old.state <> 'signed' and new.paper_document_id is null)
  execute function app.stamp_proof();

-- The last signature completes the envelope, and a decline ends it.
create or replace function app.close_envelope() returns trigger language plpgsql security definer as $$
begin
  if new.state = 'declined' then
    update public.envelopes set state = 'declined', reason = new.reason, closed_at = now() where id = new.envelope_id;
  elsif not exists (select from public.envelope_signers s where s.envelope_id = new.envelope_id and s.state <> 'signed') then
    update public.envelopes set state = 'signed', closed_at = now() where id = new.envelope_id;
  end if;
  return null;
end $$;
create trigger close after update of state on envelope_signers for each row
  when (new.state in ('signed', 'declined') and old.state <> new.state) execute function app.close_envelope();

-- Records what happened, by anyone.
create or replace function app.record_envelope_event() returns trigger language plpgsql security definer as $$
begin
  if tg_table_name = 'envelope_signers' then
    insert into public.envelope_events (envelope_id, holder_id, what, signer_id, actor_id)
      values (new.envelope_id, new.holder_id, new.state, new.id, app.user_id());
  elsif tg_op = 'INSERT' or new.state <> old.state and new.state <> 'declined' or new.reminders > old.reminders then
    insert into public.envelope_events (envelope_id, holder_id, what, actor_id)
      values (new.id, new.holder_id, case when tg_op = 'UPDATE' and new.state = old.state then 'reminded'
        when new.state = 'signed' then 'completed' else new.state end, app.user_id());
  end if;
  return null;
end $$;
create trigger record after insert or update on envelopes for each row execute function app.record_envelope_event();
create trigger a_record after update of state on envelope_signers for each row when (new.state <> old.state)
  execute function app.record_envelope_event();

-- Whether an envelope can be sent: the holder signs, each at a seat that they may take, and the fund last of all.
create or replace function app.is_envelope_seated(envelope uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.envelope_signers s where s.envelope_id = envelope and s.role = 'holder')
    and not exists (select from public.envelope_signers s join public.envelope_signers later
      on later.envelope_id = s.envelope_id and later.turn > s.turn where s.envelope_id = envelope and s.role = 'fund' and later.role <> 'fund')
$$;
grant execute on function app.is_envelope_seated to app_user;

-- The original's bytes, for readers of the envelope once it was sent and before it is declined, voided or expired.
create or replace function app.envelope_file(envelope uuid)
  returns table (document_id uuid, file_path text, file_size bigint, sha256 text, filename text, created_at timestamptz)
language plpgsql stable security definer as $$
begin
  return query select d.id, d.file_path, d.file_size, d.sha256, d.filename, d.created_at
    from public.envelopes e join public.documents d on d.id = e.document_id
    where e.id = envelope and (app.is_admin() or e.state in ('sent', 'signed', 'sealed') and e.id = any (app.my_envelopes()))
      and d.check_state in ('unchecked', 'clean');
end $$;
alter function app.envelope_file owner to app_directory;
grant select (id, state, document_id) on envelopes to app_directory;
grant execute on function app.my_envelopes to app_directory;
grant execute on function app.envelope_file to app_user;

-- What is sent reaches the holder in the fund's name, as a link to sign does.
create or replace function app.guard_envelope_reach() returns trigger language plpgsql as $$
begin
  perform app.require_proof_to_reach(new.holder_id, true);
  return null;
end $$;
create trigger reach after update on envelopes for each row
  when (current_user = 'app_user' and new.state = 'sent' and old.state = 'draft')
  execute function app.guard_envelope_reach();
