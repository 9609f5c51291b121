-- One index serves the newest documents from others: unread and read, of the category Tax and of other categories.
create index if not exists documents_of_owner_news on documents (owner_id, (read_at is null), (category = 'Tax'), created_at desc)
  where uploaded_by is distinct from user_id;
drop index if exists documents_of_owner_unread;
drop index if exists documents_of_owner_from_others;
