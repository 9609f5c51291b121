-- The register of covered persons: whom 17 CFR 230.506(d)(1) covers, what they signed about disqualifying events, and what
-- two people found about a positive answer. A sale needs it to be current. Operations: app/covered-persons/server/.

-- A person or company that the rule covers, in one capacity.
create table covered_persons (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name = btrim(name) and length(name) between 1 and 200),
  capacity text not null check (capacity in ('issuer', 'predecessor', 'affiliate', 'director', 'executive_officer',
    'other_officer', 'manager', 'owner', 'promoter', 'investment_manager', 'solicitor', 'principal')),
  -- The account with which they sign; null for someone outside the portal.
  user_id uuid references user_profiles on delete restrict,
  since date not null,
  added_by uuid not null references user_profiles on delete restrict,
  added_at timestamptz not null default now(),
  ended_on date check (ended_on >= since),
  end_reason text check (end_reason = btrim(end_reason) and length(end_reason) between 1 and 500),
  ended_by uuid references user_profiles on delete restrict,
  ended_at timestamptz,
  constraint covered_person_ended_by_someone check (num_nulls(ended_on, end_reason, ended_by, ended_at) in (0, 4))
);
create unique index covered_persons_once on covered_persons (lower(name), capacity) where ended_on is null;
create index covered_persons_account on covered_persons (user_id) where user_id is not null;
create index covered_persons_adder on covered_persons (added_by);
create index covered_persons_ender on covered_persons (ended_by) where ended_by is not null;
-- Elsewhere on this table: retention.sql (refuse_removal).

-- Administrators, and the person themselves.
create policy office_or_own_reads on covered_persons for select to app_user
  using ((select app.is_admin()) or user_id = (select app.user_id()));
-- An administrator adds, in their own name.
create policy office_adds on covered_persons for insert to app_user
  with check ((select app.is_admin()) and added_by = (select app.user_id()) and ended_on is null);
-- An administrator records the end.
create policy office_ends on covered_persons for update to app_user using ((select app.is_admin()));
grant select on covered_persons to app_jobs, app_steward;
grant select, insert (id, name, capacity, user_id, since, added_by), update (ended_on, end_reason) on covered_persons to
  app_user;
-- Who is on the register stays as entered; the end is recorded once, and not ahead.
create guard on covered_persons refuse 'an entry of the register stays as it is'
  ended_on when old.ended_on is null and new.ended_on <= app.fund_day()
  end_reason, ended_by, ended_at when old.ended_on is null;
-- Who did it and when are set here.
create trigger stamp before update on covered_persons for each row
  execute function app.stamp_act('ended_by', 'ended_at', 'always');

-- What a covered person signed: a questionnaire, or later a bring-down, which confirms it.
create table covered_questionnaires (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references covered_persons on delete restrict,
  is_bring_down boolean not null default false,
  -- Of the questions (content/covered-persons.ts).
  version text not null check (length(version) between 1 and 40),
  -- Exactly what was signed: each question with its answer, or what the bring-down states.
  text text not null check (length(text) between 1 and 40000),
  sha256 bytea not null,
  -- Those answered with yes, by their paragraph of 506(d)(1).
  events text[] not null default '{}' check (events <@ array['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii']),
  details text check (details = btrim(details) and length(details) between 1 and 4000),
  signed_on date not null,
  typed_name text not null check (typed_name = btrim(typed_name) and length(typed_name) between 1 and 200),
  -- The signed PDF of someone outside the portal.
  document_id uuid references documents on delete restrict,
  -- What was signed in the portal was signed under this consent to electronic signatures.
  consent_id uuid references esign_consents on delete restrict,
  ip text,
  user_agent text check (length(user_agent) <= 500),
  -- The last day on which it holds is the one before.
  due_on date not null,
  recorded_by uuid not null references user_profiles on delete restrict,
  recorded_at timestamptz not null default now(),
  -- What two people found about the events.
  finding text check (finding in ('disqualified', 'before', 'waiver', 'authority', 'no_event')),
  finding_reason text check (finding_reason = btrim(finding_reason) and length(finding_reason) between 1 and 500),
  found_by uuid references user_profiles on delete restrict,
  found_at timestamptz,
  constraint covered_events_have_details check ((events = '{}') = (details is null)),
  constraint covered_bring_down_has_no_events check (not is_bring_down or events = '{}'),
  constraint covered_due_within_a_year check (due_on > signed_on and due_on <= signed_on + interval '1 year'),
  constraint covered_finding_of_events check (num_nulls(finding, finding_reason, found_by, found_at) in (0, 4)
    and (finding is null or events <> '{}'))
);
create index covered_questionnaires_of_person on covered_questionnaires (person_id, signed_on desc, recorded_at desc);
create index covered_questionnaires_document on covered_questionnaires (document_id) where document_id is not null;
create index covered_questionnaires_consent on covered_questionnaires (consent_id) where consent_id is not null;
create index covered_questionnaires_recorder on covered_questionnaires (recorded_by);
create index covered_questionnaires_finder on covered_questionnaires (found_by) where found_by is not null;
-- Elsewhere on this table: retention.sql (refuse_removal).

-- Administrators, and the person themselves.
create policy office_or_own_reads on covered_questionnaires for select to app_user
  using ((select app.is_admin()) or app.is_covered_as(person_id));
-- Who has an account signs in their own name, today.
create policy own_signs on covered_questionnaires for insert to app_user
  with check (app.is_covered_as(person_id) and recorded_by = (select app.user_id()) and document_id is null
    and signed_on = app.fund_day() and finding is null);
-- An administrator files what someone without an account signed.
create policy office_files on covered_questionnaires for insert to app_user
  with check ((select app.is_admin()) and recorded_by = (select app.user_id()) and document_id is not null
    and finding is null and exists (select from covered_persons p where p.id = person_id and p.user_id is null));
-- What two administrators found (its guard).
create policy office_finds on covered_questionnaires for update to app_user using ((select app.is_admin()));
grant select on covered_questionnaires to app_jobs, app_steward;
grant select, insert (id, person_id, is_bring_down, version, text, events, details, signed_on, typed_name, document_id,
  consent_id, ip, user_agent, due_on, recorded_by), update (finding, finding_reason) on covered_questionnaires to app_user;
-- What is signed in the portal takes the signer's consent; what was signed stays; a bring-down confirms answers to the same questions; a finding takes two people.
create guard on covered_questionnaires refuse 'what a covered person signed stays as it is'
  new row by app_user when new.signed_on <= app.fund_day() and (new.document_id is not null or app.consents_now(new.consent_id))
    and exists (select from public.covered_persons p where p.id = new.person_id and p.ended_on is null)
    and (not new.is_bring_down or exists (select from public.covered_questionnaires q where q.person_id = new.person_id
      and not q.is_bring_down and q.version = new.version and q.signed_on <= new.signed_on))
  finding, finding_reason, found_by, found_at when app.is_applying('covered_person.decide', new.id);
-- Who did it and when are set here.
create trigger stamp before update on covered_questionnaires for each row
  execute function app.stamp_act('found_by', 'found_at', 'always');

-- The hash of what was signed is the database's.
create or replace function app.hash_questionnaire() returns trigger language plpgsql as $$
begin
  new.sha256 := sha256(convert_to(new.text, 'UTF8'));
  return new;
end $$;
create trigger hash before insert on covered_questionnaires for each row execute function app.hash_questionnaire();

-- Reminders that were sent: one ahead, and one on the day.
create table covered_reminders (
  person_id uuid not null references covered_persons on delete restrict,
  due_on date not null,
  kind text not null check (kind in ('soon', 'due')),
  reminded_at timestamptz not null default now(),
  primary key (person_id, due_on, kind)
);
-- Written by a job.
create policy office_reads on covered_reminders for select to app_user using ((select app.is_admin()));
grant select on covered_reminders to app_user;
grant select, insert on covered_reminders to app_jobs;

-- Functions

-- Whether an entry of the register is the current person's.
create or replace function app.is_covered_as(entry uuid) returns boolean language sql stable security definer as $$
  select exists (select from public.covered_persons p where p.id = entry and p.user_id = app.user_id())
$$;
grant execute on function app.is_covered_as to app_user;

-- The standing of each person that the caller sees: an answer to be decided, or decided as disqualifying, isn't undone by
-- later ones. Who has signed nothing yet is due from the day they are covered; `confirms` is the day of the newest
-- questionnaire.
create or replace function app.covered_standing() returns table (person_id uuid, state text, due_on date, confirms date)
language sql stable as $$
  select p.id, case when p.ended_on is not null then 'ended'
      when bool_or(q.finding = 'disqualified') then 'disqualified'
      when bool_or(q.events <> '{}' and q.finding is null) then 'to_decide'
      when (array_agg(q.due_on order by q.signed_on desc, q.recorded_at desc))[1] > app.fund_day() then 'current'
      else 'due' end,
    coalesce((array_agg(q.due_on order by q.signed_on desc, q.recorded_at desc))[1], p.since),
    max(q.signed_on) filter (where not q.is_bring_down)
  from public.covered_persons p left join public.covered_questionnaires q on q.person_id = p.id group by p.id
$$;
grant execute on function app.covered_standing to app_jobs, app_steward, app_user;

-- What keeps an offering from opening: people who aren't current, and capacities that every issuer has but the register lacks
-- entered in. For the office and jobs.
create or replace function app.covered_problems() returns table (person_id uuid, problem text)
language plpgsql stable security definer as $$
begin
  if current_setting('role') = 'app_user' and not app.acts_for_office() then
    raise exception 'only the office may ask' using errcode = '42501';
  end if;
  return query select s.person_id, s.state from app.covered_standing() s where s.state not in ('current', 'ended')
    union all
    select null::uuid, needed.problem
      from (values ('no_issuer', '{issuer}'::text[]), ('no_leader', '{director,executive_officer,manager}')) needed (problem, any_of)
      where not exists (select from public.covered_persons p where p.ended_on is null and p.capacity = any (needed.any_of));
end $$;
grant execute on function app.covered_problems to app_jobs, app_steward, app_user;

-- Whether the register lets a sale go on. It binds a fund that requires it, from the first person entered.
create or replace function app.register_allows_sale() returns boolean language plpgsql stable security definer as $$
begin
  if not (select f.covered_persons_required from app.fund f) or not exists (select from public.covered_persons) then
    return true;
  end if;
  return not exists (select from app.covered_problems());
end $$;
grant execute on function app.register_allows_sale to app_user;
