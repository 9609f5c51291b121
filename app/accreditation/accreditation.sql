-- Whether a holder is an accredited investor, as Rule 506(c) of Regulation D wants it verified: what its members
-- represent, the evidence they send, who reviewed it, which sale relied on it, and what was destroyed when. Rules:
-- app/accreditation/. Operations: app/accreditation/server/.

-- One verification of a holder. Its states and who takes which step: rules/workflows.ts.
create table accreditations (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid not null references holders on delete restrict,
  state text not null default 'started' check (state in ('started', 'submitted', 'in_review', 'approved', 'returned',
    'rejected', 'expired', 'revoked')),
  -- The answers. Paragraph of 17 CFR 230.501(a); how it is verified.
  category text not null check (category in ('a1', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10', 'a12', 'a13')),
  method text not null check (method in ('high_minimum', 'earlier', 'letter', 'income',
    'net_worth', 'license', 'insider', 'owners', 'other')),
  amount_cents bigint not null check (amount_cents > 0),
  is_own_money boolean not null,
  is_renewal boolean not null default false,
  is_joint_test boolean not null default false,
  -- [{name, isNatural}]: joint holders, or those behind an entity.
  owners jsonb not null default '[]' check (jsonb_typeof(owners) = 'array' and length(owners::text) < 10000),
  -- For (E): the earlier verification, and its day.
  earlier_id uuid references accreditations on delete restrict,
  verified_on date,
  started_by uuid not null references user_profiles on delete restrict,
  started_at timestamptz not null default now(),
  submitted_at timestamptz,
  -- How often it was submitted: reviews belong to one round.
  round integer not null default 0 check (round >= 0),
  -- How many people approve; the database sets it with the submission (app.reviewers_for).
  reviewers_needed integer not null default 2 check (reviewers_needed in (1, 2)),
  decided_at timestamptz,
  valid_from date,
  valid_through date,
  -- Why it was returned, rejected or revoked.
  reason text check (reason = btrim(reason) and length(reason) between 1 and 1000),
  revoked_by uuid references user_profiles on delete restrict,
  revoked_at timestamptz,
  cleared_at timestamptz,
  constraint earlier_has_its_day check ((method = 'earlier') = (earlier_id is not null)
    and (earlier_id is null) = (verified_on is null)),
  constraint approved_has_its_days check (state not in ('approved', 'expired', 'revoked')
    or decided_at is not null and valid_from is not null and valid_through >= valid_from),
  constraint revoked_by_somebody check ((state = 'revoked') = (revoked_at is not null)
    and (revoked_at is null) = (revoked_by is null) and (cleared_at is null or revoked_at is not null)),
  -- Borrowed money is not verified by its amount.
  constraint high_minimum_is_unfinanced check (method <> 'high_minimum' or is_own_money)
);
create unique index accreditations_open on accreditations (holder_id)
  where state in ('started', 'submitted', 'in_review', 'returned');
create index accreditations_of_holder on accreditations (holder_id, started_at desc);
create index accreditations_waiting on accreditations (submitted_at, id) where state in ('submitted', 'in_review');
create index accreditations_ending on accreditations (valid_through, id) where state = 'approved';
create index accreditations_blocking on accreditations (holder_id) where state = 'revoked' and cleared_at is null;
create index accreditations_rejected on accreditations (decided_at) where state = 'rejected' and reason is not null;
create index accreditations_earlier on accreditations (earlier_id) where earlier_id is not null;
create index accreditations_starter on accreditations (started_by);
create index accreditations_revoker on accreditations (revoked_by) where revoked_by is not null;
-- Elsewhere on this table: retention.sql (date_evidence, refuse_removal), mail.sql (announce_to_office), reach.sql (reach).

-- Members see how their holder's verification stands; evidence is its sender's (own_reads).
create policy member_reads on accreditations, representations, reliances, accreditation_copies for select to app_user
  using (holder_id = any ((select app.my_owners())::uuid[]));
-- Administrators, and an approver in the transaction of an approval about the holder. For all tables of this file.
create policy office_reads on accreditations, representations, evidence, accreditation_reviews, reliances,
  destruction_certificates, accreditation_reminders, accreditation_copies for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[]));
-- A member who acts for the holder starts one, in their own name.
create policy member_starts on accreditations for insert to app_user
  with check (started_by = (select app.user_id()) and app.acts_for_holder(holder_id) and state = 'started');
-- Members answer and submit, the office decides. Which of it when: the guard and the workflow.
create policy member_or_office_changes on accreditations for update to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.my_owners())::uuid[])
    or holder_id = any ((select app.office_owners())::uuid[]));
-- A job finds verifications.
create policy jobs_read on accreditations for select to app_jobs using (true);
-- It lets them expire, and removes the reason of an old rejection.
create policy jobs_end on accreditations for update to app_jobs using (state in ('approved', 'rejected'))
  with check (state in ('expired', 'rejected'));
grant select, update (state, reason) on accreditations to app_jobs;
grant select on accreditations to app_steward;
grant select, insert (id, holder_id, category, method, amount_cents, is_own_money, is_renewal, is_joint_test, owners,
  earlier_id, verified_on, started_by), update (state, category, method, amount_cents, is_own_money, is_renewal,
  is_joint_test, owners, earlier_id, verified_on, submitted_at, round, reviewers_needed, decided_at, valid_from,
  valid_through, reason, revoked_by, revoked_at, cleared_at) on accreditations to app_user;
-- A step changes the columns that belong to it, as of now.
create guard on accreditations for app_user refuse 'a verification does not take this step'
  -- A step changes the columns that belong to it. Without a step, members change what isn't submitted yet.
  any change when new.state <> old.state or new.cleared_at is distinct from old.cleared_at
    or old.state in ('started', 'returned') and app.acts_for_holder(old.holder_id)
  category, method, amount_cents, is_own_money, is_renewal, is_joint_test, owners, earlier_id, verified_on
    when new.state = old.state and old.state in ('started', 'returned') and app.acts_for_holder(old.holder_id)
  state when case when new.state = 'submitted' then new.round = old.round + 1 and new.submitted_at = now()
    when new.state in ('rejected', 'approved') then new.decided_at = now()
    when new.state = 'revoked' then new.revoked_at = now() and new.revoked_by = app.user_id() else true end
  submitted_at, round, reviewers_needed when new.state <> old.state and new.state = 'submitted'
  reason when new.state <> old.state and new.state in ('submitted', 'returned', 'rejected', 'revoked')
  decided_at when new.state <> old.state and new.state in ('rejected', 'approved')
  valid_from, valid_through when new.state <> old.state and new.state = 'approved'
  revoked_by, revoked_at when new.state <> old.state and new.state = 'revoked'
  cleared_at when new.state = 'revoked' and old.state = 'revoked' and new.cleared_at = now();
-- Only steps of the workflow 'accreditation' (rules/workflows.ts).
create trigger step before update on accreditations for each row execute function app.guard_step('accreditation');

-- How many people have to approve is fixed at the submission, whatever the statement says.
create or replace function app.count_reviewers() returns trigger language plpgsql as $$
begin
  new.reviewers_needed := case when new.state = 'submitted' and old.state <> 'submitted' then app.reviewers_for(new.method)
    else old.reviewers_needed end;
  return new;
end $$;
create trigger count_reviewers before update on accreditations for each row when (current_user = 'app_user')
  execute function app.count_reviewers();

-- A signature is about the answers as they were.
create or replace function app.supersede_representations() returns trigger language plpgsql as $$
begin
  update public.representations set superseded_at = now() where accreditation_id = new.id and superseded_at is null;
  return new;
end $$;
create trigger supersede before update on accreditations for each row
  when (current_user = 'app_user' and row(new.category, new.method, new.amount_cents, new.is_own_money, new.is_renewal,
      new.is_joint_test, new.owners, new.earlier_id, new.verified_on)
    is distinct from row(old.category, old.method, old.amount_cents, old.is_own_money, old.is_renewal, old.is_joint_test,
      old.owners, old.earlier_id, old.verified_on))
  execute function app.supersede_representations();

-- The exact text of a signature. Superseded as soon as an answer changes.
create table representations (
  id uuid primary key default gen_random_uuid(),
  accreditation_id uuid not null references accreditations on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  version text not null check (length(version) between 1 and 50),
  text text not null check (length(text) between 1 and 10000),
  sha256 bytea not null,
  typed_name text not null check (typed_name = btrim(typed_name) and length(typed_name) between 1 and 200
    and typed_name !~ '[[:cntrl:]]'),
  ip text check (length(ip) <= 100),
  user_agent text check (length(user_agent) <= 500),
  signed_at timestamptz not null default now(),
  superseded_at timestamptz,
  -- What follows is null where it was signed before electronic signatures took consent and proof.
  -- The submission that it is for.
  round integer check (round > 0),
  -- The account, and the capacity in which the person signed, such as 'Doe Family LLC, by Jane Doe, Manager'.
  signer text check (length(signer) between 1 and 600),
  capacity text check (capacity = btrim(capacity) and length(capacity) between 1 and 500),
  -- Null for a signature on paper.
  consent_id uuid references esign_consents on delete restrict,
  -- How and when the session last showed who is there (app.stamp_proof); 'paper' for a scan that two people have accepted.
  proof text constraint representations_proof_check check (proof in ('passkey', 'code', 'recovery-code', 'sign-in', 'paper')),
  proved_at timestamptz,
  paper_document_id uuid references documents on delete restrict,
  approval_id uuid references approvals on delete restrict,
  -- The day beside a signature on paper.
  signed_on date,
  constraint signed_under_consent check (num_nulls(round, signer, capacity, proof, proved_at) in (0, 5)
    and (consent_id is null) = (proof is null or proof = 'paper')),
  constraint paper_is_approved check (num_nulls(paper_document_id, approval_id, signed_on)
    = case when proof is not distinct from 'paper' then 0 else 3 end)
);
create unique index representations_current on representations (accreditation_id, user_id) where superseded_at is null;
create index representations_of_accreditation on representations (accreditation_id, signed_at);
create index representations_holder on representations (holder_id);
create index representations_signer on representations (user_id);
create index representations_consent on representations (consent_id) where consent_id is not null;
create index representations_paper on representations (paper_document_id) where paper_document_id is not null;
create index representations_approval on representations (approval_id) where approval_id is not null;
-- With accreditations, above: member_reads, office_reads.
-- Elsewhere on this table: retention.sql (refuse_removal).

-- A member who acts for the holder signs, in their own name.
create policy member_signs on representations for insert to app_user
  with check (user_id = (select app.user_id()) and app.acts_for_holder(holder_id) and superseded_at is null);
-- A signature on paper: the person who approves its scan, exactly as two people have accepted it.
create policy office_files_paper on representations for insert to app_user
  with check (superseded_at is null and jsonb_build_object('signerId', user_id, 'text', text, 'day', signed_on,
    'documentId', paper_document_id) <@ app.approved_now('accreditation.paper', accreditation_id));
-- A signature stops counting once an answer or the evidence changes, or the verification was returned.
create policy member_supersedes on representations for update to app_user
  using (holder_id = any ((select app.my_owners())::uuid[]) or app.is_applying('accreditation.paper', accreditation_id));
grant select, insert (accreditation_id, holder_id, user_id, version, text, typed_name, ip, user_agent, round, signer,
  capacity, consent_id, paper_document_id, approval_id, signed_on), update (superseded_at) on representations to app_user;
grant select on representations to app_jobs;
-- Signed while the verification isn't submitted, under the person's consent or on paper, and superseded once.
create guard on representations refuse 'what was signed stays as it is'
  new row by app_user when exists (select from public.accreditations a where a.id = new.accreditation_id
    and a.holder_id = new.holder_id and a.state in ('started', 'returned') and new.round = a.round + 1)
  new row by app_user when app.consents_now(new.consent_id)
    or app.is_applying('accreditation.paper', new.accreditation_id) and new.paper_document_id is not null
  superseded_at when old.superseded_at is null
  superseded_at by app_user when exists (select from public.accreditations a where a.id = new.accreditation_id
    and a.state in ('started', 'returned'));

-- The hash of what was signed is the database's.
create or replace function app.hash_representation() returns trigger language plpgsql as $$
begin
  new.sha256 := sha256(convert_to(new.text, 'UTF8'));
  return new;
end $$;
create trigger hash before insert on representations for each row execute function app.hash_representation();
-- It takes fresh proof of who signs.
create trigger stamp_proof before insert on representations for each row
  when (current_user = 'app_user' and new.paper_document_id is null) execute function app.stamp_proof();
-- Or the scan that two people have accepted.
create or replace function app.stamp_paper() returns trigger language plpgsql as $$
begin
  new.proof := 'paper';
  new.proved_at := now();
  return new;
end $$;
create trigger stamp_paper before insert on representations for each row when (new.paper_document_id is not null)
  execute function app.stamp_paper();

-- The signed copy of each submission: its statements and the certificate of its signatures, sealed and filed for the holder.
create table accreditation_copies (
  id uuid primary key default gen_random_uuid(),
  accreditation_id uuid not null references accreditations on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  round integer not null check (round > 0),
  submitted_at timestamptz not null default now(),
  -- Null until it is sealed.
  document_id uuid references documents on delete set null,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  filed_at timestamptz,
  unique (accreditation_id, round),
  constraint filed_with_its_hash check ((sha256 is null) = (filed_at is null))
);
create index accreditation_copies_holder on accreditation_copies (holder_id);
create index accreditation_copies_document on accreditation_copies (document_id) where document_id is not null;
-- With accreditations, above: member_reads, office_reads.
-- Elsewhere on this table: retention.sql (refuse_removal).

-- A member who acts for the holder, with the submission, or who approves a signature on paper.
create policy member_requests on accreditation_copies for insert to app_user
  with check ((app.acts_for_holder(holder_id) or app.is_applying('accreditation.paper', accreditation_id)) and filed_at is null);
-- The job that seals it draws and files it.
create policy jobs_draw on accreditation_copies for select to app_jobs using (true);
-- It is filed once.
create policy jobs_file on accreditation_copies for update to app_jobs using (filed_at is null)
  with check (filed_at is not null);
grant select, insert (id, accreditation_id, holder_id, round) on accreditation_copies to app_user;
grant select, update (document_id, sha256, filed_at) on accreditation_copies to app_jobs;
-- A copy is filed once, and stays as it was filed.
create guard on accreditation_copies refuse 'a signed copy stays as it is'
  new row by app_user when exists (select from public.accreditations a where a.id = new.accreditation_id
    and a.holder_id = new.holder_id and a.state = 'submitted' and a.round = new.round and a.submitted_at = now())
  sha256, filed_at when old.filed_at is null
  document_id when old.filed_at is null or new.document_id is null;

-- A document that was sent for a verification. Seen by the person who sent it, and by the office.
create table evidence (
  id uuid primary key default gen_random_uuid(),
  accreditation_id uuid not null references accreditations on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  -- Null once the file is gone; what it was stays.
  document_id uuid references documents on delete set null,
  kind text not null check (kind in ('tax_form', 'assets', 'credit_report', 'letter', 'license_printout', 'formation',
    'balance_sheet', 'owners', 'other')),
  filename text not null check (length(filename) between 1 and 255),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  -- As written on it.
  dated_on date,
  -- Pages of a PDF on which a full Social Security number was found. The sender can confirm that it goes anyway.
  ssn_pages integer[] not null default '{}',
  -- Whether its text could be searched.
  is_searched boolean not null default false,
  sent_anyway_at timestamptz,
  added_by uuid not null references user_profiles on delete restrict,
  added_at timestamptz not null default now(),
  destroy_on date,
  -- Of a letter.
  signed_by text check (length(signed_by) between 3 and 200),
  -- Of a license printout.
  crd_number text check (crd_number ~ '^[0-9]{1,8}$'),
  -- Null where its text couldn't be searched, and for evidence that was sent before it was.
  names_holder boolean,
  person text check (length(person) between 1 and 200),
  -- An IRS form, whatever its sender says that it is: destroyed like one. False for what was sent before.
  shows_tax_form boolean not null default false,
  -- Pages of a PDF that have no text, while others have: is_searched says nothing of them.
  unsearched_pages integer[] not null default '{}',
  -- Of a license printout: 17 CFR 230.501(a)(10) counts three.
  license_series text check (license_series in ('7', '65', '82')),
  -- Of an IRS form: 17 CFR 230.506(c)(2)(ii)(A) asks for two years. Null for one that was sent before the form had this
  -- field.
  tax_year integer check (tax_year between 1990 and 2200)
);
create unique index evidence_document on evidence (document_id) where document_id is not null;
create index evidence_of_accreditation on evidence (accreditation_id, added_at);
create index evidence_holder on evidence (holder_id);
create index evidence_adder on evidence (added_by);
create index evidence_to_destroy on evidence (destroy_on) where destroy_on is not null and document_id is not null;
-- With accreditations, above: office_reads.
-- Elsewhere on this table: retention.sql (date_document).

-- Who sent it; other members don't see it.
create policy own_reads on evidence for select to app_user using (added_by = (select app.user_id()));
-- A member who acts for the holder, in their own name.
create policy own_adds on evidence for insert to app_user
  with check (added_by = (select app.user_id()) and app.acts_for_holder(holder_id) and destroy_on is null);
-- The sender confirms that a page goes anyway; the office sets the day of its destruction.
create policy own_or_office_changes on evidence for update to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[]) or added_by = (select app.user_id()));
-- The sender, while the verification isn't submitted (workflow 'evidence').
create policy own_removes on evidence for delete to app_user using (added_by = (select app.user_id()));
grant select, insert (accreditation_id, holder_id, document_id, kind, filename, sha256, dated_on, ssn_pages,
  is_searched, added_by, signed_by, crd_number, names_holder, person, shows_tax_form, unsearched_pages,
  license_series, tax_year), update (sent_anyway_at, destroy_on), delete on evidence to app_user;
grant select on evidence to app_jobs, app_steward;
-- What was sent stays as it was sent.
create guard on evidence for app_user refuse 'evidence stays as it is'
  -- It is the sender's own document.
  new row when exists (select from public.accreditations a where a.id = new.accreditation_id and a.holder_id = new.holder_id)
    and exists (select from public.documents d where d.id = new.document_id and d.user_id = app.user_id()
      and d.category = 'Accreditation' and d.sha256 is not distinct from new.sha256)
  destroy_on when app.acts_for_office()
  sent_anyway_at when old.added_by = app.user_id() and exists (select from public.accreditations a
    where a.id = new.accreditation_id and a.state in ('started', 'returned'));
-- Only steps of the workflow 'evidence' (rules/workflows.ts).
create trigger step before insert or delete on evidence for each row execute function app.guard_step('evidence');
-- An IRS form, or a page with a whole Social Security number, is a tax document from then on, wherever it is filed.
create trigger mark_tax after insert or update of document_id, kind, shows_tax_form, ssn_pages on evidence for each row
  when (new.document_id is not null and (new.kind = 'tax_form' or new.shows_tax_form or new.ssn_pages <> '{}'))
  execute function app.mark_tax_document();

-- What each reviewer decided, in each round.
create table accreditation_reviews (
  id uuid primary key default gen_random_uuid(),
  accreditation_id uuid not null references accreditations on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  round integer not null,
  reviewer_id uuid not null references user_profiles on delete restrict,
  decision text not null check (decision in ('approved', 'returned', 'rejected')),
  -- Codes of the checklist.
  ticks text[] not null default '{}',
  reviewed_at timestamptz not null default now(),
  unique (accreditation_id, round, reviewer_id)
);
create index accreditation_reviews_holder on accreditation_reviews (holder_id);
create index accreditation_reviews_reviewer on accreditation_reviews (reviewer_id);
-- With accreditations, above: office_reads.
-- Elsewhere on this table: retention.sql (refuse_removal).

-- An administrator, or an approver in the transaction of an approval, in their own name.
create policy office_reviews on accreditation_reviews for insert to app_user
  with check (reviewer_id = (select app.user_id()) and (select app.acts_for_office()));
grant select, insert (accreditation_id, holder_id, round, reviewer_id, decision, ticks) on accreditation_reviews to
  app_user;
-- No one reviews their own holder, nor what isn't submitted.
create guard on accreditation_reviews for app_user refuse 'a reviewer is another person, and reviews a submitted verification'
  new row when not app.is_member(new.holder_id) and exists (select from public.accreditations a
    where a.id = new.accreditation_id and a.holder_id = new.holder_id and a.round = new.round
      and a.state in ('submitted', 'in_review'));

-- Which sale relied on which verification, at the moment of sale.
create table reliances (
  id uuid primary key default gen_random_uuid(),
  accreditation_id uuid not null references accreditations on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  note_id uuid not null references notes on delete restrict,
  amount_cents bigint not null check (amount_cents > 0),
  -- The day of the sale: of the last signature.
  relied_on date not null,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now()
);
create unique index reliances_of_note on reliances (note_id);
create index reliances_of_accreditation on reliances (accreditation_id);
create index reliances_holder on reliances (holder_id);
create index reliances_recorder on reliances (recorded_by);
-- With accreditations, above: member_reads, office_reads.
-- Elsewhere on this table: retention.sql (refuse_removal).

-- Written in their own name by the person who makes a sale final.
create policy office_relies on reliances for insert to app_user
  with check (recorded_by = (select app.user_id()) and (select app.acts_for_office()));
grant select on reliances to app_jobs, app_steward;
grant select, insert (accreditation_id, holder_id, note_id, amount_cents, relied_on, recorded_by) on reliances to
  app_user;
-- A sale relies on a verification made by the day on which its holder was bound. It may rely on a later one only with a
-- reason that two people approved.
create guard on reliances for app_user refuse 'a sale relies on an approved verification'
  new row when exists (select from public.accreditations a, public.notes n
    where a.id = new.accreditation_id and a.holder_id = new.holder_id and a.state = 'approved' and n.id = new.note_id
      and new.relied_on is not distinct from coalesce(app.last_signature(n.id), new.relied_on)
      and (new.relied_on between a.valid_from and a.valid_through
        or new.relied_on < a.valid_from and app.fund_day() between a.valid_from and a.valid_through
          and (app.is_applying('note.sign', new.note_id) or app.is_applying('note.transfer', n.predecessor_id)
            or app.is_applying('note.renew', n.predecessor_id)))
      and not exists (select from public.accreditations b where b.holder_id = a.holder_id and b.state = 'revoked'
        and b.cleared_at is null));

-- The record that evidence was destroyed on its day.
create table destruction_certificates (
  id uuid primary key default gen_random_uuid(),
  evidence_id uuid unique,
  accreditation_id uuid references accreditations on delete restrict,
  holder_id uuid references holders on delete restrict,
  owner_id uuid not null references user_profiles on delete restrict,
  document_id uuid not null,
  kind text,
  filename text not null,
  file_size bigint not null check (file_size >= 0),
  sha256 text,
  due_on date not null,
  destroyed_at timestamptz not null default now(),
  constraint destruction_certificates_evidence_id_fkey foreign key (evidence_id) references evidence on delete set null,
  constraint verified_for_a_holder check ((accreditation_id is null) = (holder_id is null))
);
create index destruction_certificates_of_accreditation on destruction_certificates (accreditation_id);
create index destruction_certificates_holder on destruction_certificates (holder_id);
create index destruction_certificates_owner on destruction_certificates (owner_id);
-- With accreditations, above: office_reads.
-- Elsewhere on this table: retention.sql (refuse_removal).

-- The person in whose folder it was: an unsent document has no holder.
create policy own_reads on destruction_certificates for select to app_user using (owner_id = (select app.user_id()));
grant select, insert on destruction_certificates to app_jobs;
grant select on destruction_certificates to app_audit, app_user;

-- Reminders sent to members: one for each maturing note.
create table accreditation_reminders (
  holder_id uuid not null references holders on delete restrict,
  note_id uuid not null references notes on delete restrict,
  kind text not null check (kind in ('needed-for-renewal', 'ends-soon')),
  reminded_at timestamptz not null default now(),
  primary key (note_id, kind)
);
create index accreditation_reminders_holder on accreditation_reminders (holder_id);
-- With accreditations, above: office_reads.

grant select, insert on accreditation_reminders to app_jobs;
grant select on accreditation_reminders to app_user;

-- Functions

-- How many people decide on a verification by this method: one where it rests on an earlier verification, which had its own.
create or replace function app.reviewers_for(method text) returns integer language sql stable security definer as $$
  select case method when 'earlier' then 1 else f.accreditation_reviewers end from app.fund f
$$;
grant execute on function app.reviewers_for to app_user;

-- Whether the current person has opened, to its last byte (app.count_served), each existing document that was sent for
-- a verification. It checks all of them, so the answer is false for an approver, who may open none.
create or replace function app.has_opened_evidence(verification uuid) returns boolean
language sql stable security definer as $$
  select not exists (select from public.evidence e where e.accreditation_id = verification and e.document_id is not null
    and not exists (select from public.document_openings o
      where o.document_id = e.document_id and o.user_id = app.user_id() and o.opened_at is not null))
$$;
grant execute on function app.has_opened_evidence to app_user;

-- The evidence of a verification, without its content, for people who may see it.
create or replace function app.evidence_sent(verification uuid) returns table (id uuid, kind text, dated_on date,
  ssn_pages integer[], is_sent_anyway boolean, is_gone boolean, is_own boolean, person text, tax_year integer)
language plpgsql stable security definer as $$
begin
  return query select e.id, e.kind, e.dated_on, e.ssn_pages, e.sent_anyway_at is not null, e.document_id is null,
      e.added_by = app.user_id(), e.person, e.tax_year
    from public.evidence e where e.accreditation_id = verification and app.may_read(e.holder_id)
    order by e.added_at, e.id;
end $$;
grant execute on function app.evidence_sent to app_user;
