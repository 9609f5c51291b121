-- The bank's own lines, and which entries of the ledger they clear (docs/how/notes-and-money.md). Operations: app/bank/server/
-- (bank-lines.ts, confirm-bank-lines.ts, bank-balances.ts).

-- An exported bank list, as it was uploaded.
create table bank_lists (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (length(filename) between 1 and 255),
  -- Of its lines.
  first_day date not null,
  last_day date not null,
  -- Those that another list had before count, too.
  line_count integer not null check (line_count > 0),
  -- Lines of the file that can't be read.
  unread_lines integer[] not null default '{}',
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The bank's page, a PDF or picture, for the person who approves.
  document_id uuid references documents on delete restrict,
  page_attached_at timestamptz,
  added_by uuid not null references user_profiles on delete restrict,
  added_at timestamptz not null default now(),
  -- Numbers of lines that another list had before, and with why each: lines left out, unreadable ones, and remarks.
  outcome jsonb not null default '{}',
  -- Which comes first in its days, where they decide it or the office has answered; the next list that doesn't decide follows it.
  day_order text check (day_order in ('month', 'day')),
  constraint days_in_order check (first_day <= last_day)
);
create index bank_lists_newest on bank_lists (last_day desc, added_at desc, id);
create index bank_lists_first on bank_lists (first_day);
create index bank_lists_adder on bank_lists (added_by);
create index bank_lists_document on bank_lists (document_id) where document_id is not null;

-- Who decides on a payment sees from which list it is.
create policy approvers_read on bank_lists for select to app_user
  using ((select app.is_admin()) or (select app.is_approver()));
-- An administrator uploads a list, in their own name.
create policy admin_adds on bank_lists for insert to app_user
  with check ((select app.is_admin()) and added_by = (select app.user_id()));
-- An administrator attaches the bank's page (app.guard_bank_page).
create policy admin_changes on bank_lists for update to app_user using ((select app.is_admin()));
grant select, insert (id, filename, first_day, last_day, line_count, unread_lines, sha256, added_by, outcome, day_order),
  update (document_id)
  on bank_lists to app_user;
grant select (document_id) on bank_lists to app_guard;
grant select, delete on bank_lists to app_steward;

-- A list's page is a file that the administrator has uploaded themself and given to the register, since approvers read it.
create or replace function app.guard_bank_page() returns trigger language plpgsql as $$
declare
  page uuid := new.document_id;
  refusal text;
begin
  -- The owner restores.
  if current_user <> 'app_user' then
    return new;
  end if;
  if page is not null and not exists (select from public.documents d where d.id = page
    and d.uploaded_by = app.user_id() and d.user_id = app.user_id() and d.holder_id is null and d.unreleased
    and d.file_type in ('pdf', 'jpg', 'jpeg', 'png'))
  then
    raise exception 'this is no page of the bank''s' using errcode = '23514', constraint = 'bank_page_is_own_upload';
  end if;
  refusal := app.bank_page_refusal(new.id);
  if refusal is not null then
    raise exception 'this list takes no page' using errcode = '23514', constraint = lower(refusal);
  end if;
  new.page_attached_at := case when page is not null then now() end;
  return new;
end $$;
create trigger guard_page before update of document_id on bank_lists for each row
  when (new.document_id is distinct from old.document_id) execute function app.guard_bank_page();

-- What the bank says happened on the fund's account: payments received, fees and all. Lines are only
-- added; people may explain a line.
create table bank_lines (
  id uuid primary key default gen_random_uuid(),
  -- What makes it the same line in another list: the bank's own number, or else what it says, and which of several alike.
  bank_key text not null unique check (length(bank_key) between 1 and 300),
  -- The list that had it first.
  list_id uuid not null references bank_lists on delete restrict,
  -- In that file, from 1.
  line integer not null check (line > 0),
  day date not null,
  -- What came in; below zero, what went out.
  cents bigint not null check (cents <> 0),
  reference text not null check (length(reference) between 1 and 200),
  description text not null check (length(description) <= 500),
  -- An explanation, where no ledger entry belongs to it.
  explained text check (explained in ('fee', 'interest', 'own_transfer', 'other')),
  explained_by uuid references user_profiles on delete restrict,
  explained_at timestamptz,
  constraint explained_by_someone check ((explained is null) = (explained_by is null) and (explained is null) = (explained_at is null))
);
create index bank_lines_by_day on bank_lines (day, line, id);
create index bank_lines_of_list on bank_lines (list_id);
create index bank_lines_explainer on bank_lines (explained_by) where explained_by is not null;
-- Elsewhere on this table: mail.sql (announce_to_office).

-- Administrators, and an approver in the transaction of an approval.
create policy office_reads on bank_lines, cleared_entries for select to app_user using ((select app.acts_for_office()));
-- An administrator adds the lines of a list.
create policy admin_adds on bank_lines for insert to app_user with check ((select app.is_admin()));
-- An administrator explains a line, or a difference, in their own name.
create policy admin_changes on bank_lines, bank_balances for update to app_user
  using ((select app.is_admin()))
  with check (explained_by is null or explained_by = (select app.user_id()));
grant select, insert (id, bank_key, list_id, line, day, cents, reference, description), update (explained, explained_by,
  explained_at) on bank_lines to app_user;
grant select, update (explained), delete on bank_lines to app_steward;
-- Sets who and when, whatever the statement says.
create trigger stamp before update on bank_lines for each row execute function app.stamp_act('explained_by', 'explained_at');

-- The ledger entries that a line clears. They are kept here because ledger entries never change.
create table cleared_entries (
  entry_id uuid primary key references ledger_entries on delete restrict,
  line_id uuid not null references bank_lines on delete restrict,
  cleared_by uuid not null references user_profiles on delete restrict,
  cleared_at timestamptz not null default now()
);
create index cleared_entries_of_line on cleared_entries (line_id);
create index cleared_entries_clearer on cleared_entries (cleared_by);
-- With bank_lines, above: office_reads.
-- Elsewhere on this table: mail.sql (announce_to_office).

-- Who records an entry, or confirms it afterward, says which line shows it.
create policy office_adds on cleared_entries for insert to app_user
  with check ((select app.acts_for_office()) and cleared_by = (select app.user_id()));
-- An administrator takes that back.
create policy admin_removes on cleared_entries for delete to app_user using ((select app.is_admin()));
grant select, insert (entry_id, line_id, cleared_by), delete on cleared_entries to app_user;
grant select, delete on cleared_entries to app_steward;

-- A line clears no more than its amount, in its direction; one transaction at a time.
create or replace function app.guard_cleared_entry() returns trigger language plpgsql security definer as $$
declare
  amount bigint;
  cleared bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('bank line ' || new.line_id, 0));
  select b.cents into amount from public.bank_lines b where b.id = new.line_id and b.explained is null;
  select coalesce(sum(m.cents), 0) into cleared from public.cleared_entries c
    join app.bank_movements m on m.entry_id = c.entry_id where c.line_id = new.line_id;
  if (amount > 0 and cleared between 0 and amount or amount < 0 and cleared between amount and 0) is not true then
    raise exception 'line % clears no more than its amount', new.line_id using errcode = '23514',
      constraint = 'bank_line_clears_its_amount';
  end if;
  return null;
end $$;
create trigger guard after insert on cleared_entries for each row execute function app.guard_cleared_entry();
alter table cleared_entries enable always trigger guard;

-- What the bank's statement says is in the account at the end of a day, as the accountant entered it. Entered again, the newest
-- one counts; of each only what explains a difference changes.
create table bank_balances (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  balance_cents bigint not null,
  -- The part that isn't the notes' money, which the ledger doesn't have; below zero, the part of the notes' money that
  -- is elsewhere.
  other_cents bigint not null,
  other_words text not null check (length(other_words) <= 500),
  entered_by uuid not null references user_profiles on delete restrict,
  entered_at timestamptz not null default now(),
  -- A difference from the ledger, and why there is one; it holds for this amount only.
  difference_cents bigint,
  difference_words text check (length(difference_words) between 1 and 500),
  explained_by uuid references user_profiles on delete restrict,
  explained_at timestamptz,
  constraint other_is_explained check (other_cents = 0 or other_words <> ''),
  constraint difference_explained_by_someone check ((difference_cents is null) = (difference_words is null)
    and (difference_cents is null) = (explained_by is null) and (difference_cents is null) = (explained_at is null))
);
create index bank_balances_by_day on bank_balances (day desc, entered_at desc);
create index bank_balances_enterer on bank_balances (entered_by);
create index bank_balances_explainer on bank_balances (explained_by) where explained_by is not null;
-- With bank_lines, above: admin_changes.

-- Administrators alone read balances.
create policy admin_reads on bank_balances for select to app_user using ((select app.is_admin()));
-- An administrator enters one, in their own name.
create policy admin_adds on bank_balances for insert to app_user
  with check ((select app.is_admin()) and entered_by = (select app.user_id()));
grant select, insert (id, day, balance_cents, other_cents, other_words, entered_by), update (difference_cents,
  difference_words, explained_by, explained_at) on bank_balances to app_user;
-- Sets who and when, whatever the statement says.
create trigger stamp before update on bank_balances for each row
  execute function app.stamp_act('explained_by', 'explained_at');

-- What an approver compares: the bank's page, which is in no person's portal, and a tax form while its entered data is pending.
create policy approver_compares on documents for select to app_user using ((select app.is_approver())
  and check_state in ('unchecked', 'clean') and (app.is_bank_page(id) or app.is_form_to_compare(id)));

-- Whether a document is the page of a bank list, for administrators and approvers.
create or replace function app.is_bank_page(document uuid) returns boolean language sql stable security definer as $$
  select (app.is_admin() or app.is_approver()) and exists (select from public.bank_lists b where b.document_id = document)
$$;
alter function app.is_bank_page owner to app_guard;
grant execute on function app.is_bank_page to app_user;

-- Functions

-- What each entry moved on the fund's account: in, or below zero out. Those that were recorded by mistake, or are booked
-- again, moved nothing, nor did what reversed them.
create view app.bank_movements with (security_invoker = true) as
  select e.id as entry_id, e.seq, e.kind, e.note_id, e.holder_id, e.booked_on, e.relates_to, e.reference, e.approval_id,
    l.debit_cents - l.credit_cents as cents
  from public.ledger_entries e join public.ledger_lines l on l.entry_id = e.id and l.account = 1010
  where e.kind not in ('reversal', 'restated')
    and not exists (select from public.ledger_entries r where r.reverses = e.id and r.kind in ('reversal', 'restated'))
    and not exists (select from public.ledger_entries a where a.undoes = e.id);
grant select on app.bank_movements to app_steward, app_user;

-- How many payments of a list were decided before it had the page that it has.
create or replace function app.decided_before_page(list uuid) returns integer language sql stable as $$
  select count(*)::integer from public.bank_lists b
      join public.approvals a on a.kind = 'payment.record' and a.decision in ('approved', 'rejected')
        and a.decided_at >= b.added_at and a.content -> 'bank' ->> 'listId' = b.id::text
    where b.id = list and (b.document_id is null or a.decided_at < coalesce(b.page_attached_at, b.added_at))
$$;
grant execute on function app.decided_before_page to app_steward, app_user;

-- Why a list accepts no bank statement, or no other one, as the site's message code; null where it accepts one. The
-- first may come while a payment of the list is still to be decided, since afterwards no one compares anything with it.
-- Once a payment was decided with a page on file, the page stays.
create or replace function app.bank_page_refusal(list uuid) returns text language sql stable as $$
  select case
    when b.document_id is not null and exists (select from public.approvals a
      where a.kind = 'payment.record' and a.decision in ('approved', 'rejected')
        and a.decided_at >= coalesce(b.page_attached_at, b.added_at) and a.content -> 'bank' ->> 'listId' = b.id::text)
    then 'BANK_PAGE_DECIDED'
    when b.document_id is null and app.decided_before_page(list) > 0
      and not exists (select from public.approvals a
        where a.kind = 'payment.record' and a.decision is null and a.content -> 'bank' ->> 'listId' = b.id::text)
      and not exists (select from public.bank_lines l
        where l.list_id = b.id and l.cents < 0 and l.explained is null
          and l.cents <> (select coalesce(sum(m.cents), 0) from public.cleared_entries c
            join app.bank_movements m on m.entry_id = c.entry_id where c.line_id = l.id))
    then 'BANK_PAGE_LATE'
  end from public.bank_lists b where b.id = list
$$;
grant execute on function app.bank_page_refusal to app_steward, app_user;

-- Why a list can't be removed, as the site's message code; null where it can. Once a payment of it was approved, or
-- decided on with its page in sight, the ledger rests on it; and lines that a later list had, too, are here alone.
create or replace function app.bank_list_refusal(list uuid) returns text language sql stable as $$
  select case
    when exists (select from public.approvals a where a.kind = 'payment.record' and a.decision = 'approved'
      and a.decided_at >= b.added_at and a.content -> 'bank' ->> 'listId' = b.id::text) then 'BANK_LIST_APPROVED'
    when app.bank_page_refusal(list) = 'BANK_PAGE_DECIDED' then 'BANK_LIST_COMPARED'
    when exists (select from public.bank_lists l where l.added_at > b.added_at and l.first_day <= b.last_day
      and l.last_day >= b.first_day and l.outcome -> 'known' <> '[]') then 'BANK_LIST_KNOWN'
  end from public.bank_lists b where b.id = list
$$;
grant execute on function app.bank_list_refusal to app_steward, app_user;

-- Removes a wrong list with its lines and their explanations, and voids its pending requests. Returns the number of
-- voided requests; null where the list doesn't exist.
create or replace function app.remove_bank_list(list uuid) returns integer language plpgsql security definer as $$
declare
  refusal text;
  voided integer;
begin
  perform app.require_admin();
  -- No list is added, no request decided and no line confirmed meanwhile; in the order in which a decision locks them.
  perform pg_advisory_xact_lock(hashtextextended('bank lists', 0));
  perform from public.approvals a where a.kind = 'payment.record' and a.decision is null
    and a.content -> 'bank' ->> 'listId' = list::text order by a.id for update;
  perform from public.bank_lines l where l.list_id = list order by l.id for update;
  perform from public.bank_lists b where b.id = list;
  if not found then
    return null;
  end if;
  refusal := app.bank_list_refusal(list);
  if refusal is not null then
    raise exception 'this list stays' using errcode = '23514', constraint = lower(refusal);
  end if;
  update public.approvals a set decision = 'void', decided_by = app.user_id(), reason = 'The bank list was removed.'
    where a.kind = 'payment.record' and a.decision is null and a.content -> 'bank' ->> 'listId' = list::text;
  get diagnostics voided = row_count;
  delete from public.cleared_entries c using public.bank_lines l where l.id = c.line_id and l.list_id = list;
  delete from public.bank_lines l where l.list_id = list;
  delete from public.bank_lists b where b.id = list;
  return voided;
end $$;
grant execute on function app.remove_bank_list to app_user;
