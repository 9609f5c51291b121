-- The papers of a note, such as the signed note itself: documents of its holder that the office has filed with it. A signature
-- names one while a note is a draft; those that came by import, renewal or transfer get theirs here.
create table note_papers (
  note_id uuid not null references notes on delete restrict,
  -- What a note has been filed with stays while it is.
  document_id uuid not null references documents on delete restrict,
  filed_by uuid not null references user_profiles on delete restrict,
  filed_at timestamptz not null default now(),
  primary key (note_id, document_id)
);
create index note_papers_document on note_papers (document_id);
create index note_papers_filer on note_papers (filed_by);

-- Members of a holder see only its own documents, so a note is filed with no other's.
create function app.guard_paper() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from public.documents d join public.notes n on n.holder_id = d.holder_id
    where d.id = new.document_id and n.id = new.note_id)
  then
    raise exception 'this document is not of the note’s holder' using errcode = '42501';
  end if;
  if current_user = 'app_user' then
    new.filed_by := app.user_id();
  end if;
  return new;
end $$;
create trigger guard before insert on note_papers for each row execute function app.guard_paper();
alter table note_papers enable always trigger guard;

alter table note_papers enable row level security;
alter table note_papers force row level security;
create policy active_only on note_papers as restrictive for all to app_user using ((select app.is_active()));
create policy backup_reads on note_papers for select to app_backup using (true);
create policy steward_reads on note_papers for select to app_steward using (true);
create policy with_their_note on note_papers for select to app_user using (exists (select from notes n where n.id = note_id));
create policy office_files on note_papers for insert to app_user with check ((select app.is_admin()));
create policy office_removes on note_papers for delete to app_user using ((select app.is_admin()));
grant select on note_papers to app_user, app_steward;
grant insert (note_id, document_id), delete on note_papers to app_user;

-- So a document that a note is filed with goes to nobody else.
create function app.keep_paper() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from public.note_papers p where p.document_id = new.id) then
    raise exception 'this document is filed with a note' using errcode = '23514', constraint = 'paper_stays';
  end if;
  return new;
end $$;
create trigger keep_paper before update on documents for each row when (old.holder_id is distinct from new.holder_id)
  execute function app.keep_paper();
