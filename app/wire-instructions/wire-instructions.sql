-- The fund's wire instructions, and who may see them. Operations: app/wire-instructions/server/.
--
-- One administrator requests a version, another approves it, and it takes effect after app.wire_wait(). Until then any
-- administrator stops it. Investors see the version in force on one page, after fresh proof, and each view is a row.

-- A version of the fund's account, as two administrators approved it. The account number is in the vault.
create table wire_instructions (
  id uuid primary key default gen_random_uuid(),
  bank_name text not null check (bank_name = btrim(bank_name) and length(bank_name) between 1 and 120
    and bank_name !~ '[[:cntrl:]]'),
  bank_address text not null check (length(bank_address) between 1 and 300),
  -- Of the American Bankers Association, with its check digit.
  routing_number text not null check (routing_number ~ '^[0-9]{9}$' and routing_number <> '000000000' and
    (3 * (substr(routing_number, 1, 1)::int + substr(routing_number, 4, 1)::int + substr(routing_number, 7, 1)::int)
    + 7 * (substr(routing_number, 2, 1)::int + substr(routing_number, 5, 1)::int + substr(routing_number, 8, 1)::int)
    + substr(routing_number, 3, 1)::int + substr(routing_number, 6, 1)::int + substr(routing_number, 9, 1)::int) % 10 = 0),
  account_name text not null check (account_name = btrim(account_name) and length(account_name) between 1 and 120
    and account_name !~ '[[:cntrl:]]'),
  number_id uuid not null unique references vault_numbers on delete restrict,
  account_last4 text not null check (account_last4 ~ '^[0-9A-Z]{1,4}$'),
  further_credit text check (length(further_credit) between 1 and 300),
  approval_id uuid not null references approvals on delete restrict,
  approved_by uuid references user_profiles on delete restrict,
  -- It is in force from app.wire_wait() later on.
  approved_at timestamptz not null default now(),
  stopped_by uuid references user_profiles on delete restrict,
  stopped_at timestamptz,
  stop_reason text check (stop_reason = btrim(stop_reason) and length(stop_reason) between 1 and 500),
  constraint wire_stop_is_whole check (num_nulls(stopped_by, stopped_at, stop_reason) in (0, 3))
);
create index wire_instructions_newest on wire_instructions (approved_at desc, id desc);
create index wire_instructions_approval on wire_instructions (approval_id);
create index wire_instructions_approver on wire_instructions (approved_by);
create index wire_instructions_stopper on wire_instructions (stopped_by) where stopped_by is not null;

-- Administrators. Investors get what is in force from app.reveal_wire alone.
create policy admin_reads on wire_instructions for select to app_user using ((select app.is_admin()));
-- The administrator who approves it, as it was requested.
create policy two_people_add on wire_instructions for insert to app_user
  with check (app.approved_now('wire.change', id) @> jsonb_build_object('bankName', bank_name, 'bankAddress', bank_address,
    'routingNumber', routing_number, 'accountName', account_name, 'numberId', number_id, 'furtherCredit', further_credit));
-- Any administrator stops one.
create policy admin_stops on wire_instructions for update to app_user using ((select app.is_admin()));
grant select, insert (id, bank_name, bank_address, routing_number, account_name, number_id, account_last4, further_credit,
  approval_id), update (stopped_by, stopped_at, stop_reason) on wire_instructions to app_user;
grant select on wire_instructions to app_vault;
grant select (id, approval_id) on wire_instructions to app_steward;
-- A version never changes. It is stopped before it takes effect, and one waits at a time.
create guard on wire_instructions refuse 'wire instructions stay as two people approved them'
  new row by app_user when not exists (select from public.wire_instructions w
    where w.stopped_at is null and w.approved_at > now() - app.wire_wait())
  stopped_by, stopped_at, stop_reason when old.stopped_at is null and old.approved_at > now() - app.wire_wait();
-- Who did it and when are set here.
create trigger stamp before insert on wire_instructions for each row
  execute function app.stamp_act('approved_by', 'approved_at');
create trigger stamp_stopped before update on wire_instructions for each row
  execute function app.stamp_act('stopped_by', 'stopped_at');
-- What investors were shown stays.
create trigger refuse_removal before delete or truncate on wire_instructions, wire_views
  execute function app.refuse_removal();

-- The number of an approved version no longer goes with its request.
create or replace function app.keep_wire_number() returns trigger language plpgsql security definer as $$
begin
  update public.vault_numbers v set in_force_from = now() where v.id = new.number_id and v.kind = 'wire_account';
  return null;
end $$;
alter function app.keep_wire_number owner to app_vault;
create trigger keep_number after insert on wire_instructions for each row when (current_user = 'app_user')
  execute function app.keep_wire_number();

-- A holder who may see the instructions, since funds are due for something of theirs.
create table wire_openings (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  -- The note, or what becomes one.
  subject_id uuid not null,
  -- What the investor enters with the wire, such as the note's number.
  reference text not null check (reference = btrim(reference) and length(reference) between 1 and 60
    and reference !~ '[[:cntrl:]]'),
  -- What the fund says on the phone, so that the investor knows who is calling. No one selects them: app.reveal_wire, app.wire_words.
  six_words text not null check (six_words ~ '^[a-z]+( [a-z]+){5}$'),
  opened_by uuid references user_profiles on delete restrict,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Whom the office called, and read the instructions back to.
  read_back_with text check (read_back_with = btrim(read_back_with) and length(read_back_with) between 1 and 120
    and read_back_with !~ '[[:cntrl:]]'),
  read_back_by uuid references user_profiles on delete restrict,
  read_back_at timestamptz,
  constraint read_back_is_whole check (num_nulls(read_back_with, read_back_by, read_back_at) in (0, 3))
);
create unique index wire_openings_open on wire_openings (subject_id) where closed_at is null;
create index wire_openings_of_holder on wire_openings (holder_id, opened_at);
create index wire_openings_newest on wire_openings (opened_at desc, id desc);
create index wire_openings_opener on wire_openings (opened_by);
create index wire_openings_reader on wire_openings (read_back_by) where read_back_by is not null;
-- Elsewhere on this table: reach.sql (reach).

-- Administrators, and people who act for the holder; neither viewers nor delegates.
create policy office_or_member_reads on wire_openings for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.my_owners())::uuid[]) and app.acts_for_holder(holder_id));
-- The office opens it, also with the approval that lets the holder pay.
create policy office_opens on wire_openings for insert to app_user with check ((select app.acts_for_office()));
-- An administrator closes it, and records a call.
create policy admin_changes on wire_openings for update to app_user using ((select app.is_admin()));
grant select (id, holder_id, subject_id, reference, opened_by, opened_at, closed_at, read_back_with, read_back_by,
  read_back_at), insert (id, holder_id, subject_id, reference, six_words), update (closed_at, read_back_with, read_back_by,
  read_back_at) on wire_openings to app_user;
grant select, update (closed_at) on wire_openings to app_vault;
-- It closes once, and a call is recorded once.
create guard on wire_openings refuse 'an opening stays as it is'
  closed_at when old.closed_at is null
  read_back_with, read_back_by, read_back_at when old.read_back_at is null and old.closed_at is null;
-- Who did it and when are set here.
create trigger stamp before insert on wire_openings for each row execute function app.stamp_act('opened_by', 'opened_at');
create trigger stamp_closed before update on wire_openings for each row execute function app.stamp_act('closed_at');
create trigger stamp_read_back before update on wire_openings for each row
  execute function app.stamp_act('read_back_by', 'read_back_at');

-- Each time someone saw the instructions, written by app.reveal_wire.
create table wire_views (
  id uuid primary key default gen_random_uuid(),
  opening_id uuid not null references wire_openings on delete restrict,
  version_id uuid not null references wire_instructions on delete restrict,
  viewer_id uuid references user_profiles on delete restrict,
  viewed_at timestamptz not null default now(),
  ip_address text
);
create index wire_views_of_opening on wire_views (opening_id, viewed_at desc);
create index wire_views_of_version on wire_views (version_id);
create index wire_views_viewer on wire_views (viewer_id, viewed_at desc);
-- Elsewhere on this table: subscriptions.sql (follow_subscription).

-- Readers of the opening read its views: the inner query is under that table's policies.
create policy with_opening_reads on wire_views for select to app_user
  using (exists (select from wire_openings o where o.id = opening_id));
grant select on wire_views to app_user;
grant select, insert (opening_id, version_id, viewer_id, ip_address) on wire_views to app_vault;

-- That an erased person saw them stays recorded, without the place.
create or replace function app.erase_wire_places() returns trigger language plpgsql security definer as $$
begin
  update public.wire_views set ip_address = null where viewer_id = new.id;
  return null;
end $$;
alter function app.erase_wire_places owner to app_eraser;
grant select (viewer_id), update (ip_address) on wire_views to app_eraser;
create trigger erase_wire_places after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null) execute function app.erase_wire_places();

-- A note that is funded, or canceled, waits for no wire.
create or replace function app.close_wire() returns trigger language plpgsql security definer as $$
begin
  update public.wire_openings o set closed_at = now() where o.subject_id = new.id and o.closed_at is null;
  return null;
end $$;
alter function app.close_wire owner to app_vault;
create trigger close_wire after update of state on notes for each row
  when (old.state in ('draft', 'signed') and new.state not in ('draft', 'signed')) execute function app.close_wire();

-- Functions

-- From the approval of a version until it is in force: rules of the product, as app/wire-instructions/limits.ts says.
create or replace function app.wire_wait() returns interval language sql immutable as $$ select interval '3 days' $$;
grant execute on function app.wire_wait to app_user, app_vault;

-- Every administrator, to be e-mailed about a version.
create or replace function app.administrators() returns uuid[] language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return array(select p.id from public.user_profiles p where p.is_admin and p.disabled_at is null order by p.id);
end $$;
grant execute on function app.administrators to app_user;

-- The version in force; null before the first.
create or replace function app.wire_in_force() returns uuid language sql stable security definer as $$
  select w.id from public.wire_instructions w where w.stopped_at is null and w.approved_at <= now() - app.wire_wait()
    order by w.approved_at desc, w.id desc limit 1
$$;
alter function app.wire_in_force owner to app_vault;
grant execute on function app.wire_in_force to app_steward, app_user;

-- For the page of an opening, before anything is revealed: whether a version is in force, whether it isn't the one that this
-- person saw last, and from when another one is.
create or replace function app.wire_state(opening uuid) returns table (is_ready boolean, has_changed boolean, changes_at timestamptz)
language plpgsql stable security definer as $$
declare
  current_version uuid := app.wire_in_force();
begin
  if not app.is_admin() and not exists (select from public.wire_openings o where o.id = opening and app.acts_for_holder(o.holder_id)) then
    return;
  end if;
  return query select current_version is not null, coalesce(current_version <> (select v.version_id from public.wire_views v
      where v.opening_id = opening and v.viewer_id = app.user_id() order by v.viewed_at desc limit 1), false),
    (select w.approved_at + app.wire_wait() from public.wire_instructions w
      where w.stopped_at is null and w.approved_at > now() - app.wire_wait());
end $$;
alter function app.wire_state owner to app_vault;
grant execute on function app.wire_state to app_user;

-- Reveals the instructions in force to an authorized person of the holder, with a proof of presence within ten minutes. The
-- view and its entry in the log are in the same transaction.
create or replace function app.reveal_wire(opening uuid, session uuid) returns table (bank_name text, bank_address text,
  routing_number text, account_name text, further_credit text, number_id uuid, ciphertext bytea, key_id bytea, six_words text)
language plpgsql volatile security definer as $$
declare
  opened public.wire_openings := (select o from public.wire_openings o where o.id = opening and o.closed_at is null);
  version public.wire_instructions := (select w from public.wire_instructions w where w.id = app.wire_in_force());
  acting record;
begin
  if app.acts_for_holder(opened.holder_id) is not true then
    raise exception 'only authorized people of the holder may do this' using errcode = '42501';
  end if;
  select * into acting from app.require_fresh_session(session);
  if version.id is null then return; end if;
  insert into public.wire_views (opening_id, version_id, viewer_id, ip_address)
    values (opening, version.id, app.user_id(), acting.client_ip);
  perform app.record_security_event('wire.viewed', app.user_id(), opening::text, acting.client_ip, acting.client_agent,
    session, 'done', jsonb_build_object('holder_id', opened.holder_id, 'version', version.id));
  return query select version.bank_name, version.bank_address, version.routing_number, version.account_name,
      version.further_credit, v.id, v.ciphertext, v.key_id, opened.six_words
    from public.vault_numbers v where v.id = version.number_id;
end $$;
alter function app.reveal_wire owner to app_vault;
grant execute on function app.reveal_wire to app_user;

-- Reveals the six words of an opening to an administrator about to call, as app.reveal_vault does a number.
create or replace function app.wire_words(opening uuid, session uuid) returns text
language plpgsql volatile security definer as $$
declare
  acting record;
begin
  perform app.require_admin();
  select * into acting from app.require_fresh_session(session);
  perform app.record_security_event('wire.words_viewed', app.user_id(), opening::text, acting.client_ip, acting.client_agent,
    session, 'done', '{}');
  return (select o.six_words from public.wire_openings o where o.id = opening);
end $$;
alter function app.wire_words owner to app_vault;
grant execute on function app.wire_words to app_user;

-- The views of an opening with the viewers' names, for readers of the opening.
create or replace function app.wire_viewers(opening uuid) returns table (viewed_at timestamptz, viewer text, ip_address text,
  version_id uuid)
language plpgsql stable security definer as $$
begin
  return query select v.viewed_at, coalesce(p.full_name, p.email), v.ip_address, v.version_id
    from public.wire_views v join public.wire_openings o on o.id = v.opening_id
      left join public.user_profiles p on p.id = v.viewer_id
    where v.opening_id = opening and (app.is_admin() or app.acts_for_holder(o.holder_id))
    order by v.viewed_at desc limit 50;
end $$;
grant select on wire_openings, wire_views to app_steward;
grant execute on function app.wire_viewers to app_user;
