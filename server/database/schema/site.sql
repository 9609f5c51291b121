-- The site's scripts and styles, and its settings and queues as administrators see them.

-- Several processes of different versions may run side by side, on one machine or many, as during an upgrade. A browser
-- may get its page from one of them and ask another for the page's scripts and styles, so each start leaves its own here.
create table app.browser_files (
  -- Of its address. It contains a hash of the content; a compressed copy ends in .br or .gz.
  path text primary key check (path like '/assets/%'),
  content bytea not null,
  -- When a version without it started; null while the newest has it.
  replaced_at timestamptz
);
alter table app.browser_files alter content set storage external;

grant select (path, content) on app.browser_files to app_visitor;

-- The fund's own, which the owner writes at each start: one row.
create table app.fund (
  is_the_fund boolean primary key default true check (is_the_fund),
  -- IANA's name of its zone (content/fund-time-zone.ts): days of payment, retention and closing are the fund's.
  time_zone text not null,
  -- Days after which the approvals of a new administrator or approver count (DECIDER_WAIT_DAYS).
  decider_wait_days integer not null default 3 check (decider_wait_days between 0 and 30),
  -- How many people decide on a verification (content/accreditation.ts).
  accreditation_reviewers integer not null default 2 check (accreditation_reviewers in (1, 2)),
  -- How many days before its maturity the election of a note closes that has no days of its own yet (content/notes.ts).
  election_closes_days integer not null default 15 check (election_closes_days between 0 and 400),
  -- Whether administrators and approvers need a passkey (REQUIRE_ADMIN_PASSKEY).
  passkeys_required boolean not null default false,
  -- Where signing links lead (content/signing.ts): these hosts and their subdomains.
  signing_hosts text[] not null default '{}',
  -- What instructions for a payment say, as a regular expression (rules/payment-instructions.ts).
  payment_words text not null default '(?!)',
  -- From how many days back an imported note counts as history (content/notes.ts).
  import_history_days integer not null default 90 check (import_history_days between 1 and 3660),
  -- Version of the disclosure about electronic records and signatures (content/electronic-records.ts).
  esign_version text not null default '',
  -- Whether a sale waits for a current register of covered persons (content/covered-persons.ts).
  covered_persons_required boolean not null default false,
  -- Days after which a sanctions list is too old to sell or pay (content/sanctions.ts); null: nothing is refused.
  sanctions_list_days integer check (sanctions_list_days between 1 and 365),
  -- The kinds of holders that have a document set (content/agreement.ts).
  agreement_kinds text[] not null default '{}'
);

grant select on app.fund to app_steward;

grant select on schema_migrations to app_directory;

-- Functions

-- The day that it is, or was, where the fund is, as server/platform/fund-day.ts has it.
create or replace function app.fund_day(at timestamptz default now()) returns date language sql stable security definer as $$
  select (at at time zone coalesce((select f.time_zone from app.fund f), 'UTC'))::date
$$;
grant execute on function app.fund_day to app_audit, app_directory, app_eraser, app_jobs, app_steward, app_user;

-- The first moment after a day where the fund is.
create or replace function app.after_fund_day(day date) returns timestamptz language sql stable security definer as $$
  select (day + 1)::timestamp at time zone coalesce((select f.time_zone from app.fund f), 'UTC')
$$;
grant execute on function app.after_fund_day to app_directory, app_jobs, app_steward, app_user;

-- The jobs in each queue, counted every few seconds.
create or replace function app.queue_figures() returns table (name text, ready integer, deferred integer, active integer,
  failed integer)
language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return query select q.name, q.ready_count, q.deferred_count, q.active_count, q.failed_count from jobs.queue q
    where q.ready_count + q.deferred_count + q.active_count + q.failed_count > 0 and q.name !~ '^__pgboss' order by q.name;
end $$;
alter function app.queue_figures owner to app_queue;
grant execute on function app.queue_figures to app_user;

create or replace function app.newest_migration() returns text language plpgsql stable security definer as $$
begin
  perform app.require_admin();
  return (select max(m.name) from public.schema_migrations m);
end $$;
alter function app.newest_migration owner to app_directory;
grant execute on function app.newest_migration to app_user;
