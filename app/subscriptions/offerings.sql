-- Offerings, and what is disclosed about them. Operations: app/subscriptions/server/.

-- An offering of notes. Its name is that of its notes (notes.offering).
create table offerings (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[[:cntrl:]]'),
  -- The kinds of holders that it accepts.
  kinds text[] not null check (cardinality(kinds) between 1 and 20 and kinds <@ array['individual', 'joint_jtwros', 'joint_tic',
    'joint_community', 'revocable_trust', 'irrevocable_trust', 'llc', 'lp', 'corporation', 'sdira', 'solo_401k']),
  state text not null default 'draft' check (state in ('draft', 'open', 'closed')),
  created_by uuid not null references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  closed_at timestamptz
);
create index offerings_creator on offerings (created_by);

-- Administrators, and the approver in the transaction of its approval. Once it was opened, everyone who was accepted.
create policy office_or_accepted_reads on offerings for select to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{offering.open}'))::uuid[])
    or state <> 'draft' and (select app.is_accepted()));
-- An administrator drafts one.
create policy admin_adds on offerings for insert to app_user with check ((select app.is_admin()) and state = 'draft');
-- An administrator; the approver opens it.
create policy office_changes on offerings for update to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{offering.open}'))::uuid[]));
grant select, insert (id, name, kinds), update (name, kinds, state, opened_at, closed_at) on offerings to app_user;
grant select on offerings to app_jobs, app_steward;
-- Its name and kinds change while it isn't open: they were checked when it was opened.
create guard on offerings for app_user refuse 'an offering does not take this step'
  name when old.opened_at is null
  kinds when old.state <> 'open'
  opened_at when new.state = 'open' and old.state <> 'open'
  closed_at when new.state = 'closed' and old.state <> 'closed'
  state;
-- Sets who and when, whatever the statement says.
create trigger stamp before insert on offerings for each row execute function app.stamp_act('created_by', 'created_at');
-- When it was opened.
create trigger stamp_opened before update on offerings for each row execute function app.stamp_act('opened_at');
-- When it was closed.
create trigger stamp_closed before update on offerings for each row execute function app.stamp_act('closed_at');
-- Only steps of the workflow 'offering' (rules/workflows.ts).
create trigger step before update on offerings for each row when (new.state <> old.state) execute function app.guard_step('offering');
-- What was offered, disclosed and read stays.
create trigger refuse_removal before delete or truncate on offerings, disclosures, disclosure_receipts
  execute function app.refuse_removal();

-- An offering's memorandum, number 1, and its supplements: documents of the office, which everyone who was accepted may open.
create table disclosures (
  id uuid primary key default gen_random_uuid(),
  offering_id uuid not null references offerings on delete restrict,
  number integer not null check (number between 1 and 999),
  title text not null check (title = btrim(title) and length(title) between 1 and 150 and title !~ '[[:cntrl:]]'),
  document_id uuid not null unique references documents on delete restrict,
  published_by uuid not null references user_profiles on delete restrict,
  published_at timestamptz not null default now(),
  unique (offering_id, number)
);
create index disclosures_publisher on disclosures (published_by);
-- Elsewhere on this table: reach.sql (reach).

-- As their offering.
create policy with_their_offering on disclosures for select to app_user
  using (exists (select from offerings o where o.id = offering_id));
-- An administrator publishes one.
create policy admin_publishes on disclosures for insert to app_user with check ((select app.is_admin()));
grant select, insert (id, offering_id, number, title, document_id) on disclosures to app_user;
grant select on disclosures to app_jobs, app_steward;
-- What is published stays. It is a PDF of the office's own, and of no holder.
create guard on disclosures refuse 'a disclosure is a PDF of the office'
  new row by app_user when app.is_own_pdf(new.document_id);
-- Sets who and when, whatever the statement says.
create trigger stamp before insert on disclosures for each row execute function app.stamp_act('published_by', 'published_at');

-- Who has read a published disclosure opens it as its owner does (app.disclosed).
create policy accepted_read_disclosures on documents for select to app_user
  using (id = any ((select app.disclosed())::uuid[]) and check_state in ('unchecked', 'clean'));

-- Who was served which disclosure, to its last byte, and has said that they read it.
create table disclosure_receipts (
  disclosure_id uuid not null references disclosures on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  -- The last byte (document_openings).
  served_at timestamptz not null,
  acknowledged_at timestamptz not null default now(),
  primary key (disclosure_id, user_id)
);
create index disclosure_receipts_person on disclosure_receipts (user_id);
-- Their own, and administrators.
create policy own_or_office_reads on disclosure_receipts for select to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
-- Each for themselves.
create policy own_acknowledges on disclosure_receipts for insert to app_user with check (user_id = (select app.user_id()));
grant select, insert (disclosure_id) on disclosure_receipts to app_user;
grant select on disclosure_receipts to app_steward;

-- Who and when are the database's, and so is whether every byte was served.
create or replace function app.stamp_receipt() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') <> 'app_user' then
    return new;
  end if;
  new.user_id := app.user_id();
  new.acknowledged_at := now();
  new.served_at := (select o.opened_at from public.disclosures d join public.document_openings o on o.document_id = d.document_id
    where d.id = new.disclosure_id and o.user_id = new.user_id);
  if new.served_at is null then
    raise exception 'not every byte was served' using errcode = '23514', constraint = 'disclosure_was_served';
  end if;
  return new;
end $$;
create trigger stamp before insert on disclosure_receipts for each row execute function app.stamp_receipt();

-- Functions

-- Whether the current person was accepted, and has open access.
create or replace function app.is_accepted() returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from public.user_profiles p
    where p.id = app.user_id() and p.accepted_at is not null and p.disabled_at is null);
end $$;
alter function app.is_accepted owner to app_guard;
grant execute on function app.is_accepted to app_steward, app_user;

-- Whether a document is a checked PDF that the current person uploaded to their own.
create or replace function app.is_own_pdf(document uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from public.documents d where d.id = document and d.file_type = 'pdf' and d.holder_id is null
    and d.user_id = app.user_id() and d.uploaded_by = d.user_id and d.check_state in ('unchecked', 'clean'));
end $$;
grant execute on function app.is_own_pdf to app_user;

-- Documents that the current person may open because they were published about an offering that was opened.
create or replace function app.disclosed() returns uuid[] language plpgsql stable security definer as $$
begin
  return case when app.is_accepted() then array(select d.document_id from public.disclosures d
    join public.offerings o on o.id = d.offering_id where o.state <> 'draft') else '{}' end;
end $$;
grant execute on function app.disclosed to app_user;

-- How many disclosures of an offering a person hasn't acknowledged: for themselves, and for the office, the person who approves
-- a signature on paper included.
create or replace function app.unread_disclosures(offering uuid, person uuid) returns integer language plpgsql stable security definer as $$
begin
  if person is distinct from app.user_id() and not app.acts_for_office() then
    raise exception 'only the person or the office may ask' using errcode = '42501';
  end if;
  return (select count(*) from public.disclosures d where d.offering_id = offering
    and not exists (select from public.disclosure_receipts r where r.disclosure_id = d.id and r.user_id = person));
end $$;
grant execute on function app.unread_disclosures to app_user;

-- Whether every byte of a document was served to the current person.
create or replace function app.has_been_served(document uuid) returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from public.document_openings o
    where o.document_id = document and o.user_id = app.user_id() and o.opened_at is not null);
end $$;
grant execute on function app.has_been_served to app_user;

-- Why an offering can't open, as far as the database knows; openProblems says it in words.
create or replace function app.offering_problems(offering uuid) returns text[] language plpgsql stable security definer as $$
begin
  if not app.acts_for_office() then
    raise exception 'only the office may ask' using errcode = '42501';
  end if;
  return array(select 'kinds' from public.offerings o where o.id = offering
      and not o.kinds <@ (select f.agreement_kinds from app.fund f)
    union all select 'disclosure' where not exists (select from public.disclosures d where d.offering_id = offering)
    union all select 'wire' where app.wire_in_force() is null
    union all select 'covered' from app.fund f where f.covered_persons_required and exists (select from app.covered_problems()));
end $$;
grant execute on function app.offering_problems to app_user;
