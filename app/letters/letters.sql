-- A year's letter to each holder of a note. Operations: app/letters/server/yearly-letters.ts.
--
-- The office writes it once; a job prepares one for each holder, with that holder's figures. It may be prepared again, and a
-- letter left out, until two people release the run. One person recalls it; then the year can have another run.

-- A year's letter, as the office wrote it.
create table letter_runs (
  id uuid primary key default gen_random_uuid(),
  year integer not null check (year between 1900 and 2200),
  subject text not null check (subject = btrim(subject) and length(subject) between 1 and 120),
  text text not null check (length(text) between 1 and 6000),
  state text not null default 'preparing' check (state in ('preparing', 'prepared', 'released', 'recalled')),
  requested_by uuid references user_profiles on delete restrict,
  created_at timestamptz not null default now(),
  -- What was prepared before is prepared again.
  begun_at timestamptz not null default now(),
  prepared_at timestamptz,
  -- Why a letter could not be prepared, and which holders get none.
  problem text check (length(problem) between 1 and 500),
  released_by uuid references user_profiles on delete restrict,
  released_at timestamptz,
  approval_id uuid references approvals on delete restrict,
  recalled_by uuid references user_profiles on delete restrict,
  recalled_at timestamptz,
  -- Of the recall.
  reason text check (reason = btrim(reason) and length(reason) between 1 and 500),
  constraint letters_released_by_two check ((state in ('released', 'recalled')) = (released_at is not null)
    and num_nulls(released_by, released_at, approval_id) in (0, 3)),
  constraint letters_recalled_by_someone check ((state = 'recalled') = (recalled_at is not null)
    and num_nulls(recalled_by, recalled_at, reason) in (0, 3))
);
create unique index letter_runs_once on letter_runs (year) where state <> 'recalled';
create index letter_runs_newest on letter_runs (created_at desc, id desc);
create index letter_runs_requester on letter_runs (requested_by) where requested_by is not null;
create index letter_runs_releaser on letter_runs (released_by) where released_by is not null;
create index letter_runs_approval on letter_runs (approval_id) where approval_id is not null;
create index letter_runs_recaller on letter_runs (recalled_by) where recalled_by is not null;

-- Administrators; and, in the transaction of its approval, the approver, who need not be an administrator.
create policy office_reads on letter_runs for select to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{letters.release}'))::uuid[]));
-- An administrator starts a run.
create policy admin_starts on letter_runs for insert to app_user with check ((select app.is_admin()) and state = 'preparing');
-- The same people take its steps.
create policy office_changes on letter_runs for update to app_user
  using ((select app.is_admin()) or id = any ((select app.applied_subjects('{letters.release}'))::uuid[]));
grant select (id, state, approval_id, recalled_by, recalled_at) on letter_runs to app_steward;
grant select, update (state, prepared_at, problem) on letter_runs to app_jobs;
grant select, insert (id, year, subject, text), update (subject, text, state, begun_at, approval_id, recalled_by, recalled_at,
  reason) on letter_runs to app_user;
-- The year never changes, and once it is released, a run can only be recalled.
create guard on letter_runs refuse 'a run of letters does not take this step'
  subject, text, begun_at, problem, prepared_at, released_by, released_at, approval_id
    when old.state in ('preparing', 'prepared')
  state, recalled_by, recalled_at, reason;
-- Sets who and when, whatever the statement says.
create trigger stamp before insert on letter_runs for each row execute function app.stamp_act('requested_by');
create trigger stamp_released before update on letter_runs for each row
  when (new.state = 'released' and old.state <> 'released')
  execute function app.stamp_act('released_by', 'released_at', 'always');
create trigger stamp_recalled before update on letter_runs for each row
  execute function app.stamp_act('recalled_by', 'recalled_at');
-- Only steps of the workflow 'letter_run' (rules/workflows.ts).
create trigger step before update on letter_runs for each row when (new.state is distinct from old.state)
  execute function app.guard_step('letter_run');
-- What was prepared or released stays.
create trigger refuse_removal before delete or truncate on letter_runs, letters execute function app.refuse_removal();
-- Live counts on the administrators' pages.
create trigger announce_to_office after insert or update on letter_runs for each statement
  execute function app.announce_to_office();

-- One letter of a run, for one holder.
create table letters (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references letter_runs on delete restrict,
  holder_id uuid not null references holders on delete restrict,
  -- The person with the folder of its file, and its time stamp: chosen before it is written.
  user_id uuid not null references user_profiles on delete restrict,
  file_stamp bigint not null check (file_stamp between 1000000000000000 and 9999999999999999),
  -- Why this holder gets none.
  left_out text check (left_out = btrim(left_out) and length(left_out) between 1 and 500),
  -- What it says of the holder: the name, the principal outstanding at the year's end, and the interest paid in the year.
  name text,
  principal_cents bigint,
  interest_cents bigint,
  -- Place in the ledger's chain of the last entry it knows.
  ledger_seq bigint,
  -- Of the PDF.
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  document_id uuid references documents on delete restrict,
  prepared_at timestamptz,
  unique (run_id, holder_id),
  constraint letter_is_whole check (num_nulls(name, principal_cents, interest_cents, ledger_seq, sha256, document_id) in (0, 6))
);
create index letters_of_holder on letters (holder_id);
create index letters_person on letters (user_id);
create index letters_document on letters (document_id) where document_id is not null;

-- Administrators, and an approver in the transaction of an approval about the holder. The holder reads the document.
create policy office_reads on letters for select to app_user
  using ((select app.is_admin()) or holder_id = any ((select app.office_owners())::uuid[]));
-- An administrator leaves a letter out, or in again.
create policy admin_changes on letters for update to app_user using ((select app.is_admin()));
grant select on letters to app_steward;
grant select, insert (run_id, holder_id, user_id, file_stamp), update (file_stamp, name, principal_cents, interest_cents,
  ledger_seq, sha256, document_id, prepared_at) on letters to app_jobs;
grant select, update (left_out, prepared_at) on letters to app_user;
-- A letter changes while its run is prepared. An excluded letter is prepared again.
create guard on letters refuse 'a letter does not take this step'
  any change when exists (select from public.letter_runs r where r.id = new.run_id and r.state = 'preparing')
  file_stamp, left_out, name, principal_cents, interest_cents, ledger_seq, sha256, document_id, prepared_at
  -- A person only clears this, so that the job prepares the letter again.
  prepared_at by app_user when new.prepared_at is null;
