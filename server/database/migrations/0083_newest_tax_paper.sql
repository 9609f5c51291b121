-- The newest tax paper of an owner, for their home.
create index if not exists documents_of_owner_tax on documents (owner_id, created_at desc) where category = 'Tax';
