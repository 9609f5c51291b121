-- What the database decides by itself: how many people review a verification, and when an election is late.
alter table app.fund add column if not exists accreditation_reviewers integer not null default 2
  check (accreditation_reviewers in (1, 2));
alter table app.fund add column if not exists election_closes_days integer not null default 15
  check (election_closes_days between 0 and 400);
