-- Form 1099-INT: what was paid to each payee in a year, as it is furnished to the payee and filed with the IRS.
-- Operations: app/tax/server/.
--
-- A run makes one row for each holder that was paid interest in its year: a form, or why it gets none. A job prepares it, and
-- may prepare it again while it is a draft. Two people furnish it: then the forms can be seen, and nothing of it changes
-- anymore but how a copy reaches its payee. Two people record that it was filed. A correction, or a form that turned out to be
-- due later, is a run of its own for one holder.

create table tax_runs (
  id uuid primary key default gen_random_uuid(),
  year integer not null check (year between 1900 and 2200),
  -- Of one holder: a correction, or a form that came later.
  holder_id uuid references holders on delete restrict,
  corrects uuid,
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  state text not null default 'draft' check (state in ('draft', 'reviewed', 'furnished', 'filed')),
  requested_by uuid references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  -- What was prepared before is prepared again.
  begun_at timestamptz not null default now(),
  prepared_at timestamptz,
  -- Why a form could not be made; nothing is furnished until it is.
  problem text check (length(problem) between 1 and 500),
  reviewed_by uuid references user_profiles on delete restrict,
  reviewed_at timestamptz,
  furnished_by uuid references user_profiles on delete restrict,
  furnished_at timestamptz,
  furnish_approval_id uuid references approvals on delete restrict,
  filed_by uuid references user_profiles on delete restrict,
  -- The day on which the IRS took it, and what it gave as a receipt.
  filed_on date,
  receipt text check (receipt = btrim(receipt) and length(receipt) between 1 and 100),
  file_approval_id uuid references approvals on delete restrict,
  -- Why they were filed although a form and the ledger differed, as the second person read it.
  differs_because text check (differs_because = btrim(differs_because) and length(differs_because) between 1 and 500),
  constraint differing_is_filed check (differs_because is null or state = 'filed'),
  constraint alone_for_a_reason check ((holder_id is null) = (reason is null) and (corrects is null or holder_id is not null)),
  constraint reviewed_by_someone check ((state = 'draft') = (reviewed_by is null) and (reviewed_by is null) = (reviewed_at is null)),
  constraint furnished_by_two check ((state in ('furnished', 'filed')) = (furnished_at is not null)
    and num_nulls(furnished_by, furnished_at, furnish_approval_id) in (0, 3)),
  constraint filed_by_two check ((state = 'filed') = (filed_on is not null)
    and num_nulls(filed_by, filed_on, receipt, file_approval_id) in (0, 4))
);
create unique index tax_runs_once on tax_runs (year) where holder_id is null;
create unique index tax_runs_correction on tax_runs (corrects) where corrects is not null;
create unique index tax_runs_alone on tax_runs (year, holder_id) where holder_id is not null and state in ('draft', 'reviewed');
create index tax_runs_newest on tax_runs (year desc, created_at desc, id desc);
create index tax_runs_holder on tax_runs (holder_id) where holder_id is not null;
create index tax_runs_requester on tax_runs (requested_by) where requested_by is not null;
create index tax_runs_reviewer on tax_runs (reviewed_by) where reviewed_by is not null;
create index tax_runs_furnisher on tax_runs (furnished_by) where furnished_by is not null;
create index tax_runs_filer on tax_runs (filed_by) where filed_by is not null;
create index tax_runs_furnish_approval on tax_runs (furnish_approval_id) where furnish_approval_id is not null;
create index tax_runs_file_approval on tax_runs (file_approval_id) where file_approval_id is not null;
-- Elsewhere on this table: retention.sql (refuse_removal), mail.sql (announce_to_office).

-- Administrators; and, in the transaction of its approval, the approver, who need not be an administrator.
create policy office_reads on tax_runs for select to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{tax.furnish,tax.file}'))::uuid[]));
-- An administrator starts a run, always as a draft.
create policy admin_starts on tax_runs for insert to app_user with check ((select app.is_admin()) and state = 'draft');
-- The same people take its steps.
create policy office_changes on tax_runs for update to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{tax.furnish,tax.file}'))::uuid[]));
-- app_steward: for functions that compare forms with the ledger and check what an approval did. app_jobs prepares.
grant select (id, year, holder_id, state, begun_at, furnish_approval_id, file_approval_id) on tax_runs to app_steward;
grant select, update (prepared_at, problem) on tax_runs to app_jobs;
grant select, insert (id, year, holder_id, corrects, reason), update (state, begun_at, reviewed_by, reviewed_at, furnished_by,
  furnished_at, furnish_approval_id, filed_by, filed_on, receipt, file_approval_id, differs_because) on tax_runs to app_user;
-- What a run is about never changes. `state` changes by its steps alone.
create guard on tax_runs refuse 'a run of tax forms does not take this step'
  -- Nothing of it is prepared anymore once it is furnished.
  begun_at, prepared_at, problem, furnished_by, furnished_at, furnish_approval_id when old.state in ('draft', 'reviewed')
  filed_on, receipt, differs_because when old.state <> 'filed'
  -- Filed forms agree with the ledger, or two people say why they don't. A form that was corrected to nothing means
  -- that its payee gets none.
  state by app_user when new.state <> 'filed' or case when new.differs_because is null
    then not exists (select from app.tax_figures(new.year, case when new.holder_id is not null then array[new.holder_id] end) f
      where f.form_id is not null and (f.form_cents not in (0, f.paid_cents) or f.form_withheld_cents <> f.withheld_cents))
    else exists (select from public.approvals a where a.id = new.file_approval_id and a.content ->> 'why' = new.differs_because) end
  -- The table's constraints tie these to the state.
  reviewed_by, reviewed_at, filed_by, file_approval_id;
-- Sets who and when, whatever the statement says.
create trigger stamp before insert on tax_runs for each row execute function app.stamp_act('requested_by');
create trigger stamp_filed before update on tax_runs for each row execute function app.stamp_act('filed_by');
create trigger stamp_furnished before update on tax_runs for each row
  execute function app.stamp_act('furnished_by', 'furnished_at');
create trigger stamp_reviewed before update on tax_runs for each row execute function app.stamp_act('reviewed_by', 'reviewed_at');
-- Only steps of the workflow 'tax_run' (rules/workflows.ts).
create trigger step before update on tax_runs for each row when (new.state is distinct from old.state)
  execute function app.guard_step('tax_run');

-- What the ledger says of payees in a year, beside the form that each has in force, which was furnished and which no
-- other corrects; and a form that is being prepared for it. What the form has to say: app/tax/mismatch.ts. For
-- administrators, and for the person who carries out an approved filing. Without holders, of all that were paid
-- interest in the year or have a row in its run.
create or replace function app.tax_figures(of_year integer, of_holders uuid[]) returns table (holder_id uuid, number text,
  name text, kind text, form text, classification text, exempt_code integer, paid_cents bigint, withheld_cents bigint,
  form_id uuid, form_cents bigint, form_withheld_cents bigint, correction_id uuid)
language plpgsql stable security definer as $$
begin
  if not (app.is_admin() or app.is_applying('tax.file')) then
    raise exception 'only those who look after tax forms may ask' using errcode = '42501';
  end if;
  return query
    with payees as materialized (
      select o.id from unnest(of_holders) o (id)
      union
      select t.holder_id from public.tax_runs r join public.tax_returns t on t.run_id = r.id where of_holders is null and r.year = of_year
      union
      select e.holder_id from public.ledger_entries e where of_holders is null and e.kind = 'payment'
        and e.relates_to between make_date(of_year, 1, 1) and make_date(of_year, 12, 31))
    select h.id, h.number, h.legal_name, h.kind, p.form, p.classification, p.exempt_code,
      app.interest_paid_in(h.id, of_year), app.withheld_in(h.id, of_year),
      f.id, f.interest_cents, f.withheld_cents, c.id
    from payees y join public.holders h on h.id = y.id left join public.tax_profiles p on p.holder_id = h.id
      left join public.tax_returns f on f.holder_id = h.id and f.year = of_year and f.furnished_at is not null
        and f.document_id is not null and f.corrected_at is null
      left join public.tax_runs c on c.holder_id = h.id and c.year = of_year and c.state in ('draft', 'reviewed')
    order by h.number;
end $$;
grant execute on function app.tax_figures to app_user;

create table tax_returns (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references tax_runs on delete restrict,
  year integer not null,
  holder_id uuid not null references holders on delete restrict,
  -- The person with the folder of its file, and its time stamp: chosen before it is written. Null where no one acts for the holder.
  user_id uuid references user_profiles on delete restrict,
  file_stamp bigint not null check (file_stamp between 1000000000000000 and 9999999999999999),
  -- Why it gets no form. Null until it is prepared, and where it gets one.
  left_out text check (left_out in ('account', 'code', 'corporation', 'foreign', 'threshold', 'nothing')),
  -- Why its form can't be made.
  problem text check (problem in ('address', 'member', 'letters', 'negative')),
  flags text[] not null default '{}' check (flags <@ array['no_number', 'second_notice', 'mismatched', 'unmatched', 'name',
    'came_back_later', 'came_back_earlier', 'unlike_last_year']),
  -- Box 1, box 4, and box 1 of the year before. Cents.
  interest_cents bigint,
  withheld_cents bigint,
  last_year_cents bigint,
  -- As they were when it was prepared, for the form and for the IRS's file.
  name_line1 text,
  name_line2 text,
  address_lines text,
  is_person boolean,
  tin_kind text check (tin_kind in ('ssn', 'itin', 'ein')),
  tin_last4 text check (tin_last4 ~ '^[0-9]{4}$'),
  number_id uuid references vault_numbers on delete restrict,
  is_second_notice boolean not null default false,
  -- SHA-256 of all that it was made of: it says whether something has changed since.
  facts_sha256 text check (facts_sha256 ~ '^[0-9a-f]{64}$'),
  -- Of the PDF.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  document_id uuid references documents on delete restrict,
  prepared_at timestamptz,
  furnished_at timestamptz,
  -- How the copy reaches its payee.
  delivery text check (delivery in ('portal', 'paper')),
  paper_reason text check (paper_reason in ('no_consent', 'bounced', 'asked')),
  paper_due date,
  paper_sent_on date,
  corrects uuid references tax_returns on delete restrict,
  corrected_at timestamptz,
  created_at timestamptz not null default now(),
  unique (run_id, holder_id),
  constraint return_is_whole check (case when prepared_at is null then num_nonnulls(left_out, problem, interest_cents, facts_sha256, document_id) = 0
    else interest_cents is not null and withheld_cents is not null and facts_sha256 is not null
      and num_nonnulls(left_out, problem, document_id) = 1 and (document_id is null) = (sha256 is null) end),
  constraint form_is_not_negative check (document_id is null or interest_cents >= 0 and withheld_cents >= 0),
  constraint delivered_once_furnished check ((delivery is not null) = (furnished_at is not null and document_id is not null)
    and (delivery is not distinct from 'paper') = (paper_reason is not null) and (paper_reason is null) = (paper_due is null)
    and (paper_sent_on is null or paper_due is not null)),
  constraint corrected_once_furnished check (corrected_at is null or furnished_at is not null)
);
create index tax_returns_of_holder on tax_returns (holder_id, year desc);
create index tax_returns_document on tax_returns (document_id) where document_id is not null;
create index tax_returns_person on tax_returns (user_id) where user_id is not null;
create index tax_returns_number on tax_returns (number_id) where number_id is not null;
create unique index tax_returns_corrects on tax_returns (corrects) where corrects is not null;
create index tax_returns_on_paper on tax_returns (paper_due, id) where delivery = 'paper' and paper_sent_on is null;
alter table tax_runs add foreign key (corrects) references tax_returns on delete restrict;
-- Elsewhere on this table: retention.sql (refuse_removal).

-- Administrators; an approver in the transaction of an approval about the holder; and, once it is furnished, the holder's members
-- and its delegates with tax access.
create policy office_or_member_reads on tax_returns for select to app_user using ((select app.is_admin())
  or holder_id = any ((select app.office_owners())::uuid[])
  or furnished_at is not null and document_id is not null and holder_id = any ((select app.my_owners('Tax'))::uuid[]));
-- Administrators, and the approver in the transaction that furnishes. What they change: the guard.
create policy office_changes on tax_returns for update to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[]));
grant select, insert (id, run_id, year, holder_id, user_id, file_stamp, corrects), update (user_id, file_stamp, left_out,
  problem, flags, interest_cents, withheld_cents, last_year_cents, name_line1, name_line2, address_lines, is_person, tin_kind,
  tin_last4, number_id, is_second_notice, facts_sha256, sha256, document_id, prepared_at, delivery, paper_reason, paper_due) on
  tax_returns to app_jobs;
grant select, update (furnished_at, delivery, paper_reason, paper_due, paper_sent_on, corrected_at) on tax_returns to app_user;
-- A form changes while its run is a draft. Two people furnish it, and then only how it reaches its payee changes, and that
-- another one corrects it.
create guard on tax_returns for app_user, app_jobs refuse 'a tax form does not take this step'
  new row when exists (select from public.tax_runs r where r.id = new.run_id and r.state = 'draft' and r.year = new.year)
  user_id, file_stamp, left_out, problem, flags, interest_cents, withheld_cents, last_year_cents, name_line1, name_line2,
    address_lines, is_person, tin_kind, tin_last4, number_id, is_second_notice, facts_sha256, sha256, document_id, prepared_at
    when current_user = 'app_jobs' and exists (select from public.tax_runs r where r.id = new.run_id and r.state = 'draft')
  -- From the portal to the print queue, never the other way round.
  delivery when old.furnished_at is null or new.delivery = 'paper'
  paper_reason, paper_due
  paper_sent_on when old.furnished_at is null or old.paper_sent_on is null
  -- Jobs never furnish or correct.
  furnished_at, corrected_at by app_jobs when false
  furnished_at by app_user when old.furnished_at is null and app.is_applying('tax.furnish', new.run_id)
  corrected_at by app_user when old.corrected_at is null and exists (select from public.tax_returns c
    where c.corrects = new.id and app.is_applying('tax.furnish', c.run_id));

-- The e-mail that notified a member of a form, by its Message-ID. If none can be delivered, the form is printed and
-- mailed.
create table tax_return_mails (
  mail_id uuid primary key,
  return_id uuid not null references tax_returns on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  sent_at timestamptz not null default now()
);
create index tax_return_mails_return on tax_return_mails (return_id);
create index tax_return_mails_holder on tax_return_mails (holder_id);
create index tax_return_mails_person on tax_return_mails (user_id);
-- Elsewhere on this table: retention.sql (refuse_removal).

-- Administrators, and an approver in the transaction of an approval about the holder.
create policy office_reads on tax_return_mails for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[]));
-- Written only in the transaction that furnishes the forms.
create policy office_adds on tax_return_mails for insert to app_user with check ((select app.is_applying('tax.furnish')));
grant select on tax_return_mails to app_jobs;
grant select, insert (mail_id, return_id, holder_id, user_id) on tax_return_mails to app_user;

-- A job files the PDF of a form for its holder, unreleased: only the office sees it until the run is furnished.
create policy tax_forms_are_filed on documents for insert to app_jobs with check (category = 'Tax'
  and holder_id is not null and unreleased and uploaded_by is null and not is_external_link);
-- It deletes the one before when it prepares a form again.
create policy tax_forms_are_replaced on documents for delete to app_jobs
  using (category = 'Tax' and holder_id is not null and unreleased and uploaded_by is null);

-- Functions

-- What was withheld of a holder's payments of a year: account 2030. For functions that may read the ledger.
create or replace function app.withheld_in(holder uuid, of_year integer) returns bigint language sql stable as $$
  select coalesce(sum(l.credit_cents - l.debit_cents), 0)::bigint
  from public.ledger_lines l join public.ledger_entries e on e.id = l.entry_id
    left join public.ledger_entries o on o.id = e.reverses
  where l.holder_id = holder and l.account = 2030 and case when e.undoes is null then coalesce(o.kind, e.kind)
      else (select u.kind from public.ledger_entries u where u.id = e.undoes) end = 'payment'
    and e.relates_to between make_date(of_year, 1, 1) and make_date(of_year, 12, 31)
$$;
grant execute on function app.withheld_in to app_steward;

-- What was withheld of a year's payments and isn't deposited with the IRS yet, in cents; below zero where more was. The
-- key of a deposit says its year (app/tax/server/deposits.ts). For the office, and for the person who carries out an
-- approval; null for others.
create or replace function app.tax_to_deposit(of_year integer) returns bigint language sql stable security definer as $$
  select case when (select app.acts_for_office()) then coalesce(sum(l.credit_cents - l.debit_cents), 0)::bigint end
  from public.ledger_lines l
    -- Lateral, and not flattened: the lines are few, and each entry is found by its key.
    cross join lateral (select n.relates_to, coalesce((select o.idempotency_key from public.ledger_entries o where o.id = n.reverses),
        n.idempotency_key) as key from public.ledger_entries n where n.id = l.entry_id offset 0) e
  where l.account = 2030 and case when l.note_id is null
    then split_part(e.key, ':', 2)::integer = of_year
    else e.relates_to between make_date(of_year, 1, 1) and make_date(of_year, 12, 31) end
$$;
grant execute on function app.tax_to_deposit to app_user;

-- What a holder was paid in a year, less what came back, by the day of payment. For functions that may read the ledger.
create or replace function app.interest_paid_in(holder uuid, of_year integer) returns bigint language sql stable as $$
  select coalesce(-sum(m.interest_cents), 0)::bigint from app.note_movements m
  where m.holder_id = holder and m.about = 'payment'
    and m.relates_to between make_date(of_year, 1, 1) and make_date(of_year, 12, 31)
$$;
grant execute on function app.interest_paid_in to app_steward;

-- The facts that decide whether a holder gets a form for a year; for everyone who may read its tax documents, delegates
-- included.
create or replace function app.payees_on_file(of_year integer) returns table (holder_id uuid, kind text, form text,
  classification text, exempt_code integer, withheld_cents bigint)
language plpgsql stable security definer as $$
begin
  return query select h.id, h.kind, p.form, p.classification, p.exempt_code, app.withheld_in(h.id, of_year)
    from public.holders h left join public.tax_profiles p on p.holder_id = h.id
    where h.id = any (app.my_owners('Tax'));
end $$;
grant select (holder_id, form, classification, exempt_code, updated_at) on tax_profiles to app_steward;
grant execute on function app.my_owners to app_steward;
grant execute on function app.payees_on_file to app_user;

-- The same of all years whose forms were furnished, of only those payees for whom something changed since the forms
-- were begun: in the ledger, in the form on file, or in who the holder is. For administrators.
create or replace function app.changed_tax_figures() returns table (year integer, run_id uuid, holder_id uuid, number text,
  name text, kind text, form text, classification text, exempt_code integer, paid_cents bigint, withheld_cents bigint,
  form_id uuid, form_cents bigint, form_withheld_cents bigint, correction_id uuid)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query
    select r.year, r.id, f.* from public.tax_runs r
      cross join lateral (select array(
        -- As the index ledger_entries_late has them.
        select e.holder_id from public.ledger_entries e
          where e.relates_to between make_date(r.year, 1, 1) and make_date(r.year, 12, 31) and e.created_at >= r.begun_at
            and (e.created_at at time zone 'UTC')::date > make_date(extract(year from e.relates_to)::integer, 12, 29)
        union
        select p.holder_id from public.tax_profiles p join public.tax_returns t on t.holder_id = p.holder_id and t.year = r.year
          where p.updated_at >= r.begun_at
        union
        select a.holder_id from public.approvals a where a.decided_at >= r.begun_at and a.kind = 'holder.identity'
          and a.decision = 'approved' and a.holder_id is not null) as holders) changed
      cross join lateral app.tax_figures(r.year, changed.holders) f
    where r.holder_id is null and r.state in ('furnished', 'filed') and changed.holders <> '{}'
    order by r.year desc, f.number;
end $$;
grant execute on function app.changed_tax_figures to app_user;
