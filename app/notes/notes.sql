-- Promissory notes, who signed them, their schedules, what happens at maturity, and files of existing notes to import.
-- Operations: app/notes/server/, app/register/server/.
--
-- Money is in cents, rates are in basis points, days are civil dates of the fund's time zone, which is never ahead of UTC:
-- so UTC's date is the latest "today" that the database accepts.

-- A note. States and steps: the workflow 'note' (rules/workflows.ts); what freezes with its signature: app.guard_note_terms.
create table notes (
  id uuid primary key default gen_random_uuid(),
  -- Such as LK-2026-0001.
  number text not null unique check (number ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  holder_id uuid not null references holders on delete restrict,
  offering text not null check (offering = btrim(offering) and length(offering) between 1 and 200 and offering !~ '[[:cntrl:]]'),
  principal_cents bigint not null check (principal_cents between 1 and 100000000000000),
  rate_bp integer not null check (rate_bp between 1 and 10000),
  term_months integer not null check (term_months in (12, 24)),
  payout text not null check (payout in ('monthly', 'quarterly', 'annually')),
  day_count text not null check (day_count in ('30/360', 'actual/365')),
  convention text not null default 'following' check (convention in ('following', 'modified_following', 'preceding')),
  -- In a draft the planned day, if one is; from `funded` on the day from which interest runs.
  issue_date date check (issue_date between '2000-01-01' and '2100-12-31'),
  -- Null: counted from the issue date.
  first_payment_date date,
  maturity_date date,
  -- The state of the sale, for blue-sky laws: two letters. None in drafts, and in notes signed before the form had it.
  sale_state text check (sale_state ~ '^[A-Z]{2}$'),
  default_rate_bp integer check (default_rate_bp between 1 and 10000),
  early_redemption text check (length(early_redemption) between 1 and 2000),
  -- The note that this one renews, or continues for a new holder.
  predecessor_id uuid references notes on delete restrict,
  -- A name for the payee's account, never its number.
  payee text check (length(payee) between 1 and 200 and payee !~ '[[:cntrl:]]'),
  -- The terms as they were signed, and their SHA-256; the database writes both (app.guard_note_terms).
  terms jsonb,
  terms_sha256 bytea,
  state text not null default 'draft' check (state in ('draft', 'signed', 'funded', 'current', 'matured', 'paid',
    'renewed', 'transferred', 'defaulted', 'cancelled')),
  signed_at timestamptz,
  funded_at timestamptz,
  closed_at timestamptz,
  -- The day on which it was paid, renewed, transferred or canceled.
  closed_on date,
  close_reason text check (length(close_reason) between 1 and 500),
  created_at timestamptz not null default now(),
  created_by uuid references user_profiles on delete restrict,
  -- Of the schedule that applies; 0 while there is none.
  version integer not null default 0 check (version >= 0),
  -- The due date of the first line with interest that the ledger doesn't have yet; null once it has all.
  next_due_on date,
  -- The sentences of the agreement that the register's rules rest on, frozen with the terms. None in notes signed
  -- before they were recorded, nor in imported ones.
  clauses text[] check (cardinality(clauses) between 1 and 20 and array_position(clauses, null) is null
    and length(array_to_string(clauses, '')) between 1 and 10000),
  -- Days unpaid after which a default can be declared; and days before maturity of the notice, the first and the second
  -- reminder, and the last choice. The fund's values when the note was written, frozen with its terms; null in older
  -- notes until a job has filled them in.
  grace_days integer check (grace_days >= 0),
  maturity_days integer[] check (cardinality(maturity_days) = 4 and array_position(maturity_days, null) is null
    and 0 <= maturity_days[4] and maturity_days[4] < maturity_days[3] and maturity_days[3] < maturity_days[2]
    and maturity_days[2] < maturity_days[1]),
  constraint days_are_together check ((grace_days is null) = (maturity_days is null)),
  constraint terms_are_frozen check ((terms is null) = (terms_sha256 is null)
    and (terms is not null or state in ('draft', 'cancelled')) and (signed_at is not null or state in ('draft', 'cancelled'))),
  constraint funded_has_dates check (state in ('draft', 'signed', 'cancelled')
    or (issue_date is not null and maturity_date is not null and funded_at is not null and version > 0)),
  constraint closed_has_its_day check ((state in ('paid', 'renewed', 'transferred', 'cancelled')) = (closed_at is not null)
    and (closed_at is null) = (closed_on is null))
);
create index notes_of_holder on notes (holder_id, created_at);
create index notes_by_offering on notes (offering, number);
create index notes_in_state on notes (state, number);
create index notes_maturing on notes (maturity_date, id) where state in ('funded', 'current', 'matured', 'defaulted');
create index notes_with_dues on notes (next_due_on) where next_due_on is not null;
create index notes_awaiting_funds on notes (signed_at) where state = 'signed';
create index notes_awaiting_issue on notes (issue_date) where state = 'funded';
create index notes_newest on notes (created_at desc, id desc);
-- One successor at most.
create unique index notes_successor on notes (predecessor_id) where predecessor_id is not null and state <> 'cancelled';
create index notes_predecessor on notes (predecessor_id) where predecessor_id is not null;
create index notes_issued on notes (issue_date) where funded_at is not null;
create index notes_closed on notes (closed_on) where closed_on is not null;
create index notes_creator on notes (created_by);
create index notes_without_days on notes (id) where grace_days is null;
create index notes_of_amount on notes (principal_cents);
-- Elsewhere on this table: retention.sql (refuse_removal), wire-instructions.sql (close_wire), sanctions.sql (guard_sold_to),
-- subscriptions.sql (follow_subscription), mail.sql (announce_to_office).

-- Members see a note once it is signed.
create policy office_or_member_reads on notes for select to app_user
  using ((select app.reads_register()) or holder_id = any ((select app.my_owners())::uuid[]) and terms is not null
    or holder_id = any ((select app.office_owners())::uuid[]));
-- Administrators write drafts; an approver adds a successor, or the notes of an import, in the transaction of the approval.
create policy office_adds on notes for insert to app_user with check ((select app.acts_for_office()));
-- Administrators, the approver of an import, and an approver in the transaction of an approval about the holder. What of it: the
-- guards.
create policy office_changes on notes for update to app_user
  using ((select app.reads_register()) or holder_id = any ((select app.office_owners())::uuid[]));
grant select on notes to app_audit, app_steward;
grant select (id, number, holder_id, principal_cents, version, closed_at) on notes to app_directory;
grant select, update (state, closed_at, closed_on, close_reason, next_due_on, grace_days, maturity_days) on notes to app_jobs;
grant select, insert (id, number, holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count,
  convention, issue_date, first_payment_date, maturity_date, sale_state, default_rate_bp, early_redemption,
  predecessor_id, payee, state, signed_at, funded_at, closed_at, closed_on, close_reason, version, next_due_on, clauses,
  grace_days, maturity_days),
  update (holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count, convention, issue_date,
  first_payment_date, maturity_date, sale_state, default_rate_bp, early_redemption, payee, state, signed_at,
  funded_at, closed_at, closed_on, close_reason, version, next_due_on, clauses, grace_days, maturity_days)
  on notes to app_user;
-- A note's identity never changes. What of it freezes when it is signed: app.guard_note_terms, which runs after this.
create guard on notes refuse 'this of a note does not change'
  -- Which schedule applies, and what of it is still to fall due, follows from what two people agree on.
  version, next_due_on by app_user when app.is_applying()
  holder_id, offering, principal_cents, rate_bp, term_months, payout, day_count, convention, issue_date, first_payment_date,
    maturity_date, sale_state, default_rate_bp, early_redemption, payee, terms, terms_sha256, state, signed_at, funded_at,
    closed_at, closed_on, close_reason, clauses, grace_days, maturity_days;
-- Only steps of the workflow 'note' (rules/workflows.ts).
create trigger step before update on notes for each row when (new.state <> old.state) execute function app.guard_step('note');
alter table notes enable always trigger step;

-- Notes: terms that were signed stay as they are.
create or replace function app.guard_note_terms() returns trigger language plpgsql security definer as $$
declare
  -- From outside: current_user is app_steward in here.
  caller text := current_setting('role');
begin
  -- A note that was signed without these days gets them from a job, once.
  if tg_op = 'UPDATE' and old.state <> 'draft' and (caller = 'app_user' or old.grace_days is not null)
    and row(new.grace_days, new.maturity_days) is distinct from row(old.grace_days, old.maturity_days)
  then
    raise exception 'the days of a signed note are frozen' using errcode = '23514', constraint = 'note_terms_are_frozen';
  end if;
  -- Two people have recorded that another first payment was agreed on: frozen again, with what was signed otherwise.
  if tg_op = 'UPDATE' and old.state = 'signed' and new.first_payment_date is distinct from old.first_payment_date
    and caller = 'app_user' and app.is_applying('note.first_payment', new.id)
    and app.terms_of(new) - 'first_payment_date' = app.terms_of(old) - 'first_payment_date'
    and row(new.state, new.terms, new.terms_sha256, new.signed_at)
      is not distinct from row(old.state, old.terms, old.terms_sha256, old.signed_at)
  then
    new.terms := old.terms || jsonb_build_object('first_payment_date', new.first_payment_date);
    new.terms_sha256 := sha256(convert_to(new.terms::text, 'UTF8'));
    return new;
  end if;
  if tg_op = 'UPDATE' and old.state <> 'draft' then
    if app.terms_of(new) is distinct from app.terms_of(old) or new.terms is distinct from old.terms
      or new.terms_sha256 is distinct from old.terms_sha256 or new.signed_at is distinct from old.signed_at
    then
      raise exception 'the terms of a signed note are frozen' using errcode = '23514', constraint = 'note_terms_are_frozen';
    end if;
    if row(new.issue_date, new.maturity_date, new.funded_at)
      is distinct from row(old.issue_date, old.maturity_date, old.funded_at) and old.state <> 'signed'
      -- Its funding is undone.
      and new.state <> 'signed'
    then
      raise exception 'the dates of a funded note are frozen' using errcode = '23514', constraint = 'note_terms_are_frozen';
    end if;
  end if;
  -- A draft with a signature. Terms that an older draft lacks are filled in when it is frozen, or by a job.
  if tg_op = 'UPDATE' and old.state = 'draft' and app.terms_of(old) <> (case
      when new.state = 'draft' and caller = 'app_user' then app.terms_of(new)
      else app.terms_of(new) - array(
        select jsonb_object_keys(app.terms_of(new)) except select jsonb_object_keys(app.terms_of(old))) end)
    and exists (select from public.note_signers g where g.note_id = new.id)
  then
    raise exception 'terms with a signature stay' using errcode = '23514', constraint = 'note_signed_terms_stay';
  end if;
  if new.state <> 'draft' and (tg_op = 'INSERT' or old.state = 'draft' and new.state <> 'cancelled') then
    -- Notices under blue-sky laws name every state. A note signed before this requirement has no state.
    if new.sale_state is null then
      raise exception 'a sale needs a state' using errcode = '23514', constraint = 'note_sale_has_its_state';
    end if;
    new.signed_at := coalesce(new.signed_at, now());
    new.terms := app.terms_of(new) || jsonb_build_object('holder', app.legal_name_of(new.holder_id));
    new.terms_sha256 := sha256(convert_to(new.terms::text, 'UTF8'));
  end if;

  if tg_op = 'INSERT' and caller = 'app_user' then
    new.created_by := app.user_id();
    -- A successor, or an imported note.
    if new.state <> 'draft' and not (case when new.predecessor_id is null then app.is_applying('register.import')
      else app.is_applying(null, new.predecessor_id) end)
    then
      raise exception 'a note begins as a draft' using errcode = '42501';
    end if;
  end if;
  return new;
end $$;
create trigger guard_terms before insert or update on notes for each row execute function app.guard_note_terms();
alter table notes enable always trigger guard_terms;

-- A note that a job cancels is in the log, too: jobs write no entries themselves.
create or replace function app.record_cancellation() returns trigger language plpgsql security definer as $$
begin
  if current_setting('role') = 'app_jobs' then
    insert into public.audit_log (actor_role, action, subject_id, details)
      values ('system', 'note.cancelled', new.id::text,
        jsonb_build_object('number', new.number, 'holder_id', new.holder_id, 'reason', new.close_reason));
  end if;
  return null;
end $$;
alter function app.record_cancellation owner to app_audit;
create trigger record_cancellation after update of state on notes
  for each row when (new.state = 'cancelled' and old.state <> 'cancelled') execute function app.record_cancellation();

-- A sale that could have been made here was verified nowhere here: two people have read its number, and why it is imported.
create or replace function app.guard_imported_notes() returns trigger language plpgsql security definer as $$
declare
  new_from date;
begin
  if current_setting('role') = 'app_user' and exists (select from added a where a.state <> 'draft' and a.predecessor_id is null) then
    new_from := app.imports_are_new_from();
    if exists (select from added a where a.state <> 'draft' and a.predecessor_id is null and a.issue_date >= new_from
      and not exists (select from public.approvals p where p.kind = 'register.import' and p.decision = 'approved'
        and p.decided_by = app.user_id() and p.decided_at = now()
        and p.content -> 'new_notes' @> jsonb_build_array(jsonb_build_object('note', a.number))))
    then
      raise exception 'a new note is written here, or named where it is imported'
        using errcode = '23514', constraint = 'imported_note_is_history';
    end if;
  end if;
  return null;
end $$;
create trigger guard_imported after insert on notes referencing new table as added for each statement
  execute function app.guard_imported_notes();

-- The last number of each year.
create table app.note_counters (
  year integer primary key,
  last integer not null
);

grant select, insert, update on app.note_counters to app_steward;

-- Who has signed a note, as the office has recorded it.
create table note_signers (
  note_id uuid not null references notes on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  signed_at timestamptz not null,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now(),
  -- The signed document.
  document_id uuid references documents on delete set null,
  primary key (note_id, user_id)
);
create index note_signers_person on note_signers (user_id);
create index note_signers_recorder on note_signers (recorded_by);
create index note_signers_document on note_signers (document_id) where document_id is not null;

-- Who sees a note sees who signed it, and its documents.
create policy with_their_note on note_signers, note_papers for select to app_user
  using (exists (select from notes n where n.id = note_id));
-- An administrator records a signature; where it takes two people, the approver.
create policy office_records on note_signers for insert to app_user
  with check ((select app.is_admin()) or app.is_applying('note.signature', note_id));
-- The same people remove one, while the note is a draft (app.guard_signer).
create policy office_removes on note_signers for delete to app_user
  using ((select app.is_admin()) or app.is_applying('note.signature', note_id));
grant select, insert (note_id, user_id, signed_at, document_id), delete on note_signers to app_user;
grant select on note_signers to app_steward;

-- Signatures are recorded and removed while a note is a draft. Its terms change once they are removed (app.guard_note_terms).
create or replace function app.guard_signer() returns trigger language plpgsql as $$
begin
  if (select n.state from public.notes n where n.id = coalesce(new.note_id, old.note_id)) <> 'draft' then
    raise exception 'signatures of a signed note stay' using errcode = '42501';
  end if;
  if current_user = 'app_user' and tg_op = 'INSERT' then
    new.recorded_by := app.user_id();
    -- Otherwise one person moves the day of a sale: it is that of the last signature.
    if app.signature_takes_two(new.note_id, new.user_id, app.signature_day(new))
      and not app.is_applying('note.signature', new.note_id)
    then
      raise exception 'another day of a signature takes two people' using errcode = '42501';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger guard before insert or delete on note_signers for each row execute function app.guard_signer();
alter table note_signers enable always trigger guard;

-- A signature that is removed is recorded, so that another one in its place is recognized as one.
create or replace function app.record_voided_signature() returns trigger language plpgsql security definer as $$
begin
  insert into public.note_signatures_voided (note_id, user_id, signed_on, recorded_by, recorded_at, voided_by)
    values (old.note_id, old.user_id, app.signature_day(old), old.recorded_by, old.recorded_at, app.user_id());
  return null;
end $$;
create trigger keep_voided after delete on note_signers for each row execute function app.record_voided_signature();
alter table note_signers enable always trigger keep_voided;

-- Signatures that no longer count: the draft was changed after them, or another day took the place of theirs. A signature
-- after them, on another day or of another person, takes two people (app.guard_signer).
create table note_signatures_voided (
  id uuid primary key default gen_random_uuid(),
  note_id uuid not null references notes on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  signed_on date not null,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null,
  -- Null where the database's owner removed it.
  voided_by uuid references user_profiles on delete restrict,
  voided_at timestamptz not null default now()
);
create index note_signatures_voided_of_note on note_signatures_voided (note_id, user_id);
create index note_signatures_voided_person on note_signatures_voided (user_id);
create index note_signatures_voided_recorder on note_signatures_voided (recorded_by);
create index note_signatures_voided_voider on note_signatures_voided (voided_by) where voided_by is not null;
-- Elsewhere on this table: retention.sql (refuse_change).

-- Administrators, and the approver of a signature. Written by the trigger that removes a signature alone.
create policy office_reads on note_signatures_voided for select to app_user
  using ((select app.is_admin()) or app.is_applying('note.signature', note_id));
grant select on note_signatures_voided to app_user;
grant insert on note_signatures_voided to app_steward;

-- When which interest and principal is due. Earlier versions stay. A later version repeats the lines that
-- were due before it, with their numbers: so a note and a number identify a line in every version.
create table schedule_lines (
  note_id uuid not null references notes on delete restrict,
  version integer not null check (version > 0),
  n integer not null check (n > 0),
  holder_id uuid not null references holders on delete restrict,
  start_date date not null,
  due_date date not null,
  pay_date date not null,
  days integer not null check (days > 0),
  is_stub boolean not null,
  interest_cents bigint not null check (interest_cents >= 0),
  principal_cents bigint not null default 0 check (principal_cents >= 0),
  -- Late interest that was paid while its principal came back: it comes off what that principal earns. Below zero where it has
  -- come off what fell due with a payment.
  credit_cents bigint not null default 0,
  primary key (note_id, version, n),
  constraint due_follows_start check (due_date > start_date)
);
create index schedule_lines_due on schedule_lines (due_date, note_id);
create index schedule_lines_pay on schedule_lines (pay_date, note_id);
create index schedule_lines_of_holder on schedule_lines (holder_id, due_date);
create index schedule_lines_of_amount on schedule_lines (interest_cents);
create index schedule_lines_of_credit on schedule_lines (note_id, version) where credit_cents <> 0;
-- Elsewhere on this table: retention.sql (refuse_change).

-- Seen like their notes: by administrators, the approver of an import, members, and an approver in the transaction of an approval
-- about the holder.
create policy office_or_member_reads on schedule_lines, elections for select to app_user
  using ((select app.reads_register()) or holder_id = any ((select app.my_owners())::uuid[])
    or holder_id = any ((select app.office_owners())::uuid[]));
-- A schedule takes two people: it is written in the transaction of an approval.
create policy office_adds on schedule_lines for insert to app_user with check ((select app.is_applying()));
grant select, insert on schedule_lines to app_user;
grant select on schedule_lines to app_audit, app_jobs, app_steward;
grant select (note_id, version, interest_cents) on schedule_lines to app_directory;

-- What a note's holder wants at maturity. A member makes it; silence pays out.
create table elections (
  id uuid primary key default gen_random_uuid(),
  note_id uuid not null references notes on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  choice text not null check (choice in ('withdraw', 'renew', 'renew_part', 'other_term')),
  renew_cents bigint check (renew_cents > 0),
  new_term_months integer check (new_term_months in (12, 24)),
  made_by uuid not null references user_profiles on delete restrict,
  made_at timestamptz not null default now(),
  -- Made after the election had closed: it counts once two people of the office have agreed.
  is_late boolean not null default false,
  approval_id uuid references approvals on delete restrict,
  superseded_at timestamptz,
  constraint part_has_its_amount check ((choice = 'renew_part') = (renew_cents is not null)),
  constraint other_term_is_named check ((choice = 'other_term') = (new_term_months is not null))
);
create unique index elections_in_force on elections (note_id)
  where superseded_at is null and (not is_late or approval_id is not null);
create unique index elections_late on elections (note_id) where superseded_at is null and is_late and approval_id is null;
create index elections_of_note on elections (note_id, made_at);
create index elections_of_holder on elections (holder_id);
create index elections_maker on elections (made_by);
create index elections_approval on elections (approval_id) where approval_id is not null;
-- With schedule_lines, above: office_or_member_reads.
-- Elsewhere on this table: retention.sql (refuse_removal).

-- A member who acts for the holder, in their own name (trigger stamp).
create policy member_elects on elections for insert to app_user with check (app.acts_for_holder(holder_id));
-- A member replaces their choice; an approver accepts a late one, or ends what belongs to a funding, transfer or renewal that is
-- undone.
create policy member_or_office_changes on elections for update to app_user
  using (app.acts_for_holder(holder_id) or (select app.is_applying('election.accept'))
    or (select app.is_applying('note.unfund')) or (select app.is_applying('note.untransfer'))
    or (select app.is_applying('note.unrenew')));
grant select on elections to app_jobs, app_steward;
grant select, insert (id, note_id, holder_id, choice, renew_cents, new_term_months, is_late), update (approval_id,
  superseded_at) on elections to app_user;
-- What was chosen stays; a later choice takes its place.
create guard on elections refuse 'an election does not take this step'
  superseded_at when old.superseded_at is null
  approval_id when old.approval_id is null and old.superseded_at is null;
-- Sets who and when, whatever the statement says.
create trigger stamp before insert on elections for each row execute function app.stamp_act('made_by', 'made_at');
-- Only steps of the workflow 'election' (rules/workflows.ts).
create trigger step before insert or update on elections for each row execute function app.guard_step('election');
alter table elections enable always trigger step;

-- Whether a choice is late is the database's to say.
create or replace function app.stamp_election() returns trigger language plpgsql as $$
begin
  new.is_late := (select app.has_election_closed(n.maturity_date, n.maturity_days) from public.notes n where n.id = new.note_id);
  return new;
end $$;
create trigger late before insert on elections for each row when (current_user = 'app_user')
  execute function app.stamp_election();

-- Which notices about its maturity a note's holder has been sent. Once its funding is undone and it is funded again, they are of
-- another maturity, and are sent again.
create table maturity_notices (
  note_id uuid not null references notes on delete restrict,
  kind text not null check (kind in ('notice', 'first_reminder', 'second_reminder')),
  sent_at timestamptz not null default now(),
  primary key (note_id, kind, sent_at)
);
-- Elsewhere on this table: retention.sql (refuse_change).

-- Administrators, and an approver in the transaction of an approval. A job writes them.
create policy office_reads on maturity_notices for select to app_user using ((select app.acts_for_office()));
grant select, insert (note_id, kind) on maturity_notices to app_jobs;
grant select on maturity_notices to app_steward, app_user;

-- A file of existing notes, and what became of it.
create table import_batches (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (length(filename) between 1 and 255),
  -- The file, as it was checked.
  content text not null check (length(content) between 1 and 10000000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The people who act for its new holders, by their e-mail addresses: {"jane@example.com": "their id"}.
  members jsonb not null check (jsonb_typeof(members) = 'object'),
  created_at timestamptz not null default now(),
  created_by uuid not null references user_profiles on delete restrict,
  -- When it was approved, and its notes were written.
  imported_at timestamptz
);
create index import_batches_creator on import_batches (created_by);
create index import_batches_newest on import_batches (created_at desc);
-- Elsewhere on this table: retention.sql (refuse_removal).

-- Administrators; and, in the transaction of its approval, the approver, who need not be an administrator.
create policy office_reads on import_batches for select to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{register.import}'))::uuid[]));
-- An administrator uploads a file that was checked.
create policy admin_adds on import_batches for insert to app_user with check ((select app.is_admin()));
-- The approver marks it as imported, in the transaction of the approval.
create policy office_imports on import_batches for update to app_user using ((select app.is_applying('register.import')));
grant select, insert (id, filename, content, sha256, members), update (imported_at) on import_batches to app_user;
-- A file is imported once, as it was approved.
create guard on import_batches for app_user refuse 'a file is imported once, as it was approved'
  any change when old.imported_at is null and app.is_applying('register.import', old.id)
  imported_at;
-- Sets who and when, whatever the statement says.
create trigger stamp_created before insert on import_batches for each row
  execute function app.stamp_act('created_by', 'created_at');
create trigger stamp_imported before update on import_batches for each row execute function app.stamp_act('imported_at');

-- The documents filed with a note, such as the signed note itself: documents of its holder. A signature names one while
-- a note is a draft; those that came by import, renewal or transfer get theirs here.
create table note_papers (
  note_id uuid not null references notes on delete restrict,
  -- A filed document stays while the note does.
  document_id uuid not null references documents on delete restrict,
  filed_by uuid not null references user_profiles on delete restrict,
  filed_at timestamptz not null default now(),
  primary key (note_id, document_id)
);
create index note_papers_document on note_papers (document_id);
create index note_papers_filer on note_papers (filed_by);
-- With note_signers, above: with_their_note.
-- Elsewhere on this table: reach.sql (reach).

-- An administrator files a document with a note.
create policy office_files on note_papers for insert to app_user with check ((select app.is_admin()));
-- An administrator takes it off again.
create policy office_removes on note_papers for delete to app_user using ((select app.is_admin()));
grant select, insert (note_id, document_id), delete on note_papers to app_user;
grant select on note_papers to app_steward;
-- Members of a holder see only its own documents, so a note is filed with no other's.
create guard on note_papers refuse 'this document is not of the note’s holder'
  new row when exists (select from public.documents d join public.notes n on n.holder_id = d.holder_id
    where d.id = new.document_id and n.id = new.note_id);
-- Sets who, whatever the statement says.
create trigger stamp before insert on note_papers for each row execute function app.stamp_act('filed_by');

-- What was filed about an offering's sales: Form D and its amendments with the SEC, and the notices of states. A mistake is
-- withdrawn, and stays.
create table sale_filings (
  id uuid primary key default gen_random_uuid(),
  offering text not null check (length(offering) between 1 and 200),
  kind text not null check (kind in ('form_d', 'amendment', 'notice')),
  -- Two letters, of a notice.
  state text check (state ~ '^[A-Z]{2}$'),
  filed_on date not null,
  -- The number under which it was received, such as EDGAR's accession number; null until it is known.
  receipt text check (receipt = btrim(receipt) and length(receipt) between 1 and 200 and receipt !~ '[[:cntrl:]]'),
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now(),
  withdrawn_by uuid references user_profiles on delete restrict,
  withdrawn_at timestamptz,
  constraint notice_has_its_state check ((kind = 'notice') = (state is not null)),
  constraint withdrawn_by_someone check ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index sale_filings_once on sale_filings (offering, kind, coalesce(state, ''), filed_on) where withdrawn_at is null;
create index sale_filings_recorder on sale_filings (recorded_by);
create index sale_filings_withdrawer on sale_filings (withdrawn_by) where withdrawn_by is not null;

-- Administrators alone read filings.
create policy admin_reads on sale_filings for select to app_user using ((select app.is_admin()));
-- An administrator records one.
create policy admin_records on sale_filings for insert to app_user with check ((select app.is_admin()));
-- An administrator adds its receipt, or withdraws it.
create policy admin_marks on sale_filings for update to app_user using ((select app.is_admin()));
grant select, insert (id, offering, kind, state, filed_on, receipt), update (receipt, withdrawn_at) on sale_filings to app_user;
-- A filing gets its receipt once, and may be withdrawn once.
create guard on sale_filings for app_user refuse 'a filing stays as it was recorded'
  any change when old.withdrawn_at is null
  receipt when old.receipt is null
  withdrawn_at;
-- Sets who and when, whatever the statement says.
create trigger stamp_recorded before insert on sale_filings for each row execute function app.stamp_act('recorded_by');
create trigger stamp_withdrawn before update on sale_filings for each row
  execute function app.stamp_act('withdrawn_by', 'withdrawn_at');

-- Functions

-- Steps of investing that these owners have reached, as row-level security shows it to the current person: whether
-- there is a signing link to sign, whether a link or a note is signed, and whether a note was funded.
create or replace function app.investing_reached(owners uuid[])
returns table (has_to_sign boolean, has_signed boolean, has_funded boolean) language plpgsql stable as $$
begin
  select coalesce(bool_or(d.signing_state in ('sent', 'opened')), false),
      coalesce(bool_or(d.signing_state in ('said_signed', 'confirmed')), false) into has_to_sign, has_signed
    from public.documents d where d.owner_id = any (owners) and d.signing_state is not null;
  has_funded := false;
  -- A person alone holds no note.
  if cardinality(owners) > 1 then
    select has_signed or coalesce(bool_or(n.state = 'signed'), false), coalesce(bool_or(n.funded_at is not null), false)
      into has_signed, has_funded from public.notes n where n.holder_id = any (owners);
  end if;
  return next;
end $$;
grant execute on function app.investing_reached to app_user;

-- Whether as many current members have signed as the holder's rule requires.
create or replace function app.is_signed(note uuid) returns boolean language sql stable security definer as $$
  select case h.signing_rule when 'all' then s.signed > 0 and s.signed = s.of when 'any_two' then s.signed >= least(2, s.of) and s.signed > 0
      else s.signed > 0 end
    from public.notes n join public.holders h on h.id = n.holder_id
      cross join lateral (select count(*) as of, count(g.user_id) as signed from public.holder_members m
        left join public.note_signers g on g.note_id = n.id and g.user_id = m.user_id
        where m.holder_id = n.holder_id and m.ended_at is null and m.member_right <> 'viewer') s
    where n.id = note and (current_setting('role') <> 'app_user' or app.acts_for_office())
$$;
grant execute on function app.is_signed to app_user;

-- The day of a signature. It was recorded as a day, which began at midnight wherever the database is.
create or replace function app.signature_day(signer public.note_signers) returns date language sql immutable as $$
  select ((signer.signed_at + interval '12 hours') at time zone 'UTC')::date
$$;
grant execute on function app.signature_day to app_steward, app_user;

-- The day of the last signature on a note; null without any.
create or replace function app.last_signature(note uuid) returns date language sql stable as $$
  select max(app.signature_day(g)) from public.note_signers g where g.note_id = note
$$;
grant execute on function app.last_signature to app_steward, app_user;

-- Whether a signature takes two people: the person's is recorded with another day, or one of this note no longer counts and
-- this isn't the same again.
create or replace function app.signature_takes_two(note uuid, person uuid, day date) returns boolean language sql stable as $$
  select case when exists (select from public.note_signers g where g.note_id = note and g.user_id = person)
      then exists (select from public.note_signers g
        where g.note_id = note and g.user_id = person and app.signature_day(g) <> day)
    else exists (select from public.note_signatures_voided v where v.note_id = note
        and not exists (select from public.note_signers g where g.note_id = note and g.user_id = v.user_id))
      and day is distinct from (select v.signed_on from public.note_signatures_voided v
        where v.note_id = note and v.user_id = person order by v.voided_at desc, v.recorded_at desc limit 1) end
$$;
grant execute on function app.signature_takes_two to app_user;

-- The day of a sale: its holder was bound by the last signature, whenever the office recorded it. A note that no one signed
-- here was renewed, or came by import as it was issued.
create or replace function app.sold_on(note public.notes) returns date language sql stable as $$
  select coalesce(app.last_signature(note.id), app.fund_day(note.signed_at), note.issue_date)
$$;
grant execute on function app.sold_on to app_steward, app_user;

-- The first day of a note's verification, where that is after its money arrived, or after a sale that was locked
-- without an approved reason; else null.
create or replace function app.verified_after(note uuid, money date) returns date
language sql stable security definer as $$
  select a.valid_from from public.reliances r join public.accreditations a on a.id = r.accreditation_id
      join public.notes n on n.id = r.note_id
    where r.note_id = note
      and a.valid_from > least(money, case when r.relied_on <> app.sold_on(n) then app.sold_on(n) end)
      and (current_setting('role') <> 'app_user' or app.acts_for_office())
$$;
grant execute on function app.verified_after to app_user;

-- The terms that are signed, of the columns that have them.
create or replace function app.terms_of(note public.notes) returns jsonb language sql stable as $$
  select jsonb_build_object('number', note.number, 'holder_id', note.holder_id, 'offering', note.offering,
    'principal_cents', note.principal_cents::text, 'rate_bp', note.rate_bp, 'term_months', note.term_months,
    'payout', note.payout, 'day_count', note.day_count, 'convention', note.convention,
    'first_payment_date', note.first_payment_date, 'sale_state', note.sale_state,
    'default_rate_bp', note.default_rate_bp, 'early_redemption', note.early_redemption,
    'predecessor_id', note.predecessor_id, 'payee', note.payee)
    -- Terms that were frozen without these columns have the same hash as before.
    || case when note.clauses is null then '{}'::jsonb else jsonb_build_object('clauses', note.clauses) end
    || case when note.grace_days is null or note.terms is not null and not note.terms ? 'grace_days' then '{}'::jsonb
      else jsonb_build_object('grace_days', note.grace_days, 'maturity_days', note.maturity_days) end
$$;
grant execute on function app.terms_of to app_audit, app_steward;

-- The next numbers of a year, such as LK-2026-0001. They are taken when the transaction commits.
create or replace function app.next_note_numbers(prefix text, year integer, amount integer) returns text[]
language plpgsql security definer as $$
declare
  numbers text[] := '{}';
  counter integer;
begin
  if not app.acts_for_office() then
    raise exception 'only the office numbers notes' using errcode = '42501';
  end if;
  insert into app.note_counters as c values (next_note_numbers.year, 0)
    on conflict on constraint note_counters_pkey do update set last = c.last returning c.last into counter;
  while cardinality(numbers) < amount loop
    counter := counter + 1;
    -- An imported note may have this number.
    if not exists (select from public.notes n where n.number = format('%s-%s-%s', prefix, next_note_numbers.year, to_char(counter, 'FM999990000')))
    then
      numbers := numbers || format('%s-%s-%s', prefix, next_note_numbers.year, to_char(counter, 'FM999990000'));
    end if;
  end loop;
  update app.note_counters c set last = counter where c.year = next_note_numbers.year;
  return numbers;
end $$;
grant execute on function app.next_note_numbers to app_user;

-- The first day of issue of a note that isn't history where it is imported: it could have been written, verified and signed here.
-- So could every later one from the day of the first signature on a note that was written here.
create or replace function app.imports_are_new_from() returns date language plpgsql stable security definer as $$
begin
  if current_setting('role') = 'app_user' and not app.acts_for_office() then
    return null;
  end if;
  return least(app.fund_day() - (select f.import_history_days from app.fund f),
    (select app.fund_day(n.created_at) from public.notes n
      where exists (select from public.note_signers g where g.note_id = n.id) order by n.created_at, n.id limit 1));
end $$;
grant execute on function app.imports_are_new_from to app_user;

-- Whether an election made today for a note with this maturity is late.
create or replace function app.has_election_closed(maturity date, maturity_days integer[]) returns boolean
language sql stable security definer as $$
  select app.fund_day() > maturity - coalesce(maturity_days[4], f.election_closes_days) from app.fund f
$$;
grant execute on function app.has_election_closed to app_user;

-- When the office rejected a late choice; null where it hasn't, or the holder has chosen again since.
create or replace function app.election_declined_at(election uuid) returns timestamptz
language sql stable security definer as $$
  select case a.decision when 'rejected' then a.decided_at end
    from public.approvals a join public.elections e on e.id = a.subject_id
    where a.kind = 'election.accept' and a.subject_id = election and (a.decision is null or a.decision in ('approved', 'rejected'))
      and (current_setting('role') = 'app_jobs' or app.may_read(e.holder_id) or app.acts_for_office())
    order by a.asked_at desc limit 1
$$;
grant execute on function app.election_declined_at to app_jobs, app_user;
