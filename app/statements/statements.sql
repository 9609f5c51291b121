-- Statements: what the ledger has about a holder's notes in a period, and what they are worth at a year's end, for
-- custodians. Operations: app/statements/server/.
--
-- A run makes one statement for each holder it concerns that has members. A holder without any can get one later, in a
-- run of its own, as can a holder who came after it. A job prepares it, one holder after the other, and it may be
-- prepared again while the ledger still changes. Two people release it: then its documents can be seen, its periods are
-- closed, and nothing of it changes anymore. A correction is a run of its own for one holder, and names what it
-- corrects.

create sequence statement_numbers;

-- Periods whose statements have been released: nothing is dated into them anymore. Without a holder: everyone's.
create table statement_periods (
  id uuid primary key default gen_random_uuid(),
  holder_id uuid references holders on delete restrict,
  period_end date not null,
  closed_at timestamptz not null default now(),
  unique nulls not distinct (holder_id, period_end)
);
-- Elsewhere on this table: retention.sql (refuse_change).

-- Administrators, the approver of an import, and an approver in the transaction of an approval about the holder.
create policy office_reads on statement_periods for select to app_user
  using ((select app.reads_register()) or holder_id = any ((select app.office_owners())::uuid[]));
-- A release closes its periods.
create policy office_closes on statement_periods for insert to app_user
  with check ((select app.is_applying('statements.release')));
grant select, insert (holder_id, period_end) on statement_periods to app_user;
grant select on statement_periods to app_jobs, app_steward;

-- One kind of statement for a period: of a rhythm, or of one holder.
create table statement_runs (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('statement', 'custodian_letter')),
  -- Null in a run of one holder.
  rhythm text check (rhythm in ('monthly', 'quarterly', 'annual')),
  period_start date not null,
  period_end date not null,
  -- Of one holder; and of a correction which statement, and why.
  holder_id uuid references holders on delete restrict,
  corrects uuid,
  reason text check (length(reason) between 1 and 500),
  state text not null default 'preparing' check (state in ('preparing', 'prepared', 'released')),
  -- Null for the clock.
  requested_by uuid references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  -- What was prepared before is prepared again.
  begun_at timestamptz not null default now(),
  -- Why a statement could not be prepared; nothing is released until it is.
  problem text check (length(problem) between 1 and 500),
  -- The holders without a statement, and why.
  left_out text constraint left_out_is_short check (length(left_out) between 1 and 500),
  prepared_at timestamptz,
  released_at timestamptz,
  released_by uuid references user_profiles on delete restrict,
  approval_id uuid references approvals on delete restrict,
  constraint period_is_in_order check (period_start <= period_end),
  constraint correction_is_whole check ((corrects is null) = (reason is null)
    and (corrects is null or holder_id is not null) and (rhythm is not null or holder_id is not null)),
  constraint released_once check ((state = 'released') = (released_at is not null) and (released_at is null) = (approval_id is null)
    and (released_at is null) = (released_by is null))
);
create unique index statement_runs_once on statement_runs (kind, rhythm, period_end) where corrects is null;
create unique index statement_runs_alone on statement_runs (kind, holder_id, period_end)
  where corrects is null and holder_id is not null;
create unique index statement_runs_correction on statement_runs (corrects) where corrects is not null;
create index statement_runs_newest on statement_runs (created_at desc, id desc);
create index statement_runs_holder on statement_runs (holder_id) where holder_id is not null;
create index statement_runs_requester on statement_runs (requested_by) where requested_by is not null;
create index statement_runs_releaser on statement_runs (released_by) where released_by is not null;
create index statement_runs_approval on statement_runs (approval_id) where approval_id is not null;
-- Elsewhere on this table: retention.sql (refuse_removal), mail.sql (announce_to_office).

-- Administrators; and, in the transaction of its approval, the approver, who need not be an administrator.
create policy office_reads on statement_runs for select to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{statements.release}'))::uuid[]));
-- An administrator starts a run; a job starts those of the clock.
create policy admin_starts on statement_runs for insert to app_user with check ((select app.is_admin()));
-- The same people take its steps.
create policy office_changes on statement_runs for update to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{statements.release}'))::uuid[]));
grant select (id, state, approval_id) on statement_runs to app_steward;
grant select, insert (id, kind, rhythm, period_start, period_end), update (state, problem, left_out,
  prepared_at) on statement_runs to app_jobs;
grant select, insert (id, kind, rhythm, period_start, period_end, holder_id, corrects, reason), update (state,
  begun_at, approval_id) on statement_runs to app_user;
-- What a run is about never changes, and nothing of it does once it is released.
create guard on statement_runs refuse 'a run of statements does not take this step'
  any change when old.state <> 'released'
  state, begun_at, problem, left_out, prepared_at, released_at, released_by, approval_id;
-- Sets who and when, whatever the statement says.
create trigger stamp before insert on statement_runs for each row execute function app.stamp_act('requested_by');
create trigger stamp_released before update on statement_runs for each row
  when (new.state = 'released' and old.state <> 'released')
  execute function app.stamp_act('released_by', 'released_at', 'always');
-- Only steps of the workflow 'statement_run' (rules/workflows.ts).
create trigger step before update on statement_runs for each row when (new.state is distinct from old.state)
  execute function app.guard_step('statement_run');

-- One statement of a run, for one holder.
create table statements (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default 'S-' || to_char(nextval('statement_numbers'), 'FM999999000000')
    check (number ~ '^S-[0-9]{6,12}$'),
  run_id uuid not null references statement_runs on delete restrict,
  kind text not null check (kind in ('statement', 'custodian_letter')),
  holder_id uuid not null references holders on delete restrict,
  period_start date not null,
  period_end date not null,
  -- The person with the folder of its files, and their time stamp: chosen before they are written, so that an interrupted run
  -- writes the same files again.
  user_id uuid not null references user_profiles on delete restrict,
  file_stamp bigint not null check (file_stamp between 1000000000000000 and 9999999999999999),
  -- Principal, and interest that is due and unpaid. Null until it is prepared.
  opening_principal_cents bigint,
  opening_interest_cents bigint,
  activity_principal_cents bigint,
  activity_interest_cents bigint,
  closing_principal_cents bigint,
  closing_interest_cents bigint,
  -- Not yet due on the last day.
  accrued_cents bigint check (accrued_cents >= 0),
  -- Place in the ledger's chain of the last entry it knows.
  ledger_seq bigint,
  -- Of the PDF.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  document_id uuid references documents on delete restrict,
  csv_document_id uuid references documents on delete restrict,
  corrects uuid references statements on delete restrict,
  prepared_at timestamptz,
  released_at timestamptz,
  created_at timestamptz not null default now(),
  unique (run_id, holder_id),
  constraint statement_adds_up check (opening_principal_cents + activity_principal_cents = closing_principal_cents
    and opening_interest_cents + activity_interest_cents = closing_interest_cents),
  constraint statement_is_whole check (num_nulls(opening_principal_cents, opening_interest_cents, activity_principal_cents,
    activity_interest_cents, closing_principal_cents, closing_interest_cents, accrued_cents, ledger_seq, sha256,
    document_id, csv_document_id, prepared_at) in (0, 12) and (released_at is null or prepared_at is not null))
);
create index statements_of_holder on statements (holder_id, period_end desc, number desc);
create index statements_document on statements (document_id);
create index statements_csv_document on statements (csv_document_id);
create index statements_corrects on statements (corrects) where corrects is not null;
create index statements_person on statements (user_id);
alter table statement_runs add foreign key (corrects) references statements on delete restrict;
-- Elsewhere on this table: retention.sql (refuse_removal).

-- Administrators; an approver in the transaction of an approval about the holder; and, once released, the holder's members.
create policy office_or_member_reads on statements for select to app_user using ((select app.is_admin())
  or holder_id = any ((select app.office_owners())::uuid[])
  or released_at is not null and holder_id = any ((select app.my_owners())::uuid[]));
-- The approver marks it as released; an administrator alone changes nothing.
create policy office_releases on statements for update to app_user using ((select app.is_applying()));
grant select, insert (id, run_id, kind, holder_id, period_start, period_end, user_id, file_stamp, corrects), update
  (file_stamp, opening_principal_cents, opening_interest_cents, activity_principal_cents, activity_interest_cents,
  closing_principal_cents, closing_interest_cents, accrued_cents, ledger_seq, sha256, document_id, csv_document_id,
  prepared_at) on statements to app_jobs;
grant select, update (released_at) on statements to app_user;
grant usage on sequence statement_numbers to app_jobs;
-- A job prepares it, and two people release it; then it stays.
create guard on statements refuse 'a statement does not take this step'
  any change when old.released_at is null
  file_stamp, opening_principal_cents, opening_interest_cents, activity_principal_cents, activity_interest_cents,
    closing_principal_cents, closing_interest_cents, accrued_cents, ledger_seq, sha256, document_id, csv_document_id, prepared_at
  -- Jobs never release.
  released_at by app_jobs when false
  released_at by app_user when app.is_applying('statements.release', new.run_id);
