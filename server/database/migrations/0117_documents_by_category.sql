-- Searches of everyone's documents find categories, too.
create index if not exists documents_by_category on documents (category);
