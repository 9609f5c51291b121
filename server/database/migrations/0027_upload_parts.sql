-- Uploads over several processes. Where files are in a store of their own (STORAGE_URL), what an upload has received is
-- kept there too, in parts: each name says from which byte to which, and the SHA-256 of what is between
-- (server/uploads/stored-bytes.ts). The row says which parts count: a part that isn't named here never arrived.
alter table uploads add column parts text[] not null default '{}';
