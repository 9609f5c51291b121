-- A statement's figures as CSV belong beside its PDF: a document of its own, with the same rights, that lists, searches and
-- counts leave out. Their row is the PDF's.
alter table documents add column companion_of uuid references documents;
create unique index documents_companion on documents (companion_of) where companion_of is not null;
grant select (companion_of) on documents to app_directory;
grant insert (companion_of) on documents to app_jobs;

-- Row-level security binds the owner, too.
alter table documents no force row level security;
alter table documents disable trigger user;
update documents d set companion_of = s.document_id from statements s where s.csv_document_id = d.id;
alter table documents enable trigger user;
insert into app.document_count select -count(*) from documents where companion_of is not null having count(*) > 0;
alter table documents force row level security;

do $$
begin
  grant create on schema app to app_directory;
  execute replace(pg_get_functiondef('app.count_documents()'::regprocedure), 'from changed', 'from changed where companion_of is null');
  execute replace(replace(pg_get_functiondef('app.page_documents(text[], text[], text[], text, text, uuid, boolean, integer, integer)'::regprocedure),
    $old$narrowed := matching <> 'true';$old$,
    $new$narrowed := matching <> 'true';
  matching := matching || ' and d.companion_of is null';$new$),
    'd.delete_request_status, d.new_for_office from', 'd.delete_request_status, d.new_for_office, d.companion_of from');
  revoke create on schema app from app_directory;
end $$;
