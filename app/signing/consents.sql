-- Consent to electronic records and signatures, as 15 USC 7001(c) wants it, and what each signature in the portal takes: a
-- consent in force, and a proof of who is there. Rules: app/signing/. Operations: app/signing/server/.

-- A person's consent, for every holder that they sign for. The word on the sample, which the person has typed, shows that
-- they can open what they will get.
create table esign_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references user_profiles on delete restrict,
  -- Of the disclosure that was shown.
  version text not null check (length(version) between 1 and 40),
  -- Of the disclosure's whole text.
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  word text not null check (word ~ '^[a-z]{3,20}$'),
  tries integer not null default 0 check (tries between 0 and 100),
  asked_at timestamptz not null default now(),
  -- What was typed, and from where.
  typed text,
  ip text check (length(ip) <= 100),
  user_agent text check (length(user_agent) <= 500),
  given_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references user_profiles on delete restrict,
  -- When it was replaced by a new request, such as after a change of the disclosure.
  superseded_at timestamptz,
  constraint given_by_its_word check ((given_at is null) = (typed is null) and (typed is null or typed = word)),
  constraint withdrawn_after_given check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null or given_at is not null))
);
create unique index esign_consents_open on esign_consents (user_id) where withdrawn_at is null and superseded_at is null;
create index esign_consents_of_person on esign_consents (user_id, asked_at desc);
create index esign_consents_withdrawer on esign_consents (withdrawn_by) where withdrawn_by is not null;
-- Elsewhere on this table: retention.sql (refuse_removal).

-- Their own, and administrators.
create policy own_or_admin_reads on esign_consents for select to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
-- A person begins a consent of their own.
create policy own_is_asked on esign_consents for insert to app_user
  with check (user_id = (select app.user_id()) and given_at is null);
-- The person gives, replaces and withdraws it; an administrator may withdraw it for them.
create policy own_or_admin_changes on esign_consents for update to app_user
  using (user_id = (select app.user_id()) or (select app.is_admin()));
grant select on esign_consents to app_jobs;
grant select, insert (id, user_id, version, text_sha256, word), update (word, tries, typed, ip, user_agent, given_at,
  withdrawn_at, withdrawn_by, superseded_at) on esign_consents to app_user;
-- A consent is requested, given once, and withdrawn once; only the person themselves gives it.
create guard on esign_consents for app_user refuse 'a consent does not take this step'
  any change when old.withdrawn_at is null
  given_at, typed, word, ip, user_agent when old.given_at is null
  given_at when new.given_at = now() and old.superseded_at is null and new.user_id = app.user_id()
  withdrawn_at, withdrawn_by when new.withdrawn_at = now() and new.withdrawn_by = app.user_id()
  word, tries, ip, user_agent when new.user_id = app.user_id()
  superseded_at;
-- Only steps of the workflow 'consent' (rules/workflows.ts).
create trigger step before update on esign_consents for each row
  when (new.given_at is distinct from old.given_at or new.withdrawn_at is distinct from old.withdrawn_at)
  execute function app.guard_step('consent');

-- Functions

-- Whether this is the current person's consent, and in force: given, not withdrawn, and to the current disclosure. Guards of
-- what is signed ask it.
create or replace function app.consents_now(consent uuid) returns boolean language plpgsql stable security definer as $$
begin
  return exists (select from public.esign_consents c join app.fund f on f.esign_version = c.version
    where c.id = consent and c.user_id = app.user_id() and c.given_at is not null and c.withdrawn_at is null
      and c.superseded_at is null);
end $$;
grant select on esign_consents to app_steward;
grant execute on function app.consents_now to app_user;

-- Of a table with signatures, in its columns `proof` and `proved_at`: how and when the session that signs last showed who is
-- there. The site turns its refusal into PROOF_NEEDED, so that every form asks for the proof and is then sent again.
create or replace function app.stamp_proof() returns trigger language plpgsql security definer as $$
begin
  select case when f.proved_at >= s.created_at then f.method else 'sign-in' end, greatest(s.created_at, f.proved_at)
    into new.proof, new.proved_at
    from auth.sessions s left join auth.session_proofs f on f.session_id = s.id
    where s.id = app.session_id() and s.user_id = app.user_id() and s.expires_at > clock_timestamp();
  if (new.proved_at > clock_timestamp() - interval '10 minutes') is not true then
    raise exception 'a signature takes a newer proof' using errcode = 'PROOF';
  end if;
  return new;
end $$;
alter function app.stamp_proof owner to app_session_reader;
