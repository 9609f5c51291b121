-- When the bank's page was attached to its list: what was decided before was decided without it.
alter table bank_lists add column if not exists page_attached_at timestamptz;
