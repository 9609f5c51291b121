-- From how many days back an imported note counts as history (content/notes.ts).
alter table app.fund add column if not exists import_history_days integer not null default 90
  check (import_history_days between 1 and 3660);
-- Signatures that no longer count: what is recorded after them, on another day or of another person, takes two people.
create table if not exists note_signatures_voided (
  id uuid primary key default gen_random_uuid(),
  note_id uuid not null references notes on delete restrict,
  user_id uuid not null references user_profiles on delete restrict,
  signed_on date not null,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null,
  voided_by uuid references user_profiles on delete restrict,
  voided_at timestamptz not null default now()
);
create index if not exists note_signatures_voided_of_note on note_signatures_voided (note_id, user_id);
create index if not exists note_signatures_voided_person on note_signatures_voided (user_id);
create index if not exists note_signatures_voided_recorder on note_signatures_voided (recorded_by);
create index if not exists note_signatures_voided_voider on note_signatures_voided (voided_by) where voided_by is not null;
