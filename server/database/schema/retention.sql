-- Retention. What must be kept stays until its day, and what must go is destroyed on its day, with a certificate. A document
-- that is retained is not deleted, nor is one that a statement or note is filed with moved to another owner; records of the
-- notes, approvals, statements and verifications are never removed. Evidence of a verification goes when it is due, or was
-- never sent, and never before. Which periods are closed: ledger-balances.sql.
-- Tests: app/people/tests/erasure.test.ts, unsent-evidence.test.ts, note-documents.test.ts, statements.test.ts.

-- Policies

-- With its certificate, and on its day.
create policy evidence_is_destroyed on documents for delete to app_jobs
  using (exists (select from evidence e join destruction_certificates c on c.evidence_id = e.id
    where e.document_id = documents.id and e.destroy_on <= app.fund_day() and c.destroyed_at = now()));
-- With its certificate, on its day, and unless it was sent.
create policy unsent_evidence_is_destroyed on documents for delete to app_jobs
  using (category = 'Accreditation' and uploaded_by = user_id
    and exists (select from destruction_certificates c where c.document_id = documents.id and c.destroyed_at = now()
      and c.due_on <= app.fund_day() and c.due_on > app.fund_day(evidence_changed_at))
    and not exists (select from evidence e join accreditations a on a.id = e.accreditation_id
      where e.document_id = documents.id and a.state not in ('started', 'returned')));

-- Functions

-- A retained document isn't deleted before its day, which can only be postponed.
create or replace function app.guard_retained_document() returns trigger language plpgsql as $$
begin
  if current_user in ('app_user', 'app_eraser') then
    if old.retain_until >= app.fund_day() then
      raise exception 'this document is kept until %', old.retain_until using errcode = '23514', constraint = 'document_is_retained';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_retained before delete on documents for each row
  when (old.retain_until is not null)
  execute function app.guard_retained_document();
create trigger keep_until before update of retain_until on documents for each row
  when (old.retain_until is not null and (new.retain_until >= old.retain_until) is not true)
  execute function app.guard_retained_document();

-- Documents that stay where they are filed: a statement or letter is its holder's, and so is a Form 1099-INT; a signed
-- W-9 or W-8 shows the whole tax number and stays in the folder of its sender; a document that a note is filed with
-- goes to no one else.
create or replace function app.guard_filed_document() returns trigger language plpgsql as $$
begin
  if exists (select from app.run_items i where i.document_id = old.id and i.is_prepared and i.approval <> 'tax.furnish') then
    raise exception 'a statement stays with its holder, in its category' using errcode = '42501';
  elsif exists (select from public.tax_certifications c where c.document_id = new.id)
    or exists (select from public.tax_returns r where r.document_id = new.id)
  then
    raise exception 'a tax form stays where it is' using errcode = '23514', constraint = 'tax_form_stays';
  elsif old.holder_id is distinct from new.holder_id and exists (select from public.note_papers p where p.document_id = new.id) then
    raise exception 'this document is filed with a note' using errcode = '23514', constraint = 'paper_stays';
  end if;
  return new;
end $$;
create trigger keep_filed before update of holder_id, category on documents for each row
  when (new.holder_id is distinct from old.holder_id or new.category is distinct from old.category)
  execute function app.guard_filed_document();

-- Since when a document of Accreditation is unsent: from then its retention counts.
create or replace function app.date_evidence() returns trigger language plpgsql as $$
begin
  -- No one gives a document another time than the present.
  if new.category is distinct from old.category then
    new.evidence_changed_at := 'infinity';
  elsif current_user = 'app_user' then
    new.evidence_changed_at := now();
  end if;
  return new;
end $$;
create trigger date_evidence before update of category, evidence_changed_at on documents for each row
  when (new.category is distinct from old.category or new.evidence_changed_at is distinct from old.evidence_changed_at)
  execute function app.date_evidence();

-- Evidence that is added or removed counts as a change of its document.
create or replace function app.date_changed_evidence() returns trigger language plpgsql as $$
begin
  update public.documents set evidence_changed_at = now() where id = case when tg_op = 'DELETE' then old.document_id else new.document_id end;
  return null;
end $$;
create trigger date_document after insert or delete on evidence for each row execute function app.date_changed_evidence();

-- So does the return of its verification.
create or replace function app.date_returned_evidence() returns trigger language plpgsql as $$
begin
  update public.documents set evidence_changed_at = now()
    where id in (select e.document_id from public.evidence e where e.accreditation_id = new.id);
  return null;
end $$;
create trigger date_evidence after update of state on accreditations for each row
  when (new.state = 'returned' and old.state <> 'returned') execute function app.date_returned_evidence();

-- Records in the log, as the system, that evidence was destroyed on its day.
create or replace function app.record_destruction(certificate uuid) returns void language plpgsql security definer as $$
begin
  insert into public.audit_log (actor_role, action, subject_id, details)
    select 'system', 'accreditation.evidence_destroyed', coalesce(c.accreditation_id, c.document_id)::text,
      jsonb_strip_nulls(jsonb_build_object('holder_id', c.holder_id, 'user_id', c.owner_id, 'document_id', c.document_id,
        'filename', c.filename, 'sha256', c.sha256, 'due_on', c.due_on))
    from public.destruction_certificates c where c.id = certificate and c.destroyed_at = now();
  if not found then
    raise exception 'no such destruction' using errcode = '42501';
  end if;
end $$;
alter function app.record_destruction owner to app_audit;
grant execute on function app.record_destruction to app_jobs;

-- Records stay. `enable always`: also in a session that switches triggers off.
create or replace function app.refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % stay', tg_relid::regclass using errcode = '42501';
end $$;

-- The tables with records that stay; in any session those of decisions, elections, notes and statements.
create trigger refuse_removal before delete or truncate on approvals, import_batches, elections, notes, statement_runs, statements,
  accreditation_reviews, accreditations, destruction_certificates, reliances, representations, tax_certifications, tax_profiles,
  tin_notices, tax_consents, esign_consents, accreditation_copies, tax_runs, tax_returns, tax_return_mails,
  covered_persons, covered_questionnaires execute function app.refuse_removal();
alter table approvals, elections, notes, statement_runs, statements enable always trigger refuse_removal;
-- These don't change, either.
create trigger refuse_change before delete or update or truncate on maturity_notices, note_signatures_voided, schedule_lines,
  statement_periods execute function app.refuse_ledger_change();
alter table maturity_notices, note_signatures_voided, schedule_lines, statement_periods enable always trigger refuse_change;
