-- Who a note belongs to. A holder is a name on the register (a person, a couple, a trust, an LLC, "Custodian FBO Jane Doe
-- IRA"); a member is a person who acts for it. Operations: app/holders/server/, server/vault/.
--
-- For the policies of tables that refer to a holder:
--   (select app.is_admin())                                 administrators
--   holder_id = any ((select app.office_owners())::uuid[])  a person who approves something about the holder, for the
--                                                           rest of that transaction
--   holder_id = any ((select app.my_owners())::uuid[])      members; served by an index
--   app.may_read(holder, category)                          all of these, for a single holder

create sequence holder_numbers;

-- A name on the register.
create table holders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default
    'H-' || regexp_replace(to_char(nextval('holder_numbers'), 'FM000000000000'), '^0*(\d{4,})$', '\1'),
  -- Exactly as titled.
  legal_name text not null check (legal_name = btrim(legal_name) and length(legal_name) between 1 and 200
    and legal_name !~ '[[:cntrl:]]'),
  kind text not null check (kind in ('individual', 'joint_jtwros', 'joint_tic', 'joint_community', 'revocable_trust',
    'irrevocable_trust', 'llc', 'lp', 'corporation', 'sdira', 'solo_401k')),
  custodian_name text check (custodian_name = btrim(custodian_name) and length(custodian_name) between 1 and 200
    and custodian_name !~ '[[:cntrl:]]'),
  -- Of the number in the vault; set with it.
  custodian_account_last4 text check (custodian_account_last4 ~ '^[0-9A-Z]{1,4}$'),
  -- The number of members who must sign, of those who may.
  signing_rule text not null default 'one' check (signing_rule in ('one', 'all', 'any_two')),
  address_lines text check (length(address_lines) between 1 and 500),
  -- Where they live or are organized: two letters.
  state text check (state ~ '^[A-Z]{2}$'),
  statement_rhythm text not null default 'quarterly' check (statement_rhythm in ('monthly', 'quarterly', 'annual')),
  created_at timestamptz not null default now(),
  created_by uuid references user_profiles on delete restrict,
  -- Death or dispute: members read and change nothing.
  frozen_at timestamptz,
  constraint custodian_of_retirement_account check (kind <> 'sdira' or custodian_name is not null)
);
create index holders_by_name on holders (lower(legal_name), id);
create index holders_creator on holders (created_by);
-- Elsewhere on this table: two-people.sql (guard).

-- Administrators and the approver of an import see all; members their holders; an approver, in the transaction of an approval about
-- a holder, that one.
create policy office_or_member_reads on holders for select to app_user
  using ((select app.reads_register()) or id = any ((select app.my_owners())::uuid[])
    or id = any ((select app.office_owners())::uuid[]));
-- An administrator adds a holder, in their own name.
create policy admin_adds on holders for insert to app_user
  with check ((select app.is_admin()) and created_by = (select app.user_id()));
-- What one administrator changes, and what takes two people, says the guard in two-people.sql.
create policy admin_changes on holders for update to app_user using ((select app.is_admin()));
-- The approver, who need not be an administrator, in the transaction of the approval.
create policy two_people_change on holders for update to app_user
  using (app.is_applying('holder.freeze', id) or app.is_applying('holder.unfreeze', id)
    or app.is_applying('holder.identity', id));
-- The holders that come with a file are added by the person who approves it.
create policy import_adds on holders for insert to app_user
  with check ((select app.is_applying('register.import')) and created_by = (select app.user_id()));
-- A member who acts for the holder; by the guard they change its rhythm of statements alone.
create policy member_chooses_rhythm on holders for update to app_user using (app.acts_for_holder(id));
grant select on holders to app_jobs, app_steward;
grant select, insert (id, legal_name, kind, custodian_name, signing_rule, address_lines, state, statement_rhythm,
  created_by), update (legal_name, kind, custodian_name, signing_rule, address_lines, state, statement_rhythm,
  frozen_at) on holders to app_user;
grant select (id, created_at), update (custodian_account_last4) on holders to app_vault;
grant select (id, frozen_at) on holders to app_guard;
grant select (id, number, legal_name, kind) on holders to app_directory;
grant usage on sequence holder_numbers to app_user;

-- A person's right at a holder, from when to when.
create table holder_members (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  member_right text not null check (member_right in ('owner', 'trustee', 'manager', 'authorized_signer', 'viewer')),
  added_at timestamptz not null default now(),
  added_by uuid references user_profiles on delete restrict,
  -- The approval; null for members who came with the holder.
  approval_id uuid,
  ended_at timestamptz,
  ended_by uuid references user_profiles on delete restrict,
  constraint ended_by_someone check (ended_by is null or ended_at is not null)
);
create unique index holder_members_active on holder_members (holder_id, user_id) where ended_at is null;
create index holder_members_of_person on holder_members (user_id, holder_id) where ended_at is null;
create index holder_members_of_holder on holder_members (holder_id, added_at);
create index holder_members_adder on holder_members (added_by);
create index holder_members_ender on holder_members (ended_by) where ended_by is not null;
create index holder_members_approval on holder_members (approval_id) where approval_id is not null;

-- Seen like their holders.
create policy office_or_member_reads on holder_members for select to app_user
  using ((select app.reads_register()) or holder_id = any ((select app.my_owners())::uuid[])
    or holder_id = any ((select app.office_owners())::uuid[]));
-- A holder's first members come with it; every later change needs two people.
create policy two_people_add on holder_members for insert to app_user
  with check (added_by = (select app.user_id()) and ended_at is null and (
    (select app.is_applying('holder.members')) and app.is_applying('holder.members', holder_id)
    or (select app.is_admin()) and approval_id is null
      and exists (select from holders h where h.id = holder_id and h.created_at = now())));
-- The approver ends a membership, as of now.
create policy two_people_change on holder_members for update to app_user
  using ((select app.is_applying('holder.members')) and app.is_applying('holder.members', holder_id)
    and ended_at is null)
  with check (ended_at = now() and ended_by = (select app.user_id()));
-- Those of new holders of an approved import.
create policy import_adds on holder_members for insert to app_user
  with check ((select app.is_applying('register.import')) and added_by = (select app.user_id()));
grant select on holder_members to app_jobs, app_steward;
grant select, insert (id, holder_id, user_id, member_right, added_by, approval_id), update (ended_at, ended_by) on
  holder_members to app_user;
grant select (user_id, ended_at), update (ended_at) on holder_members to app_eraser;
grant select (user_id, ended_at) on holder_members to app_session_reader;
grant select (holder_id, user_id, ended_at) on holder_members to app_directory;
grant select (holder_id, user_id, member_right, ended_at) on holder_members to app_guard;

-- A member is an accepted person with open access, because members count where all have to sign.
-- Closing it, or erasing the person, waits until this transaction ends.
create or replace function app.guard_member() returns trigger language plpgsql security definer as $$
begin
  perform from public.user_profiles p where p.id = new.user_id and p.accepted_at is not null and p.disabled_at is null
    for share;
  -- The owner restores.
  if not found and current_setting('role') = 'app_user' then
    raise exception 'this person isn''t accepted, or their access is closed' using errcode = '23514', constraint = 'member_has_access';
  end if;
  return new;
end $$;
create trigger guard before insert on holder_members for each row execute function app.guard_member();

-- Numbers that no one reads but through app.reveal_vault. Encrypted with a key of its own for each row
-- (app/holders/server/sealed-numbers.ts), so that a ciphertext is worthless in another row.
create table vault_numbers (
  id uuid primary key,
  -- Null for an account of the fund's own.
  holder_id uuid references holders on delete restrict,
  kind text not null check (kind in ('custodian_account', 'tin', 'bank_account', 'wire_account')),
  ciphertext bytea not null check (octet_length(ciphertext) between 29 and 500),
  -- Which VAULT_KEY its key was derived from.
  key_id bytea not null check (octet_length(key_id) = 16),
  -- Of kind and number: equal numbers have equal ones.
  hmac bytea not null check (octet_length(hmac) = 32),
  last4 text not null check (last4 ~ '^[0-9A-Z]{1,4}$'),
  created_at timestamptz not null default now(),
  created_by uuid references user_profiles on delete restrict,
  -- Null while it is pending approval.
  in_force_from timestamptz default now(),
  -- When another one took its place.
  ended_at timestamptz,
  constraint ended_was_in_force check (ended_at is null or in_force_from is not null),
  constraint number_has_its_owner check ((holder_id is null) = (kind = 'wire_account'))
);
create unique index vault_numbers_in_force on vault_numbers (holder_id, kind)
  where in_force_from is not null and ended_at is null and kind <> 'bank_account';
create index vault_numbers_of_holder on vault_numbers (holder_id, kind);
create index vault_numbers_equals on vault_numbers (hmac);
create index vault_numbers_writer on vault_numbers (created_by);
-- Elsewhere on this table: sanctions.sql (guard_account_of).

-- Only functions of app_vault, below, read or write a number.
grant select, insert, update (ciphertext, key_id, hmac, in_force_from, ended_at), delete on vault_numbers to app_vault;

-- Functions

-- The active members of a holder. For triggers; people ask the table, which shows them their own holders only.
create or replace function app.members_of(holder uuid) returns uuid[] language sql stable security definer as $$
  select array(select m.user_id from public.holder_members m where m.holder_id = holder and m.ended_at is null order by 1)
$$;
alter function app.members_of owner to app_guard;
grant execute on function app.members_of to app_steward;

-- Who is notified of an owner's rows: the person, or the members of a holder. For triggers.
create or replace function app.members_or_self(owner uuid) returns uuid[] language sql stable security definer as $$
  select case when exists (select from public.holders h where h.id = owner) then app.members_of(owner) else array[owner] end
$$;
alter function app.members_or_self owner to app_guard;

-- The same for the senders of notifications: the office, the people themselves, and jobs.
create or replace function app.readers_of(holder uuid) returns uuid[] language sql stable security definer as $$
  select case when current_setting('role') = 'app_jobs' or app.may_read(holder) then app.members_or_self(holder)
    else '{}'::uuid[] end
$$;
alter function app.readers_of owner to app_guard;
grant execute on function app.readers_of to app_jobs, app_user;

-- Puts a number in the vault, where it is pending until two people have approved it, also that of a new holder.
create or replace function app.keep_in_vault(number_id uuid, holder uuid, what text, sealed bytea, sealed_by bytea, equals bytea,
  ending text) returns void
language plpgsql security definer as $$
begin
  perform app.require_admin();
  insert into public.vault_numbers (id, holder_id, kind, ciphertext, key_id, hmac, last4, created_by, in_force_from)
    values (number_id, holder, what, sealed, sealed_by, equals, ending, app.user_id(), null);
end $$;
alter function app.keep_in_vault owner to app_vault;
grant execute on function app.keep_in_vault to app_user;

-- Puts the number in force that the approval of this transaction names. The one before is kept.
create or replace function app.put_number_in_force(holder uuid) returns void language plpgsql security definer as $$
declare
  approved public.vault_numbers;
begin
  select v.* into approved from public.vault_numbers v where v.holder_id = holder and v.in_force_from is null
    and v.id = (app.approved_now(case v.kind when 'tin' then 'tax.profile' else 'holder.identity' end, holder) ->> 'numberId')::uuid;
  if not found then
    raise exception 'an account number takes two people' using errcode = '42501';
  end if;
  update public.vault_numbers v set ended_at = now()
    where v.holder_id = holder and v.kind = approved.kind and v.in_force_from is not null and v.ended_at is null;
  update public.vault_numbers v set in_force_from = now() where v.id = approved.id;
  update public.holders h set custodian_account_last4 = approved.last4
    where h.id = holder and approved.kind = 'custodian_account';
end $$;
alter function app.put_number_in_force owner to app_vault;
grant execute on function app.put_number_in_force to app_user;

-- A number that is rejected, withdrawn or voided leaves the vault with the decision.
create or replace function app.drop_refused_number() returns trigger language plpgsql security definer as $$
begin
  delete from public.vault_numbers v where v.id::text = new.content ->> 'numberId'
    and (v.holder_id = new.subject_id or v.kind = 'wire_account' and new.kind = 'wire.change') and v.in_force_from is null;
  return null;
end $$;
alter function app.drop_refused_number owner to app_vault;
create trigger drop_refused_number after update on approvals for each row
  when (new.kind in ('holder.identity', 'tax.profile', 'wire.change') and new.decision <> 'approved')
  execute function app.drop_refused_number();

-- The device of the current person's session, with a proof of presence within ten minutes. For functions that reveal.
create or replace function app.require_fresh_session(session uuid, out client_ip text, out client_agent text)
language plpgsql stable security definer as $$
begin
  select s.ip_address, s.user_agent into client_ip, client_agent
    from auth.sessions s left join auth.session_proofs f on f.session_id = s.id
    where s.id = session and s.user_id = app.user_id() and s.expires_at > clock_timestamp()
      and greatest(s.created_at, f.proved_at) > clock_timestamp() - interval '10 minutes';
  if not found then
    raise exception 'fresh proof is needed' using errcode = '42501';
  end if;
end $$;
alter function app.require_fresh_session owner to app_vault;

-- Reveals one number to an administrator with a proof of presence within ten minutes, and says so in the log, in
-- the same transaction. The log has no digit of a tax number.
create or replace function app.reveal_vault(number_id uuid, session uuid) returns table (ciphertext bytea, key_id bytea)
language plpgsql volatile security definer as $$
declare
  kept record;
  acting record;
begin
  if not app.is_admin() and not app.is_number_to_compare(number_id) then
    raise exception 'only an administrator may do this' using errcode = '42501';
  end if;
  select * into acting from app.require_fresh_session(session);
  select v.* into kept from public.vault_numbers v where v.id = number_id;
  if not found then return; end if;
  perform app.record_security_event('vault.revealed', app.user_id(), coalesce(kept.holder_id, kept.id)::text, acting.client_ip,
    acting.client_agent, session, 'done', case when kept.kind = 'tin' then jsonb_build_object('kind', kept.kind)
      else jsonb_build_object('kind', kept.kind, 'last4', kept.last4) end);
  ciphertext := kept.ciphertext;
  key_id := kept.key_id;
  return next;
end $$;
alter function app.reveal_vault owner to app_vault;
grant execute on function app.reveal_vault to app_user;

-- Facts about a holder's numbers, without the digits, for people who may reveal them: in force, replaced, and pending
-- approval. `same_as`: which other holders have the same number.
create or replace function app.numbers_of(holder uuid) returns table (id uuid, kind text, last4 text, created_at timestamptz,
  in_force_from timestamptz, ended_at timestamptz, same_as uuid[])
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select v.id, v.kind, v.last4, v.created_at, v.in_force_from, v.ended_at,
      array(select distinct o.holder_id from public.vault_numbers o
        where o.hmac = v.hmac and o.holder_id <> v.holder_id and o.ended_at is null)
    from public.vault_numbers v where v.holder_id = holder order by v.created_at;
end $$;
alter function app.numbers_of owner to app_vault;
grant execute on function app.numbers_of to app_user;

-- Those in force, for the previous version of the site.
create or replace function app.vault_of(holder uuid) returns table (id uuid, kind text, last4 text, created_at timestamptz,
  same_as uuid[])
language sql stable security definer as $$
  select n.id, n.kind, n.last4, n.created_at, n.same_as from app.numbers_of(holder) n
    where n.in_force_from is not null and n.ended_at is null
$$;
alter function app.vault_of owner to app_vault;
grant execute on function app.vault_of to app_user;

-- An erased person has no rights left, and acts for no one.
create or replace function app.end_memberships() returns trigger language plpgsql security definer as $$
begin
  update public.holder_members set ended_at = now() where user_id = new.id and ended_at is null;
  update public.user_profiles set is_approver = false where id = new.id and is_approver;
  return null;
end $$;
alter function app.end_memberships owner to app_eraser;
create trigger end_memberships after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function app.end_memberships();

-- For functions that freeze a name into a note's terms.
create or replace function app.legal_name_of(holder uuid) returns text
language sql stable security definer as $$ select h.legal_name from public.holders h where h.id = holder $$;
