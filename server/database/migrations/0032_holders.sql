-- Who a note belongs to, and acts that take two people. A holder is a name on the register (a person, a couple, a trust, an
-- LLC, "Custodian FBO Jane Doe IRA"); a member is a person who acts for it. Operations: server/holders/,
-- server/approvals/, server/vault/.
--
-- For the policies of tables that refer to a holder:
--   (select app.acts_for_office())                            administrators; and the person who approves, for the rest
--                                                             of the transaction that applies it
--   holder_id = any ((select app.my_holders())::uuid[])       members; served by an index
--   app.may_see(holder, category)                             both, for a single holder
-- and where a table takes two people: app.is_applying(kind, subject), true only in the transaction that approves it.
--
-- One more role, which nobody can become: app_vault owns the functions that write and reveal account numbers.
do $$
begin
  if not exists (select from pg_roles where rolname = 'app_vault') then
    begin
      create role app_vault nologin noinherit;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  execute format('grant app_vault to %I', current_user);
end $$;
grant usage on schema public, app, auth to app_vault;

-- ---------------------------------------------------------------------------------------------------------
-- Approvers: they approve what somebody else has asked for, and nothing else.
-- ---------------------------------------------------------------------------------------------------------
alter table user_profiles
  add column is_approver boolean not null default false,
  add constraint approver_is_accepted check (not is_approver or accepted_at is not null) not valid;
create index user_profiles_approvers on user_profiles (id) where is_approver;
create policy starts_without_rights on user_profiles as restrictive for insert to app_user with check (not is_approver);
grant select (is_approver, accepted_at) on user_profiles to app_guard, app_session_reader;
grant select (is_approver), update (is_approver) on user_profiles to app_steward, app_eraser;
grant select (full_name) on user_profiles to app_steward;
grant update (is_approver) on user_profiles to app_operator;
grant select (is_approver) on user_profiles to app_audit;

create function app.is_approver() returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select coalesce((select p.is_approver and p.disabled_at is null and p.accepted_at is not null
    from public.user_profiles p where p.id = (select app.user_id())
      and split_part(current_setting('app.actor', true), ' ', 2) <> 'withheld'), false)
$$;

-- Makes a person an approver, or revokes that. Returns whether it changed anything, null where there is nobody.
create function app.set_approver(target uuid, granted boolean) returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person record;
begin
  if not app.is_admin() then
    raise exception 'only an administrator may grant or revoke' using errcode = '42501';
  end if;
  select p.is_approver, p.accepted_at, p.disabled_at into person from public.user_profiles p where p.id = target for update;
  if not found then return null; end if;
  if person.is_approver = granted then return false; end if;
  if granted and (person.accepted_at is null or person.disabled_at is not null) then
    raise exception 'an approver has an active account' using errcode = '23514', constraint = 'approver_is_active';
  end if;
  update public.user_profiles set is_approver = granted where id = target;
  return true;
end $$;

-- The accepted person with an address, for administrators; row-level security lets no index serve that.
create function app.person_with(address text) returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return (select p.id from public.user_profiles p where lower(p.email) = lower(address)
    and p.accepted_at is not null and p.disabled_at is null);
end $$;

-- As app.find_session in 0023, which processes of the version before still call, with the right to approve.
create function app.find_signed_in(token text)
returns table (session_id uuid, user_id uuid, expires_at timestamptz, passkey_at timestamptz, is_closed boolean,
  profile_id uuid, email text, full_name text, organization text, is_admin boolean, is_approver boolean,
  created_at timestamptz, updated_at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select s.id, s.user_id, s.expires_at, f.passkey_at, p.disabled_at is not null, p.id, p.email, p.full_name,
      p.organization, p.is_admin, p.is_approver, p.created_at, p.updated_at
    from auth.sessions s
      left join auth.session_proofs f on f.session_id = s.id
      left join public.user_profiles p on p.id = s.user_id
    where s.token = find_signed_in.token;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- holders
-- ---------------------------------------------------------------------------------------------------------
create sequence holder_numbers;
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
  -- How many of those who may sign have to.
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

create table holder_members (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  member_right text not null check (member_right in ('owner', 'trustee', 'manager', 'authorized_signer', 'viewer')),
  added_at timestamptz not null default now(),
  added_by uuid references user_profiles on delete restrict,
  -- What two people agreed on; null for those who came with the holder.
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

-- ---------------------------------------------------------------------------------------------------------
-- approvals: what one person asks for and another decides on. What was asked never changes; it is decided once.
-- ---------------------------------------------------------------------------------------------------------
create table approvals (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z_-]+([.][a-z_-]+)+$'),
  subject_id uuid not null,
  holder_id uuid references holders on delete restrict,
  content jsonb not null,
  -- Of the content, as the database writes it.
  content_sha256 bytea not null,
  summary text not null check (length(summary) between 1 and 500),
  asked_by uuid not null references user_profiles on delete restrict,
  asked_at timestamptz not null default now(),
  -- Null where a job has voided it.
  decided_by uuid references user_profiles on delete restrict,
  decided_at timestamptz,
  decision text check (decision in ('approved', 'rejected', 'withdrawn', 'void')),
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  constraint two_people check (decision is null or decision not in ('approved', 'rejected') or asked_by <> decided_by),
  constraint decided_by_someone check ((decision is null) = (decided_at is null)
    and case when decision is null then decided_by is null else decided_by is not null or decision = 'void' end)
);
create unique index approvals_open on approvals (kind, subject_id) where decision is null;
create index approvals_waiting on approvals (asked_at, id) where decision is null;
create index approvals_of_subject on approvals (subject_id, asked_at);
create index approvals_of_holder on approvals (holder_id, asked_at) where holder_id is not null;
create index approvals_decided on approvals (decided_at desc, id) where decided_at is not null;
create index approvals_decider on approvals (decided_by, decided_at) where decided_by is not null;
create index approvals_asker on approvals (asked_by);
alter table holder_members add foreign key (approval_id) references approvals on delete restrict;
create index holder_members_approval on holder_members (approval_id) where approval_id is not null;

create function app.guard_approval() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    new.content_sha256 := sha256(convert_to(new.content::text, 'UTF8'));
    if current_user = 'app_user' then
      new.asked_by := app.user_id();
      new.asked_at := now();
    end if;
    return new;
  end if;
  if old.decision is not null then
    raise exception 'an approval is decided once' using errcode = '42501';
  end if;
  if row(new.id, new.kind, new.subject_id, new.holder_id, new.content, new.content_sha256, new.summary, new.asked_by,
      new.asked_at) is distinct from row(old.id, old.kind, old.subject_id, old.holder_id, old.content,
      old.content_sha256, old.summary, old.asked_by, old.asked_at) or new.decision is null
  then
    raise exception 'what was asked stays as it is' using errcode = '42501';
  end if;
  new.decided_at := now();
  if current_user = 'app_user' then
    new.decided_by := app.user_id();
    if (case new.decision
      when 'withdrawn' then new.decided_by = old.asked_by
      when 'void' then false
      else new.decided_by <> old.asked_by and (app.is_admin() or app.is_approver()) end)
      is not true
    then
      raise exception 'this person does not decide on it' using errcode = '42501';
    end if;
  elsif current_user = 'app_steward' and new.decision <> 'void' then
    raise exception 'only a person decides' using errcode = '42501';
  end if;
  if new.decision in ('approved', 'rejected') and new.decided_by is not distinct from new.asked_by then
    raise exception 'two people decide on this' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard before insert or update on approvals for each row execute function app.guard_approval();
create function app.refuse_removal() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'rows of % stay', tg_relid::regclass using errcode = '42501';
end $$;
create trigger refuse_removal before delete or truncate on approvals execute function app.refuse_removal();
-- Also where a session skips triggers.
alter table approvals enable always trigger guard;
alter table approvals enable always trigger refuse_removal;
create trigger announce_to_office after insert or update on approvals
  for each statement execute function app.announce_to_office();

-- Whether the person who acts has approved, in this transaction, something of this kind, about this subject; without these,
-- anything at all.
create function app.is_applying(act text default null, subject uuid default null) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select (app.is_admin() or app.is_approver()) and exists (select from public.approvals a
    where a.decided_by = (select app.user_id()) and a.decided_at = now() and a.decision = 'approved'
      and (act is null or a.kind = act) and (subject is null or a.subject_id = subject))
$$;

-- Freezing a holder, and ending that, takes two people; whoever approves it changes nothing else.
create function app.guard_freeze() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  if new.frozen_at is distinct from old.frozen_at
    and not app.is_applying(case when new.frozen_at is null then 'holder.unfreeze' else 'holder.freeze' end, new.id)
    or not app.is_admin() and to_jsonb(new) - 'frozen_at' is distinct from to_jsonb(old) - 'frozen_at'
  then
    raise exception 'freezing a holder takes two people' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_freeze before update on holders for each row execute function app.guard_freeze();

create function app.acts_for_office() returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select app.is_admin() or app.is_applying() $$;

-- The holders that the person who acts is an active member of.
create function app.my_holders() returns uuid[]
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select case when app.is_active() then array(select m.holder_id from public.holder_members m
    where m.user_id = (select app.user_id()) and m.ended_at is null) else '{}'::uuid[] end
$$;

-- The holders that a person acts for: people ask about themselves, the office about anyone.
create function app.holders_of(person uuid) returns uuid[]
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select case when person = (select app.user_id()) then app.my_holders()
    when app.acts_for_office() then array(select m.holder_id from public.holder_members m
      where m.user_id = person and m.ended_at is null)
    else '{}'::uuid[] end
$$;

create function app.is_member(holder uuid) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select app.is_active() and exists (select from public.holder_members m
    where m.holder_id = holder and m.user_id = (select app.user_id()) and m.ended_at is null)
$$;

-- Whether a member acts for the holder, rather than only looks; nobody does while it is frozen.
create function app.acts_for_holder(holder uuid) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select app.is_active() and exists (select from public.holder_members m join public.holders h on h.id = m.holder_id
    where m.holder_id = holder and m.user_id = (select app.user_id()) and m.ended_at is null
      and m.member_right <> 'viewer' and h.frozen_at is null)
$$;

-- Whether the person who acts may see what belongs to a holder. Delegates will see some categories only.
create function app.may_see(holder uuid, category text default null) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select app.acts_for_office() or app.is_member(holder) $$;

-- The active members of a holder. For triggers; people ask the table, which shows them their own holders only.
create function app.members_of(holder uuid) returns uuid[]
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select array(select m.user_id from public.holder_members m where m.holder_id = holder and m.ended_at is null order by 1)
$$;

-- The same for those who tell them something: the office, members themselves, and jobs.
create function app.readers_of(holder uuid) returns uuid[]
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
  select case when current_setting('role') = 'app_jobs' or app.may_see(holder) then app.members_of(holder)
    else '{}'::uuid[] end
$$;

-- Voids what is still open about a subject, because it has changed. For the office, for those who act for the holder,
-- and for jobs. Returns how many.
create function app.void_approvals(act text, subject uuid) returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  voided integer;
  -- From outside: current_user is app_steward in here.
  caller text := current_setting('role');
begin
  update public.approvals a set decision = 'void', decided_by = app.user_id()
    where a.kind = act and a.subject_id = subject and a.decision is null
      and (caller = 'app_jobs' or app.acts_for_office() or app.acts_for_holder(a.holder_id));
  get diagnostics voided = row_count;
  return voided;
end $$;

-- The names of those who have asked and decided, for those who decide: an approver sees no other profile.
create function app.approval_names(approvals uuid[]) returns table (id uuid, name text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not (app.is_admin() or app.is_approver()) then
    raise exception 'only those who decide may ask' using errcode = '42501';
  end if;
  return query select p.id, coalesce(p.full_name, p.email) from public.user_profiles p
    where p.id in (select unnest(array[a.asked_by, a.decided_by]) from public.approvals a where a.id = any (approvals));
end $$;

-- How many people other than the one who acts could decide on what they ask for.
create function app.count_other_approvers() returns integer
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may count' using errcode = '42501';
  end if;
  return (select count(*) from public.user_profiles p where (p.is_admin or p.is_approver) and p.disabled_at is null
    and p.accepted_at is not null and p.id is distinct from app.user_id());
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- vault_numbers: numbers that nobody reads but through app.reveal_vault. Encrypted with a key of its own for each row
-- (server/vault/sealed-numbers.ts), so that a ciphertext is worthless in another row.
-- ---------------------------------------------------------------------------------------------------------
create table vault_numbers (
  id uuid primary key,
  holder_id uuid not null references holders on delete restrict,
  kind text not null check (kind in ('custodian_account', 'tin', 'bank_account')),
  ciphertext bytea not null check (octet_length(ciphertext) between 29 and 500),
  -- Which VAULT_KEY its key was derived from.
  key_id bytea not null check (octet_length(key_id) = 16),
  -- Of kind and number: equal numbers have equal ones.
  hmac bytea not null check (octet_length(hmac) = 32),
  last4 text not null check (last4 ~ '^[0-9A-Z]{1,4}$'),
  created_at timestamptz not null default now(),
  created_by uuid references user_profiles on delete restrict
);
create index vault_numbers_of_holder on vault_numbers (holder_id, kind);
create index vault_numbers_equals on vault_numbers (hmac);
create index vault_numbers_writer on vault_numbers (created_by);

-- Puts a number in the vault, in the place of the holder's earlier one of the same kind.
create function app.keep_in_vault(number_id uuid, holder uuid, what text, sealed bytea, sealed_by bytea, equals bytea,
  ending text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may write to the vault' using errcode = '42501';
  end if;
  delete from public.vault_numbers v where v.holder_id = holder and v.kind = what and what <> 'bank_account';
  insert into public.vault_numbers (id, holder_id, kind, ciphertext, key_id, hmac, last4, created_by)
    values (number_id, holder, what, sealed, sealed_by, equals, ending, app.user_id());
  if what = 'custodian_account' then
    update public.holders h set custodian_account_last4 = ending where h.id = holder;
  end if;
end $$;

-- Reveals one number to an administrator whose session has proved itself within ten minutes, and says so in the log, in
-- the same transaction.
create function app.reveal_vault(number_id uuid, session uuid) returns table (ciphertext bytea, key_id bytea)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  kept record;
  acting record;
begin
  if not app.is_admin() then
    raise exception 'only an administrator may look into the vault' using errcode = '42501';
  end if;
  select s.ip_address, s.user_agent into acting
    from auth.sessions s left join auth.session_proofs f on f.session_id = s.id
    where s.id = session and s.user_id = app.user_id() and s.expires_at > clock_timestamp()
      and greatest(s.created_at, f.proved_at) > clock_timestamp() - interval '10 minutes';
  if not found then
    raise exception 'fresh proof is needed' using errcode = '42501';
  end if;
  select v.* into kept from public.vault_numbers v where v.id = number_id;
  if not found then return; end if;
  perform app.record_security_event('vault.revealed', app.user_id(), kept.holder_id::text, acting.ip_address,
    acting.user_agent, session, 'done', jsonb_build_object('kind', kept.kind, 'last4', kept.last4));
  ciphertext := kept.ciphertext;
  key_id := kept.key_id;
  return next;
end $$;

-- The row of a holder's number, without the number, for those who may have it revealed; and which other holders have
-- the same number.
create function app.vault_of(holder uuid) returns table (id uuid, kind text, last4 text, created_at timestamptz,
  same_as uuid[])
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return query select v.id, v.kind, v.last4, v.created_at, array(select distinct o.holder_id from public.vault_numbers o
    where o.hmac = v.hmac and o.holder_id <> v.holder_id) from public.vault_numbers v where v.holder_id = holder order by v.created_at;
end $$;

-- ---------------------------------------------------------------------------------------------------------
-- Row-level security of the new tables
-- ---------------------------------------------------------------------------------------------------------
do $$
declare
  name text;
begin
  foreach name in array array['holders', 'holder_members', 'approvals', 'vault_numbers'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy active_only on %I as restrictive for all to app_user using ((select app.is_active()))', name);
    execute format('create policy backup_reads on %I for select to app_backup using (true)', name);
  end loop;
end $$;

create policy office_or_member_reads on holders for select to app_user
  using ((select app.acts_for_office()) or id = any ((select app.my_holders())::uuid[]));
create policy admin_adds on holders for insert to app_user
  with check ((select app.is_admin()) and created_by = (select app.user_id()));
create policy admin_changes on holders for update to app_user using ((select app.is_admin()));
create policy two_people_freeze on holders for update to app_user
  using (app.is_applying('holder.freeze', id) or app.is_applying('holder.unfreeze', id));
create policy guard_reads on holders for select to app_guard using (true);
create policy jobs_read on holders for select to app_jobs using (true);
create policy vault_reads on holders for select to app_vault using (true);
create policy vault_notes on holders for update to app_vault using (true);
grant select, insert (id, legal_name, kind, custodian_name, signing_rule, address_lines, state, statement_rhythm,
  created_by), update (legal_name, kind, custodian_name, signing_rule, address_lines, state, statement_rhythm, frozen_at)
  on holders to app_user;
grant usage on sequence holder_numbers to app_user;
grant select (id, frozen_at) on holders to app_guard;
grant select on holders to app_jobs;
grant select (id), update (custodian_account_last4) on holders to app_vault;

create policy office_or_member_reads on holder_members for select to app_user
  using ((select app.acts_for_office()) or holder_id = any ((select app.my_holders())::uuid[]));
-- A holder's first members come with it; every later change takes two people.
create policy two_people_add on holder_members for insert to app_user
  with check (added_by = (select app.user_id()) and ended_at is null and (
    (select app.is_applying('holder.members')) and app.is_applying('holder.members', holder_id)
    or (select app.is_admin()) and approval_id is null
      and exists (select from holders h where h.id = holder_id and h.created_at = now())));
create policy two_people_change on holder_members for update to app_user
  using ((select app.is_applying('holder.members')) and app.is_applying('holder.members', holder_id)
    and ended_at is null)
  with check (ended_at = now() and ended_by = (select app.user_id()));
create policy guard_reads on holder_members for select to app_guard using (true);
create policy jobs_read on holder_members for select to app_jobs using (true);
create policy eraser_ends on holder_members for all to app_eraser using (true);
grant select, insert (id, holder_id, user_id, member_right, added_by, approval_id), update (ended_at, ended_by) on holder_members
  to app_user;
grant select (holder_id, user_id, member_right, ended_at) on holder_members to app_guard;
grant select on holder_members to app_jobs;
grant select (user_id, ended_at), update (ended_at) on holder_members to app_eraser;

create policy deciders_read on approvals for select to app_user
  using ((select app.is_admin()) or (select app.is_approver()));
create policy admin_asks on approvals for insert to app_user
  with check ((select app.is_admin()) and asked_by = (select app.user_id()) and decision is null);
create policy deciders_decide on approvals for update to app_user
  using ((select app.is_admin()) or (select app.is_approver()));
create policy guard_reads on approvals for select to app_guard using (true);
create policy steward_voids on approvals for all to app_steward using (true);
create policy jobs_read on approvals for select to app_jobs using (true);
grant select, insert (id, kind, subject_id, holder_id, content, summary), update (decision, reason) on approvals to app_user;
grant select (id, kind, subject_id, decided_by, decided_at, decision) on approvals to app_guard;
grant select, update (decision, decided_by) on approvals to app_steward;
grant select on approvals to app_jobs;

create policy vault_keeps on vault_numbers for all to app_vault using (true);
grant select, insert, delete, update (ciphertext, key_id, hmac) on vault_numbers to app_vault;
grant select (id, user_id, expires_at, created_at, ip_address, user_agent) on auth.sessions to app_vault;
grant select (session_id, proved_at) on auth.session_proofs to app_vault;
grant execute on function app.record_security_event(text, uuid, text, text, text, uuid, text, jsonb) to app_vault;

-- ---------------------------------------------------------------------------------------------------------
-- Documents of a holder: its members see them, no matter in whose folder the file is.
-- ---------------------------------------------------------------------------------------------------------
alter table documents
  add column holder_id uuid references holders on delete restrict,
  -- Until then it is not deleted.
  add column retain_until date,
  -- Prepared, and seen by nobody but the office until it is released.
  add column unreleased boolean not null default false,
  drop constraint documents_category_check,
  drop constraint documents_file_type_check,
  -- And the figures of a statement as a table, which the portal makes itself.
  add constraint documents_file_type_check check (file_type in ('pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'stl', 'txt',
    'csv', 'docusign')) not valid,
  add constraint documents_category_check check (category in ('Investment Documents', 'Statements', 'Tax', 'Agreements',
    'Accreditation', 'Notices')) not valid;
create index documents_of_holder on documents (holder_id, created_at desc, id desc) where holder_id is not null;
alter table uploads add column holder_id uuid references holders on delete set null;
create index uploads_for_holder on uploads (holder_id) where holder_id is not null;
grant update (holder_id, retain_until, unreleased) on documents to app_user;
grant select (holder_id, unreleased) on documents to app_audit, app_directory, app_jobs, app_eraser;

drop policy own_or_admin_reads on documents;
create policy own_or_admin_reads on documents for select to app_user
  using (((select app.acts_for_office())
      or not unreleased and (user_id = (select app.user_id()) and holder_id is null
        or holder_id = any ((select app.my_holders())::uuid[])))
    and (check_state in ('unchecked', 'clean') or uploaded_by = (select app.user_id())));
drop policy own_or_admin_adds on documents;
create policy own_or_admin_adds on documents for insert to app_user
  with check (uploaded_by = (select app.user_id()) and delete_request_status is null and view_count = 0
    and check_state in ('unchecked', 'waiting')
    and ((select app.acts_for_office()) or user_id = (select app.user_id()) and not is_external_link and not unreleased
      and category in ('Investment Documents', 'Accreditation') and retain_until is null
      and (holder_id is null or app.acts_for_holder(holder_id))));
drop policy own_or_admin_changes on documents;
create policy own_or_admin_changes on documents for update to app_user
  using ((select app.acts_for_office())
    or not unreleased and (user_id = (select app.user_id()) and holder_id is null
      or holder_id = any ((select app.my_holders())::uuid[])));
create policy holder_is_ones_own on uploads as restrictive for all to app_user
  using (true) with check (holder_id is null or (select app.is_admin()) or app.acts_for_holder(holder_id));

-- Conversations are about documents of their person, and carry them; those of holders they act for, too.
drop policy own_or_admin_starts on conversations;
create policy own_or_admin_starts on conversations for insert to app_user
  with check ((person_id = (select app.user_id()) or (select app.is_admin()))
    and (document_id is null or exists (select from documents d where d.id = document_id
      and (d.user_id = conversations.person_id and d.holder_id is null
        or d.holder_id = any (app.holders_of(conversations.person_id))))));
drop policy sender_attaches on conversation_attachments;
create policy sender_attaches on conversation_attachments for insert to app_user
  with check (exists (select from conversation_messages m join conversations c on c.id = m.conversation_id
    join documents d on d.id = conversation_attachments.document_id
    where m.id = conversation_attachments.message_id and m.sender_id = (select app.user_id())
      and (d.user_id = c.person_id and d.holder_id is null or d.holder_id = any (app.holders_of(c.person_id)))
      and not d.unreleased and d.check_state in ('unchecked', 'clean')));

-- Beside the guard of 0018: what only the office changes, and what members may do with a document of their holder.
create function app.guard_holder_document() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  if app.acts_for_office() then
    return new;
  end if;
  if row(new.holder_id, new.retain_until, new.unreleased) is distinct from row(old.holder_id, old.retain_until, old.unreleased) then
    raise exception 'only the office may change this' using errcode = '42501';
  end if;
  if old.holder_id is not null and not app.acts_for_holder(old.holder_id)
    and row(new.filename, new.fund_name, new.delete_request_status, new.delete_requested_by, new.signing_state)
      is distinct from row(old.filename, old.fund_name, old.delete_request_status, old.delete_requested_by, old.signing_state)
    and (old.signing_state = 'sent' and new.signing_state = 'opened') is not true
  then
    raise exception 'this member only looks' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_holder before update on documents for each row execute function app.guard_holder_document();

-- What must be kept is not deleted before its day.
create function app.keep_retained_document() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_user in ('app_user', 'app_eraser') then
    raise exception 'this document is kept until %', old.retain_until using errcode = '23514', constraint = 'document_is_retained';
  end if;
  return old;
end $$;
create trigger keep_retained before delete on documents for each row
  when (old.retain_until is not null and old.retain_until >= (now() at time zone 'UTC')::date)
  execute function app.keep_retained_document();

-- ---------------------------------------------------------------------------------------------------------
-- Functions of earlier migrations, which now know holders and approvers
-- ---------------------------------------------------------------------------------------------------------
alter table audit_log drop constraint audit_log_actor_role_check,
  add constraint audit_log_actor_role_check check (actor_role in ('administrator', 'approver', 'investor', 'visitor',
    'operator', 'owner', 'system')) not valid;

-- As in 0018, and any member of its holder reads a document for the first time.
create or replace function app.guard_document() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  step_is_allowed boolean;
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  if new.id is distinct from old.id or new.user_id is distinct from old.user_id
    or new.created_at is distinct from old.created_at
    or new.view_count not in (old.view_count, old.view_count + 1)
    or (row(new.filename, new.fund_name) is distinct from row(old.filename, old.fund_name) and not app.is_admin()
      and (old.uploaded_by is distinct from app.user_id() or old.user_id is distinct from app.user_id()
        or old.check_state = 'infected'))
    or (new.category is distinct from old.category and not app.is_admin())
  then
    raise exception 'only an administrator may change this' using errcode = '42501';
  end if;
  if (new.read_at is distinct from old.read_at
      and (old.read_at is not null or new.read_at <> now()
        or not (old.user_id = app.user_id() and old.holder_id is null or coalesce(app.is_member(old.holder_id), false))))
    or (new.opened_by_others_at is distinct from old.opened_by_others_at
      and (old.opened_by_others_at is not null or new.opened_by_others_at <> now()
        or old.uploaded_by is not distinct from app.user_id()))
  then
    raise exception 'a first opening is recorded once' using errcode = '42501';
  end if;
  -- A name keeps the extension of the file it names.
  if new.filename is distinct from old.filename and not new.is_external_link
    and lower(new.filename) not like '_%.' || new.file_type
  then
    raise exception 'a document keeps the extension of its file' using errcode = '42501';
  end if;
  if new.fund_name is distinct from old.fund_name and new.fund_name ~ '[[:cntrl:]]' then
    raise exception 'a fund''s name is one line' using errcode = '42501';
  end if;
  if row(new.delete_request_status, new.delete_requested_by, new.delete_requested_at)
    is not distinct from row(old.delete_request_status, old.delete_requested_by, old.delete_requested_at)
  then
    return new;
  end if;
  if new.delete_request_status is null then
    step_is_allowed := old.delete_request_status = 'pending' and old.delete_requested_by = app.user_id();
  else
    step_is_allowed := case new.delete_request_status
      when 'pending' then coalesce(old.delete_request_status, 'rejected') = 'rejected'
        and new.delete_requested_by = app.user_id() and new.delete_requested_at = now()
      when 'approved' then old.delete_request_status = 'pending' and app.is_admin()
        and new.delete_requested_by = old.delete_requested_by and new.delete_requested_at = old.delete_requested_at
      when 'rejected' then old.delete_request_status = 'pending' and app.is_admin()
    end;
  end if;
  if step_is_allowed is not true then
    raise exception 'a delete request does not take this step' using errcode = '42501';
  end if;
  return new;
end $$;

-- As in 0017, and any member of its holder signs; the guard above leaves out those who only look.
create or replace function app.guard_signing() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  is_owner boolean;
  step_is_allowed boolean := true;
begin
  if current_user <> 'app_user' then
    return new;
  end if;
  is_owner := case when new.holder_id is null then new.user_id = app.user_id() else app.is_member(new.holder_id) end;
  if new.signing_state is distinct from old.signing_state then
    case
      when new.signing_state = 'opened' then
        step_is_allowed := is_owner and old.signing_state in ('sent', 'said_signed');
        new.signing_opened_at := coalesce(old.signing_opened_at, now());
        new.said_signed_at := null;
      when new.signing_state = 'said_signed' then
        step_is_allowed := is_owner and old.signing_state in ('sent', 'opened');
        new.said_signed_at := now();
      when new.signing_state = 'confirmed' then
        step_is_allowed := app.is_admin();
        new.signing_sent_at := coalesce(old.signing_sent_at, now());
        new.signing_confirmed_at := now();
        new.signing_confirmed_by := app.user_id();
      when new.signing_state = 'sent' then
        step_is_allowed := app.is_admin();
        new.signing_sent_at := now();
        new.signing_opened_at := null;
        new.said_signed_at := null;
        new.signing_confirmed_at := null;
        new.signing_confirmed_by := null;
        new.signing_reminders := 0;
        new.signing_reminded_at := null;
      else
        step_is_allowed := false;
    end case;
  elsif row(new.signing_reminders, new.signing_reminded_at)
    is distinct from row(old.signing_reminders, old.signing_reminded_at)
  then
    step_is_allowed := app.is_admin() and old.signing_state in ('sent', 'opened')
      and new.signing_reminders = old.signing_reminders + 1 and new.signing_reminded_at = now();
  end if;
  if step_is_allowed is not true then
    raise exception 'a signing link does not take this step' using errcode = '42501';
  end if;
  return new;
end $$;

-- As in 0017, for members of the document's holder.
create or replace function increment_view_count(doc_id uuid, viewer_id uuid, viewer_email text, viewer_name text)
returns integer
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  counted integer;
begin
  update documents set view_count = view_count + 1,
    signing_state = case when signing_state = 'sent' and (user_id = (select app.user_id()) and holder_id is null
      or holder_id = any ((select app.my_holders())::uuid[])) then 'opened' else signing_state end
    where id = doc_id returning view_count into counted;
  if counted is not null then
    insert into document_views (document_id, user_id, user_email, user_name)
    values (doc_id, viewer_id, viewer_email, viewer_name);
  end if;
  return counted;
end $$;

-- As in 0015; the members of a holder hear of its documents, and nobody of what is not released.
create or replace function app.announce_document() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  changed public.documents := case when tg_op = 'DELETE' then old else new end;
  hidden boolean := changed.unreleased and (tg_op <> 'UPDATE' or old.unreleased) or changed.check_state in ('waiting', 'infected')
    and (tg_op <> 'UPDATE' or old.check_state in ('waiting', 'infected'));
begin
  perform pg_notify('documents', json_build_object('type', lower(tg_op), 'id', changed.id, 'user_id', changed.user_id,
    'hidden', hidden, 'uploaded_by', changed.uploaded_by,
    'members', case when changed.holder_id is not null then app.members_of(changed.holder_id)
      || case when tg_op = 'UPDATE' and old.holder_id <> changed.holder_id then app.members_of(old.holder_id) else '{}' end end)::text);
  return null;
end $$;

-- As in 0014, without what the fund files for a holder.
create or replace function app.storage_use(person uuid)
  returns table (accepted boolean, documents bigint, bytes bigint, reserved_documents bigint, reserved_bytes bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if person is distinct from app.user_id() and not app.is_admin() then
    raise exception 'another person''s storage' using errcode = '42501';
  end if;
  return query select
    coalesce((select p.accepted_at is not null from public.user_profiles p where p.id = person), false),
    stored.documents, stored.bytes, reserved.documents, reserved.bytes
  -- A signing link stores nothing.
  from (select count(*) filter (where d.file_size > 0) as documents, coalesce(sum(d.file_size), 0)::bigint as bytes
      from public.documents d where d.user_id = person and d.check_state <> 'infected'
        and (d.holder_id is null or d.uploaded_by = person)) stored,
    (select count(*) as documents, coalesce(sum(u.file_size), 0)::bigint as bytes
      from public.uploads u where u.user_id = person and u.document_id is null and u.expires_at > now()) reserved;
end $$;

-- As in 0014: a holder's documents are the fund's records, and outlast a member's account.
create or replace function app.lock_hidden_documents(target uuid)
  returns table (id uuid, uploaded_by uuid, created_at timestamptz, check_state text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may ask' using errcode = '42501';
  end if;
  return query select d.id, d.uploaded_by, d.created_at, d.check_state from public.documents d where d.user_id = target and d.holder_id is null
    and d.check_state in ('waiting', 'infected') order by d.id for update;
end $$;

create or replace function app.erase_hidden_documents(erased uuid[])
  returns table (id uuid, user_id uuid, file_path text, file_size bigint, sha256 text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not app.is_admin() then
    raise exception 'only an administrator may erase' using errcode = '42501';
  end if;
  return query delete from public.documents d where d.id = any (erased) and d.check_state in ('waiting', 'infected')
    and d.holder_id is null
    and exists (select from public.user_profiles p where p.id = d.user_id and p.disabled_at is not null)
    returning d.id, d.user_id, d.file_path, d.file_size::bigint, d.sha256::text;
end $$;

-- As in 0010, with the role 'approver'.
create or replace function app.stamp_audit_entry() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  acting uuid;
begin
  new.at := now();
  new.ip := left(new.ip, 64);
  new.user_agent := left(new.user_agent, 200);
  case current_user
    when 'app_audit' then
      -- app.record_security_event has set the actor.
      null;
    when 'app_user' then
      acting := app.user_id();
      if new.actor_id is distinct from acting and new.actor_id is not null then
        raise exception 'an entry is written in the name of who acts' using errcode = '42501';
      end if;
      new.actor_id := acting;
      new.actor_role := case when app.is_admin() then 'administrator' when app.is_approver() then 'approver' else 'investor' end;
      new.actor_email := (select p.email from public.user_profiles p where p.id = new.actor_id);
    else
      new.actor_id := null;
      new.actor_email := null;
      new.actor_role := case current_user when 'app_operator' then 'operator' else 'owner' end;
  end case;
  return new;
end $$;

create or replace function app.record_security_event(event text, actor uuid, about text, client_ip text, client_agent text,
  session uuid, result text, facts jsonb) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  person record;
begin
  if about like '%@%' then
    facts := facts || jsonb_build_object('address', lower(left(about, 254)));
    about := (select p.id::text from public.user_profiles p where lower(p.email) = lower(about));
  end if;
  if octet_length(facts::text) > 4000 then
    facts := jsonb_build_object('shortened', left(facts::text, 1000));
  end if;
  select p.id, p.email, p.is_admin, p.is_approver into person from public.user_profiles p where p.id = actor;
  insert into public.audit_log
    (actor_id, actor_email, actor_role, action, subject_id, session_id, ip, user_agent, outcome, details)
  values (person.id, person.email,
    case when person.id is null then 'visitor' when person.is_admin then 'administrator'
      when person.is_approver then 'approver' else 'investor' end,
    event, left(about, 254), session, client_ip, client_agent, result, facts);
end $$;

create or replace function app.record_session() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.audit_log (actor_id, actor_email, actor_role, action, subject_id, session_id, ip, user_agent)
  select new.user_id, p.email, case when p.is_admin then 'administrator' when p.is_approver then 'approver' else 'investor' end, 'session.started',
    new.user_id::text, new.id, new.ip_address, new.user_agent
  from (select) one left join public.user_profiles p on p.id = new.user_id;
  return null;
end $$;

-- As in 0010. A former member of a holder no longer reads what others did with its documents.
create or replace view app.readable_audit with (security_barrier) as
  select a.id, a.at, a.actor_id, a.actor_role, a.action, a.subject_id, a.outcome, a.details,
    coalesce(p.email, a.actor_email) as actor_email, p.full_name as actor_name,
    case when m.sees_where then a.session_id end as session_id,
    case when m.sees_where then a.ip end as ip,
    case when m.sees_where then a.user_agent end as user_agent
  from public.audit_log a
  left join public.user_profiles p on p.id = a.actor_id
  cross join lateral (select (select app.is_admin()) or coalesce(a.actor_id = (select app.user_id()),
    a.subject_id = (select app.user_id())::text, false) as sees_where) m
  where (select app.may_read_audit()) and ((select app.is_admin()) or a.actor_id = (select app.user_id())
    or ((a.outcome = 'done' or a.actor_id is null)
      and (a.subject_id = (select app.user_id())::text or a.details ->> 'user_id' = (select app.user_id())::text
        or a.subject_id in (select d.id::text from public.documents d where d.user_id = (select app.user_id())))
      and a.subject_id not in (select d.id::text from public.documents d where d.user_id = (select app.user_id())
        and (d.unreleased or d.holder_id is not null and d.holder_id <> all ((select app.my_holders())::uuid[])))));

-- Who approves acts for the office, and tells people what it means for them.
drop policy admin_tells_another on notices;
create policy admin_tells_another on notices for insert to app_user
  with check (actor_id = (select app.user_id()) and user_id <> (select app.user_id()) and (select app.acts_for_office())
    and taken_at is null and mail_id is null);

-- An erased person has no rights left, and acts for nobody.
create function app.end_memberships() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.holder_members set ended_at = now() where user_id = new.id and ended_at is null;
  update public.user_profiles set is_approver = false where id = new.id and is_approver;
  return null;
end $$;
create trigger end_memberships after update of erased_at on user_profiles
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function app.end_memberships();

-- ---------------------------------------------------------------------------------------------------------
-- Owners and callers of these functions
-- ---------------------------------------------------------------------------------------------------------
grant create on schema app to app_guard, app_session_reader, app_steward, app_eraser, app_vault;
alter function app.is_approver() owner to app_guard;
alter function app.is_applying(text, uuid) owner to app_guard;
alter function app.acts_for_office() owner to app_guard;
alter function app.my_holders() owner to app_guard;
alter function app.is_member(uuid) owner to app_guard;
alter function app.acts_for_holder(uuid) owner to app_guard;
alter function app.may_see(uuid, text) owner to app_guard;
alter function app.members_of(uuid) owner to app_guard;
alter function app.readers_of(uuid) owner to app_guard;
alter function app.holders_of(uuid) owner to app_guard;
alter function app.announce_document() owner to app_guard;
alter function app.find_signed_in(text) owner to app_session_reader;
alter function app.set_approver(uuid, boolean) owner to app_steward;
alter function app.person_with(text) owner to app_steward;
alter function app.void_approvals(text, uuid) owner to app_steward;
alter function app.approval_names(uuid[]) owner to app_steward;
alter function app.count_other_approvers() owner to app_steward;
alter function app.end_memberships() owner to app_eraser;
alter function app.keep_in_vault(uuid, uuid, text, bytea, bytea, bytea, text) owner to app_vault;
alter function app.reveal_vault(uuid, uuid) owner to app_vault;
alter function app.vault_of(uuid) owner to app_vault;
revoke create on schema app from app_guard, app_session_reader, app_steward, app_eraser, app_vault;
revoke execute on function app.is_approver(), app.is_applying(text, uuid), app.acts_for_office(), app.my_holders(),
  app.is_member(uuid), app.acts_for_holder(uuid), app.may_see(uuid, text), app.members_of(uuid),
  app.readers_of(uuid), app.holders_of(uuid),
  app.find_signed_in(text), app.set_approver(uuid, boolean), app.person_with(text), app.void_approvals(text, uuid),
  app.approval_names(uuid[]), app.count_other_approvers(), app.end_memberships(), app.guard_approval(),
  app.refuse_removal(), app.guard_holder_document(), app.keep_retained_document(),
  app.keep_in_vault(uuid, uuid, text, bytea, bytea, bytea, text), app.reveal_vault(uuid, uuid), app.vault_of(uuid)
  from public;
grant execute on function app.is_admin(), app.user_id() to app_vault;
grant execute on function app.acts_for_office(), app.acts_for_holder(uuid), app.is_approver() to app_steward;
grant execute on function app.is_approver(), app.my_holders() to app_audit;
grant execute on function app.is_approver(), app.is_applying(text, uuid), app.acts_for_office(), app.my_holders(),
  app.holders_of(uuid), app.is_member(uuid), app.acts_for_holder(uuid), app.may_see(uuid, text), app.set_approver(uuid, boolean),
  app.person_with(text), app.approval_names(uuid[]), app.count_other_approvers(),
  app.keep_in_vault(uuid, uuid, text, bytea, bytea, bytea, text), app.reveal_vault(uuid, uuid), app.vault_of(uuid)
  to app_user;
grant execute on function app.void_approvals(text, uuid), app.readers_of(uuid) to app_user, app_jobs;
